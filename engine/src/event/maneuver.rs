//! What happened where units move step by step and fight by a combat results table.

use chartroom_format::schema::value::Amount;

use crate::ids::{PowerIx, SpaceIx};
use crate::ruleset::Ruleset;
use crate::state::Stack;
use crate::state::table_battle::{Clash, Duty};

/// One thing that happened.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ManeuverEvent {
    /// Units got other marks.
    Marked {
        stack: Stack,
        marks: u8,
    },
    /// Marks of all units of some powers were taken off.
    MarksCleared {
        powers: Vec<PowerIx>,
        marks: u8,
    },
    /// A unit lost a step and is still there.
    StepLost {
        stack: Stack,
    },
    Activated {
        space: SpaceIx,
    },
    /// A combat phase began or ended: what it kept in mind is gone.
    BattlesCleared,
    Pledged {
        target: SpaceIx,
        stack: Stack,
    },
    /// The attack on a space will not take place.
    PledgesDropped {
        target: SpaceIx,
    },
    /// Strengths were compared and dice thrown; what the result brings is still to come.
    Fought {
        clash: Clash,
        attack: Amount,
        defence: Amount,
        column: String,
        roll: i64,
        code: String,
    },
    /// The next part of the result is due, or none.
    DutySet {
        duty: Option<Duty>,
    },
    /// The next part of the result was begun.
    ResultTaken,
    /// The battle is over.
    BattleEnded,
    /// Somebody did something in a stage that ends when all pass.
    StageActed,
    /// A player has gone through such a stage: the phase that comes next, how many have passed in a row, how often it was gone through.
    StageTurned {
        phase: u16,
        passes: u8,
        went: u16,
    },
}

impl ManeuverEvent {
    /// What happened, in one line of plain words.
    pub fn tell(&self, rules: &Ruleset) -> String {
        let place = |space: &SpaceIx| rules.space_name(*space);
        let units =
            |stack: &Stack| format!("{} {} of {}", stack.count, rules.unit(stack.unit).id, rules.power(stack.power).id);
        match self {
            Self::Marked { stack, .. } => format!("{} in {} were marked", units(stack), place(&stack.space)),
            Self::MarksCleared { powers, .. } => {
                let names: Vec<&str> = powers.iter().map(|power| rules.power(*power).id.as_str()).collect();
                format!("the units of {} are fresh", names.join(", "))
            }
            Self::StepLost { stack } => format!("{} in {} lost a step", units(stack), place(&stack.space)),
            Self::Activated { space } => format!("{} was activated", place(space)),
            Self::BattlesCleared => "no attack is announced".to_owned(),
            Self::Pledged { target, stack } => {
                format!("{} will attack {} from {}", units(stack), place(target), place(&stack.space))
            }
            Self::PledgesDropped { target } => format!("the attack on {} does not take place", place(target)),
            Self::Fought { clash, attack, defence, column, roll, code } => {
                let target = place(&clash.target);
                let code = if code.is_empty() { "no effect" } else { code };
                format!("{target} was attacked with {attack} against {defence}: column {column}, roll {roll}, {code}")
            }
            Self::DutySet { duty: None } => "that part of the result is done".to_owned(),
            Self::DutySet { duty: Some(duty) } => duty.tell(rules),
            Self::ResultTaken => "the next part of the result".to_owned(),
            Self::BattleEnded => "the battle is over".to_owned(),
            Self::StageActed => "the player has acted in this impulse".to_owned(),
            Self::StageTurned { passes, went, .. } => format!("impulse {went} is over, {passes} passed in a row"),
        }
    }
}
