//! Decisions between rounds besides leaving: which battles wait, who is given up first, who is to have the land, other ways to
//! fire, factories torn down.

use chartroom_format::schema::refusal::Ban;
use chartroom_format::schema::units::CombatRole;

use super::retreat::{exits, leavers, most_leaving};
use super::{HitRules, field};
use crate::action::Refusal;
use crate::event::{Event, Operation};
use crate::ids::{PowerIx, SpaceIx, UnitIx};
use crate::order::Order;
use crate::procedures::{leaders, recruit};
use crate::query::zones;
use crate::ruleset::Ruleset;
use crate::run::Run;
use crate::state::operations::{BattleGround, BattleRecord, BattleStep, Role};
use crate::state::{Stack, State};

/// All orders that the side that decides now may give.
pub(super) fn orders<'s>(
    rules: &'s Ruleset,
    state: &'s State,
    settings: &'s HitRules,
) -> impl Iterator<Item = Order> + 's {
    let attacks = state.operations.step == BattleStep::AttackerDecides;
    let open = state.operations.battles.iter().filter(|battle| !battle.is_over);
    open.filter(|battle| state.operations.round_of(battle.space) > 0)
        .flat_map(move |battle| {
            let mut found = Vec::new();
            if attacks {
                found.extend(can_wait(rules, state, battle.space).then_some(Order::PutOff { space: battle.space }));
                if state.operations.claims.iter().all(|(space, _)| *space != battle.space) {
                    let nations = claimants(rules, state, battle);
                    found.extend(nations.into_iter().map(|power| Order::Claim { space: battle.space, power }));
                }
            }
            if battle.is_fought {
                fought(rules, state, settings, battle.space, attacks, &mut found);
            }
            found
        })
        .chain(leaders::recalls(rules, state, settings))
}

/// Orders for a battle with enemies.
fn fought(rules: &Ruleset, state: &State, settings: &HitRules, space: SpaceIx, attacks: bool, found: &mut Vec<Order>) {
    for stack in leavers(rules, state, space, attacks) {
        let most = most_leaving(rules, state, settings, stack, attacks);
        for to in exits(rules, state, settings, stack, attacks) {
            let parts = [most, 1].into_iter().take(if most > 1 { 2 } else { 1 });
            found.extend(parts.map(|count| Order::Withdraw { stack: Stack { count, ..stack }, to }));
        }
    }
    if !attacks && can_scorch(rules, state, settings, space) {
        found.push(Order::Scorch { space });
    }
    for (power, unit) in aimers(rules, state, space, attacks) {
        let other = !state.operations.other_fire.contains(&(space, power, unit));
        if other {
            found.push(Order::Aim { space, power, unit, other });
        }
    }
    let kinds = unnamed(rules, state, space, attacks);
    // The last kind left is given up last, named or not.
    if kinds.len() > 1 {
        found.extend(kinds.into_iter().map(|(power, unit)| Order::Offer { space, power, unit }));
    }
}

/// Kinds of units of a side in a battle that its owner has not named among those he gives up first.
fn unnamed(rules: &Ruleset, state: &State, space: SpaceIx, attacks: bool) -> Vec<(PowerIx, UnitIx)> {
    let mut kinds: Vec<(PowerIx, UnitIx)> =
        field::fighters(rules, state, space, attacks).iter().map(|stack| (stack.power, stack.unit)).collect();
    kinds.sort_unstable();
    kinds.dedup();
    kinds.retain(|(power, unit)| !state.operations.offered.contains(&(space, *power, *unit)));
    kinds
}

pub(super) fn offer(run: &mut Run, space: SpaceIx, power: PowerIx, unit: UnitIx) -> Result<(), Refusal> {
    let attacks = run.state.operations.step == BattleStep::AttackerDecides;
    let known = space.index() < run.rules.board.spaces.len()
        && run.state.operations.is_fighting(space)
        && run.state.operations.round_of(space) > 0;
    if !known || !unnamed(run.rules, &run.state, space, attacks).contains(&(power, unit)) {
        return Err(Refusal::of(Ban::Losses, "only units of the own side in a battle can be given up"));
    }
    run.emit(Event::Operation(Operation::Offered { space, power, unit }));
    Ok(())
}

/// Whether a battle may wait while others are fought: none of its own has been, and no battle next to it depends on it.
fn can_wait(rules: &Ruleset, state: &State, space: SpaceIx) -> bool {
    let now = &state.operations;
    let goes_on = |battle: &&BattleRecord| !battle.is_over && battle.space != space && now.round_of(battle.space) > 0;
    now.round_of(space) == 1 && now.battles.iter().filter(goes_on).count() > 0 && linked(rules, state, space).is_none()
}

/// A battle next door that is not over: units may retreat from one to the other, or land from it.
fn linked(rules: &Ruleset, state: &State, space: SpaceIx) -> Option<SpaceIx> {
    let near = |to: &SpaceIx| rules.board.link(space, *to).is_some() || rules.board.link(*to, space).is_some();
    let open = state.operations.battles.iter().filter(|battle| !battle.is_over && battle.space != space);
    open.map(|battle| battle.space).find(near)
}

