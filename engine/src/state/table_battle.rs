//! Battles by a combat results table inside a phase, and where a stage stands that is gone through again and again.

use chartroom_format::schema::table_battle::LossChooser;
use chartroom_format::schema::units::CombatRole;
use chartroom_format::schema::value::Amount;

use super::Stack;
use super::copy::copied_in_place;
use crate::ids::{PowerIx, SideIx, SpaceIx};
use crate::ruleset::Ruleset;

/// Everything that such battles keep in mind. Lists are sorted.
#[derive(Debug, Default, PartialEq, Eq, Hash)]
pub struct TableBattles {
    /// Units that will attack, by target.
    pub pledged: Vec<(SpaceIx, Stack)>,
    /// Spaces that were attacked in this phase.
    pub attacked: Vec<SpaceIx>,
    pub clash: Option<Clash>,
    pub rounds: Rounds,
}

copied_in_place!(TableBattles { pledged, attacked, clash, rounds });

/// Where a stage stands that its players go through in turn until something ends it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Rounds {
    /// The player at hand has done something.
    pub acted: bool,
    /// Players in a row who did nothing.
    pub passes: u8,
    /// How often it was gone through.
    pub went: u16,
}

/// A battle whose dice are thrown. Its units bear the mark of those engaged.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Clash {
    pub target: SpaceIx,
    pub attacker: SideIx,
    pub defender: SideIx,
    /// The power that takes the space.
    pub lead: PowerIx,
    /// Which of the phase's results came up, by its place in the list; none if the cell is empty.
    pub result: Option<u16>,
    /// How many of its parts were begun.
    pub begun: u8,
    pub duty: Option<Duty>,
}

/// What has to be done now, and by whom.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Duty {
    pub by: SideIx,
    pub of: CombatRole,
    pub task: Task,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Task {
    /// Steps to lose, and how units for them are found.
    Lose {
        steps: u16,
        chooser: LossChooser,
    },
    /// Printed strength to lose at least.
    Match {
        strength: Amount,
        chooser: LossChooser,
    },
    Retreat {
        spaces: u8,
    },
    Advance {
        must: bool,
    },
}

impl TableBattles {
    /// Units pledged to an attack.
    pub fn pledged_to(&self, target: SpaceIx) -> impl Iterator<Item = &Stack> {
        self.pledged.iter().filter(move |(to, _)| *to == target).map(|(_, stack)| stack)
    }

    /// How many units of a stack are pledged somewhere.
    pub fn pledged_of(&self, stack: &Stack) -> u16 {
        let same = |other: &Stack| Stack { count: 0, ..*other } == Stack { count: 0, ..*stack };
        self.pledged.iter().filter(|(_, other)| same(other)).map(|(_, other)| other.count).sum()
    }
}

impl Duty {
    /// What has to be done, in words.
    pub fn tell(&self, rules: &Ruleset) -> String {
        let side = &rules.sides[self.by.index()];
        let whose = if self.of == CombatRole::Attacking { "the attacker" } else { "the defender" };
        match self.task {
            Task::Lose { steps: 1, .. } => format!("{whose} loses a step, which {side} names"),
            Task::Lose { steps, .. } => format!("{whose} loses {steps} steps, which {side} names"),
            Task::Match { strength, .. } => {
                format!("{whose} loses at least {strength} of strength, which {side} names")
            }
            Task::Retreat { spaces: 1 } => format!("{whose} retreats a space"),
            Task::Retreat { spaces } => format!("{whose} retreats {spaces} spaces"),
            Task::Advance { must: true } => format!("{side} must advance"),
            Task::Advance { must: false } => format!("{side} may advance"),
        }
    }
}
