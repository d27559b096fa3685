//! Fleets that pass through a zone in the first round of its battle, and fleets that meet enemies where they go back to.

use super::{field, round};
use crate::event::{Event, Operation};
use crate::ids::SpaceIx;
use crate::procedures::range::number;
use crate::query::zones;
use crate::run::Run;
use crate::state::operations::{BattleGround, BattleRecord, Group, Role};
use crate::state::{Stack, State};
use chartroom_format::schema::units::Domain;

fn goes_on(state: &State, stack: &Stack) -> Option<(Group, SpaceIx)> {
    let group = state.operations.group(stack.army).copied()?;
    let goes = matches!(group.role, Role::Passing | Role::Clearing);
    group.target.filter(|_| goes).map(|to| (group, to))
}

/// Whether somebody means to pass through a zone.
pub(super) fn is_passage(state: &State, zone: SpaceIx) -> bool {
    state.stacks_in(zone).iter().any(|stack| goes_on(state, stack).is_some())
}

/// Whether enemies are left that bar the zone: combat ships that have not gone.
fn is_barred(run: &Run, zone: SpaceIx) -> bool {
    let bars = |stack: &Stack| zones::is_ship(run.rules, stack.unit) && zones::is_armed(run.rules, stack.unit);
    field::fighters(run.rules, &run.state, zone, false).iter().any(bars)
}

/// After the first round in a zone: its fleet goes on where it was to, or stays and fights. Who had to be called does not go on, even
/// if the zone is clear now.
pub(super) fn settle(run: &mut Run, zone: SpaceIx, called: bool, met: &mut Vec<SpaceIx>) {
    let open = !called && !is_barred(run, zone);
    for stack in run.state.stacks_in(zone).to_vec() {
        let Some((group, to)) = goes_on(&run.state, &stack) else { continue };
        if open {
            go_on(run, stack, group, to, met);
        } else {
            halt(run, stack, group);
        }
    }
}

/// Nobody fights for the zone: those who meant to pass must.
pub(super) fn call(run: &mut Run, zone: SpaceIx) {
    for stack in run.state.stacks_in(zone).to_vec() {
        if let Some((group, _)) = goes_on(&run.state, &stack) {
            halt(run, stack, group);
        }
    }
}

fn halt(run: &mut Run, stack: Stack, group: Group) {
    let is_cargo = run.rules.unit(stack.unit).domain == Domain::Land;
    let carries = !run.rules.profiles[stack.unit.index()].kind.carries.is_empty();
    let laden = is_cargo || carries && zones::is_ship(run.rules, stack.unit) && !zones::is_armed(run.rules, stack.unit);
    // Cargo stays aboard and may go ashore on friendly land when the fighting is over.
    let (role, spent) = if laden { (Role::Sailing, u8::MAX) } else { (Role::Engaged, group.spent) };
    round::regroup(run, stack, Group { role, spent, target: None, then: None, ..group });
}

/// Units reach the second place: those who fought for the first throw no dice there in this round.
fn go_on(run: &mut Run, stack: Stack, group: Group, to: SpaceIx, met: &mut Vec<SpaceIx>) {
    let zone = stack.space;
    let fought = group.role == Role::Clearing;
    let silent_in = if fought { run.state.operations.round } else { 0 };
    let is_ship = zones::is_ship(run.rules, stack.unit);
    let is_cargo = run.rules.unit(stack.unit).domain == Domain::Land;
    let enemies = zones::enemies(&run.state, stack.power, to).next().is_some();
    let spent = if is_ship { group.spent } else { group.spent.saturating_add(1) };
    let base = Group { role: Role::Moved, from: zone, spent, target: None, silent_in, then: None };
    let next = match group.then {
        Some(shore) if is_cargo => Group { role: Role::Landing, target: Some(shore), ..base },
        Some(shore) if is_ship && zones::is_armed(run.rules, stack.unit) => {
            Group { role: Role::Bombards, target: Some(shore), ..base }
        }
        _ if is_cargo || is_ship && !zones::is_armed(run.rules, stack.unit) => {
            Group { role: Role::Sailing, spent: u8::MAX, ..base }
        }
        _ if enemies => Group { role: Role::Engaged, ..base },
        // Aircraft that find nobody there still have to fly home.
        _ if !is_ship => Group { role: Role::Engaged, ..base },
        _ => base,
    };
    let Ok(army) = number(run, next) else { return };
    run.emit(Event::Moved { stack, to, army });
    if enemies && zones::is_sea(run.rules, to) && !run.state.operations.is_fighting(to) {
        meet(run, to);
        met.push(to);
    }
}

/// A battle begins where a fleet comes upon enemies that retreat, or retreated, there in this turn; they cannot leave again.
pub(super) fn meet(run: &mut Run, zone: SpaceIx) {
    for stack in run.state.stacks_in(zone).to_vec() {
        let Some(group) = run.state.operations.group(stack.army).copied() else { continue };
        let own = zones::powers_of(run.rules, &run.state).contains(&stack.power);
        let role = match group.role {
            Role::Retreated if !own => Role::Cornered,
            Role::Moved if own && zones::is_ship(run.rules, stack.unit) => Role::Engaged,
            _ => continue,
        };
        round::regroup(run, stack, Group { role, ..group });
    }
    let record = BattleRecord {
        space: zone,
        ground: BattleGround::Sea,
        is_over: false,
        is_fought: true,
        cleared_in: 0,
        scorches: false,
        late: 0,
    };
    let mut battles = run.state.operations.battles.clone();
    battles.retain(|battle| battle.space != zone);
    battles.push(record);
    run.emit(Event::Operation(Operation::BattlesDeclared { battles }));
}

/// Whether somebody who defends a zone may fire in this round: who retreated in it may not.
pub(super) fn can_fire(run: &Run, zone: SpaceIx) -> bool {
    let round = run.state.operations.round;
    field::fighters(run.rules, &run.state, zone, false)
        .iter()
        .any(|stack| run.state.operations.group(stack.army).is_none_or(|group| group.silent_in != round))
}
