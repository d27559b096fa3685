//! Shots from outside a battle: one gun for each unit that crosses the same border, one ship for each unit that lands.

use chartroom_format::schema::refusal::Ban;
use chartroom_format::schema::units::{Domain, SupportKind};

use super::{check, check_place, number, regroup};
use crate::action::Refusal;
use crate::ids::SpaceIx;
use crate::query::zones;
use crate::ruleset::Ruleset;
use crate::run::Run;
use crate::state::operations::{Group, Role};
use crate::state::{Stack, State};

pub(super) fn support(run: &mut Run, stack: Stack, target: SpaceIx) -> Result<(), Refusal> {
    check(run, stack)?;
    check_place(run, target)?;
    let rules = run.rules;
    let group = run.state.operations.group(stack.army).copied();
    let passing = group.filter(|group| group.role == Role::Passing).and_then(|group| group.target);
    if let Some(zone) = passing.filter(|_| zones::is_ship(rules, stack.unit)) {
        let fits = zones::support_of(rules, stack.unit, SupportKind::ShoreBombardment);
        if !fits || i64::from(stack.count) > ships_allowed(rules, &run.state, zone, target) {
            return Err(Refusal::of(Ban::Bombard, "one ship for each unit that lands from the same zone"));
        }
        return super::pass::name_shore(run, stack, target);
    }
    if zones::is_ship(rules, stack.unit) {
        let free = group.is_none_or(|group| matches!(group.role, Role::Moved | Role::Engaged));
        if !free || !zones::support_of(rules, stack.unit, SupportKind::ShoreBombardment) {
            return Err(Refusal::of(Ban::Bombard, "these ships cannot bombard a shore"));
        }
        if i64::from(stack.count) > ships_allowed(rules, &run.state, stack.space, target) {
            return Err(Refusal::of(Ban::Bombard, "one ship for each unit that lands from the same zone"));
        }
        let group = group.unwrap_or(Group {
            role: Role::Bombards,
            from: stack.space,
            spent: 0,
            target: None,
            silent_in: 0,
            then: None,
        });
        let army = number(run, Group { role: Role::Bombards, target: Some(target), ..group })?;
        regroup(run, stack, army);
        return Ok(());
    }
    if group.is_some() || !zones::support_of(rules, stack.unit, SupportKind::OverBorder) {
        return Err(Refusal::of(Ban::Gun, "these units give no support from where they are"));
    }
    if zones::hazard(rules, &run.state, stack.space, target).is_some() {
        return Err(Refusal::of(Ban::Hazard, "no gun fires over that border"));
    }
    if i64::from(stack.count) > guns_allowed(rules, &run.state, stack.space, target) {
        return Err(Refusal::of(Ban::Gun, "one gun for each unit that crosses the same border"));
    }
    let group =
        Group { role: Role::Supports, from: stack.space, spent: 0, target: Some(target), silent_in: 0, then: None };
    let army = number(run, group)?;
    regroup(run, stack, army);
    Ok(())
}

/// Ships that may still bombard a shore from a zone.
pub(crate) fn ships_allowed(rules: &Ruleset, state: &State, zone: SpaceIx, target: SpaceIx) -> i64 {
    let count = |role: Role| -> i64 {
        let stacks = state.stacks_in(zone).iter().filter(|stack| {
            state.operations.group(stack.army).is_some_and(|group| group.role == role && group.target == Some(target))
        });
        stacks.map(|stack| i64::from(stack.count)).sum()
    };
    if !zones::is_sea(rules, zone) {
        return 0;
    }
    let coming = |ships: bool| -> i64 {
        super::pass::on_their_way(rules, state, zone, target, ships).map(|stack| i64::from(stack.count)).sum()
    };
    count(Role::Landing) - count(Role::Bombards) + coming(false) - coming(true)
}

/// Guns that may still fire from one land into another.
pub(crate) fn guns_allowed(rules: &Ruleset, state: &State, from: SpaceIx, target: SpaceIx) -> i64 {
    if zones::hazard(rules, state, from, target).is_some() {
        return 0;
    }
    let crossing: i64 = state
        .stacks_in(target)
        .iter()
        .filter(|stack| rules.unit(stack.unit).domain == Domain::Land)
        .filter(|stack| {
            state.operations.group(stack.army).is_some_and(|group| group.role == Role::Engaged && group.from == from)
        })
        .map(|stack| i64::from(stack.count))
        .sum();
    let firing: i64 = state
        .stacks_in(from)
        .iter()
        .filter(|stack| {
            state
                .operations
                .group(stack.army)
                .is_some_and(|group| group.role == Role::Supports && group.target == Some(target))
        })
        .map(|stack| i64::from(stack.count))
        .sum();
    crossing - firing
}
