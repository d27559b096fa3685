//! What happened in a naval phase, beyond the movement of ships and their losses.

use super::words::Words;
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
        let words = Words(rules);
        let place = |space: &SpaceIx| words.place(*space);
        let power = |power: &PowerIx| words.power(*power);
        match self {
            Self::Noted { number, .. } => format!("fleet {number} is kept in mind"),
            Self::Sailed { passage: Some(passage) } => {
                format!("fleet {} of {} sails to {}", passage.fleet, power(&passage.power), place(&passage.to))
            }
            Self::Sailed { passage: None } => "the fleet has arrived".to_owned(),
            Self::Crossed { crossing: Some(crossing) } => format!(
                "{} {} of {} are on their way to {}, at {}",
                crossing.group.count,
                words.unit(crossing.group.unit),
                power(&crossing.group.power),
                place(&crossing.to),
                place(&crossing.at)
            ),
            Self::Crossed { crossing: None } => "the voyage is over".to_owned(),
            Self::Announced { target, attack: true } => format!("an attack on {} was announced", place(target)),
            Self::Announced { target, attack: false } => format!("{} is not attacked in this phase", place(target)),
            Self::Challenged { challenge: Some(challenge) } if challenge.chase => {
                format!("some have left {} before the attack", place(&challenge.target))
            }
            Self::Challenged { challenge: Some(challenge) } => {
                format!("whoever lies in {} stands or leaves", place(&challenge.target))
            }
            Self::Challenged { challenge: None } => "the defender has decided".to_owned(),
            Self::Hunted { hunt: (_, space, of, unit) } => {
                format!("{} of {} in {} struck at ships that left", words.unit(*unit), power(of), place(space))
            }
            Self::Fell { blow: Some(blow) } => {
                format!("{} to be lost and {} to be depleted at {}", blow.losses, blow.depletions, place(&blow.at))
            }
            Self::Fell { blow: None } => "the strike is settled".to_owned(),
            Self::HarboursJudged { harbours } => format!("{} ports feed ships", harbours.len()),
            Self::Snorted { power: of } => format!("submarines of {} go slowly", power(of)),
            Self::HomewardBound => "ships go home".to_owned(),
            Self::Loaned { from, to, unit, count } => {
                format!("{} lent {count} {} to {}", power(from), words.unit(*unit), power(to))
            }
            Self::PhaseOver { stage: true } => "the naval stage is over".to_owned(),
            Self::PhaseOver { stage: false } => "the naval phase is over".to_owned(),
        }
    }
}
