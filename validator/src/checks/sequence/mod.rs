//! The turn. One file per check.

pub mod by_hand;
pub mod empty_stage;
pub mod idle_procedure;
pub mod never_moves;
pub mod not_played;
