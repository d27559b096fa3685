//! Checks over packs, from syntax to played games. A library: the command line and the editor call it.

pub mod coverage;
pub mod examples;
pub mod report;
pub mod run;
