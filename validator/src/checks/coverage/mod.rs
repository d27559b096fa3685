//! Coverage of the rulebook. One file per check.

pub mod dangling;
pub mod missing;
pub mod proof;
pub mod unproved;
