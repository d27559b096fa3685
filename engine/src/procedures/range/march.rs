//! Land units on the march.

use super::{activation, check_place, number, pay_for_neutral};
use crate::action::Refusal;
use crate::event::Event;
use crate::ids::SpaceIx;
use crate::procedures::hit_rolls::{conquest, hazards};
use crate::query::range::{self, March};
use crate::query::zones;
use crate::run::Run;
use crate::state::Stack;
use crate::state::operations::{Group, Role};
use chartroom_format::schema::refusal::Ban;

pub(super) fn march(
    run: &mut Run,
    stack: Stack,
    via: Option<SpaceIx>,
    to: SpaceIx,
    attack: bool,
) -> Result<(), Refusal> {
    check_place(run, to)?;
    if zones::is_carried(run.rules, &stack) {
        return Err(Refusal::of(Ban::Aboard, "cargo moves with its transport"));
    }
    if let Some(group) = run.state.operations.group(stack.army) {
        // A gun that fired over a border may follow into the land it fired at.
        let follows = !attack && group.role == Role::Supports && group.target == Some(to);
        if !follows {
            return Err(Refusal::of(Ban::HasActed, "these units have had their orders"));
        }
        if !zones::is_open_land(run.rules, &run.state, stack.power, to) {
            return Err(Refusal::of(Ban::Range, "the land was not taken"));
        }
        let army = number(run, moved(stack.space, 1))?;
        run.emit(Event::Moved { stack, to, army });
        return Ok(());
    }
    let ways = range::marches(run.rules, &run.state, stack.power, stack.unit, stack.space, attack);
    let Some(way) = ways.into_iter().find(|way| way.to == to && way.via == via) else {
        return Err(Refusal::of(Ban::Range, "no way leads there"));
    };
    go(run, stack, way)
}

fn moved(from: SpaceIx, spent: u8) -> Group {
    Group { role: Role::Moved, from, spent, target: None, silent_in: 0, then: None }
}

fn go(run: &mut Run, stack: Stack, way: March) -> Result<(), Refusal> {
    let rules = run.rules;
    pay_for_neutral(run, stack.power, way.to)?;
    if let Some(via) = way.via {
        match activation::door(rules, &run.state, stack.power, stack.unit, via) {
            Some(rule) => activation::enter(run, rule, stack.power, via),
            None => conquest::take(run, via, &[stack.power]),
        }
    }
    let door = activation::door(rules, &run.state, stack.power, stack.unit, way.to);
    let fights = range::is_target(run.rules, &run.state, stack.power, way.to);
    let is_left = zones::is_left_to(run.rules, &run.state, stack.power, way.to);
    let role = if fights { Role::Engaged } else { Role::Moved };
    // The border into a battle takes its toll with the dice of the battle.
    let last = zones::hazard(run.rules, &run.state, way.entered_from, way.to).is_some();
    let crossed = way.hazards - u8::from(fights && last);
    let stack = hazards::cross(run, stack, crossed);
    if stack.count == 0 {
        return Ok(());
    }
    let army = number(run, Group { role, ..moved(way.entered_from, way.spent) })?;
    run.emit(Event::Moved { stack, to: way.to, army });
    if let Some(rule) = door {
        activation::enter(run, rule, stack.power, way.to);
    } else if is_left {
        conquest::take(run, way.to, &[stack.power]);
    }
    Ok(())
}
