//! One round of all battles, and what is left when they are over.

use chartroom_format::schema::units::Domain;

use super::field::{self, Line};
use super::{HitRules, conquest, hazards, neutral, pass, stealth};
use crate::event::{Event, LossReason, Operation};
use crate::ids::{SpaceIx, UnitIx};
use crate::odds::hit;
use crate::procedures::leaders;
use crate::procedures::range::{drop_overflow, lose_kept, overflow, settle_homeless};
use crate::query::zones;
use crate::run::Run;
use crate::state::Stack;
use crate::state::operations::{BattleGround, BattleRecord, Group, Role};
use crate::state::rng::{Decision, Purpose};

/// Fights the round at hand everywhere: at sea, then landings, then on land.
pub(super) fn fight(run: &mut Run, settings: &HitRules) {
    let (mut diverted, mut met) = (Vec::new(), Vec::new());
    let mut at_sea = open(run, BattleGround::Sea);
    // Zones that fleets mean to pass through come first.
    at_sea.sort_by_key(|battle| !pass::is_passage(&run.state, battle.space));
    for battle in at_sea {
        let passage = pass::is_passage(&run.state, battle.space);
        if settings.no_ship_stands_by && battle.is_fought {
            let _ = call_ships(run, battle.space);
        }
        // Somebody must fight for the zone.
        let alone = field::fighters(run.rules, &run.state, battle.space, true).is_empty();
        if alone && call_ships(run, battle.space) {
            diverted.push(battle.space);
        }
        if alone && passage && field::fighters(run.rules, &run.state, battle.space, true).is_empty() {
            pass::call(run, battle.space);
        }
        let called = one_battle(run, settings, battle, &mut met);
        if called && call_ships(run, battle.space) {
            diverted.push(battle.space);
        }
        if passage {
            pass::settle(run, battle.space, called, &mut met);
            finish(run, settings, battle.space, false);
        }
    }
    for zone in std::mem::take(&mut met) {
        let battle = run.state.operations.battle(zone).copied().filter(|battle| !battle.is_over);
        if let Some(battle) = battle.filter(|_| pass::can_fire(run, zone)) {
            one_battle(run, settings, battle, &mut met);
        }
    }
    let fought = call_bombarding_ships(run);
    go_ashore(run, settings, &fought, &diverted);
    for battle in open(run, BattleGround::Land) {
        one_battle(run, settings, battle, &mut met);
    }
    for battle in open(run, BattleGround::Neutral) {
        neutral::enter(run, settings, battle);
    }
}

fn open(run: &Run, ground: BattleGround) -> Vec<BattleRecord> {
    let now = &run.state.operations;
    let runs = |battle: &&BattleRecord| !battle.is_over && now.round_of(battle.space) > 0;
    now.battles.iter().filter(|battle| battle.ground == ground).filter(runs).copied().collect()
}

/// Units on their way ashore there.
pub(super) fn expected(run: &Run, space: SpaceIx) -> bool {
    run.state.stacks.iter().any(|stack| {
        let group = run.state.operations.group(stack.army);
        group.is_some_and(|group| group.role == Role::Landing && group.target == Some(space))
    })
}

/// One round of one battle; true if ships that were to do something else had to join.
fn one_battle(run: &mut Run, settings: &HitRules, battle: BattleRecord, met: &mut Vec<SpaceIx>) -> bool {
    let space = battle.space;
    let round = run.state.operations.round_of(space);
    let count = |run: &Run, attacks: bool| field::fighters(run.rules, &run.state, space, attacks).len();
    let stays = |stack: &Stack| !field::is_leaving(&run.state, *stack);
    // When the whole attack is broken off there are no more losses.
    let goes_on = field::fighters(run.rules, &run.state, space, true).iter().any(stays);
    let (mut idle, mut called) = (false, false);
    if goes_on && count(run, false) > 0 {
        (idle, called) = throw(run, settings, space);
        idle &= round > 1;
        run.emit(Event::Operation(Operation::RoundFought { space, round }));
    }
    if !battle.is_fought && round == 1 && count(run, false) == 0 {
        hazards::enter(run, space);
    }
    if battle.scorches && count(run, false) > 0 {
        conquest::tear_down(run, space);
    }
    leave(run, space, met);
    leaders::after_round(run, space);
    finish(run, settings, space, idle);
    called
}

