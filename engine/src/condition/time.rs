//! Conditions about time: turns, seasons, phases, and what happened when.

use super::{Condition, between};
use crate::ruleset::Ruleset;
use crate::state::State;

pub(super) fn holds(condition: &Condition, rules: &Ruleset, state: &State) -> bool {
    let turn = i64::from(state.turn);
    match condition {
        Condition::Turn { from, to } => between(turn, *from, *to),
        Condition::Season(seasons) => rules.calendar(turn).0.is_some_and(|season| seasons.contains(&season)),
        Condition::Year(from, to) => (*from..=*to).contains(&rules.calendar(turn).1),
        Condition::During(phases) => rules
            .phases
            .get(usize::from(state.phase))
            .is_some_and(|phase| phases.iter().any(|name| *name == phase.name || phase.within.contains(name))),
        Condition::Happened(event) => state.happened_on(*event).is_some(),
        Condition::TurnsSince { event, at_least, at_most } => {
            state.happened_on(*event).is_some_and(|on| between(turn - i64::from(on), Some(*at_least), *at_most))
        }
        Condition::NthSeasonSince { season, event, nth } => state.happened_on(*event).is_some_and(|on| {
            let passed = (i64::from(on)..=turn).filter(|turn| rules.calendar(*turn).0 == Some(*season)).count();
            passed as i64 == *nth && rules.calendar(turn).0 == Some(*season)
        }),
        _ => false,
    }
}
