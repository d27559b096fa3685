//! Who leaves a battle, and where to.

use chartroom_format::schema::refusal::Ban;
use chartroom_format::schema::units::{Ability, Domain};
use chartroom_format::schema::value::Amount;

use super::{HitRules, field, stealth};
use crate::action::Refusal;
use crate::event::Event;
use crate::ids::SpaceIx;
use crate::procedures::range::number;
use crate::query::range::{self, FAR};
use crate::query::reach::is_open;
use crate::query::zones;
use crate::ruleset::Ruleset;
use crate::run::Run;
use crate::state::operations::{BattleStep, Group, Role};
use crate::state::{Stack, State};

/// Stacks of a battle that could leave it, cargo on its way ashore among them.
pub(super) fn leavers(rules: &Ruleset, state: &State, space: SpaceIx, attacks: bool) -> Vec<Stack> {
    let mut found = field::fighters(rules, state, space, attacks);
    if attacks {
        let here = state.stacks_in(space).iter();
        found.extend(here.filter(|stack| state.operations.role(stack.army) == Some(Role::Landing)));
    }
    found.retain(|stack| !field::is_leaving(state, *stack));
    found
}

/// Where units of a battle may go now.
pub(crate) fn exits(rules: &Ruleset, state: &State, settings: &HitRules, stack: Stack, attacks: bool) -> Vec<SpaceIx> {
    if rules.unit(stack.unit).can(Ability::HoldsGround) {
        return Vec::new();
    }
    let ways =
        || if attacks { attacker_exits(rules, state, stack) } else { defender_exits(rules, state, settings, stack) };
    if hides(rules, state, stack, attacks) {
        let mut found = ways();
        found.retain(|to| *to != stack.space);
        found.extend(stealth::may_dive(rules, state, stack, attacks).then_some(stack.space));
        return found;
    }
    if all_may_leave(state, settings, stack, attacks) { ways() } else { Vec::new() }
}

/// Whether the round has come in which a side may leave.
fn all_may_leave(state: &State, settings: &HitRules, stack: Stack, attacks: bool) -> bool {
    let from = if attacks { settings.attacker_retreat_from } else { settings.defender_retreat_from };
    from.is_some_and(|from| i64::from(state.operations.round_of(stack.space)) >= from)
}

fn hides(rules: &Ruleset, state: &State, stack: Stack, attacks: bool) -> bool {
    stealth::can_hide(rules, stack.unit) && stealth::unseen(rules, state, stack, attacks) > 0
}

/// How many units of a stack may leave: of those who hide only the ones that were not found, until all may.
pub(crate) fn most_leaving(rules: &Ruleset, state: &State, settings: &HitRules, stack: Stack, attacks: bool) -> u16 {
    if all_may_leave(state, settings, stack, attacks) || !stealth::can_hide(rules, stack.unit) {
        return stack.count;
    }
    stack.count.min(stealth::unseen(rules, state, stack, attacks))
}

fn attacker_exits(rules: &Ruleset, state: &State, stack: Stack) -> Vec<SpaceIx> {
    let Some(group) = state.operations.group(stack.army) else { return Vec::new() };
    if rules.unit(stack.unit).domain == Domain::Air {
        // With units aboard it flies home when the fighting is over.
        if group.role == Role::Carrying {
            return Vec::new();
        }
        let left = zones::movement(rules, state, &stack).saturating_sub(group.spent);
        return fields(rules, state, stack, left);
    }
    match group.role {
        // The landing is called off and the cargo stays aboard.
        Role::Landing => vec![stack.space],
        Role::Engaged | Role::Sailing => {
            let back = group.from;
            let fits = if zones::is_sea(rules, back) {
                // Enemies who went there in this turn are met again.
                zones::enemies(state, stack.power, back)
                    .all(|enemy| state.operations.role(enemy.army) == Some(Role::Retreated))
            } else {
                zones::is_open_land(rules, state, stack.power, back) && lets_retreat(rules, state, stack.space, back)
            };
            if fits && back != stack.space { vec![back] } else { Vec::new() }
        }
        _ => Vec::new(),
    }
}

/// Nobody goes back over a dangerous border.
fn lets_retreat(rules: &Ruleset, state: &State, from: SpaceIx, to: SpaceIx) -> bool {
    rules.board.link(from, to).is_some() && zones::hazard(rules, state, from, to).is_none()
}

/// Friendly places without combat that an aircraft reaches.
fn fields(rules: &Ruleset, state: &State, stack: Stack, left: u8) -> Vec<SpaceIx> {
    let map = range::flight_map(rules, &[stack.space], left);
    (0..map.len())
        .map(SpaceIx::new)
        .filter(|to| map[to.index()] != FAR && *to != stack.space && !state.operations.is_fighting(*to))
        .filter(|to| zones::may_land(rules, state, stack.power, stack.unit, *to))
        .collect()
}

