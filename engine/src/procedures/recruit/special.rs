//! Places whose factories build otherwise: how many units, what first, and what never.

use super::RecruitRules;
use crate::condition::UnitFilter;
use crate::ids::{ClassIx, FeatureIx, OptionIx, SpaceIx, UnitIx};
use crate::ruleset::Ruleset;
use crate::state::State;

/// One such place.
#[derive(Clone, Debug)]
pub struct Special {
    pub place: SpaceIx,
    /// Units a turn, by factory.
    pub output: Vec<(FeatureIx, i64)>,
    /// Units that come first each turn, how many, and the option that asks for it.
    pub first: Option<(UnitFilter, i64, Option<OptionIx>)>,
    pub never: Vec<(FeatureIx, Vec<ClassIx>)>,
}

fn at(settings: &RecruitRules, site: SpaceIx) -> Option<&Special> {
    settings.special.iter().find(|special| special.place == site)
}

/// What a factory builds there, where that is something of its own.
pub(super) fn output(settings: &RecruitRules, site: SpaceIx, factory: Option<FeatureIx>) -> Option<i64> {
    let known = at(settings, site)?.output.iter();
    known.into_iter().find(|(feature, _)| Some(*feature) == factory).map(|(_, units)| *units)
}

/// Whether a unit cannot be bought there now: never, or only after others.
pub(super) fn bars(
    rules: &Ruleset,
    state: &State,
    settings: &RecruitRules,
    site: SpaceIx,
    factory: Option<FeatureIx>,
    unit: UnitIx,
) -> bool {
    let Some(special) = at(settings, site) else { return false };
    let mut never = special.never.iter().filter(|(feature, _)| Some(*feature) == factory);
    let is_never = never.any(|(_, classes)| classes.iter().any(|class| rules.unit(unit).is(Some(*class))));
    let waits = special.first.as_ref().is_some_and(|(units, count, option)| {
        state.option_or_none(*option)
            && !units.takes(rules, state, unit, None)
            && i64::from(state.operations.bought_at(site).first) < *count
    });
    is_never || waits
}

/// How many of some units bought there are of those that come first.
pub(super) fn of_first(
    rules: &Ruleset,
    state: &State,
    settings: &RecruitRules,
    site: SpaceIx,
    unit: UnitIx,
    count: u16,
) -> u8 {
    let first = at(settings, site).and_then(|special| special.first.as_ref());
    let is_first = first.is_some_and(|(units, ..)| units.takes(rules, state, unit, None));
    if is_first { count.min(255) as u8 } else { 0 }
}
