//! Assaults and defensive assaults: strength and a die on the firepower table.

use chartroom_format::schema::condition::BattleKind;
use chartroom_format::schema::rules::Quantity;
use chartroom_format::schema::units::{CombatRole, Domain};

use super::is_hostile;
use crate::action::Refusal;
use crate::condition::Scene;
use crate::event::Event;
use crate::ids::{SideIx, SpaceIx, UnitIx};
use crate::modifier;
use crate::procedures::FirepowerRules;
use crate::ruleset::Ruleset;
use crate::run::Run;
use crate::state::{LossesDue, Stack, State};

/// Losses that fire of this strength does on a die, after modifiers.
pub fn losses(rules: &Ruleset, settings: &FirepowerRules, die: i64, strength: i64) -> i64 {
    rules.table(settings.firepower).number(die, strength.min(settings.group))
}

/// Losses that a hex really takes when forts stand in it.
pub const fn after_forts(losses: i64, forts: i64) -> i64 {
    if losses > forts { losses - forts } else { 0 }
}

/// The defenders of a space that still may fire.
fn defenders<'s>(
    rules: &'s Ruleset,
    state: &'s State,
    attacker: SideIx,
    settings: &'s FirepowerRules,
    space: SpaceIx,
) -> impl Iterator<Item = &'s Stack> {
    state.stacks_in(space).iter().filter(move |stack| {
        let side = state.side_of(stack.power);
        side.is_some_and(|side| {
            side != attacker
                && state.combat.record(side, stack.army).is_none_or(|record| stack.army == 0 || !record.defended)
        }) && rules.unit(stack.unit).is(settings.defensive_assault)
    })
}

fn fixed(rules: &Ruleset, unit: UnitIx) -> bool {
    rules.unit(unit).domain == Domain::Fixed
}

/// Whether the defenders of a target have something to fire with.
pub(super) fn may_defend(
    rules: &Ruleset,
    state: &State,
    attacker: SideIx,
    settings: &FirepowerRules,
    space: SpaceIx,
) -> bool {
    is_hostile(state, attacker, space) && defence_strength(rules, state, attacker, settings, space) > 0
}

fn defence_strength(
    rules: &Ruleset,
    state: &State,
    attacker: SideIx,
    settings: &FirepowerRules,
    space: SpaceIx,
) -> i64 {
    let stacks: Vec<&Stack> = defenders(rules, state, attacker, settings, space).collect();
    let armies: Vec<&Stack> = stacks.iter().copied().filter(|stack| !fixed(rules, stack.unit)).collect();
    let forts: i64 = if fort_has_fired(state, space) {
        0
    } else {
        stacks.iter().filter(|stack| fixed(rules, stack.unit)).map(|stack| i64::from(stack.count)).sum()
    };
    let scene = defence_scene(state, space);
    let fire = modifier::strength(rules, state, &scene, &armies, |_| true);
    (fire + forts).min(settings.group)
}

/// Forts fire with their hex once a turn.
fn fort_has_fired(state: &State, space: SpaceIx) -> bool {
    state.combat.forts_fired.contains(&space)
}

fn defence_scene(state: &State, space: SpaceIx) -> Scene {
    Scene {
        side: state.holding_side(space),
        role: Some(CombatRole::Defending),
        at: Some(space),
        from: Some(space),
        battle: Some(BattleKind::DefensiveAssault),
        ..Scene::default()
    }
}

/// The defenders of a space fire at the armies that attack it.
pub(super) fn defensive_assault(run: &mut Run, attacker: SideIx, settings: &FirepowerRules, space: SpaceIx) {
    let strength = defence_strength(run.rules, &run.state, attacker, settings, space);
    let Some(side) = run.state.holding_side(space) else { return };
    let stacks: Vec<Stack> = defenders(run.rules, &run.state, attacker, settings, space).copied().collect();
    let references: Vec<&Stack> = stacks.iter().collect();
    let scene = defence_scene(&run.state, space);
    let roll = run.roll(6);
    let added = modifier::die(run.rules, &run.state, &Quantity::Die(BattleKind::DefensiveAssault), &scene, &references);
    let losses = losses(run.rules, settings, roll + added, strength);
    let mut armies: Vec<u8> = stacks.iter().map(|stack| stack.army).filter(|army| *army != 0).collect();
    armies.sort_unstable();
    armies.dedup();
    let from: Vec<(u8, SpaceIx)> = attackers(&run.state, attacker, space);
    let at = from.first().map_or(space, |(_, space)| *space);
    run.emit(Event::Fired {
        side,
        kind: BattleKind::DefensiveAssault,
        from: space,
        at,
        strength,
        die: roll + added,
        losses,
    });
    run.emit(Event::Defended { side, armies });
    if stacks.iter().any(|stack| fixed(run.rules, stack.unit)) {
        run.emit(Event::FortFired { space });
    }
    run.emit(Event::DefenceAnswered { space, fired: true });
    if losses > 0 {
        run.emit(Event::LossesFell { due: LossesDue { side: attacker, from, count: losses as u16 } });
    }
}

