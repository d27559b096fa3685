//! Aircraft: to a battle only with a place to land planned, and home again before the phase without combat ends.

use chartroom_format::schema::refusal::Ban;
use chartroom_format::schema::units::Domain;

use super::{bans, check_place, kept, number};
use crate::action::Refusal;
use crate::event::{Event, LossReason};
use crate::ids::SpaceIx;
use crate::procedures::facility_raids;
use crate::query::range::{self, FAR};
use crate::query::zones;
use crate::ruleset::Ruleset;
use crate::run::Run;
use crate::state::operations::{Group, Role};
use crate::state::{Stack, State};

/// Aircraft are sent on a raid.
pub(super) fn raid(run: &mut Run, stack: Stack, to: SpaceIx) -> Result<(), Refusal> {
    check_place(run, to)?;
    if !facility_raids::may_raid(run.rules, &run.state, &stack, to) {
        return Err(Refusal::of(Ban::Target, "there is nothing these aircraft could bomb"));
    }
    let Some(left) = range_left(run.rules, &run.state, stack, true) else {
        return Err(Refusal::of(Ban::HasActed, "these aircraft have had their orders"));
    };
    let Some(spent) = way_there_and_back(run.rules, &run.state, stack, to, left) else {
        return Err(Refusal::of(Ban::Field, "they cannot get there and home again"));
    };
    let army =
        number(run, Group { role: Role::Raids, from: stack.space, spent, target: None, silent_in: 0, then: None })?;
    run.emit(Event::Moved { stack, to, army });
    Ok(())
}

/// Spaces to a target from which aircraft still get home.
pub(super) fn way_there_and_back(rules: &Ruleset, state: &State, stack: Stack, to: SpaceIx, left: u8) -> Option<u8> {
    let spent = range::flight_map(rules, &[stack.space], left)[to.index()];
    let fields = range::planned_fields(rules, state, stack.power, stack.unit, stack.space);
    let back = range::flight_map(rules, &fields, left)[to.index()];
    (spent != FAR && back != FAR && to != stack.space && back <= left - spent).then_some(spent)
}

pub(super) fn fly(run: &mut Run, stack: Stack, to: SpaceIx, attack: bool) -> Result<(), Refusal> {
    check_place(run, to)?;
    let Some(left) = range_left(run.rules, &run.state, stack, attack) else {
        return Err(Refusal::of(Ban::HasActed, "these aircraft have had their orders"));
    };
    let spent = range::flight_map(run.rules, &[stack.space], left)[to.index()];
    if spent == FAR || to == stack.space {
        return Err(Refusal::of(Ban::Range, "it is too far to fly"));
    }
    let role = if attack {
        if zones::enemies(&run.state, stack.power, to).next().is_none() {
            return Err(Refusal::of(Ban::Target, "there is nobody to attack"));
        }
        let fields = range::planned_fields(run.rules, &run.state, stack.power, stack.unit, stack.space);
        let back = range::flight_map(run.rules, &fields, left)[to.index()];
        if back == FAR || back > left - spent {
            return Err(Refusal::of(Ban::Field, "there is no place to land within range"));
        }
        Role::Engaged
    } else {
        let fits = i64::from(stack.count) * zones::weight(run.rules, stack.unit);
        let decks = zones::room_aboard(run.rules, &run.state, stack.power, to, stack.unit, None);
        if !may_come_down(run.rules, &run.state, stack, to) || zones::is_sea(run.rules, to) && decks < fits {
            return Err(Refusal::of(Ban::Field, "it cannot land there"));
        }
        Role::Moved
    };
    let before = run.state.operations.group(stack.army).map_or(0, |group| group.spent);
    let army =
        number(run, Group { role, from: stack.space, spent: before + spent, target: None, silent_in: 0, then: None })?;
    let aboard = kept::aboard(run.rules, &run.state, stack);
    run.emit(Event::Moved { stack, to, army });
    for cargo in aboard {
        run.emit(Event::Moved { stack: cargo, to, army });
    }
    Ok(())
}

/// Whether aircraft may land in a space now, with all they have aboard.
pub(super) fn may_come_down(rules: &Ruleset, state: &State, stack: Stack, to: SpaceIx) -> bool {
    zones::may_land(rules, state, stack.power, stack.unit, to)
        && (!zones::is_sea(rules, to) || kept::aboard(rules, state, stack).is_empty())
}

/// Spaces an aircraft may still fly; none if it has had its orders.
pub(super) fn range_left(rules: &Ruleset, state: &State, stack: Stack, attack: bool) -> Option<u8> {
    let range = zones::movement(rules, state, &stack);
    match state.operations.group(stack.army) {
        None => Some(range),
        Some(group) if !attack && (matches!(group.role, Role::Engaged | Role::Raids) || group.role.has_dropped()) => {
            Some(range.saturating_sub(group.spent))
        }
        Some(_) => None,
    }
}

