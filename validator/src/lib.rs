//! Checks over packs, from syntax to played games. A library: the command line and the editor call it.

pub mod report;
pub mod run;
