//! The tests of this crate, linked as one binary.

mod print;
mod triplea;
mod vassal;
