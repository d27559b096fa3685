//! Where a combat phase of armies stands: who announced what, who fired, who advanced, and who must decide now.

use super::copy::copied_in_place;
use crate::ids::{SideIx, SpaceIx};

/// The steps of a combat phase in order.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum CombatStep {
    #[default]
    None,
    Announce,
    /// Ships of the enemy go out against the invasion at hand, or not.
    Invasion,
    /// The defenders of the invaded hex fire or wait.
    InvasionDefence,
    /// The invaders fire or go straight on to their landing.
    InvasionAssault,
    /// A landing is over: the next one begins, or the ordinary attacks.
    InvasionOver,
    /// Defenders of announced targets fire or wait.
    Defence,
    Assault,
    /// Defenders who were attacked over open ground fire or wait, after the attackers.
    LateDefence,
    Advance,
    /// Armies that advanced go on, one at a time.
    Exploit,
    /// The defender of the exploitation target fires or waits.
    ExploitDefence,
    /// The exploiting army fires or goes straight on to its advance.
    ExploitAssault,
}

/// What one army has done this phase.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ArmyRecord {
    pub side: SideIx,
    pub army: u8,
    /// The hex it announced.
    pub target: Option<SpaceIx>,
    /// Has fired its assault.
    pub assaulted: bool,
    /// Has fired its defensive assault.
    pub defended: bool,
    /// Hexes advanced this turn.
    pub advanced: u8,
    /// Does not fire in the step at hand though others of its hex do.
    pub reserved: bool,
    /// Points that have dropped by parachute this turn.
    pub dropped: u8,
    /// May attack no more.
    pub done: bool,
}

/// Whom losses may hit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Whom {
    /// Land points; aircraft only when nothing else is left.
    #[default]
    Usual,
    /// Never aircraft.
    OnGround,
    /// An invasion at sea: its ships too.
    AtSea,
}

/// Losses that an owner has still to pick.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct LossesDue {
    pub side: SideIx,
    /// The armies they come from, as (army, space); 0 is what stands in the space outside any army.
    pub from: Vec<(u8, SpaceIx)>,
    pub count: u16,
    /// So many of them must be points of the landing force while there are any.
    pub landing: u16,
    pub whom: Whom,
}

/// A landing from the sea, or, without an army, ships that go by themselves to fire at the target of one.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Invasion {
    pub side: SideIx,
    pub army: u8,
    pub from: SpaceIx,
    pub target: SpaceIx,
    /// Points of the landing force spent on the way.
    pub spent: u8,
    /// Ships that go with it.
    pub ships: u8,
    /// Seas its route enters, one bit each.
    pub seas: u32,
    /// The hexes its route enters, the target last.
    pub path: Vec<SpaceIx>,
}

/// A battle between ships and an invasion, until its losses are taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct SeaBattle {
    /// The fleet that intercepts.
    pub side: SideIx,
    pub space: SpaceIx,
    /// Losses that it did, and that it took.
    pub done: u16,
    pub taken: u16,
}

/// An army that must leave its space.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct RetreatDue {
    pub side: SideIx,
    pub army: u8,
    pub from: SpaceIx,
    /// Where the enemy comes from: nobody retreats there.
    pub enemy: SpaceIx,
}

/// The combat phase at hand.
#[derive(Debug, Default, PartialEq, Eq, Hash)]
pub struct Combat {
    pub step: CombatStep,
    /// Sorted by side and army.
    pub armies: Vec<ArmyRecord>,
    /// Targets whose defenders have still to say whether they fire.
    pub to_defend: Vec<SpaceIx>,
    pub losses: Vec<LossesDue>,
    pub retreats: Vec<RetreatDue>,
    /// The army that exploits, and where it goes.
    pub exploiting: Option<(u8, Option<SpaceIx>)>,
    /// An advance that waits for retreats: army, from, to.
    pub entering: Option<(u8, SpaceIx, SpaceIx)>,
    /// Landings from the sea in their order; the first is at hand.
    pub invasions: Vec<Invasion>,
    /// Fleets that may still say whether they intercept it.
    pub to_intercept: Vec<(SideIx, SpaceIx)>,
    pub sea_battle: Option<SeaBattle>,
    /// Fleets that were beaten or have done their duty this turn, by their base.
    pub expended: Vec<(SideIx, SpaceIx)>,
    /// Spaces whose forts have fired this turn, sorted.
    pub forts_fired: Vec<SpaceIx>,
    /// Coasts whose aircraft have fired this turn, sorted.
    pub coasts_fired: Vec<SpaceIx>,
    /// Losses that forts have swallowed this turn, by space.
    pub swallowed: Vec<(SpaceIx, u8)>,
    /// Bombs that can go off in this strategic war, by whose and where they lie.
    pub armed: Vec<(SideIx, SpaceIx, u16)>,
    /// One has gone off: no normal damage is done any more.
    pub bombs_away: bool,
}

copied_in_place!(Combat {
    step,
    armies,
    to_defend,
    losses,
    retreats,
    exploiting,
    entering,
    invasions,
    to_intercept,
    sea_battle,
    expended,
    forts_fired,
    coasts_fired,
    swallowed,
    armed,
    bombs_away,
});

impl Combat {
    pub fn record(&self, side: SideIx, army: u8) -> Option<&ArmyRecord> {
        self.armies
            .binary_search_by_key(&(side, army), |record| (record.side, record.army))
            .ok()
            .map(|at| &self.armies[at])
    }
}
