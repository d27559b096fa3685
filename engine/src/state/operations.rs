//! What a player turn of battles on a map of zones keeps in mind: which units have moved and how, where battles are fought and
//! how far they are, what was taken and bought. Nothing here outlives the player turn but bound money, ships in dock and leaders.

use super::copy::copied_in_place;
use super::leaders::Leader;
use crate::ids::{PowerIx, SideIx, SpaceIx, UnitIx};

/// What units of a group are about. The number of a group is the `army` of its stacks; 0 are units without orders.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Role {
    /// A transport under way, with its cargo.
    Sailing,
    /// Attacks in its space.
    Engaged,
    /// Cargo that will land in the target.
    Landing,
    /// Came over the beach: attacks and cannot go back.
    Landed,
    /// A gun that fires over the border into the target.
    Supports,
    /// A ship that fires at the shore of the target.
    Bombards,
    /// Has moved.
    Moved,
    /// Leaves for the target when the round is over.
    Withdrawing,
    /// Has left a battle and fights no more this turn.
    Retreated,
    /// Has left a battle and is attacked again where it went.
    Cornered,
    /// Came through the air: attacks and cannot go back.
    Dropped,
    /// Aircraft that dropped others: only guns that fire at aircraft see them, and only in round one.
    Dropping,
    /// Waits in a zone until others have cleared it, then goes on to the target.
    Passing,
    /// Fights for a zone and goes on to the target if it is clear after one round.
    Clearing,
    /// An aircraft that dropped some of the units it took, and those it keeps aboard.
    Carrying,
}

impl Role {
    /// Whether aircraft in this role are over a battle only to drop others.
    pub const fn has_dropped(self) -> bool {
        matches!(self, Self::Dropping | Self::Carrying)
    }
}

/// Orders that some units share.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Group {
    pub role: Role,
    /// The space from which they entered the one they are in.
    pub from: SpaceIx,
    /// Spaces already moved this turn.
    pub spent: u8,
    pub target: Option<SpaceIx>,
    /// The round in which they throw no dice, 0 for none.
    pub silent_in: u8,
    /// The shore that units going on to another zone mean: to land on, or to fire at.
    pub then: Option<SpaceIx>,
}

/// What is fought about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum BattleGround {
    Sea,
    Land,
    /// Neutral land that is entered for money.
    Neutral,
}

/// A declared battle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct BattleRecord {
    pub space: SpaceIx,
    pub ground: BattleGround,
    pub is_over: bool,
    /// Enemies were there when it was declared.
    pub is_fought: bool,
    /// The round in which the attacker was left alone, 0 if never.
    pub cleared_in: u8,
    /// The defender tears a factory down this round.
    pub scorches: bool,
    /// Rounds of the turn that its attacker let others go first.
    pub late: u8,
}

/// Who decides in a combat phase.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum BattleStep {
    #[default]
    None,
    AttackerDecides,
    DefenderDecides(SideIx),
}

/// What was bought in a land space this phase.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Bought {
    pub site: SpaceIx,
    pub recruits: u8,
    pub built: u8,
    /// Of those that must be bought there first.
    pub first: u8,
}

/// Decks of a carrier built this phase: where it lies, and the land it was built at.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Launched {
    pub zone: SpaceIx,
    pub site: SpaceIx,
    pub unit: UnitIx,
    pub count: u16,
}

/// A damaged ship whose repair has a price.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Dock {
    pub zone: SpaceIx,
    pub power: PowerIx,
    pub unit: UnitIx,
    pub price: u8,
    /// The land it is repaired at, once it is paid.
    pub site: Option<SpaceIx>,
}

/// The player turn at hand.
#[derive(Debug, Default, PartialEq, Eq, Hash)]
pub struct Operations {
    /// Group n is at n - 1.
    pub groups: Vec<Group>,
    pub battles: Vec<BattleRecord>,
    pub step: BattleStep,
    pub round: u8,
    /// Units that fire their other way this round: space, owner, type.
    pub other_fire: Vec<(SpaceIx, PowerIx, UnitIx)>,
    /// Units that their owner gives up before others this round, first ones first: space, owner, type.
    pub offered: Vec<(SpaceIx, PowerIx, UnitIx)>,
    /// Units that hide and were found: battle, owner, type, number.
    pub found: Vec<(SpaceIx, PowerIx, UnitIx, u16)>,
    /// Land and the nation that is to have it if it is taken together.
    pub claims: Vec<(SpaceIx, PowerIx)>,
    /// Land taken this player turn, sorted.
    pub taken: Vec<SpaceIx>,
    /// Land whose factory was built or raised this player turn, sorted.
    pub raised: Vec<SpaceIx>,
    pub bought: Vec<Bought>,
    pub launched: Vec<Launched>,
    /// Money lent in the phase at hand: who lent, to whom, how much.
    pub lent: Vec<(PowerIx, PowerIx, i32)>,
    /// Money that does not buy everything, by power; empty while nobody has any.
    pub bound: Vec<i32>,
    pub docks: Vec<Dock>,
    pub leaders: Vec<Leader>,
}

copied_in_place!(Operations {
    groups,
    battles,
    step,
    round,
    other_fire,
    offered,
    found,
    claims,
    taken,
    raised,
    bought,
    launched,
    lent,
    bound,
    docks,
    leaders,
});

impl Operations {
    pub fn group(&self, army: u8) -> Option<&Group> {
        usize::from(army).checked_sub(1).and_then(|at| self.groups.get(at))
    }

    pub fn role(&self, army: u8) -> Option<Role> {
        self.group(army).map(|group| group.role)
    }

    pub fn is_taken(&self, space: SpaceIx) -> bool {
        self.taken.binary_search(&space).is_ok()
    }

    pub fn battle(&self, space: SpaceIx) -> Option<&BattleRecord> {
        self.battles.iter().find(|battle| battle.space == space)
    }

    /// Whether a battle goes on in a space.
    pub fn is_fighting(&self, space: SpaceIx) -> bool {
        self.battle(space).is_some_and(|battle| !battle.is_over)
    }

    /// The round of the battle in a space: 0 while others go first.
    pub fn round_of(&self, space: SpaceIx) -> u8 {
        self.round.saturating_sub(self.battle(space).map_or(0, |battle| battle.late))
    }

    /// How many units of a type that hide in a battle were found.
    pub fn found(&self, space: SpaceIx, power: PowerIx, unit: UnitIx) -> u16 {
        let found = self.found.iter().find(|(at, of, kind, _)| (*at, *of, *kind) == (space, power, unit));
        found.map_or(0, |(.., count)| *count)
    }

    pub fn bought_at(&self, site: SpaceIx) -> Bought {
        let found = self.bought.iter().find(|bought| bought.site == site);
        found.copied().unwrap_or(Bought { site, recruits: 0, built: 0, first: 0 })
    }

    pub fn bound(&self, power: PowerIx) -> i64 {
        self.bound.get(power.index()).map_or(0, |money| i64::from(*money))
    }

    pub fn lent_by(&self, power: PowerIx) -> i64 {
        self.lent.iter().filter(|(by, ..)| *by == power).map(|(.., money)| i64::from(*money)).sum()
    }

    pub fn given_to(&self, power: PowerIx) -> i64 {
        self.lent.iter().filter(|(_, to, _)| *to == power).map(|(.., money)| i64::from(*money)).sum()
    }
}
