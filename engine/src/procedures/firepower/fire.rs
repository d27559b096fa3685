//! Assaults and defensive assaults: an air attack where both sides have aircraft, then strength and a die on the firepower
//! table.

use chartroom_format::schema::condition::BattleKind;
use chartroom_format::schema::refusal::Ban;
use chartroom_format::schema::rules::Quantity;
use chartroom_format::schema::units::{CombatRole, Domain};

use super::{is_hostile, occupation};
use crate::action::Refusal;
use crate::condition::Scene;
use crate::event::{Event, LossReason};
use crate::ids::{ClassIx, SideIx, SpaceIx, UnitIx};
use crate::modifier;
use crate::procedures::FirepowerRules;
use crate::ruleset::Ruleset;
use crate::run::Run;
use crate::state::rng::{Decision, Purpose};
use crate::state::{LossesDue, Stack, State, Whom};

/// Losses that fire of this strength does on a die, after modifiers.
pub fn losses(rules: &Ruleset, settings: &FirepowerRules, die: i64, strength: i64) -> i64 {
    rules.table(settings.firepower).number(die, strength.min(settings.group))
}

/// Losses that a hex really takes when forts stand in it.
pub const fn after_forts(losses: i64, forts: i64) -> i64 {
    if losses > forts { losses - forts } else { 0 }
}

/// Faces of the die of the firepower and advance tables.
pub(super) const DIE: i64 = 6;

/// Fire of any strength: everything fires, in groups with a die each. The last die, and all losses.
pub(super) fn volley(
    run: &mut Run,
    settings: &FirepowerRules,
    what: Decision<'_>,
    strength: i64,
    added: i64,
) -> (i64, i64) {
    let (mut left, mut die, mut done) = (strength, 0, 0);
    while left > 0 {
        die = run.roll(what, DIE) + added;
        done += losses(run.rules, settings, die, left);
        left -= settings.group;
    }
    (die, done)
}

/// Fire from the air or at sea, without modifiers.
pub(super) fn barrage(run: &mut Run, settings: &FirepowerRules, what: Decision<'_>, strength: i64) -> i64 {
    volley(run, settings, what, strength, 0).1
}

/// The defenders of a space that still may fire.
pub(super) fn defenders<'s>(
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
                && state
                    .combat
                    .record(side, stack.army)
                    .is_none_or(|record| stack.army == 0 || !record.defended && !record.reserved)
        }) && rules.unit(stack.unit).is(Some(settings.defensive_assault))
    })
}

fn fixed(rules: &Ruleset, unit: UnitIx) -> bool {
    rules.unit(unit).domain == Domain::Fixed
}

fn flies(rules: &Ruleset, settings: &FirepowerRules, unit: UnitIx) -> bool {
    settings.air.is_some() && rules.unit(unit).is(settings.air)
}

/// Air points among stacks.
fn air_points<'s>(rules: &Ruleset, settings: &FirepowerRules, stacks: impl IntoIterator<Item = &'s Stack>) -> i64 {
    let in_air = stacks.into_iter().filter(|stack| flies(rules, settings, stack.unit));
    in_air.map(|stack| i64::from(stack.count)).sum()
}

/// Of so many air points, those that must fight enemy aircraft first.
const fn committed(own: i64, enemy: i64) -> i64 {
    if own < enemy { own } else { enemy }
}

/// Air points fight those of the enemy in some spaces before an assault; losses beyond them are ignored.
fn air_attack(run: &mut Run, settings: &FirepowerRules, what: Decision<'_>, own: i64, enemies: &[Stack]) {
    let enemy = air_points(run.rules, settings, enemies);
    let points = committed(own, enemy);
    if points == 0 {
        return;
    }
    let mut left = barrage(run, settings, what, points).min(enemy);
    for stack in enemies.iter().filter(|stack| flies(run.rules, settings, stack.unit)) {
        let taken = left.min(i64::from(stack.count));
        if taken > 0 {
            run.emit(Event::Removed { stack: Stack { count: taken as u16, ..*stack }, why: LossReason::Fire });
            left -= taken;
        }
    }
}

/// The strength of a normal assault: what stands on the ground, and the aircraft that have no aircraft to fight.
fn ground_strength(
    rules: &Ruleset,
    state: &State,
    settings: &FirepowerRules,
    scene: &Scene,
    stacks: &[&Stack],
    takes_part: ClassIx,
    enemy_air: i64,
) -> i64 {
    let fires = |unit: UnitIx| rules.unit(unit).is(Some(takes_part)) && !flies(rules, settings, unit);
    let ground = modifier::strength(rules, state, scene, stacks, fires).min(settings.group);
    let air = air_points(rules, settings, stacks.iter().copied());
    // Aircraft without anybody on the ground fight in the air only.
    if ground == 0 && air > 0 { 0 } else { ground + air - committed(air, enemy_air) }
}