/// Aircraft that must not stay where they are: over land that is not theirs to land on, or more than the decks of a zone hold.
pub(super) fn homeless(rules: &Ruleset, state: &State, stack: Stack) -> bool {
    if rules.unit(stack.unit).domain != Domain::Air {
        return false;
    }
    if zones::is_sea(rules, stack.space) {
        return zones::room_aboard(rules, state, stack.power, stack.space, stack.unit, None) < 0;
    }
    let group = state.operations.group(stack.army);
    // Who has not flown may stay where it stood, as long as no enemy holds it.
    if group.is_none() && !zones::is_enemy_land(rules, state, stack.power, stack.space) {
        return false;
    }
    let came = group.is_some_and(|group| group.role == Role::Engaged || group.role.has_dropped());
    !zones::is_open_land(rules, state, stack.power, stack.space) || came && state.operations.is_taken(stack.space)
}

/// The phase ends only when every aircraft that can land has landed; what cannot is lost.
pub(super) fn end_of_flights(run: &mut Run) -> Result<(), Refusal> {
    let powers = zones::powers_of(run.rules, &run.state);
    let own: Vec<Stack> = run.state.stacks.iter().filter(|stack| powers.contains(&stack.power)).copied().collect();
    let away: Vec<Stack> = own.into_iter().filter(|stack| homeless(run.rules, &run.state, *stack)).collect();
    if away.iter().any(|stack| !landings(run.rules, &run.state, *stack).is_empty()) {
        return Err(Refusal::of(Ban::Field, "aircraft are still to land"));
    }
    for stack in away {
        lose_excess(run, stack);
    }
    Ok(())
}

/// Where an aircraft that must leave its place can still land.
pub(super) fn landings(rules: &Ruleset, state: &State, stack: Stack) -> Vec<SpaceIx> {
    let Some(left) = range_left(rules, state, stack, false) else { return Vec::new() };
    let map = range::flight_map(rules, &[stack.space], left);
    (0..map.len())
        .map(SpaceIx::new)
        .filter(|space| map[space.index()] != FAR && *space != stack.space)
        .filter(|space| may_come_down(rules, state, stack, *space))
        .filter(|space| bans::ban(rules, state, stack.power, stack.unit, (stack.space, *space)).is_none())
        .collect()
}

/// Removes aircraft that have no place: all of them over land, those beyond the decks at sea.
fn lose_excess(run: &mut Run, stack: Stack) {
    let mut count = stack.count;
    if zones::is_sea(run.rules, stack.space) {
        let room = zones::room_aboard(run.rules, &run.state, stack.power, stack.space, stack.unit, None);
        let weight = zones::weight(run.rules, stack.unit).max(1);
        count = count.min((-room).max(0).div_euclid(weight) as u16 + u16::from((-room).max(0) % weight > 0));
    }
    if count > 0 {
        let aboard = kept::aboard(run.rules, &run.state, stack);
        for stack in [Stack { count, ..stack }].into_iter().chain(aboard) {
            run.emit(Event::Removed { stack, why: LossReason::NoLanding });
        }
    }
}

/// Defending aircraft whose carrier was sunk fly a few spaces to a place to land, or are lost. Those of the player whose turn it is
/// fly home by themselves afterwards.
pub(crate) fn settle_homeless(run: &mut Run, spaces: &[SpaceIx], flight: u8) {
    let own = zones::powers_of(run.rules, &run.state);
    for space in spaces {
        for stack in run.state.stacks_in(*space).to_vec() {
            let flies = run.rules.unit(stack.unit).domain == Domain::Air;
            if !flies || own.contains(&stack.power) || !zones::is_sea(run.rules, *space) {
                continue;
            }
            for _ in 0..stack.count {
                let one = Stack { count: 1, ..stack };
                if zones::room_aboard(run.rules, &run.state, stack.power, *space, stack.unit, None) >= 0 {
                    break;
                }
                let map = range::flight_map(run.rules, &[*space], flight);
                let fields = (0..map.len()).map(SpaceIx::new).filter(|to| {
                    map[to.index()] != FAR
                        && to != space
                        && !run.state.operations.is_fighting(*to)
                        && zones::may_land(run.rules, &run.state, stack.power, stack.unit, *to)
                });
                match fields.min_by_key(|to| map[to.index()]) {
                    Some(to) => run.emit(Event::Moved { stack: one, to, army: 0 }),
                    None => run.emit(Event::Removed { stack: one, why: LossReason::NoLanding }),
                }
            }
        }
    }
}
