//! Other programs' formats in and out, one folder each. Reads untrusted files within bounds; knows no window and no command line.

pub mod diff;
pub mod merge;
pub mod report;
pub mod triplea;
