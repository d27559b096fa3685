//! The tests of this crate, linked as one binary.

mod diff;
mod merge;
mod print;
mod triplea;
mod vassal;