/// The armies that attack a space now.
fn attackers(state: &State, attacker: SideIx, space: SpaceIx) -> Vec<(u8, SpaceIx)> {
    if let Some((army, Some(target))) = state.combat.exploiting
        && target == space
    {
        return state.army_space(attacker, army).map(|at| (army, at)).into_iter().collect();
    }
    let records = state.combat.armies.iter().filter(|record| record.side == attacker && record.target == Some(space));
    records.filter_map(|record| state.army_space(attacker, record.army).map(|at| (record.army, at))).collect()
}

/// The armies that fire together from one hex at another.
fn firing(state: &State, side: SideIx, from: SpaceIx, target: SpaceIx, exploiting: Option<u8>) -> Vec<u8> {
    let open = |army: u8| {
        state.army_space(side, army) == Some(from)
            && state.combat.record(side, army).is_some_and(|record| !record.assaulted && !record.done)
    };
    match exploiting {
        Some(army) => std::iter::once(army).filter(|army| open(*army)).collect(),
        None => state
            .combat
            .armies
            .iter()
            .filter(|record| record.side == side && record.target == Some(target) && open(record.army))
            .map(|record| record.army)
            .collect(),
    }
}

fn assault_scene(side: SideIx, from: SpaceIx, target: SpaceIx) -> Scene {
    Scene {
        side: Some(side),
        role: Some(CombatRole::Attacking),
        at: Some(target),
        from: Some(from),
        battle: Some(BattleKind::Assault),
        ..Scene::default()
    }
}

/// With what strength the armies of a hex would fire at another.
pub(super) fn assault_strength(
    rules: &Ruleset,
    state: &State,
    side: SideIx,
    settings: &FirepowerRules,
    from: SpaceIx,
    target: SpaceIx,
    exploiting: Option<u8>,
) -> i64 {
    let armies = firing(state, side, from, target, exploiting);
    let stacks: Vec<&Stack> = armies.iter().flat_map(|army| state.army(side, *army)).collect();
    let scene = assault_scene(side, from, target);
    modifier::strength(rules, state, &scene, &stacks, |unit| rules.unit(unit).is(settings.assault)).min(settings.group)
}

pub(super) fn assault(
    run: &mut Run,
    side: SideIx,
    settings: &FirepowerRules,
    from: SpaceIx,
    target: SpaceIx,
    exploiting: Option<u8>,
) -> Result<(), Refusal> {
    if target.index() >= run.rules.board.spaces.len() || !is_hostile(&run.state, side, target) {
        return Err(Refusal::new("hgw:advfriendly.2.a", "there is no enemy there to fire at"));
    }
    let armies = firing(&run.state, side, from, target, exploiting);
    if armies.is_empty() {
        return Err(Refusal::new("hgw:attack.3.b", "no army there may still assault that hex"));
    }
    let strength = assault_strength(run.rules, &run.state, side, settings, from, target, exploiting);
    let stacks: Vec<Stack> = armies.iter().flat_map(|army| run.state.army(side, *army).copied()).collect();
    let references: Vec<&Stack> = stacks.iter().collect();
    let roll = run.roll(6);
    let scene = assault_scene(side, from, target);
    let added = modifier::die(run.rules, &run.state, &Quantity::Die(BattleKind::Assault), &scene, &references);
    let rolled = losses(run.rules, settings, roll + added, strength);
    run.emit(Event::Fired {
        side,
        kind: BattleKind::Assault,
        from,
        at: target,
        strength,
        die: roll + added,
        losses: rolled,
    });
    run.emit(Event::Assaulted { side, armies });
    strike(run, settings, target, rolled);
    Ok(())
}

/// Losses on a hex: forts swallow some, armies and forts take the rest, and an empty hex loses its garrison.
pub(crate) fn strike(run: &mut Run, settings: &FirepowerRules, target: SpaceIx, rolled: i64) {
    let Some(side) = run.state.holding_side(target) else { return };
    let forts: i64 = run
        .state
        .stacks_in(target)
        .iter()
        .filter(|stack| fixed(run.rules, stack.unit))
        .map(|stack| i64::from(stack.count))
        .sum();
    let used =
        run.state.combat.swallowed.iter().find(|(at, _)| *at == target).map_or(0, |(_, points)| i64::from(*points));
    let left = after_forts(rolled, (forts - used).max(0));
    if left < rolled {
        run.emit(Event::FortSwallowed { space: target, points: (rolled - left) as u8 });
    }
    if left <= 0 {
        return;
    }
    let mut from: Vec<(u8, SpaceIx)> = run
        .state
        .stacks_in(target)
        .iter()
        .filter(|stack| run.state.side_of(stack.power) == Some(side))
        .map(|stack| (stack.army, target))
        .collect();
    from.dedup();
    if from.is_empty() {
        if super::advance::garrison(run.rules, &run.state, settings, target) > 0 {
            run.emit(Event::GarrisonLost { space: target });
        }
        return;
    }
    run.emit(Event::LossesFell { due: LossesDue { side, from, count: left as u16 } });
}
