//! After the losses: beaten units go back, winners go after them.

use chartroom_format::schema::refusal::Ban;
use chartroom_format::schema::table_battle::NoWayBack;
use chartroom_format::schema::units::{Ability, CombatRole};

use super::BattleRules;
use super::results::engaged;
use crate::action::{Action, Maneuver, Refusal};
use crate::event::{Event, LossReason};
use crate::ids::SpaceIx;
use crate::procedures::movement::take;
use crate::ruleset::Ruleset;
use crate::run::Run;
use crate::services::marks::Marks;
use crate::services::{retreat as way_back, sides, standing, steps};
use crate::state::table_battle::{Clash, Duty, Task};
use crate::state::{Stack, State};

/// Where units can go back, and how far that is: all the way, or, where the rules count missing spaces, as far as they come.
fn places(rules: &Ruleset, state: &State, settings: &BattleRules, stack: &Stack, spaces: u8) -> (Vec<SpaceIx>, u8) {
    let least = if settings.retreat.blocked == NoWayBack::StepForEachSpace { 1 } else { spaces };
    for far in (least..=spaces).rev() {
        let found = way_back::places(rules, state, stack, far, settings.retreat, settings.stacking);
        if !found.is_empty() {
            return (found, far);
        }
    }
    (Vec::new(), 0)
}

/// Removes those who have no way, and moves those who have only one; says whether somebody must choose.
pub(super) fn retreat(run: &mut Run, settings: &BattleRules, clash: &Clash, duty: &Duty, spaces: u8) -> bool {
    loop {
        let units = engaged(&run.state, clash, duty.of);
        let Some(stack) = units.first().copied() else { return false };
        let ways = places(run.rules, &run.state, settings, &stack, spaces);
        match &ways.0[..] {
            [] => stay(run, settings, stack, spaces),
            [only] if units.len() == 1 && stack.count == 1 => leave(run, stack, *only, spaces - ways.1),
            _ => {
                // Somebody else may have no way at all.
                let lost =
                    units[1..].iter().find(|other| places(run.rules, &run.state, settings, other, spaces).0.is_empty());
                match lost.copied() {
                    Some(other) => stay(run, settings, other, spaces),
                    None => return true,
                }
            }
        }
    }
}

/// Units that have no way back are lost, or pay for every space in steps and stay.
fn stay(run: &mut Run, settings: &BattleRules, stack: Stack, spaces: u8) {
    match settings.retreat.blocked {
        NoWayBack::Eliminated => run.emit(Event::Removed { stack, why: LossReason::NoRetreat }),
        NoWayBack::StepForEachSpace => {
            let out = Stack { army: Marks::of(&stack).without(Marks::ENGAGED).0, ..stack };
            super::mark(run, stack, Marks::of(&out));
            for _ in 0..stack.count {
                pay(run, Stack { count: 1, ..out }, spaces);
            }
        }
    }
}

/// One unit loses a step for each space it did not go.
fn pay(run: &mut Run, mut unit: Stack, spaces: u8) {
    for _ in 0..spaces {
        if !steps::lose_step(run, unit, LossReason::NoRetreat) {
            return;
        }
        unit.damaged += 1;
    }
}

/// Units leave the battle for a space.
fn leave(run: &mut Run, stack: Stack, to: SpaceIx, missing: u8) {
    let army = Marks::of(&stack).without(Marks::ENGAGED).0;
    run.emit(Event::Moved { stack, to, army });
    for _ in 0..stack.count {
        pay(run, Stack { space: to, army, count: 1, ..stack }, missing);
    }
}

pub(super) fn retreats(
    rules: &Ruleset,
    state: &State,
    settings: &BattleRules,
    clash: &Clash,
    duty: &Duty,
    spaces: u8,
) -> Vec<Action> {
    let mut found = Vec::new();
    for stack in engaged(state, clash, duty.of) {
        for to in places(rules, state, settings, &stack, spaces).0 {
            let room = standing::room(rules, state, stack.power, stack.unit, to, settings.stacking);
            let count = room.clamp(1, i64::from(stack.count)) as u16;
            found.push(Action::Maneuver(Maneuver::Retreat { stack: Stack { count, ..stack }, to }));
            if count > 1 {
                found.push(Action::Maneuver(Maneuver::Retreat { stack: Stack { count: 1, ..stack }, to }));
            }
        }
    }
    found
}

