//! What happened in a naval phase, beyond the movement of ships and their losses.

use crate::ids::{PowerIx, SpaceIx, UnitIx};
use crate::ruleset::Ruleset;
use crate::state::sea::{Blow, Challenge, Crossing, Fleet, Hunt, Passage};

/// One thing that happened.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SeaEvent {
    /// Something is remembered of a fleet from now on.
    Noted { number: u8, fleet: Fleet },
    /// A fleet is under way, or has arrived.
    Sailed { passage: Option<Passage> },
    /// Points are on their way over the sea, or have arrived.
    Crossed { crossing: Option<Crossing> },
    /// An attacker has said whether he attacks a space in this phase.
    Announced { target: SpaceIx, attack: bool },
    /// A defender is to say what he does, or has said it.
    Challenged { challenge: Option<Challenge> },
    /// Somebody has struck at a fleet that left his zone.
    Hunted { hunt: Hunt },
    /// A strike fell, and something is to be settled; or all of it is.
    Fell { blow: Option<Blow> },
    /// Ports that feed ships in this naval stage were found.
    HarboursJudged { harbours: Vec<(PowerIx, SpaceIx)> },
    /// Submarines of a power go slowly in this phase.
    Snorted { power: PowerIx },
    /// A side is done, and its ships go home.
    HomewardBound,
    /// Merchant ships have a new owner.
    Loaned { from: PowerIx, to: PowerIx, unit: UnitIx, count: u16 },
    /// A naval phase is over; with the last of a side, its naval stage.
    PhaseOver { stage: bool },
}

impl SeaEvent {
    pub(super) fn tell(&self, rules: &Ruleset) -> String {
        match self {
            Self::Announced { target, attack: true } => {
                format!("an attack on {} was announced", rules.space_name(*target))
            }
            Self::Announced { target, attack: false } => {
                format!("{} is not attacked in this phase", rules.space_name(*target))
            }
            Self::Snorted { power } => format!("submarines of {} go slowly", rules.power(*power).id),
            Self::Loaned { from, to, unit, count } => {
                format!("{} lent {count} {} to {}", rules.power(*from).id, rules.unit(*unit).id, rules.power(*to).id)
            }
            other => format!("{other:?}"),
        }
    }
}
