//! Passing through: units ordered into a zone that enemies bar mean to go on to the next one in the same turn, as soon as
//! others, or they themselves, have cleared it in one round.

use chartroom_format::schema::refusal::Ban;
use chartroom_format::schema::units::Domain;

use super::ships::STOPPED;
use super::{check, check_place, hit_rules, number, regroup};
use crate::action::Refusal;
use crate::event::{Event, Operation};
use crate::ids::SpaceIx;
use crate::order::Order;
use crate::query::range::{self, FAR};
use crate::query::reach::is_open;
use crate::query::zones;
use crate::ruleset::Ruleset;
use crate::run::Run;
use crate::state::operations::{Group, Role};
use crate::state::{Stack, State};

fn is_on(rules: &Ruleset, state: &State) -> bool {
    let option = hit_rules(rules).and_then(|settings| settings.pass_through);
    option.is_some_and(|option| state.option(option))
}

/// Where units in a barred zone may go on to.
fn ways(rules: &Ruleset, state: &State, stack: Stack) -> Vec<SpaceIx> {
    let zone = stack.space;
    let Some(group) = state.operations.group(stack.army) else { return Vec::new() };
    let ordered = matches!(group.role, Role::Engaged | Role::Sailing);
    let bars = |enemy: &Stack| zones::is_ship(rules, enemy.unit) && zones::is_armed(rules, enemy.unit);
    let barred = zones::is_sea(rules, zone) && zones::enemies(state, stack.power, zone).any(bars);
    if !is_on(rules, state) || !ordered || !barred {
        return Vec::new();
    }
    let domain = rules.unit(stack.unit).domain;
    let links = rules.board.links_of(zone).iter().filter(|link| link.passes.has(domain));
    if domain == Domain::Air {
        let left = zones::movement(rules, state, &stack).saturating_sub(group.spent);
        if left == 0 {
            return Vec::new();
        }
        let fields = range::planned_fields(rules, state, stack.power, stack.unit, group.from);
        let back = range::flight_map(rules, &fields, left);
        let fits = |to: &SpaceIx| {
            let fought = zones::enemies(state, stack.power, *to).next().is_some();
            back[to.index()] != FAR && back[to.index()] < left && (fought || zones::is_sea(rules, *to))
        };
        return links.map(|link| link.to).filter(fits).collect();
    }
    let moved = if group.spent >= STOPPED { group.spent - STOPPED } else { group.spent };
    let Some(side) = state.side_of(stack.power).filter(|_| moved == 1 && zones::is_ship(rules, stack.unit)) else {
        return Vec::new();
    };
    links
        .filter(|link| zones::is_sea(rules, link.to) && is_open(rules, state, side, link))
        .map(|link| link.to)
        .collect()
}

/// Declares that units go on: those that fight for the first zone, or those that wait until it is clear.
pub(super) fn pass(run: &mut Run, stack: Stack, to: SpaceIx, fights: bool) -> Result<(), Refusal> {
    check(run, stack)?;
    check_place(run, to)?;
    let laden = run.state.operations.role(stack.army) == Some(Role::Sailing);
    if !ways(run.rules, &run.state, stack).contains(&to) || laden && fights {
        return Err(Refusal::of(Ban::Pass, "no fleet passes through like that"));
    }
    let Some(group) = run.state.operations.group(stack.army).copied() else {
        return Err(Refusal::of(Ban::Pass, "no fleet passes through like that"));
    };
    let role = if fights { Role::Clearing } else { Role::Passing };
    let goes = Group { role, target: Some(to), ..group };
    if laden {
        run.emit(Event::Operation(Operation::GroupChanged { army: stack.army, group: goes }));
        return Ok(());
    }
    let army = number(run, goes)?;
    regroup(run, stack, army);
    Ok(())
}

/// What may be declared of units in barred zones.
pub(super) fn legal(rules: &Ruleset, state: &State) -> Vec<Order> {
    if !is_on(rules, state) {
        return Vec::new();
    }
    let powers = zones::powers_of(rules, state);
    let mut found = Vec::new();
    for stack in state.stacks.iter().filter(|stack| stack.army != 0 && powers.contains(&stack.power)) {
        let laden = state.operations.role(stack.army) == Some(Role::Sailing);
        if laden && !zones::is_ship(rules, stack.unit) {
            continue;
        }
        for to in ways(rules, state, *stack) {
            found.push(Order::Pass { stack: *stack, to, fights: false });
            if !laden {
                found.push(Order::Pass { stack: *stack, to, fights: true });
            }
        }
    }
    found
}

/// Cargo and ships of a fleet that goes on name a shore of the zone it means.
pub(super) fn name_shore(run: &mut Run, stack: Stack, shore: SpaceIx) -> Result<(), Refusal> {
    let group = run.state.operations.group(stack.army).copied();
    let named = group.filter(|group| group.role == Role::Passing && group.then.is_none());
    let Some((group, zone)) = named.and_then(|group| Some((group, group.target?))) else {
        return Err(Refusal::of(Ban::Pass, "these units have had their orders"));
    };
    if !zones::coast(run.rules, zone).any(|land| land == shore) {
        return Err(Refusal::of(Ban::Pass, "that shore is not next to the zone they go to"));
    }
    let army = number(run, Group { then: Some(shore), ..group })?;
    regroup(run, stack, army);
    Ok(())
}

/// Units that will land on, or fire at, a shore from a zone they are still on their way to.
pub(super) fn on_their_way<'s>(
    rules: &'s Ruleset,
    state: &'s State,
    zone: SpaceIx,
    shore: SpaceIx,
    ships: bool,
) -> impl Iterator<Item = &'s Stack> + 's {
    state.stacks.iter().filter(move |stack| {
        let group = state.operations.group(stack.army);
        let goes =
            |group: &Group| group.role == Role::Passing && group.target == Some(zone) && group.then == Some(shore);
        zones::is_ship(rules, stack.unit) == ships && group.is_some_and(goes)
    })
}
