//! Conditions about who holds what: places, features, units.

use super::UnitFilter;
use crate::ids::{Actor, FeatureIx, SpaceIx};
use crate::query::supply::places_with;
use crate::ruleset::Ruleset;
use crate::state::State;

/// Who holds what.
#[derive(Clone, Debug)]
pub enum Holding {
    Controls(Actor, Vec<SpaceIx>),
    ControlsSome { who: Actor, at_least: i64, of: Vec<SpaceIx> },
    ControlsNone(Actor, Vec<SpaceIx>),
    ControlsFeatures { who: Actor, feature: FeatureIx, at_least: i64, within: Option<Vec<SpaceIx>> },
    UnitsIn { who: Actor, places: Vec<SpaceIx>, units: UnitFilter, at_least: i64 },
    UnitsOnGround { who: Actor, of: Actor, places: Option<Vec<SpaceIx>> },
}

impl Holding {
    pub(super) fn holds(&self, rules: &Ruleset, state: &State) -> bool {
        let held =
            |who, spaces: &[SpaceIx]| spaces.iter().filter(|space| state.is_held_by(**space, who)).count() as i64;
        match self {
            Self::Controls(who, spaces) => !spaces.is_empty() && held(*who, spaces) == spaces.len() as i64,
            Self::ControlsSome { who, at_least, of } => held(*who, of) >= *at_least,
            Self::ControlsNone(who, spaces) => held(*who, spaces) == 0,
            Self::ControlsFeatures { who, feature, at_least, within } => {
                let counts =
                    |space: &SpaceIx| state.feature(rules, *space, *feature) > 0 && state.is_held_by(*space, *who);
                let count = match within {
                    Some(spaces) => spaces.iter().filter(|space| counts(space)).count(),
                    None => places_with(rules, state, &[*feature]).iter().filter(|space| counts(space)).count(),
                };
                count as i64 >= *at_least
            }
            Self::UnitsIn { who, places, units, at_least } => {
                let found: i64 = state
                    .stacks
                    .iter()
                    .filter(|stack| state.is_of(stack.power, *who) && places.binary_search(&stack.space).is_ok())
                    .filter(|stack| units.takes(rules, state, stack.unit, Some(stack.power)))
                    .map(|stack| i64::from(stack.count))
                    .sum();
                found >= *at_least
            }
            Self::UnitsOnGround { who, of, places } => state.stacks.iter().any(|stack| {
                state.is_of(stack.power, *who)
                    && state.is_held_by(stack.space, *of)
                    && places.as_ref().is_none_or(|places| places.binary_search(&stack.space).is_ok())
            }),
        }
    }
}
