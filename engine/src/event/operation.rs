//! Facts of a player turn of battles on a map of zones.

use crate::ids::{PowerIx, SpaceIx};
use crate::state::Stack;
use crate::state::leaders::Leader;
use crate::state::operations::{BattleRecord, BattleStep, Bought, Dock, Group, Launched, Queued, Work};

/// One thing that happened in such a turn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Operation {
    /// A player turn began: all units are free to move again.
    Began,
    /// Orders that units can now have; their number is the next one.
    GroupFormed {
        group: Group,
    },
    GroupChanged {
        army: u8,
        group: Group,
    },
    BattlesDeclared {
        battles: Vec<BattleRecord>,
    },
    BattleChanged {
        battle: BattleRecord,
    },
    Stepped {
        step: BattleStep,
        round: u8,
    },
    /// A round of a battle was fought: dice that hit, attacker and defender are told by the losses that follow.
    RoundFought {
        space: SpaceIx,
        round: u8,
    },
    OtherFireChosen {
        space: SpaceIx,
        power: PowerIx,
        unit: crate::ids::UnitIx,
        other: bool,
    },
    /// Units of a type are given up before others this round.
    Offered {
        space: SpaceIx,
        power: PowerIx,
        unit: crate::ids::UnitIx,
    },
    /// So many units of a type that hide in a battle are found.
    Found {
        space: SpaceIx,
        power: PowerIx,
        unit: crate::ids::UnitIx,
        count: u16,
    },
    /// A nation is to have a land if it is taken together.
    Claimed {
        space: SpaceIx,
        power: PowerIx,
    },
    /// A ship with decks was built.
    Launched {
        launched: Launched,
    },
    /// Land was taken this player turn.
    Taken {
        space: SpaceIx,
    },
    /// A factory was built or raised this player turn.
    Raised {
        space: SpaceIx,
    },
    BoughtAt {
        bought: Bought,
    },
    /// Units were bought that wait to be placed.
    Queued {
        units: Queued,
    },
    /// They wait no longer: placed, or paid back.
    Unqueued {
        units: Queued,
    },
    WorkBegun {
        work: Work,
    },
    WorkDone {
        work: Work,
    },
    /// A facility that builds nothing has so many points of damage now.
    Wrecked {
        space: SpaceIx,
        feature: crate::ids::FeatureIx,
        to: u8,
    },
    Lent {
        by: PowerIx,
        to: PowerIx,
        points: i64,
    },
    LendingBegan,
    BoundSet {
        power: PowerIx,
        to: i64,
    },
    /// Units of a stack have so many hits now.
    Damaged {
        stack: Stack,
        to: u8,
    },
    DocksSet {
        docks: Vec<Dock>,
    },
    LeadersSet {
        leaders: Vec<Leader>,
    },
    /// A leader died.
    LeaderLost {
        power: PowerIx,
        space: SpaceIx,
    },
}
