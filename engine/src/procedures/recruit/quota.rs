//! How many units a power builds in a turn, what it must buy first, and where it builds without factories of its own.

use super::super::produce::limits;
use crate::condition::{Condition, Scene, UnitFilter};
use crate::ids::{OptionIx, PowerIx, SpaceIx, UnitIx};
use crate::ruleset::{PerTurn, Ruleset};
use crate::run::Run;
use crate::state::State;

/// Powers that build only so many units, or some first.
#[derive(Clone, Debug)]
pub struct QuotaRule {
    pub by: Vec<PowerIx>,
    pub all: PerTurn,
    pub first: Option<(UnitFilter, PerTurn, Option<OptionIx>)>,
    pub when: Option<Condition>,
}

/// Units that need no factory in the own land of some powers.
#[derive(Clone, Debug)]
pub struct OpenSiteRule {
    pub by: Vec<PowerIx>,
    pub units: UnitFilter,
    pub each: i64,
    pub when: Option<Condition>,
}

/// A power that places units at factories of others, and how many.
#[derive(Clone, Debug)]
pub struct GuestRule {
    pub by: PowerIx,
    pub at: Vec<(PowerIx, i64)>,
}

fn of<'r>(
    rules: &'r Ruleset,
    state: &'r State,
    quotas: &'r [QuotaRule],
    power: PowerIx,
) -> impl Iterator<Item = &'r QuotaRule> {
    let scene = Scene { power: Some(power), side: state.side_of(power), ..Scene::default() };
    quotas.iter().filter(move |quota| {
        quota.by.contains(&power) && quota.when.as_ref().is_none_or(|when| when.holds(rules, state, &scene))
    })
}

/// How many more units of a type a power may have this turn; those that come first count as many as are due.
pub(super) fn left(rules: &Ruleset, state: &State, quotas: &[QuotaRule], power: PowerIx, unit: UnitIx) -> i64 {
    let of_type = rules.unit(unit).builds.per_turn.as_ref().map_or(i64::MAX, |limit| limits::left(state, power, limit));
    of(rules, state, quotas, power).fold(of_type, |most, quota| {
        let waits = quota.first.as_ref().is_some_and(|(units, count, option)| {
            state.option_or_none(*option)
                && !units.takes(rules, state, unit, Some(power))
                && limits::left(state, power, count) > 0
        });
        if waits { 0 } else { most.min(limits::left(state, power, &quota.all)) }
    })
}

/// Keeps count of what a power buys.
pub(super) fn note(run: &mut Run, quotas: &[QuotaRule], power: PowerIx, unit: UnitIx, count: i64) {
    limits::note(run, power, unit, count);
    let rules = run.rules;
    let mut counts: Vec<&PerTurn> = Vec::new();
    for quota in quotas.iter().filter(|quota| quota.by.contains(&power)) {
        counts.push(&quota.all);
        let first = quota.first.as_ref().filter(|(units, ..)| units.takes(rules, &run.state, unit, Some(power)));
        counts.extend(first.map(|(_, count, _)| count));
    }
    counts.sort_by_key(|count| count.built);
    counts.dedup_by_key(|count| count.built);
    for kept in counts {
        limits::count(run, power, kept, count);
    }
}

/// How many units of a type a power may place in its own land without a factory there.
pub(super) fn open_room(
    rules: &Ruleset,
    state: &State,
    sites: &[OpenSiteRule],
    power: PowerIx,
    (unit, space): (UnitIx, SpaceIx),
) -> i64 {
    let own = rules.board.space(space).owner == Some(power);
    let scene = Scene { power: Some(power), side: state.side_of(power), at: Some(space), ..Scene::default() };
    let open = sites.iter().filter(|site| {
        own && site.by.contains(&power)
            && site.units.takes(rules, state, unit, Some(power))
            && site.when.as_ref().is_none_or(|when| when.holds(rules, state, &scene))
    });
    let most = open.map(|site| site.each).max().unwrap_or(0);
    most - i64::from(state.operations.bought_at(space).recruits)
}
