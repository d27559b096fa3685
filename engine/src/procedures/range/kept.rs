//! Units kept aboard: aircraft that drop some of the units they took carry the rest until they land. The drop is in
//! `airlift`, the way home in `air`.

use chartroom_format::schema::refusal::Ban;

use super::{check, fresh_number, regroup};
use crate::action::Refusal;
use crate::event::{Event, LossReason};
use crate::ids::SpaceIx;
use crate::order::Order;
use crate::query::zones;
use crate::ruleset::{LiftInfo, Ruleset};
use crate::run::Run;
use crate::state::operations::{Group, Role};
use crate::state::{Stack, State};

/// The orders of an aircraft that drops units, and what it takes.
fn dropper<'r>(rules: &'r Ruleset, state: &State, carrier: Stack) -> Option<(Group, &'r LiftInfo)> {
    let group = state.operations.group(carrier.army).copied().filter(|group| group.role.has_dropped())?;
    Some((group, rules.unit(carrier.unit).drops.as_ref()?))
}

/// Whether one aircraft has room for more. Nobody notes which aircraft of a flight dropped whom, so those of a nation from one
/// place into one battle are looked at together: they hold no more than they can, and each that keeps somebody has dropped one.
fn has_room(rules: &Ruleset, state: &State, carrier: Stack, group: Group, lift: &LiftInfo, cargo: Stack) -> bool {
    let weight = |stack: &Stack| zones::weight(rules, stack.unit) * i64::from(stack.count);
    let (mut holds, mut load, mut kept) = (0, weight(&cargo), weight(&cargo));
    let (mut dropped, mut laden) = (0, i64::from(group.role == Role::Dropping));
    let flight = state.stacks_in(carrier.space).iter().filter(|stack| stack.power == carrier.power);
    for stack in flight {
        let Some(other) = state.operations.group(stack.army).filter(|other| other.from == group.from) else { continue };
        let count = i64::from(stack.count);
        if other.role == Role::Dropped {
            (load, dropped) = (load + weight(stack), dropped + count);
        } else if zones::is_kept_aboard(rules, state, stack) {
            load += weight(stack);
            kept += if stack.army == carrier.army { weight(stack) } else { 0 };
        } else if other.role.has_dropped() {
            holds += rules.unit(stack.unit).drops.as_ref().map_or(0, |lift| lift.capacity) * count;
            laden += if other.role == Role::Carrying { count } else { 0 };
        }
    }
    load <= holds && kept < lift.capacity && laden <= dropped
}

/// Units go along with an aircraft that drops others. Training is for those who drop: they need none.
pub(super) fn keep(run: &mut Run, carrier: Stack, cargo: Stack) -> Result<(), Refusal> {
    check(run, carrier)?;
    check(run, cargo)?;
    let no = |reason: &str| Err(Refusal::of(Ban::Keep, reason));
    let Some((group, lift)) = dropper(run.rules, &run.state, carrier).filter(|_| carrier.count == 1) else {
        return no("one aircraft that drops others can keep some aboard");
    };
    if cargo.space != group.from {
        return no("aircraft take units from one place only");
    }
    if cargo.army != 0 || cargo.power != carrier.power || !lift.units.contains(&cargo.unit) {
        return no("these aircraft cannot take these units along");
    }
    if !has_room(run.rules, &run.state, carrier, group, lift, cargo) {
        return no("there is no room for them beside those it drops");
    }
    let army = if group.role == Role::Carrying {
        carrier.army
    } else {
        // A group of its own, so that everybody knows whose loss is theirs.
        let army = fresh_number(run, Group { role: Role::Carrying, ..group })?;
        regroup(run, carrier, army);
        army
    };
    run.emit(Event::Moved { stack: cargo, to: carrier.space, army });
    Ok(())
}

/// Who may go along with aircraft that drop others, one at a time.
pub(super) fn legal(rules: &Ruleset, state: &State) -> Vec<Order> {
    let powers = zones::powers_of(rules, state);
    let mut found = Vec::new();
    for carrier in state.stacks.iter().filter(|stack| stack.army != 0 && powers.contains(&stack.power)) {
        let carrier = Stack { count: 1, ..*carrier };
        let Some((group, lift)) = dropper(rules, state, carrier) else { continue };
        let free = |stack: &&Stack| {
            stack.army == 0 && stack.power == carrier.power && lift.units.contains(&stack.unit) && stack.count > 0
        };
        let ones = state.stacks_in(group.from).iter().filter(free).map(|stack| Stack { count: 1, ..*stack });
        let fit = ones.filter(|cargo| has_room(rules, state, carrier, group, lift, *cargo));
        found.extend(fit.map(|cargo| Order::Keep { carrier, cargo }));
    }
    found
}

/// Units aboard an aircraft.
pub(super) fn aboard(rules: &Ruleset, state: &State, carrier: Stack) -> Vec<Stack> {
    let here = state.stacks_in(carrier.space).iter();
    here.filter(|stack| stack.army == carrier.army && zones::is_kept_aboard(rules, state, stack)).copied().collect()
}

/// Units aboard aircraft that were shot down are lost with them.
pub(crate) fn lose_kept(run: &mut Run, space: SpaceIx) {
    for stack in run.state.stacks_in(space).to_vec() {
        let flies = |other: &Stack| other.army == stack.army && !zones::is_kept_aboard(run.rules, &run.state, other);
        if zones::is_kept_aboard(run.rules, &run.state, &stack) && !run.state.stacks_in(space).iter().any(flies) {
            run.emit(Event::Removed { stack, why: LossReason::ShotDown });
        }
    }
}
