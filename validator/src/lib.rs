//! Checks over packs, from syntax to played games. A library: the command line and the editor call it.

pub mod balance;
pub mod baseline;
pub mod causes;
pub mod checks;
pub mod codes;
pub mod context;
pub mod coverage;
pub mod examples;
pub mod fidelity;
pub mod fix;
pub mod games;
pub mod holdings;
pub mod model;
mod overlaid;
pub mod report;
pub mod run;
mod set_up;
pub mod suppress;

/// What README.md shows must work.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
