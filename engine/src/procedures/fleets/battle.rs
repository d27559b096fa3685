//! Battles at sea: aircraft of carriers strike first, then both sides fire at once; the larger fleet remains.

use chartroom_format::schema::condition::BattleKind;
use chartroom_format::schema::rules::Quantity;

use super::FleetRules;
use crate::condition::Scene;
use crate::event::{Event, FleetEvent, LossReason};
use crate::ids::{Actor, SpaceIx, UnitIx};
use crate::modifier;
use crate::ruleset::Ruleset;
use crate::run::Run;
use crate::state::fleets::Fleet;
use crate::state::rng::{Decision, Purpose};
use crate::state::{Stack, State};

/// Faces of the die of the firepower table.
const DIE: i64 = 6;

/// A fleet in battle: its ships where they are kept.
#[derive(Clone, Debug)]
pub(super) struct Force {
    pub fleet: Fleet,
    pub ships: Vec<Stack>,
}

/// Ships among stacks of which something is true.
fn count(stacks: &[Stack], wanted: impl Fn(UnitIx) -> bool) -> i64 {
    stacks.iter().filter(|stack| wanted(stack.unit)).map(|stack| i64::from(stack.count)).sum()
}

impl Force {
    fn size(&self) -> i64 {
        count(&self.ships, |_| true)
    }
}

fn is_line(rules: &Ruleset, settings: &FleetRules, unit: UnitIx) -> bool {
    rules.unit(unit).is(Some(settings.line)) && !is_hunter(rules, settings, unit) && !is_carrier(rules, settings, unit)
}

fn is_hunter(rules: &Ruleset, settings: &FleetRules, unit: UnitIx) -> bool {
    settings.hunters.is_some() && rules.unit(unit).is(settings.hunters)
}

fn is_carrier(rules: &Ruleset, settings: &FleetRules, unit: UnitIx) -> bool {
    settings.carriers.is_some_and(|(class, _)| rules.unit(unit).is(Some(class)))
}

/// The strength of ships against submarines: their hunters, and the level of their side if a ship of the line or a carrier is with them.
pub(super) fn against_submarines(rules: &Ruleset, state: &State, settings: &FleetRules, ships: &[Stack]) -> i64 {
    let big = |unit: UnitIx| is_line(rules, settings, unit) || is_carrier(rules, settings, unit);
    let own = count(ships, |unit| is_hunter(rules, settings, unit));
    let lead = ships.iter().find(|stack| big(stack.unit));
    own + lead.map_or(0, |stack| level(rules, state, settings, stack))
}

fn level(_: &Ruleset, state: &State, settings: &FleetRules, stack: &Stack) -> i64 {
    let side = state.side_of(stack.power).map(Actor::Side);
    settings.level.filter(|_| side.is_some()).map_or(0, |track| state.track(track, side).max(0))
}

/// The strength of submarines that fire, with what modifies it.
pub(super) fn submarines(rules: &Ruleset, state: &State, ships: &[Stack]) -> i64 {
    let Some(first) = ships.first() else { return 0 };
    let scene = Scene {
        power: Some(first.power),
        side: state.side_of(first.power),
        battle: Some(BattleKind::Raid),
        ..Scene::default()
    };
    let stacks: Vec<&Stack> = ships.iter().collect();
    modifier::strength(rules, state, &scene, &stacks, |_| true)
}

/// The guns of a fleet against ships.
pub(super) fn guns(rules: &Ruleset, settings: &FleetRules, ships: &[Stack]) -> i64 {
    settings.battle * count(ships, |unit| is_line(rules, settings, unit))
        + count(ships, |unit| is_hunter(rules, settings, unit)) / 2
}

