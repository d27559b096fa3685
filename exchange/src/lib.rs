//! Other programs' formats in and out, one folder each. Reads untrusted files within bounds; knows no window and no command line.

pub mod diff;
mod element;
pub mod files;
pub mod merge;
mod outlines;
pub mod print;
pub mod report;
pub mod triplea;
pub mod vassal;
