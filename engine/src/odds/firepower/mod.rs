//! Odds of attacks with firepower and advance: the defenders' assault, the attackers' assaults, then the advance of
//! one army after the other and the exploitation of the one that got through.
//!
//! A handful of dice, so every branch is followed; there is nothing to sample. Not modelled: an assault saved for the
//! exploitation, and the die for a leader's loss.

mod attack;
mod branch;
mod fire;
mod resolve;
mod tables;
#[cfg(test)]
mod tests;

pub use attack::{Arm, Army, Attack, NextHex, Place, PointOrder, Points};
pub use resolve::{AttackOdds, attack_odds};
pub use tables::{AdvanceRow, AdvanceTable, Against, FirepowerTable};