/// Throws the dice of one battle and takes the losses. Says whether no die had a chance, and whether the reserve was called.
fn throw(run: &mut Run, settings: &HitRules, space: SpaceIx) -> (bool, bool) {
    let field = field::field(run.rules, &run.state, settings, space);
    let fought = u32::from(run.state.operations.round_of(space).saturating_sub(1));
    let mut dice = |die: hit::Die| {
        let unit = die.unit.map(|unit| UnitIx::new(usize::from(unit)));
        let what = Decision::of(Purpose::Battle).at(space).unit(unit).round(fought * 2 + u32::from(die.by_attacker));
        run.roll(what, i64::from(die.sides)) as u8
    };
    let Ok(after) = hit::play_round(&field.battle, fought, &mut dice) else { return (true, false) };
    for (line, left) in field.lines.iter().zip(&after.left) {
        take_losses(run, line, left);
        for (stacks, left) in
            line.rows.iter().zip(left).zip(&line.found).filter(|(_, found)| **found).map(|(row, _)| row)
        {
            let Some(stack) = stacks.first() else { continue };
            stealth::tell(run, space, stack.power, stack.unit, left.iter().sum());
        }
    }
    for stack in field.lines.iter().flat_map(|line| line.rows.iter().flatten()) {
        drop_overflow(run, stack.power, space);
    }
    lose_kept(run, space);
    (after.is_idle, after.called)
}

/// Turns what is left of each row into damage and losses; those who stand last in a row go first.
fn take_losses(run: &mut Run, line: &Line, left: &[Vec<u16>]) {
    for (stacks, left) in line.rows.iter().zip(left) {
        let before: u16 = stacks.iter().map(|stack| stack.count).sum();
        let mut hurt: Vec<(u8, u16)> =
            left.iter().enumerate().skip(1).map(|(level, count)| (level as u8, *count)).collect();
        let mut lost = before.saturating_sub(left.iter().sum());
        for stack in stacks.iter().rev() {
            let mut rest = stack.count;
            let dead = lost.min(rest);
            (lost, rest) = (lost - dead, rest - dead);
            if dead > 0 {
                run.emit(Event::Removed { stack: Stack { count: dead, ..*stack }, why: LossReason::Fire });
            }
            for (level, count) in &mut hurt {
                let now = (*count).min(rest);
                (*count, rest) = (*count - now, rest - now);
                if now > 0 {
                    let stack = Stack { count: now, ..*stack };
                    let to = stack.damaged + *level;
                    run.emit(Event::Operation(Operation::Damaged { stack, to }));
                }
            }
        }
    }
}

/// Units that leave the battle go where they said.
fn leave(run: &mut Run, space: SpaceIx, met: &mut Vec<SpaceIx>) {
    for stack in run.state.stacks_in(space).to_vec() {
        let Some(group) = run.state.operations.group(stack.army).copied() else { continue };
        let (Role::Withdrawing, Some(to)) = (group.role, group.target) else { continue };
        // The orders may have been lost with part of the stack; those who are there go.
        let now = run.state.operations.round;
        let enemies =
            to != space && zones::is_sea(run.rules, to) && zones::enemies(&run.state, stack.power, to).next().is_some();
        let meets = enemies && zones::is_ship(run.rules, stack.unit);
        let role = match (meets, zones::powers_of(run.rules, &run.state).contains(&stack.power)) {
            (true, true) => Role::Engaged,
            (true, false) => Role::Cornered,
            (false, _) => Role::Retreated,
        };
        let group = Group { role, from: space, spent: 0, target: None, silent_in: now, then: None };
        let Ok(army) = crate::procedures::range::number(run, group) else { continue };
        if zones::is_ship(run.rules, stack.unit) {
            take_cargo(run, stack, to, army);
        }
        run.emit(Event::Moved { stack, to, army });
        if stack.damaged > 0 {
            crate::procedures::refit::follow(run, stack, to);
        }
        if meets && !run.state.operations.is_fighting(to) {
            pass::meet(run, to);
            met.push(to);
        }
    }
}

/// Cargo that the ships left behind could not hold goes with those who leave.
fn take_cargo(run: &mut Run, ship: Stack, to: SpaceIx, army: u8) {
    let mut rest = overflow(run.rules, &run.state, ship.power, ship.space, Some(ship));
    for cargo in run.state.stacks_in(ship.space).to_vec() {
        let is_cargo = cargo.power == ship.power && run.rules.unit(cargo.unit).domain == Domain::Land;
        let weight = zones::weight(run.rules, cargo.unit).max(1);
        let count = cargo.count.min((rest + weight - 1).div_euclid(weight).clamp(0, 60_000) as u16);
        if is_cargo && rest > 0 && count > 0 && zones::capacity(run.rules, ship.unit, cargo.unit) > 0 {
            rest -= weight * i64::from(count);
            run.emit(Event::Moved { stack: Stack { count, ..cargo }, to, army });
        }
    }
}

/// Ships that were to bombard from a zone still fought over must help there; returns those zones.
fn call_bombarding_ships(run: &mut Run) -> Vec<SpaceIx> {
    let mut zones_fought = Vec::new();
    for battle in open(run, BattleGround::Sea) {
        let _ = call_ships(run, battle.space);
        zones_fought.push(battle.space);
    }
    zones_fought
}

