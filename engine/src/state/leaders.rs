//! Leaders: no units, but figures that stand somewhere and lead a battle. They outlive the player turn.

use crate::ids::{PowerIx, SpaceIx, UnitIx};

/// What a leader is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Stance {
    /// Free to go; leads whoever defends his place.
    Idle,
    /// Leads the attack on his place.
    Leads,
    /// Leaves the battle for this place when the round is over.
    Leaves(SpaceIx),
    /// Has left the attack on his place, which goes on.
    Left,
    /// Goes nowhere any more this turn.
    Stays,
}

/// One figure.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Leader {
    pub power: PowerIx,
    pub unit: UnitIx,
    pub space: SpaceIx,
    /// Where he was before he joined a battle.
    pub from: SpaceIx,
    /// Which of his commands, by its place in the list of the unit.
    pub command: u8,
    pub stance: Stance,
}