/// Fire of any strength in groups with a die each; all losses.
pub(super) fn fire(
    run: &mut Run,
    settings: &FleetRules,
    kind: BattleKind,
    (force, at): (&Force, SpaceIx),
    strength: i64,
) -> i64 {
    let Some(side) = run.state.side_of(force.fleet.power).filter(|_| strength > 0) else { return 0 };
    let stacks: Vec<&Stack> = force.ships.iter().collect();
    let scene = Scene {
        power: Some(force.fleet.power),
        side: Some(side),
        at: Some(at),
        battle: Some(kind),
        ..Scene::default()
    };
    let added = modifier::die(run.rules, &run.state, &Quantity::Die(kind), &scene, &stacks);
    let (mut left, mut done) = (strength, 0);
    while left > 0 {
        let (group, die) = (
            left.min(settings.group),
            run.roll(Decision::of(Purpose::SeaBattle).at(at).by(force.fleet.power), DIE) + added,
        );
        let losses = run.rules.table(settings.firepower).number(die, group);
        run.emit(Event::Fired { side, kind, from: force.fleet.space, at, strength: group, die, losses });
        done += losses;
        left -= settings.group.max(1);
    }
    done
}

/// Takes losses off a fleet, those first that are asked for first; how many ships went down.
fn sink(run: &mut Run, force: &mut Force, losses: i64, order: impl Fn(UnitIx) -> u8) -> i64 {
    let mut left = losses;
    let mut by_worth: Vec<usize> = (0..force.ships.len()).collect();
    by_worth.sort_by_key(|at| order(force.ships[*at].unit));
    for at in by_worth {
        let stack = &mut force.ships[at];
        let taken = left.min(i64::from(stack.count)).max(0);
        if taken > 0 {
            run.emit(Event::Removed { stack: Stack { count: taken as u16, ..*stack }, why: LossReason::Fire });
            stack.count -= taken as u16;
            left -= taken;
        }
    }
    force.ships.retain(|stack| stack.count > 0);
    losses.max(0) - left.max(0)
}

/// Losses by gunfire: hunters before ships of the line, carriers last. Those by aircraft: their attacker picks, carriers first.
fn by_guns(rules: &Ruleset, settings: &FleetRules, unit: UnitIx) -> u8 {
    match (is_hunter(rules, settings, unit), is_carrier(rules, settings, unit)) {
        (true, _) => 0,
        (false, false) => 1,
        (false, true) => 2,
    }
}

/// Two fleets meet. Whether the first remains; losses are taken.
pub(super) fn fight(run: &mut Run, settings: &FleetRules, mut one: Force, mut other: Force, at: SpaceIx) -> bool {
    let rules = run.rules;
    let (mut lost, mut taken) = (0, 0);
    let alone = (is_alone(rules, settings, &one), is_alone(rules, settings, &other));
    if !one.fleet.submarine && !other.fleet.submarine {
        let (a, b) = from_the_air(run, settings, (&mut one, &mut other), at);
        (lost, taken) = (a, b);
    }
    let sizes = (one.size(), other.size());
    let strength = |state: &State, own: &Force, enemy: &Force| match (own.fleet.submarine, enemy.fleet.submarine) {
        (true, _) => submarines(rules, state, &own.ships),
        (false, true) => against_submarines(rules, state, settings, &own.ships),
        (false, false) => guns(rules, settings, &own.ships),
    };
    let (first, second) = (strength(&run.state, &one, &other), strength(&run.state, &other, &one));
    let done = fire(run, settings, BattleKind::Sea, (&one, at), first);
    let received = fire(run, settings, BattleKind::Sea, (&other, at), second);
    lost += sink(run, &mut one, received, |unit| by_guns(rules, settings, unit));
    taken += sink(run, &mut other, done, |unit| by_guns(rules, settings, unit));
    if !one.fleet.submarine && !other.fleet.submarine {
        let guns = (has_guns(rules, settings, &one), has_guns(rules, settings, &other));
        if alone.0 && guns.1 {
            let all = one.size();
            lost += sink(run, &mut one, all, |_| 0);
        }
        if alone.1 && guns.0 {
            let all = other.size();
            taken += sink(run, &mut other, all, |_| 0);
        }
    }
    // Against submarines those points count that can fight them.
    let weight = |own: &Force, enemy: &Force, size: i64, strength: i64| {
        if enemy.fleet.submarine && !own.fleet.submarine && size > 0 { strength } else { own.size() }
    };
    let own = weight(&one, &other, sizes.0, first);
    let theirs = weight(&other, &one, sizes.1, second);
    // The larger fleet remains, then who sank more, then who was attacked.
    let won = (own, taken) > (theirs, lost);
    let (first, second) = (one.fleet, other.fleet);
    run.emit(Event::Fleets(FleetEvent::Fought { one: first, other: second, at, lost: (lost, taken), won }));
    won
}