/// Ships that were to bombard from a zone fight in it instead; whether there were any.
fn call_ships(run: &mut Run, zone: SpaceIx) -> bool {
    let mut found = false;
    for stack in run.state.stacks_in(zone).to_vec() {
        let Some(group) = run.state.operations.group(stack.army).copied() else { continue };
        if group.role == Role::Bombards {
            regroup(run, stack, Group { role: Role::Engaged, target: None, ..group });
            found = true;
        }
    }
    found
}

/// Gives units other orders where they stand; when no more orders fit they keep theirs.
pub(super) fn regroup(run: &mut Run, stack: Stack, group: Group) {
    if let Ok(army) = crate::procedures::range::number(run, group) {
        run.emit(Event::Moved { stack, to: stack.space, army });
    }
}

/// Cargo whose landing came to nothing stays aboard.
fn stay_aboard(run: &mut Run, stack: Stack, group: Group) {
    regroup(run, stack, Group { role: Role::Sailing, target: None, spent: u8::MAX, ..group });
}

/// Cargo lands where the zone is clear. Landing late costs it its dice in that round.
fn go_ashore(run: &mut Run, settings: &HitRules, fought: &[SpaceIx], diverted: &[SpaceIx]) {
    let round = run.state.operations.round;
    for stack in run.state.stacks.clone() {
        let Some(group) = run.state.operations.group(stack.army).copied() else { continue };
        let (Role::Landing, Some(target)) = (group.role, group.target) else { continue };
        let waits = run.state.operations.is_fighting(target) && run.state.operations.round_of(target) == 0;
        if fought.contains(&stack.space) || waits {
            continue;
        }
        if !field::fighters(run.rules, &run.state, stack.space, false).is_empty() {
            stay_aboard(run, stack, group);
            continue;
        }
        let began = i64::from(run.state.operations.round_of(target));
        let keeps = settings.landing_keeps_attack.is_none_or(|by| began <= by && !diverted.contains(&stack.space));
        let silent_in = if keeps { 0 } else { round };
        let landed = Group { role: Role::Landed, from: stack.space, spent: 0, target: None, silent_in, then: None };
        if let Ok(army) = crate::procedures::range::number(run, landed) {
            run.emit(Event::Moved { stack, to: target, army });
        }
    }
}

/// Closes a battle that one side has left or lost.
fn finish(run: &mut Run, settings: &HitRules, space: SpaceIx, idle: bool) {
    let Some(battle) = run.state.operations.battle(space).copied() else { return };
    let attackers = field::fighters(run.rules, &run.state, space, true);
    let defenders = field::fighters(run.rules, &run.state, space, false);
    let round = run.state.operations.round;
    let waits = battle.ground == BattleGround::Land && expected(run, space);
    if defenders.is_empty() && !attackers.is_empty() {
        if battle.ground == BattleGround::Land {
            let takers: Vec<_> =
                attackers.iter().filter(|stack| field::can_take(run.rules, &run.state, **stack)).collect();
            if takers.is_empty() && waits {
                return;
            }
            conquest::by_units(run, settings, space);
        }
        close(run, BattleRecord { is_over: true, cleared_in: round, ..battle });
    } else if attackers.is_empty() && !waits || idle {
        let cleared_in = if defenders.is_empty() { round } else { 0 };
        close(run, BattleRecord { is_over: true, cleared_in, ..battle });
    } else {
        close(run, BattleRecord { scorches: false, ..battle });
    }
}

pub(super) fn close(run: &mut Run, battle: BattleRecord) {
    run.emit(Event::Operation(Operation::BattleChanged { battle }));
    if battle.is_over {
        leaders::battle_over(run, battle.space);
    }
}

/// All battles are over: aircraft of sunk carriers look for a place, cargo whose landing failed stays aboard or is lost.
pub(super) fn end(run: &mut Run, settings: &HitRules) {
    let powers = zones::powers_of(run.rules, &run.state);
    let spaces: Vec<SpaceIx> = run.state.operations.battles.iter().map(|battle| battle.space).collect();
    let flight = settings.lost_deck_flight.unwrap_or(0).clamp(0, 250) as u8;
    let defended: Vec<SpaceIx> = spaces
        .iter()
        .copied()
        .filter(|space| {
            run.state
                .stacks_in(*space)
                .iter()
                .any(|stack| run.rules.unit(stack.unit).domain == Domain::Air && !powers.contains(&stack.power))
        })
        .collect();
    settle_homeless(run, &defended, flight);
    for stack in run.state.stacks.clone() {
        let group = run.state.operations.group(stack.army).copied();
        if let Some(group) = group.filter(|group| group.role == Role::Landing) {
            stay_aboard(run, stack, group);
        }
    }
    run.emit(Event::Operation(Operation::BattlesDeclared { battles: Vec::new() }));
}