/// Whether the defenders of a target have something to fire with, and a side to decide for them: a country that fights without
/// allies only holds its ground.
pub(super) fn may_defend(
    rules: &Ruleset,
    state: &State,
    attacker: SideIx,
    settings: &FirepowerRules,
    space: SpaceIx,
) -> bool {
    is_hostile(state, attacker, space)
        && state.holding_side(space).is_some()
        && defence_strength(rules, state, attacker, settings, space) > 0
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
    let forts: i64 = if state.combat.forts_fired.contains(&space) {
        0
    } else {
        stacks.iter().filter(|stack| fixed(rules, stack.unit)).map(|stack| i64::from(stack.count)).sum()
    };
    let scene = defence_scene(state, space);
    let enemy_air = air_points(rules, settings, &attacking_stacks(state, attacker, space));
    let fire = ground_strength(rules, state, settings, &scene, &armies, settings.defensive_assault, enemy_air);
    (fire + forts).min(settings.group.max(fire))
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
    let Some(side) = run.state.holding_side(space) else { return };
    let stacks: Vec<Stack> = defenders(run.rules, &run.state, attacker, settings, space).copied().collect();
    let strength = defence_strength(run.rules, &run.state, attacker, settings, space);
    let own_air = air_points(run.rules, settings, &stacks);
    let enemies = attacking_stacks(&run.state, attacker, space);
    air_attack(run, settings, Decision::of(Purpose::AirBattle).at(space).by(side), own_air, &enemies);
    let references: Vec<&Stack> = stacks.iter().collect();
    let scene = defence_scene(&run.state, space);
    let added = modifier::die(run.rules, &run.state, &Quantity::Die(BattleKind::DefensiveAssault), &scene, &references);
    let (die, losses) = volley(run, settings, Decision::of(Purpose::Battle).at(space).by(side), strength, added);
    let mut armies: Vec<u8> = stacks.iter().map(|stack| stack.army).filter(|army| *army != 0).collect();
    armies.sort_unstable();
    armies.dedup();
    let from: Vec<(u8, SpaceIx)> = attackers(&run.state, attacker, space);
    let at = from.first().map_or(space, |(_, space)| *space);
    run.emit(Event::Fired { side, kind: BattleKind::DefensiveAssault, from: space, at, strength, die, losses });
    run.emit(Event::Defended { side, armies });
    if stacks.iter().any(|stack| fixed(run.rules, stack.unit)) {
        run.emit(Event::FortFired { space });
    }
    run.emit(Event::DefenceAnswered { space, fired: true });
    if losses > 0 {
        let landing = if run.state.combat.invasions.is_empty() { 0 } else { (losses as u16).div_ceil(2) };
        let due = LossesDue { side: attacker, from, count: losses as u16, landing, whom: Whom::Usual };
        run.emit(Event::LossesFell { due });
    }
}

/// The armies that attack a space now.
pub(super) fn attackers(state: &State, attacker: SideIx, space: SpaceIx) -> Vec<(u8, SpaceIx)> {
    if let Some(landing) = state.combat.invasions.first() {
        return vec![(landing.army, landing.from)];
    }
    if let Some((army, Some(target))) = state.combat.exploiting
        && target == space
    {
        return state.army_space(attacker, army).map(|at| (army, at)).into_iter().collect();
    }
    let records = state.combat.armies.iter().filter(|record| record.side == attacker && record.target == Some(space));
    records.filter_map(|record| state.army_space(attacker, record.army).map(|at| (record.army, at))).collect()
}

fn attacking_stacks(state: &State, attacker: SideIx, space: SpaceIx) -> Vec<Stack> {
    attackers(state, attacker, space).iter().flat_map(|(army, _)| state.army(attacker, *army).copied()).collect()
}

