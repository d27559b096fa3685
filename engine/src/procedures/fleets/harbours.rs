//! Where ships lie: which harbours take whose ships, and how many.

use chartroom_format::schema::refusal::Ban;

use super::{FleetRules, HarbourRule, HavenRule, ships};
use crate::action::Refusal;
use crate::condition::{Condition, Scene};
use crate::ids::{SpaceIx, UnitIx};
use crate::ruleset::Ruleset;
use crate::state::State;
use crate::state::fleets::Fleet;

fn holds(rules: &Ruleset, state: &State, when: Option<&Condition>, fleet: Fleet) -> bool {
    let scene = Scene { power: Some(fleet.power), side: state.side_of(fleet.power), ..Scene::default() };
    when.is_none_or(|when| when.holds(rules, state, &scene))
}

fn is_there(rules: &Ruleset, state: &State, harbour: &HarbourRule, space: SpaceIx) -> bool {
    state.feature(rules, space, harbour.feature) > 0 && state.option_or_none(harbour.option)
}

/// The harbour of a country outside the war that takes a fleet, if the space is one.
pub(super) fn haven<'r>(
    rules: &Ruleset,
    state: &State,
    settings: &'r FleetRules,
    fleet: Fleet,
    space: SpaceIx,
) -> Option<&'r HavenRule> {
    let neutral = state.holder(space).is_some_and(|holder| state.side_of(holder).is_none());
    let own_class = if fleet.submarine { settings.submarines } else { settings.surface };
    settings.havens.iter().find(|haven| {
        neutral
            && state.is_of(fleet.power, haven.by)
            && haven.at.binary_search(&space).is_ok()
            && haven.classes.contains(&own_class)
            && holds(rules, state, haven.when.as_ref(), fleet)
    })
}

/// Whether a space is a harbour for a fleet, whatever lies there.
pub(super) fn takes(
    rules: &Ruleset,
    state: &State,
    settings: &FleetRules,
    fleet: Fleet,
    space: SpaceIx,
) -> Result<(), Refusal> {
    let is_harbour = settings.harbours.iter().any(|harbour| is_there(rules, state, harbour, space));
    let friendly = state.side_of(fleet.power).is_some_and(|side| state.is_friendly(space, side));
    if !is_harbour || !friendly && haven(rules, state, settings, fleet, space).is_none() {
        return Err(Refusal::of(Ban::Base, "ships lie in friendly harbours"));
    }
    let shut = |rule: &&super::NationRule| {
        rule.power == fleet.power
            && rule.at.binary_search(&space).is_err()
            && holds(rules, state, rule.when.as_ref(), fleet)
    };
    match settings.nations.iter().find(shut) {
        Some(rule) if friendly => {
            let reason = format!("ships of {} do not lie there", rules.power(fleet.power).title);
            Err(Refusal::by(rule.source.as_deref(), Ban::Base, reason))
        }
        _ => Ok(()),
    }
}

/// Whether a fleet may change its base to a harbour at once.
pub(super) fn leads(
    rules: &Ruleset,
    state: &State,
    settings: &FleetRules,
    fleet: Fleet,
    space: SpaceIx,
) -> Result<(), Refusal> {
    let barred = |rule: &&super::NationRule| {
        rule.power == fleet.power
            && !fleet.submarine
            && rule.at.binary_search(&space).is_err()
            && holds(rules, state, rule.when.as_ref(), fleet)
    };
    match settings.detours.iter().find(barred) {
        Some(rule) => {
            Err(Refusal::by(rule.source.as_deref(), Ban::Base, "ships come to that harbour only from the sea"))
        }
        None => Ok(()),
    }
}

/// Whether a harbour has room for so many more ships of a type.
pub(super) fn has_room(
    rules: &Ruleset,
    state: &State,
    settings: &FleetRules,
    fleet: Fleet,
    space: SpaceIx,
    part: (UnitIx, u16),
) -> bool {
    let side = state.side_of(fleet.power);
    let afloat = |wanted: &dyn Fn(UnitIx) -> bool| -> i64 {
        let here = state.stacks_in(space).iter().filter(|stack| state.side_of(stack.power) == side);
        here.filter(|stack| settings.kind(rules, stack.unit).is_some() && wanted(stack.unit))
            .map(|stack| i64::from(stack.count))
            .sum()
    };
    let limit = settings
        .limits
        .iter()
        .filter(|limit| limit.at.binary_search(&space).is_ok() && holds(rules, state, limit.when.as_ref(), fleet))
        .map(|limit| limit.most)
        .min();
    if limit.is_some_and(|most| afloat(&|_| true) + i64::from(part.1) > most) {
        return false;
    }
    // The best harbour of the space counts.
    settings.harbours.iter().filter(|harbour| is_there(rules, state, harbour, space)).any(|harbour| {
        harbour.berths.iter().all(|(class, most)| {
            let is = |unit: UnitIx| rules.unit(unit).is(Some(*class));
            !is(part.0) || afloat(&is) + i64::from(part.1) <= *most
        })
    })
}

/// Whether some ships of a fleet may go to a harbour.
pub(super) fn admits(
    rules: &Ruleset,
    state: &State,
    settings: &FleetRules,
    fleet: Fleet,
    space: SpaceIx,
    parts: &[(UnitIx, u16)],
) -> Result<(), Refusal> {
    takes(rules, state, settings, fleet, space)?;
    if parts.iter().all(|part| has_room(rules, state, settings, fleet, space, *part)) {
        Ok(())
    } else {
        Err(Refusal::of(Ban::Capacity, "the harbour has no room for so many ships"))
    }
}

/// All ships of a fleet by type.
pub(super) fn parts(rules: &Ruleset, state: &State, settings: &FleetRules, fleet: Fleet) -> Vec<(UnitIx, u16)> {
    let mut parts: Vec<(UnitIx, u16)> = Vec::new();
    for stack in ships(rules, state, settings, fleet) {
        match parts.iter_mut().find(|(unit, _)| *unit == stack.unit) {
            Some((_, count)) => *count += stack.count,
            None => parts.push((stack.unit, stack.count)),
        }
    }
    parts
}
