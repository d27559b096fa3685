//! Ships and their cargo: fleets on their way, transports that load, sail and unload, enemies that fire as they pass.

use chartroom_format::schema::refusal::Ban;
use chartroom_format::schema::units::{CombatRole, Domain};

use super::{check, check_place, fresh_number, hit_rules, number, pay_for_neutral, regroup};
use crate::action::Refusal;
use crate::event::{Event, LossReason, Operation};
use crate::ids::{PowerIx, SpaceIx};
use crate::procedures::hit_rolls::conquest;
use crate::procedures::refit;
use crate::query::{range, zones};
use crate::ruleset::Ruleset;
use crate::run::Run;
use crate::state::operations::{Group, Role};
use crate::state::rng::{Decision, Purpose};
use crate::state::{Stack, State};

/// Added to the spaces a transport has moved where enemies end its way: more than any ship has.
pub(super) const STOPPED: u8 = 100;

/// Ships without cargo of this turn go to a zone.
pub(super) fn cross(run: &mut Run, stack: Stack, to: SpaceIx, attack: bool) -> Result<(), Refusal> {
    check_place(run, to)?;
    if stack.army != 0 {
        return Err(Refusal::of(Ban::HasActed, "these ships have had their orders"));
    }
    let range = zones::movement(run.rules, &run.state, &stack);
    let ways = range::voyages(run.rules, &run.state, stack.power, stack.unit, stack.space, range, attack);
    let Some(way) = ways.into_iter().find(|way| way.to == to) else {
        return Err(Refusal::of(Ban::Range, "no way leads there"));
    };
    if overflow(run.rules, &run.state, stack.power, stack.space, Some(stack)) > 0 {
        return Err(Refusal::of(Ban::Aboard, "cargo would be left in the water"));
    }
    let hits = shots_in_passing(run, &way.past);
    let sailing = take_hits(run, stack, hits);
    let fights = zones::enemies(&run.state, stack.power, to).next().is_some();
    let role = if fights { Role::Engaged } else { Role::Moved };
    let group = Group { role, from: way.entered_from, spent: way.spent, target: None, silent_in: 0, then: None };
    let army = number(run, group)?;
    for sailing in sailing {
        run.emit(Event::Moved { stack: sailing, to, army });
        if stack.damaged > 0 {
            refit::follow(run, sailing, to);
        }
    }
    Ok(())
}

/// Enemies that cannot stop a fleet fire once as it passes. Returns the hits.
fn shots_in_passing(run: &mut Run, past: &[SpaceIx]) -> u16 {
    let Some(die) = hit_rules(run.rules).map(|settings| settings.die) else { return 0 };
    let powers = zones::powers_of(run.rules, &run.state);
    let mut hits = 0;
    for zone in past {
        for enemy in run.state.stacks_in(*zone).to_vec() {
            if !powers.iter().any(|power| run.state.at_war(*power, enemy.power)) {
                continue;
            }
            let what = Decision::of(Purpose::Passing).at(*zone).by(enemy.power).unit(Some(enemy.unit));
            for value in zones::dice(run.rules, enemy.unit, CombatRole::Defending) {
                for _ in 0..enemy.count {
                    hits += u16::from(run.roll(what, die) <= *value);
                }
            }
        }
    }
    hits
}

/// Gives hits to ships of a stack, damage before loss, and returns those that sail on.
fn take_hits(run: &mut Run, stack: Stack, hits: u16) -> Vec<Stack> {
    let most = run.rules.profiles[stack.unit.index()].kind.stats.hits.unwrap_or(1).clamp(1, 20) as u8;
    let mut left = vec![stack];
    for _ in 0..hits {
        let hurt = left.iter().position(|stack| stack.count > 0 && stack.damaged + 1 < most);
        let Some(at) = hurt.or_else(|| left.iter().position(|stack| stack.count > 0)) else { break };
        let one = Stack { count: 1, ..left[at] };
        left[at].count -= 1;
        if one.damaged + 1 < most {
            run.emit(Event::Operation(Operation::Damaged { stack: one, to: one.damaged + 1 }));
            left.push(Stack { damaged: one.damaged + 1, ..one });
        } else {
            run.emit(Event::Removed { stack: one, why: LossReason::Fire });
        }
    }
    left.retain(|stack| stack.count > 0);
    left
}