/// The armies that fire together from one hex at another.
pub(super) fn firing(state: &State, side: SideIx, from: SpaceIx, target: SpaceIx, exploiting: Option<u8>) -> Vec<u8> {
    let open = |army: u8| {
        state.army_space(side, army) == Some(from)
            && state
                .combat
                .record(side, army)
                .is_none_or(|record| !record.assaulted && !record.done && !record.reserved)
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

/// Stacks of the enemy in a space.
fn enemies_in(state: &State, side: SideIx, space: SpaceIx) -> Vec<Stack> {
    state.stacks_in(space).iter().filter(|stack| state.side_of(stack.power) != Some(side)).copied().collect()
}

/// Points that fire in the assault of an invasion, one each: those who can land, whatever they do on land.
fn landing_fire(rules: &Ruleset, settings: &FirepowerRules, stacks: &[&Stack]) -> Option<i64> {
    let landings = settings.landings.as_ref()?;
    let fires =
        |stack: &&&Stack| rules.unit(stack.unit).is(Some(landings.assault)) && !flies(rules, settings, stack.unit);
    Some(stacks.iter().filter(fires).map(|stack| i64::from(stack.count)).sum())
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
    let enemy_air = air_points(rules, settings, &enemies_in(state, side, target));
    if !state.combat.invasions.is_empty() {
        let air = air_points(rules, settings, stacks.iter().copied());
        let ashore = landing_fire(rules, settings, &stacks).unwrap_or(0);
        return if ashore == 0 { 0 } else { ashore + air - committed(air, enemy_air) };
    }
    ground_strength(rules, state, settings, &scene, &stacks, settings.assault, enemy_air)
}

/// Whether the armies of a hex have something to fire at another with: on the ground, or in the air at least.
pub(super) fn may_assault(
    rules: &Ruleset,
    state: &State,
    side: SideIx,
    settings: &FirepowerRules,
    (from, target): (SpaceIx, SpaceIx),
    exploiting: Option<u8>,
) -> bool {
    let in_air = || {
        let armies = firing(state, side, from, target, exploiting);
        let own = air_points(rules, settings, armies.iter().flat_map(|army| state.army(side, *army)));
        committed(own, air_points(rules, settings, &enemies_in(state, side, target))) > 0
    };
    assault_strength(rules, state, side, settings, from, target, exploiting) > 0 || in_air()
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
        return Err(Refusal::of(Ban::NothingToFireAt, "there is no enemy there to fire at"));
    }
    let armies = firing(&run.state, side, from, target, exploiting);
    if armies.is_empty() {
        return Err(Refusal::of(Ban::HasFired, "no army there may still assault that hex"));
    }
    let strength = assault_strength(run.rules, &run.state, side, settings, from, target, exploiting);
    let stacks: Vec<Stack> = armies.iter().flat_map(|army| run.state.army(side, *army).copied()).collect();
    let own_air = air_points(run.rules, settings, &stacks);
    let enemies = enemies_in(&run.state, side, target);
    air_attack(run, settings, Decision::of(Purpose::AirBattle).at(target).by(side), own_air, &enemies);
    let references: Vec<&Stack> = stacks.iter().collect();
    let scene = assault_scene(side, from, target);
    let added = modifier::die(run.rules, &run.state, &Quantity::Die(BattleKind::Assault), &scene, &references);
    let (die, rolled) = volley(run, settings, Decision::of(Purpose::Battle).at(target).by(side), strength, added);
    let open = occupation::is_open(run.rules, &run.state, settings, target);
    run.emit(Event::Fired { side, kind: BattleKind::Assault, from, at: target, strength, die, losses: rolled });
    run.emit(Event::Assaulted { side, armies });
    if open && rolled > 0 {
        occupation::occupy(run, target, stacks.first().map(|stack| stack.power));
    } else {
        strike(run, settings, target, rolled);
    }
    Ok(())
}

/// Losses on a hex: forts swallow some, armies and forts take the rest, and an empty hex loses its garrison.
pub(crate) fn strike(run: &mut Run, settings: &FirepowerRules, target: SpaceIx, rolled: i64) {
    let Some(side) = run.state.holding_side(target) else {
        // Nobody stands in the land of a country on no side but its garrisons.
        if rolled > 0 && super::advance::garrison(run.rules, &run.state, settings, target) > 0 {
            run.emit(Event::GarrisonLost { space: target });
        }
        return;
    };
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
    let ashore = |stack: &&Stack| !matches!(run.rules.unit(stack.unit).domain, Domain::Sea | Domain::Submarine);
    let mut from: Vec<(u8, SpaceIx)> = run
        .state
        .stacks_in(target)
        .iter()
        .filter(|stack| run.state.side_of(stack.power) == Some(side))
        .filter(ashore)
        .map(|stack| (stack.army, target))
        .collect();
    from.dedup();
    if from.is_empty() {
        if super::advance::garrison(run.rules, &run.state, settings, target) > 0 {
            run.emit(Event::GarrisonLost { space: target });
        }
        return;
    }
    run.emit(Event::LossesFell { due: LossesDue { side, from, count: left as u16, landing: 0, whom: Whom::Usual } });
}