fn defender_exits(rules: &Ruleset, state: &State, settings: &HitRules, stack: Stack) -> Vec<SpaceIx> {
    if stack.army != 0 {
        // It has retreated once this turn.
        return Vec::new();
    }
    let info = rules.unit(stack.unit);
    let links = rules.board.links_of(stack.space);
    match info.domain {
        Domain::Air => {
            let share = settings.air_retreat.unwrap_or(Amount::ZERO);
            let left = i64::from(zones::movement(rules, state, &stack)) * share.numerator / share.denominator.max(1);
            fields(rules, state, stack, left.clamp(0, 250) as u8)
        }
        Domain::Land => links
            .iter()
            .filter(|link| link.passes.has(Domain::Land) && !state.operations.is_fighting(link.to))
            .filter(|link| lets_retreat(rules, state, stack.space, link.to))
            .filter(|link| zones::is_open_land(rules, state, stack.power, link.to))
            .map(|link| link.to)
            .collect(),
        Domain::Sea | Domain::Submarine => {
            let Some(side) = state.side_of(stack.power) else { return Vec::new() };
            let attackers = field::fighters(rules, state, stack.space, true);
            let mut found: Vec<SpaceIx> = links
                .iter()
                .filter(|link| link.passes.has(info.domain) && is_open(rules, state, side, link))
                .map(|link| link.to)
                .filter(|to| zones::is_sea(rules, *to) && state.operations.battle(*to).is_none())
                .filter(|to| zones::enemies(state, stack.power, *to).next().is_none())
                .filter(|to| !attackers.iter().any(|enemy| closes(rules, state, *enemy, *to)))
                .collect();
            let only_aircraft = attackers.iter().all(|enemy| !zones::is_ship(rules, enemy.unit));
            if info.can(Ability::Submerges) && only_aircraft {
                found.push(stack.space);
            }
            found
        }
        Domain::Fixed => Vec::new(),
    }
}

/// Whether an attacking ship came from a zone and so closes it.
fn closes(rules: &Ruleset, state: &State, enemy: Stack, zone: SpaceIx) -> bool {
    zones::is_ship(rules, enemy.unit)
        && zones::is_armed(rules, enemy.unit)
        && state.operations.group(enemy.army).is_some_and(|group| group.from == zone)
}

/// Declares that units leave.
pub(super) fn withdraw(run: &mut Run, settings: &HitRules, stack: Stack, to: SpaceIx) -> Result<(), Refusal> {
    let attacks = run.state.operations.step == BattleStep::AttackerDecides;
    let known = stack.space.index() < run.rules.board.spaces.len() && to.index() < run.rules.board.spaces.len();
    let there = known
        && stack.count > 0
        && run.state.operations.is_fighting(stack.space)
        && leavers(run.rules, &run.state, stack.space, attacks)
            .iter()
            .any(|other| Stack { count: 0, ..*other } == Stack { count: 0, ..stack } && other.count >= stack.count);
    if !there {
        return Err(Refusal::of(Ban::WrongTime, "there are no such units in a battle"));
    }
    if run.state.operations.role(stack.army) == Some(Role::Dropped) {
        return Err(Refusal::of(Ban::Drop, "who dropped from the air fights on"));
    }
    let whole = run.state.stacks_in(stack.space).iter().find(|other| Stack { count: stack.count, ..**other } == stack);
    let most = whole.map_or(0, |whole| most_leaving(run.rules, &run.state, settings, *whole, attacks));
    if stack.count > most || !exits(run.rules, &run.state, settings, stack, attacks).contains(&to) {
        if zones::hazard(run.rules, &run.state, stack.space, to).is_some() {
            return Err(Refusal::of(Ban::Hazard, "nobody goes back over that border"));
        }
        return Err(Refusal::of(Ban::Exit, "they cannot leave that way now"));
    }
    let old = run.state.operations.group(stack.army).copied();
    let from = old.map_or(stack.space, |group| group.from);
    if old.is_some_and(|group| group.role == Role::Landing) {
        let aboard = Group { role: Role::Sailing, from, spent: u8::MAX, target: None, silent_in: 0, then: None };
        let army = number(run, aboard)?;
        run.emit(Event::Moved { stack, to: stack.space, army });
        return Ok(());
    }
    let spent = old.map_or(0, |group| group.spent);
    let army = number(run, Group { role: Role::Withdrawing, from, spent, target: Some(to), silent_in: 0, then: None })?;
    run.emit(Event::Moved { stack, to: stack.space, army });
    Ok(())
}
