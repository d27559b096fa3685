//! Coverage of the rulebook. One file per check.

pub mod dangling;
pub mod missing;
pub mod not_played;
pub mod proof;
pub mod unproved;
