//! Leaders: no units, but figures that stand somewhere and lead a battle. They outlive the player turn.

use crate::ids::{PowerIx, SpaceIx, UnitIx};

/// What a leader is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
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
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
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

impl Leader {
    pub(crate) fn code(&self) -> [i64; 2] {
        let stance = match self.stance {
            Stance::Idle => 0,
            Stance::Leads => 1,
            Stance::Left => 2,
            Stance::Stays => 3,
            Stance::Leaves(to) => 4 + i64::from(to.0),
        };
        let who = i64::from(self.power.0) << 16 | i64::from(self.unit.0) << 8 | i64::from(self.command);
        [i64::from(self.space.0) << 24 | who, stance << 32 | i64::from(self.from.0)]
    }
}