/// Carriers of both sides strike at once: their aircraft meet those of the enemy and the guns of his ships, and what comes through sinks
/// whatever it picks. Losses of the first and of the second.
fn from_the_air(
    run: &mut Run,
    settings: &FleetRules,
    (one, other): (&mut Force, &mut Force),
    at: SpaceIx,
) -> (i64, i64) {
    let Some((_, multiple)) = settings.carriers else { return (0, 0) };
    let rules = run.rules;
    let aircraft = |force: &Force| multiple * count(&force.ships, |unit| is_carrier(rules, settings, unit));
    let (mut first, mut second) = (aircraft(one), aircraft(other));
    if first == 0 && second == 0 {
        return (0, 0);
    }
    let meet = |run: &mut Run, defenders: &Force, aircraft: i64, against: i64| {
        if against == 0 {
            return 0;
        }
        let shot = fire(run, settings, BattleKind::Air, (defenders, at), aircraft);
        shot + fire(run, settings, BattleKind::Air, (defenders, at), defenders.size())
    };
    let shot_first = meet(run, other, second, first);
    let shot_second = meet(run, one, first, second);
    first = (first - shot_first).max(0);
    second = (second - shot_second).max(0);
    let done = fire(run, settings, BattleKind::Air, (one, at), first);
    let received = fire(run, settings, BattleKind::Air, (other, at), second);
    let best = |unit: UnitIx| 2 - by_guns(rules, settings, unit);
    (sink(run, one, received, best), sink(run, other, done, best))
}

/// Whether a fleet came with carriers only: they are lost to guns of the enemy after their strike.
fn is_alone(rules: &Ruleset, settings: &FleetRules, force: &Force) -> bool {
    !force.ships.is_empty() && force.ships.iter().all(|stack| is_carrier(rules, settings, stack.unit))
}

fn has_guns(rules: &Ruleset, settings: &FleetRules, force: &Force) -> bool {
    force.ships.iter().any(|stack| is_line(rules, settings, stack.unit))
}

/// A fight of submarines, or of raiders, with those who escort a route: both fire at once. Ships the escorts lost are theirs.
pub(super) fn escorted(run: &mut Run, settings: &FleetRules, attacker: &mut Force, escorts: &mut [Force], at: SpaceIx) {
    let rules = run.rules;
    let all: Vec<Stack> = escorts.iter().flat_map(|force| force.ships.iter().copied()).collect();
    let Some(lead) = escorts.first().cloned() else { return };
    let joint = Force { fleet: lead.fleet, ships: all };
    let strength = against_submarines(rules, &run.state, settings, &joint.ships);
    let fired = submarines(rules, &run.state, &attacker.ships);
    let done = fire(run, settings, BattleKind::Sea, (&joint, at), strength);
    let received = fire(run, settings, BattleKind::Sea, (attacker, at), fired);
    let sunk = sink(run, attacker, done, |_| 0);
    let mut left = received;
    for force in escorts.iter_mut() {
        left -= sink(run, force, left, |unit| by_guns(rules, settings, unit));
    }
    let lost = received - left;
    let won = !attacker.ships.is_empty();
    let event = FleetEvent::Fought { one: attacker.fleet, other: lead.fleet, at, lost: (sunk, lost), won };
    run.emit(Event::Fleets(event));
}

/// The level of a side fires at submarines that attack its routes, wherever its ships are.
pub(super) fn level_alone(
    run: &mut Run,
    settings: &FleetRules,
    attacker: &mut Force,
    side: crate::ids::SideIx,
    at: SpaceIx,
) {
    let Some(track) = settings.level else { return };
    let strength = run.state.track(track, Some(Actor::Side(side))).max(0);
    let (mut left, mut done) = (strength, 0);
    while left > 0 {
        let (group, die) = (left.min(settings.group), run.roll(Decision::of(Purpose::SeaBattle).at(at).by(side), DIE));
        let losses = run.rules.table(settings.firepower).number(die, group);
        run.emit(Event::Fired { side, kind: BattleKind::Sea, from: at, at, strength: group, die, losses });
        done += losses;
        left -= settings.group.max(1);
    }
    sink(run, attacker, done, |_| 0);
}