/// Cargo goes aboard: from land next to the zone, or from another transport of the zone.
pub(super) fn load(run: &mut Run, stack: Stack, zone: SpaceIx, army: u8, attack: bool) -> Result<(), Refusal> {
    check(run, stack)?;
    check_place(run, zone)?;
    let rules = run.rules;
    let afloat = zones::is_sea(rules, stack.space);
    let next_to = if afloat { stack.space == zone } else { zones::coast(rules, zone).any(|land| land == stack.space) };
    if rules.unit(stack.unit).domain != Domain::Land || !zones::is_sea(rules, zone) || !next_to {
        return Err(Refusal::of(Ban::Aboard, "only land units next to a zone can go aboard there"));
    }
    if stack.army != 0 {
        return Err(Refusal::of(Ban::HasActed, "cargo starts its turn on land beside the transport"));
    }
    let wanted = zones::weight(rules, stack.unit) * i64::from(stack.count);
    if army != 0 && run.state.operations.role(army) != Some(Role::Engaged) {
        let group = run.state.operations.group(army).filter(|group| group.role == Role::Sailing);
        let here = run.state.stacks_in(zone).iter().any(|other| other.army == army && other.power == stack.power);
        if group.is_none() || !here {
            return Err(Refusal::of(Ban::Aboard, "no such transport is there"));
        }
        // Cargo that waits to land still takes its room.
        let room = if afloat {
            zones::room_aboard(rules, &run.state, stack.power, zone, stack.unit, Some(army))
        } else {
            room_in_group(rules, &run.state, stack, zone, army)
        };
        if room < wanted {
            return Err(Refusal::of(Ban::Capacity, "it does not fit into the transport"));
        }
        run.emit(Event::Moved { stack, to: zone, army });
        return Ok(());
    }
    let ship = run.state.stacks_in(zone).iter().copied().find(|other| {
        other.army == army && other.power == stack.power && zones::capacity(rules, other.unit, stack.unit) > 0
    });
    let Some(ship) = ship else {
        return Err(Refusal::of(Ban::Aboard, "no transport of its nation is free there"));
    };
    if zones::capacity(rules, ship.unit, stack.unit) < wanted {
        return Err(Refusal::of(Ban::Capacity, "it does not fit into the transport"));
    }
    // Cargo that came aboard in an earlier turn keeps its own transports.
    let ship = Stack { count: 1, ..ship };
    let taken = if afloat { wanted } else { 0 };
    if overflow(rules, &run.state, stack.power, zone, Some(ship)) > taken {
        return Err(Refusal::of(Ban::Capacity, "all transports there are full"));
    }
    if !loads_here(&run.state, ship, attack) {
        return Err(Refusal::of(Ban::Aboard, "enemies are in the zone"));
    }
    // Who came to a battle goes no further, laden or not.
    let came = run.state.operations.group(ship.army).map(|group| (group.from, u8::MAX));
    let (from, spent) = came.unwrap_or((zone, 0));
    let group = Group { role: Role::Sailing, from, spent, target: None, silent_in: 0, then: None };
    let army = fresh_number(run, group)?;
    regroup(run, ship, army);
    run.emit(Event::Moved { stack, to: zone, army });
    Ok(())
}

/// Whether a transport takes cargo where it is: without orders in a quiet zone, for a landing in the zone it came to fight in, or
/// once the battle it came to is over.
pub(super) fn loads_here(state: &State, ship: Stack, attack: bool) -> bool {
    let among_enemies = zones::enemies(state, ship.power, ship.space).next().is_some();
    match state.operations.role(ship.army) {
        None => !among_enemies,
        Some(Role::Engaged) => attack == among_enemies,
        Some(_) => false,
    }
}

/// Room for more cargo aboard a transport under way, and aboard all ships of its nation in the zone together.
pub(super) fn room_in_group(rules: &Ruleset, state: &State, cargo: Stack, zone: SpaceIx, army: u8) -> i64 {
    let room = |army| zones::room_aboard(rules, state, cargo.power, zone, cargo.unit, army);
    room(Some(army)).min(room(None))
}

/// A loaded transport goes on.
pub(super) fn sail(run: &mut Run, army: u8, to: SpaceIx, attack: bool) -> Result<(), Refusal> {
    check_place(run, to)?;
    let powers = zones::powers_of(run.rules, &run.state);
    let stacks = members(run.rules, &run.state, &powers, army);
    let ship = stacks.iter().find(|stack| zones::is_ship(run.rules, stack.unit)).copied();
    let (Some(group), Some(ship)) = (run.state.operations.group(army).copied(), ship) else {
        return Err(Refusal::of(Ban::HasActed, "no such transport is under way"));
    };
    let range = zones::movement(run.rules, &run.state, &ship).saturating_sub(group.spent);
    let ways = range::voyages(run.rules, &run.state, ship.power, ship.unit, ship.space, range, attack);
    let Some(way) = ways.into_iter().find(|way| way.to == to) else {
        return Err(Refusal::of(Ban::Range, "no way leads there"));
    };
    let hits = shots_in_passing(run, &way.past);
    let sailing = take_hits(run, ship, hits);
    // Among enemies a transport goes no further.
    let fights = zones::enemies(&run.state, ship.power, to).next().is_some();
    let moved = group.spent.saturating_add(way.spent);
    let spent = if fights { STOPPED.saturating_add(moved) } else { moved };
    let group = Group { from: way.entered_from, spent, ..group };
    run.emit(Event::Operation(Operation::GroupChanged { army, group }));
    let lost = sailing.is_empty();
    for stack in sailing {
        run.emit(Event::Moved { stack, to, army });
    }
    for stack in stacks.into_iter().filter(|stack| !zones::is_ship(run.rules, stack.unit)) {
        if lost {
            run.emit(Event::Removed { stack, why: LossReason::Sunk });
        } else {
            run.emit(Event::Moved { stack, to, army });
        }
    }
    Ok(())
}

