//! The tests of this crate, linked as one binary.

mod triplea;