pub(super) fn put_off(run: &mut Run, space: SpaceIx) -> Result<(), Refusal> {
    let attacks = run.state.operations.step == BattleStep::AttackerDecides;
    let battle = run.state.operations.battle(space).copied().filter(|battle| attacks && !battle.is_over);
    let Some(battle) = battle.filter(|_| run.state.operations.round_of(space) == 1) else {
        return Err(Refusal::of(Ban::WrongTime, "only a battle that has not begun can wait"));
    };
    if linked(run.rules, &run.state, space).is_some() {
        return Err(Refusal::of(Ban::BattleOrder, "battles next to each other are fought together"));
    }
    if !can_wait(run.rules, &run.state, space) {
        return Err(Refusal::of(Ban::BattleOrder, "one battle goes first"));
    }
    super::round::close(run, BattleRecord { late: run.state.operations.round, ..battle });
    Ok(())
}

/// Nations of the player that could hold a land: those with land units in its battle or on their way ashore.
fn claimants(rules: &Ruleset, state: &State, battle: &BattleRecord) -> Vec<PowerIx> {
    if battle.ground == BattleGround::Sea {
        return Vec::new();
    }
    let lands = |stack: &Stack| {
        let group = state.operations.group(stack.army);
        group.is_some_and(|group| group.role == Role::Landing && group.target == Some(battle.space))
    };
    let here = field::fighters(rules, state, battle.space, true);
    let coming = state.stacks.iter().filter(|stack| lands(stack));
    let all = here.iter().chain(coming).filter(|stack| zones::takes_land(rules, stack.unit));
    let mut nations: Vec<PowerIx> = all.map(|stack| stack.power).collect();
    nations.sort_unstable();
    nations.dedup();
    // Where leaders took part it is theirs to have.
    let led = leaders::nations(state, battle.space);
    nations.retain(|power| led.is_empty() || led.contains(power));
    if nations.len() > 1 { nations } else { Vec::new() }
}

pub(super) fn claim(run: &mut Run, space: SpaceIx, power: PowerIx) -> Result<(), Refusal> {
    let attacks = run.state.operations.step == BattleStep::AttackerDecides;
    let battle = run.state.operations.battle(space).copied().filter(|battle| attacks && !battle.is_over);
    if !battle.is_some_and(|battle| claimants(run.rules, &run.state, &battle).contains(&power)) {
        return Err(Refusal::of(Ban::Claim, "only nations with land units in a battle that several fight can have it"));
    }
    run.emit(Event::Operation(Operation::Claimed { space, power }));
    Ok(())
}

fn can_scorch(rules: &Ruleset, state: &State, settings: &HitRules, space: SpaceIx) -> bool {
    let battle = state.operations.battle(space);
    let open = battle.is_some_and(|battle| !battle.is_over && !battle.scorches && battle.ground == BattleGround::Land);
    settings.scorched_earth
        && open
        && recruit::settings(rules)
            .is_some_and(|settings| zones::factory(rules, state, space, &settings.kinds()).is_some())
        && !field::fighters(rules, state, space, false).is_empty()
}

pub(super) fn scorch(run: &mut Run, settings: &HitRules, space: SpaceIx) -> Result<(), Refusal> {
    let defends = matches!(run.state.operations.step, BattleStep::DefenderDecides(_));
    let battle = run.state.operations.battle(space).copied();
    match battle.filter(|_| defends && can_scorch(run.rules, &run.state, settings, space)) {
        Some(battle) => {
            super::round::close(run, BattleRecord { scorches: true, ..battle });
            Ok(())
        }
        None => Err(Refusal::of(Ban::Scorch, "no factory can be torn down there now")),
    }
}

/// Units of the deciding side that know another way to fire.
fn aimers(rules: &Ruleset, state: &State, space: SpaceIx, attacks: bool) -> Vec<(PowerIx, UnitIx)> {
    let role = if attacks { CombatRole::Attacking } else { CombatRole::Defending };
    let first = state.operations.round_of(space) == 1;
    let early = |unit: UnitIx| rules.unit(unit).early.is_some_and(|(_, option)| first && state.option_or_none(option));
    let bombards = |stack: &&Stack| {
        let group = state.operations.group(stack.army);
        attacks
            && early(stack.unit)
            && group.is_some_and(|group| group.role == Role::Bombards && group.target == Some(space))
    };
    let mut found: Vec<(PowerIx, UnitIx)> = field::fighters(rules, state, space, attacks)
        .iter()
        .filter(|stack| {
            let kind = &rules.profiles[stack.unit.index()].kind;
            early(stack.unit) || kind.other_fire.iter().any(|other| other.when == role)
        })
        .chain(state.stacks.iter().filter(bombards))
        .map(|stack| (stack.power, stack.unit))
        .collect();
    found.sort_unstable();
    found.dedup();
    found
}

pub(super) fn aim(run: &mut Run, space: SpaceIx, power: PowerIx, unit: UnitIx, other: bool) -> Result<(), Refusal> {
    let attacks = run.state.operations.step == BattleStep::AttackerDecides;
    let known = space.index() < run.rules.board.spaces.len() && run.state.operations.is_fighting(space);
    if !known || !aimers(run.rules, &run.state, space, attacks).contains(&(power, unit)) {
        return Err(Refusal::of(Ban::Aim, "these units have no other way to fire"));
    }
    run.emit(Event::Operation(Operation::OtherFireChosen { space, power, unit, other }));
    Ok(())
}