/// The stacks of a transport under way.
pub(super) fn members(rules: &Ruleset, state: &State, powers: &[PowerIx], army: u8) -> Vec<Stack> {
    let group = state.operations.group(army).filter(|group| group.role == Role::Sailing);
    let own = state.stacks.iter().filter(|stack| group.is_some() && stack.army == army);
    own.filter(|stack| powers.contains(&stack.power) && zones::is_sea(rules, stack.space)).copied().collect()
}

/// Cargo goes ashore: into battle, or onto friendly land.
pub(super) fn land(run: &mut Run, stack: Stack, to: SpaceIx, attack: bool) -> Result<(), Refusal> {
    check(run, stack)?;
    check_place(run, to)?;
    let rules = run.rules;
    let role = run.state.operations.role(stack.army);
    let is_cargo = rules.unit(stack.unit).domain == Domain::Land && zones::is_sea(rules, stack.space);
    if is_cargo && attack && role == Some(Role::Passing) {
        if !range::is_target(rules, &run.state, stack.power, to) {
            return Err(Refusal::of(Ban::Target, "there is nothing to attack"));
        }
        pay_for_neutral(run, stack.power, to)?;
        return super::pass::name_shore(run, stack, to);
    }
    if !is_cargo || !zones::coast(rules, stack.space).any(|shore| shore == to) {
        return Err(Refusal::of(Ban::Aboard, "only cargo beside that shore can land there"));
    }
    if !matches!(role, None | Some(Role::Sailing)) {
        return Err(Refusal::of(Ban::HasActed, "this cargo has had its orders"));
    }
    let zone = stack.space;
    if attack {
        if !range::is_target(rules, &run.state, stack.power, to) {
            return Err(Refusal::of(Ban::Target, "there is nothing to attack"));
        }
        pay_for_neutral(run, stack.power, to)?;
        hold_transport(run, stack);
        let group = Group { role: Role::Landing, from: zone, spent: 0, target: Some(to), silent_in: 0, then: None };
        let army = number(run, group)?;
        regroup(run, stack, army);
        return Ok(());
    }
    let is_left = zones::is_left_to(rules, &run.state, stack.power, to);
    if !is_left && !zones::is_open_land(rules, &run.state, stack.power, to) {
        return Err(Refusal::of(Ban::Target, "it cannot go ashore there without a fight"));
    }
    hold_transport(run, stack);
    let army = number(run, Group { role: Role::Moved, from: zone, spent: 0, target: None, silent_in: 0, then: None })?;
    run.emit(Event::Moved { stack, to, army });
    if is_left {
        conquest::take(run, to, &[stack.power]);
    }
    Ok(())
}

/// The move of a transport ends where it unloads.
fn hold_transport(run: &mut Run, cargo: Stack) {
    let Some(group) = run.state.operations.group(cargo.army).copied().filter(|group| group.role == Role::Sailing)
    else {
        return;
    };
    let group = Group { spent: u8::MAX, ..group };
    run.emit(Event::Operation(Operation::GroupChanged { army: cargo.army, group }));
}

/// How much cargo of a power in a zone is more than its transports there hold, `without` some of its ships.
pub(crate) fn overflow(rules: &Ruleset, state: &State, power: PowerIx, zone: SpaceIx, without: Option<Stack>) -> i64 {
    let cargo = state.stacks_in(zone).iter().filter(|stack| {
        stack.power == power && rules.unit(stack.unit).domain == Domain::Land && zones::is_sea(rules, zone)
    });
    let Some(sample) = cargo.clone().next() else { return 0 };
    let room = zones::room_aboard(rules, state, power, zone, sample.unit, None);
    let leaving = without.map_or(0, |ship| zones::capacity(rules, ship.unit, sample.unit) * i64::from(ship.count));
    (leaving - room).max(0)
}

/// Cargo that nothing carries any more is lost, the lightest last.
pub(crate) fn drop_overflow(run: &mut Run, power: PowerIx, zone: SpaceIx) {
    while overflow(run.rules, &run.state, power, zone, None) > 0 {
        let cargo = run
            .state
            .stacks_in(zone)
            .iter()
            .filter(|stack| stack.power == power && run.rules.unit(stack.unit).domain == Domain::Land);
        let Some(heavy) = cargo.copied().max_by_key(|stack| zones::weight(run.rules, stack.unit)) else { return };
        run.emit(Event::Removed { stack: Stack { count: 1, ..heavy }, why: LossReason::Sunk });
    }
}
