//! Conditions about time: turns, seasons, phases, and what happened when.

use super::between;
use crate::ids::{EventIx, PhaseIx, SeasonIx};
use crate::ruleset::Ruleset;
use crate::state::State;

/// When it is, and what happened when.
#[derive(Clone, Debug)]
pub enum Time {
    Turn { from: Option<i64>, to: Option<i64> },
    Season(Vec<SeasonIx>),
    Year(i64, i64),
    During(Vec<PhaseIx>),
    Happened(EventIx),
    TurnsSince { event: EventIx, at_least: i64, at_most: Option<i64> },
}

impl Time {
    pub(super) fn holds(&self, rules: &Ruleset, state: &State) -> bool {
        let turn = i64::from(state.turn);
        match self {
            Self::Turn { from, to } => between(turn, *from, *to),
            Self::Season(seasons) => rules.calendar(turn).0.is_some_and(|season| seasons.contains(&season)),
            Self::Year(from, to) => (*from..=*to).contains(&rules.calendar(turn).1),
            Self::During(phases) => rules
                .phases
                .get(usize::from(state.phase))
                .is_some_and(|phase| phases.iter().any(|name| *name == phase.name || phase.within.contains(name))),
            Self::Happened(event) => state.happened_on(*event).is_some(),
            Self::TurnsSince { event, at_least, at_most } => {
                state.happened_on(*event).is_some_and(|on| between(turn - i64::from(on), Some(*at_least), *at_most))
            }
        }
    }
}