pub(super) fn go_back(
    run: &mut Run,
    settings: &BattleRules,
    clash: &Clash,
    duty: &Duty,
    spaces: u8,
    stack: Stack,
    to: SpaceIx,
) -> Result<(), Refusal> {
    let rules = run.rules;
    let same = |other: &&Stack| Stack { count: 0, ..**other } == Stack { count: 0, ..stack };
    let units = engaged(&run.state, clash, duty.of);
    let found = units.iter().find(same).filter(|found| (1..=found.count).contains(&stack.count));
    if found.is_none() {
        return Err(Refusal::of(Ban::Retreat, "only units that must retreat do so"));
    }
    let (ways, far) = places(rules, &run.state, settings, &stack, spaces);
    let room = if ways.contains(&to) {
        standing::room(rules, &run.state, stack.power, stack.unit, to, settings.stacking)
    } else {
        0
    };
    if room < i64::from(stack.count) {
        let names: Vec<&str> = ways.iter().map(|space| rules.space_name(*space)).collect();
        let title = &rules.unit(stack.unit).title;
        let text = format!("{title} retreats {spaces} spaces, one unit after the other: to {}", names.join(", "));
        return Err(Refusal::of(Ban::Retreat, text));
    }
    leave(run, stack, to, spaces - far);
    Ok(())
}

/// Attackers that can go into the space that was won.
fn followers(rules: &Ruleset, state: &State, settings: &BattleRules, clash: &Clash) -> Vec<Stack> {
    let mut units = engaged(state, clash, CombatRole::Attacking);
    units.retain(|stack| {
        let link = rules.board.link(stack.space, clash.target);
        let info = rules.unit(stack.unit);
        info.can(Ability::AdvanceAfterCombat)
            && !info.can(Ability::Immobile)
            && link.is_some_and(|link| link.passes.has(info.domain))
            && !sides::has_others(state, stack.power, clash.target)
            && standing::room(rules, state, stack.power, stack.unit, clash.target, settings.stacking) > 0
    });
    units
}

/// Whether an advance waits for its player.
pub(super) fn advance(run: &mut Run, settings: &BattleRules, clash: &Clash, must: bool) -> bool {
    let units = followers(run.rules, &run.state, settings, clash);
    match &units[..] {
        [] => false,
        [only] if must && only.count == 1 => {
            enter(run, clash, *only);
            false
        }
        _ => true,
    }
}

/// Units go into the space, which becomes their power's.
fn enter(run: &mut Run, clash: &Clash, stack: Stack) {
    let army = Marks::of(&stack).without(Marks::ENGAGED).0;
    run.emit(Event::Moved { stack, to: clash.target, army });
    let info = run.rules.unit(stack.unit);
    if run.rules.board.has_land(clash.target) && !info.can(Ability::CannotCapture) {
        take(run, stack.power, clash.target);
    }
}

pub(super) fn advances(
    rules: &Ruleset,
    state: &State,
    settings: &BattleRules,
    clash: &Clash,
    must: bool,
) -> Vec<Action> {
    let mut found = if must { Vec::new() } else { vec![Action::Done] };
    for stack in followers(rules, state, settings, clash) {
        let room = standing::room(rules, state, stack.power, stack.unit, clash.target, settings.stacking);
        let count = room.clamp(1, i64::from(stack.count)) as u16;
        found.push(Action::Maneuver(Maneuver::Advance { stack: Stack { count, ..stack } }));
        if count > 1 {
            found.push(Action::Maneuver(Maneuver::Advance { stack: Stack { count: 1, ..stack } }));
        }
    }
    found
}

pub(super) fn follow(
    run: &mut Run,
    settings: &BattleRules,
    clash: &Clash,
    must: bool,
    stack: Stack,
) -> Result<(), Refusal> {
    let rules = run.rules;
    let same = |other: &&Stack| Stack { count: 0, ..**other } == Stack { count: 0, ..stack };
    let units = followers(rules, &run.state, settings, clash);
    let found = units.iter().find(same).filter(|found| (1..=found.count).contains(&stack.count));
    if found.is_none() {
        return Err(Refusal::of(Ban::Follow, "only units that attacked, may advance and have room go after the enemy"));
    }
    let room = standing::room(rules, &run.state, stack.power, stack.unit, clash.target, settings.stacking);
    if room < i64::from(stack.count) {
        return Err(Refusal::of(Ban::Stacking, format!("there is room for {room} of them")));
    }
    enter(run, clash, stack);
    if must {
        // Somebody has gone: the others may.
        let duty = Duty { by: clash.attacker, of: CombatRole::Attacking, task: Task::Advance { must: false } };
        run.emit(Event::Maneuver(crate::event::ManeuverEvent::DutySet { duty: Some(duty) }));
    }
    Ok(())
}
