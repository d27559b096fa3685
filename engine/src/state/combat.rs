//! Where a combat phase of armies stands: who announced what, who fired, who advanced, and who must decide now.

use crate::ids::{SideIx, SpaceIx};

/// The steps of a combat phase in order.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum CombatStep {
    #[default]
    None,
    Announce,
    /// Defenders of announced targets fire or wait.
    Defence,
    Assault,
    Advance,
    /// Armies that advanced go on, one at a time.
    Exploit,
    /// The defender of the exploitation target fires or waits.
    ExploitDefence,
    /// The exploiting army fires or goes straight on to its advance.
    ExploitAssault,
}

/// What one army has done this phase.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
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
    /// May attack no more.
    pub done: bool,
}

/// Losses that an owner has still to pick.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LossesDue {
    pub side: SideIx,
    /// The armies they come from, as (army, space); 0 is what stands in the space outside any army.
    pub from: Vec<(u8, SpaceIx)>,
    pub count: u16,
}

/// An army that must leave its space.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RetreatDue {
    pub side: SideIx,
    pub army: u8,
    pub from: SpaceIx,
    /// Where the enemy comes from: nobody retreats there.
    pub enemy: SpaceIx,
}

/// The combat phase at hand.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
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
    /// Spaces whose forts have fired this turn, sorted.
    pub forts_fired: Vec<SpaceIx>,
    /// Losses that forts have swallowed this turn, by space.
    pub swallowed: Vec<(SpaceIx, u8)>,
}

impl Combat {
    pub fn record(&self, side: SideIx, army: u8) -> Option<&ArmyRecord> {
        self.armies
            .binary_search_by_key(&(side, army), |record| (record.side, record.army))
            .ok()
            .map(|at| &self.armies[at])
    }

    pub(crate) fn hash_into(&self, put: &mut dyn FnMut(i64)) {
        put(self.step as i64);
        for record in &self.armies {
            put(i64::from(record.side.0) * 256 + i64::from(record.army));
            put(record.target.map_or(-1, |space| i64::from(space.0)));
            put(i64::from(record.advanced) * 8
                + i64::from(record.assaulted) * 4
                + i64::from(record.defended) * 2
                + i64::from(record.done));
        }
        self.to_defend.iter().for_each(|space| put(i64::from(space.0)));
        for due in &self.losses {
            put(i64::from(due.side.0) * 65536 + i64::from(due.count));
            due.from.iter().for_each(|(army, space)| put(i64::from(*army) * 65536 + i64::from(space.0)));
        }
        for due in &self.retreats {
            put(i64::from(due.army) * 65536 + i64::from(due.from.0));
        }
        if let Some((army, target)) = self.exploiting {
            put(i64::from(army) * 65536 + target.map_or(-1, |space| i64::from(space.0)));
        }
        if let Some((army, from, to)) = self.entering {
            put(i64::from(army) << 32 | i64::from(from.0) << 16 | i64::from(to.0));
        }
        self.forts_fired.iter().for_each(|space| put(i64::from(space.0)));
        self.swallowed.iter().for_each(|(space, points)| put(i64::from(space.0) * 256 + i64::from(*points)));
    }
}
