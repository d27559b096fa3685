//! Pure reads: questions about a position. No events, no dice.

pub mod armies;
pub mod chart;
pub(crate) mod holds;
pub mod income;
pub mod memory;
pub mod movement;
pub mod range;
pub mod reach;
pub mod seas;
pub mod stacking;
pub mod supply;
mod voyages;
pub(crate) mod zone_supply;
pub mod zones;
