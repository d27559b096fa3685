//! Odds of differential combats: the strength difference picks a column, one die the line.
//!
//! A combat is one die (two with a counter-attack), so every branch is followed; there is nothing to sample.

mod land;
mod naval;
mod raid;
mod table;
#[cfg(test)]
mod tests;

pub use land::{LandCombat, PointOrder, Points, land_odds, strength};
pub use naval::{Fleet, NavalCombat, Stand, Struck, naval_odds};
pub use raid::{Raid, RaidOdds, RaidResult, raid_odds};
pub use table::{Below, DifferentialTable, ResultCell};
