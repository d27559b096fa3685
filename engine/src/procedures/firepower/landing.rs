//! Landings from the sea, one after the other before any other attack: ships of the enemy intercept, coastal air and
//! supporting ships fire, the defenders fire, the invaders fire, and then they must try to land.

use std::collections::BTreeMap;

use chartroom_format::schema::condition::BattleKind;
use chartroom_format::schema::refusal::Ban;

use super::advance::{self, Attempt};
use super::{fire, is_hostile, peace, sea_fire};
use crate::action::{Action, Refusal};
use crate::event::{Event, LossReason};
use crate::ids::{ClassIx, FeatureIx, SideIx, SpaceIx};
use crate::procedures::{FirepowerRules, LandingRules, OnlyOverRule};
use crate::query::reach;
use crate::ruleset::Ruleset;
use crate::run::Run;
use crate::state::rng::{Decision, Purpose};
use crate::state::{CombatStep, Invasion, LossesDue, Stack, State, Whom};

/// Turns after its own that a hex won from the sea feeds its army.
pub(crate) const BEACHHEAD_TURNS: i16 = 1;

/// Points of a class in an army.
fn points(rules: &Ruleset, state: &State, side: SideIx, army: u8, class: ClassIx) -> i64 {
    let of_class = state.army(side, army).filter(|stack| rules.unit(stack.unit).is(Some(class)));
    of_class.map(|stack| i64::from(stack.count)).sum()
}

fn has_one_of(rules: &Ruleset, state: &State, space: SpaceIx, features: &[FeatureIx]) -> bool {
    features.iter().any(|feature| state.feature(rules, space, *feature) > 0)
}

/// The strength with which an army lands: its landing force and as many others.
pub fn strength(rules: &Ruleset, state: &State, side: SideIx, army: u8, landings: &LandingRules) -> i64 {
    let force = points(rules, state, side, army, landings.force);
    let all = points(rules, state, side, army, landings.advances);
    force + (all - force).clamp(0, force)
}

/// The hexes a route enters for one hex of range, in halves.
fn cost(landings: &LandingRules, space: SpaceIx) -> i64 {
    if landings.half.binary_search(&space).is_ok() { 1 } else { 2 }
}

/// A route of an invasion: its length in halves of a hex, and the seas it enters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Route {
    pub halves: i64,
    pub seas: u32,
}

impl Route {
    /// Points of the landing force that must be spent for it, after so many hexes advanced.
    pub fn spends(self, landings: &LandingRules, advanced: i64) -> i64 {
        let beyond = (self.halves - 2 * (landings.range - advanced)).max(0);
        (beyond + 2 * landings.per_spent_point - 1) / (2 * landings.per_spent_point).max(1)
    }
}

/// Coasts that routes of up to so many hexes reach from a space over the sea.
pub fn routes(
    rules: &Ruleset,
    state: &State,
    side: SideIx,
    landings: &LandingRules,
    from: SpaceIx,
    hexes: i64,
) -> Vec<(SpaceIx, Route)> {
    let found = search(rules, state, side, landings, from, hexes).into_iter().map(|(space, (route, _))| (space, route));
    found.filter(|(space, _)| *space != from && rules.board.has_land(*space)).collect()
}

/// The hexes that the route to a coast enters, and its length.
fn path(
    rules: &Ruleset,
    state: &State,
    side: SideIx,
    landings: &LandingRules,
    (from, to): (SpaceIx, SpaceIx),
    hexes: i64,
) -> Option<(Route, Vec<SpaceIx>)> {
    let found = search(rules, state, side, landings, from, hexes);
    let route = found.get(&to).filter(|_| to != from && rules.board.has_land(to))?.0;
    let mut path = vec![to];
    while let Some((_, before)) = path.last().and_then(|space| found.get(space)).filter(|(_, before)| *before != from) {
        path.push(*before);
    }
    path.reverse();
    Some((route, path))
}

/// The shortest routes over the sea, each with the hex before its last; of equal ones that with the fewest coasts of enemies.
fn search(
    rules: &Ruleset,
    state: &State,
    side: SideIx,
    landings: &LandingRules,
    from: SpaceIx,
    hexes: i64,
) -> BTreeMap<SpaceIx, (Route, SpaceIx)> {
    let range = 2 * hexes;
    let seas_of =
        |space: SpaceIx| rules.seas.as_ref().and_then(|seas| seas.of.get(space.index())).copied().unwrap_or(0);
    let mut best: BTreeMap<SpaceIx, (Route, SpaceIx)> = BTreeMap::new();
    let mut queue = BTreeMap::from([((0, 0), vec![(from, 0, from)])]);
    while let Some(((halves, coasts), spaces)) = queue.pop_first() {
        for (space, seas, before) in spaces {
            if best.contains_key(&space) {
                continue;
            }
            best.insert(space, (Route { halves, seas }, before));
            for link in rules.board.links_of(space) {
                let next = halves + cost(landings, link.to);
                if next <= range && !best.contains_key(&link.to) && reach::sails(rules, state, side, space, link) {
                    let danger = rules.board.has_land(link.to) && is_hostile(state, side, link.to);
                    let so_far = queue.entry((next, coasts + i64::from(danger))).or_default();
                    so_far.push((link.to, seas | seas_of(link.to), space));
                }
            }
        }
    }
    best
}

/// Ships that may go with an invasion from a space.
fn escorts(rules: &Ruleset, state: &State, side: SideIx, landings: &LandingRules, from: SpaceIx) -> i64 {
    let free = !state.combat.expended.contains(&(side, from))
        && !state.is_cut_off(from)
        && !state.combat.invasions.iter().any(|landing| landing.from == from && landing.ships > 0);
    if free && has_one_of(rules, state, from, &landings.escorted_from) {
        sea_fire::ships(rules, state, side, from, landings)
    } else {
        0
    }
}

/// Hexes an army has advanced this turn: each shortens its next landing by one.
fn advanced(state: &State, side: SideIx, army: u8) -> i64 {
    state.combat.record(side, army).map_or(0, |record| i64::from(record.advanced))
}

/// How far an army can go over the sea with so many points spent.
pub(crate) fn reach_of(state: &State, side: SideIx, army: u8, landings: &LandingRules, spent: i64) -> i64 {
    landings.range + spent * landings.per_spent_point - advanced(state, side, army)
}

/// Why an army cannot invade at all.
fn unfit(rules: &Ruleset, state: &State, side: SideIx, landings: &LandingRules, army: u8) -> Option<&'static str> {
    let space = state.army_space(side, army)?;
    let all: i64 = state.army(side, army).map(|stack| i64::from(stack.count)).sum();
    let busy = state.combat.record(side, army).is_some_and(|record| record.target.is_some() || record.done)
        || state.combat.invasions.iter().any(|landing| landing.army == army);
    if 2 * points(rules, state, side, army, landings.force) < all {
        Some("at least half of an invading army must be its landing force")
    } else if !has_one_of(rules, state, space, &landings.from) {
        Some("an invasion starts from a port")
    } else if busy {
        Some("the army has its orders already")
    } else {
        None
    }
}

/// An army declares an invasion.
pub(super) fn declare(
    run: &mut Run,
    side: SideIx,
    settings: &FirepowerRules,
    (army, target, spent, ships): (u8, SpaceIx, u8, u8),
) -> Result<(), Refusal> {
    let Some(landings) = &settings.landings else {
        return Err(Refusal::of(Ban::NoLanding, "there are no invasions here"));
    };
    let from = super::ready(run, side, army)?;
    if let Some(why) = unfit(run.rules, &run.state, side, landings, army) {
        return Err(Refusal::of(Ban::NoLanding, why));
    }
    if i64::from(spent) >= points(run.rules, &run.state, side, army, landings.force) {
        return Err(Refusal::of(Ban::NoLanding, "not all of the landing force can be spent on the way"));
    }
    let hexes = reach_of(&run.state, side, army, landings, i64::from(spent));
    let before = advanced(&run.state, side, army);
    let route = path(run.rules, &run.state, side, landings, (from, target), hexes);
    let open = is_hostile(&run.state, side, target)
        || run.state.is_friendly(target, side)
        || peace::may_break(run.rules, &run.state, side, settings, target);
    let Some((route, path)) = route.filter(|(route, _)| open && route.spends(landings, before) <= i64::from(spent))
    else {
        return Err(Refusal::of(Ban::Target, "no sea route of that length leads to such a coast"));
    };
    keeps_to_its_seas(&run.state, side, landings, army, &path)?;
    // Aircraft go along only to a coast next to where they start.
    let flies = |stack: &Stack| settings.air.is_some() && run.rules.unit(stack.unit).is(settings.air);
    if path.len() > 1 && run.state.army(side, army).any(flies) {
        return Err(Refusal::of(Ban::Field, "aircraft invade only one hex away"));
    }
    if i64::from(ships) > escorts(run.rules, &run.state, side, landings, from) {
        return Err(Refusal::of(Ban::NotThere, "so many ships cannot go with it"));
    }
    let invasion = Invasion { side, army, from, target, spent, ships, seas: route.seas, path };
    run.emit(Event::InvasionDeclared { invasion });
    super::attacked(run, side, settings, target);
    Ok(())
}

/// Whether a route stays in the seas to which units of an army are bound.
fn keeps_to_its_seas(
    state: &State,
    side: SideIx,
    landings: &LandingRules,
    army: u8,
    path: &[SpaceIx],
) -> Result<(), Refusal> {
    let strays = |only: &&OnlyOverRule| {
        state.army(side, army).any(|stack| stack.unit == only.unit)
            && path.iter().any(|space| only.seas.binary_search(space).is_err())
    };
    landings.only_over.iter().find(strays).map_or(Ok(()), |only| {
        Err(Refusal::by(only.source.as_deref(), Ban::Target, "the route leaves the seas these units can cross"))
    })
}

/// Ships that may go by themselves to the target of an invasion.
fn free_ships(rules: &Ruleset, state: &State, side: SideIx, landings: &LandingRules, from: SpaceIx) -> i64 {
    let busy = state.combat.expended.contains(&(side, from))
        || state.is_cut_off(from)
        || state.combat.invasions.iter().any(|landing| landing.from == from && landing.ships > 0);
    if busy { 0 } else { sea_fire::ships(rules, state, side, from, landings) }
}

/// Ships set out by themselves to fire at the target of an invasion that is declared.
pub(super) fn sortie(
    run: &mut Run,
    side: SideIx,
    settings: &FirepowerRules,
    (from, target, ships): (SpaceIx, SpaceIx, u8),
) -> Result<(), Refusal> {
    let Some(landings) = &settings.landings else {
        return Err(Refusal::of(Ban::NoLanding, "there are no invasions here"));
    };
    let known = |space: SpaceIx| space.index() < run.rules.board.spaces.len();
    let wanted = |landing: &Invasion| landing.army != 0 && landing.target == target;
    if !run.state.combat.invasions.iter().any(wanted) {
        return Err(Refusal::of(Ban::Target, "ships fire only at the target of an invasion"));
    }
    if run.state.is_cut_off(from) {
        return Err(Refusal::of(Ban::CutOff, "ships without full supply sail nowhere"));
    }
    if ships == 0 || !known(from) || i64::from(ships) > free_ships(run.rules, &run.state, side, landings, from) {
        return Err(Refusal::of(Ban::NotThere, "so many ships cannot go"));
    }
    let route = path(run.rules, &run.state, side, landings, (from, target), landings.range);
    let Some((route, path)) = route.filter(|_| is_hostile(&run.state, side, target)) else {
        return Err(Refusal::of(Ban::Target, "no sea route of that length leads to such a coast"));
    };
    let invasion = Invasion { side, army: 0, from, target, spent: 0, ships, seas: route.seas, path };
    run.emit(Event::InvasionDeclared { invasion });
    Ok(())
}

/// Ships that may go by themselves: from each base all of them, to each target they reach.
pub(super) fn sorties(rules: &Ruleset, state: &State, side: SideIx, settings: &FirepowerRules) -> Vec<Action> {
    let Some(landings) = &settings.landings else { return Vec::new() };
    let mut targets: Vec<SpaceIx> = state.combat.invasions.iter().map(|landing| landing.target).collect();
    targets.retain(|target| is_hostile(state, side, *target));
    targets.sort_unstable();
    targets.dedup();
    let mut bases: Vec<SpaceIx> =
        state.stacks.iter().filter(|stack| rules.unit(stack.unit).is(Some(landings.ships))).map(|s| s.space).collect();
    bases.dedup();
    let mut actions = Vec::new();
    for from in bases.into_iter().filter(|_| !targets.is_empty()) {
        let ships = free_ships(rules, state, side, landings, from).min(255) as u8;
        if ships > 0 {
            let reached = routes(rules, state, side, landings, from, landings.range).into_iter();
            let open = reached.map(|(target, _)| target).filter(|target| targets.contains(target));
            actions.extend(open.map(|target| Action::Sortie { from, target, ships }));
        }
    }
    actions
}

/// Invasions that may be declared: each army against each hostile coast, with as few points spent as it takes.
pub(super) fn legal(rules: &Ruleset, state: &State, side: SideIx, settings: &FirepowerRules) -> Vec<Action> {
    let Some(landings) = &settings.landings else { return Vec::new() };
    let mut actions = Vec::new();
    for (army, from) in state.armies(side) {
        // Landings go on with exploitation for those who have advanced, and only for them.
        let exploiting = state.combat.step == CombatStep::Exploit;
        if exploiting != (advanced(state, side, army) > 0) || !exploiting && state.is_cut_off(from) {
            continue;
        }
        if unfit(rules, state, side, landings, army).is_some() {
            continue;
        }
        let ships = escorts(rules, state, side, landings, from).min(255) as u8;
        let most = (points(rules, state, side, army, landings.force) - 1).clamp(0, 2);
        let before = advanced(state, side, army);
        let flies = |stack: &Stack| settings.air.is_some() && rules.unit(stack.unit).is(settings.air);
        let flies = state.army(side, army).any(flies);
        let bound = state.army(side, army).any(|stack| landings.only_over.iter().any(|only| only.unit == stack.unit));
        let found = search(rules, state, side, landings, from, reach_of(state, side, army, landings, most));
        for (target, (route, before_last)) in found {
            // Aircraft go along only where the route is a single hex.
            if target == from || !rules.board.has_land(target) || flies && before_last != from {
                continue;
            }
            if bound
                && path(rules, state, side, landings, (from, target), reach_of(state, side, army, landings, most))
                    .is_none_or(|(_, path)| keeps_to_its_seas(state, side, landings, army, &path).is_err())
            {
                continue;
            }
            if is_hostile(state, side, target) || peace::may_break(rules, state, side, settings, target) {
                let spent = route.spends(landings, before) as u8;
                actions.push(Action::Invade { army, target, spent, ships: 0 });
                if ships > 0 {
                    actions.push(Action::Invade { army, target, spent, ships });
                }
            }
        }
    }
    actions
}

/// Starts the next invasion, or the ordinary attacks when none is left.
pub(super) fn next(run: &mut Run, settings: &FirepowerRules) -> bool {
    let (Some(landing), Some(landings)) = (run.state.combat.invasions.first().cloned(), &settings.landings) else {
        return false;
    };
    let mut left = u16::from(landing.spent);
    let force = |stack: &&Stack| run.rules.unit(stack.unit).is(Some(landings.force));
    let stacks: Vec<Stack> = run.state.army(landing.side, landing.army).filter(force).copied().collect();
    for stack in stacks {
        let count = stack.count.min(left);
        if count > 0 {
            run.emit(Event::Removed { stack: Stack { count, ..stack }, why: LossReason::Spent });
            left -= count;
        }
    }
    let fleets = sea_fire::interceptors(run.rules, &run.state, &landing, landings);
    run.emit(Event::InterceptionAsked { fleets });
    run.emit(Event::CombatStepped { step: CombatStep::Invasion });
    true
}

/// Nobody comes out any more, by sea or air: supporting ships fire, then the defenders are asked. Ships by themselves go home.
pub(super) fn reach_coast(run: &mut Run, settings: &FirepowerRules) {
    let (Some(landing), Some(landings)) = (run.state.combat.invasions.first().cloned(), &settings.landings) else {
        return;
    };
    let support = sea_fire::support(run.rules, &run.state, &landing, landings);
    if support > 0 && is_hostile(&run.state, landing.side, landing.target) {
        let added = sea_fire::added(run, landing.side, landing.from, landings);
        let (die, losses) = fire::volley(
            run,
            settings,
            Decision::of(Purpose::SeaBattle).at(landing.target).by(landing.side),
            support,
            added,
        );
        let (side, from, at) = (landing.side, landing.from, landing.target);
        run.emit(Event::Fired { side, kind: BattleKind::Sea, from, at, strength: support, die, losses });
        fire::strike(run, settings, landing.target, losses);
    }
    if landing.army == 0 {
        if support > 0 {
            run.emit(Event::FleetExpended { side: landing.side, space: landing.from });
        }
        run.emit(Event::CombatStepped { step: CombatStep::InvasionOver });
        run.emit(Event::InvasionEnded { side: landing.side, army: 0 });
        return;
    }
    let asked = fire::may_defend(run.rules, &run.state, landing.side, settings, landing.target);
    run.emit(Event::DefenceAsked { spaces: if asked { vec![landing.target] } else { Vec::new() } });
    run.emit(Event::CombatStepped { step: CombatStep::InvasionDefence });
}

/// Losses of an invasion at sea: at least half of them from the landing force.
pub(super) fn hit_invasion(run: &mut Run, landing: &Invasion, losses: i64) {
    if losses > 0 {
        let mut from = vec![(landing.army, landing.from)];
        if landing.ships > 0 && landing.army != 0 {
            from.push((0, landing.from));
        }
        let count = losses as u16;
        let due = LossesDue { side: landing.side, from, count, landing: count.div_ceil(2), whom: Whom::AtSea };
        run.emit(Event::LossesFell { due });
    }
}

/// The assault of the invasion at hand, if it has one.
pub(super) fn assault(rules: &Ruleset, state: &State, settings: &FirepowerRules) -> Option<Action> {
    let &Invasion { side, army, from, target, .. } = state.combat.invasions.first()?;
    let fires =
        is_hostile(state, side, target) && fire::may_assault(rules, state, side, settings, (from, target), Some(army));
    fires.then_some(Action::Assault { from, target })
}

/// The invaders must try to land; friendly coasts are entered without a die.
pub(super) fn land(run: &mut Run, settings: &FirepowerRules) {
    let (Some(landing), Some(landings)) = (run.state.combat.invasions.first().cloned(), &settings.landings) else {
        return;
    };
    let Invasion { side, army, from, target, .. } = landing;
    if landing.ships > 0 && !run.state.combat.expended.contains(&(side, from)) {
        run.emit(Event::FleetExpended { side, space: from });
    }
    run.emit(Event::CombatStepped { step: CombatStep::InvasionOver });
    if run.state.army_space(side, army).is_some() {
        if run.state.is_friendly(target, side) {
            advance::go_in(run, side, settings, army, from, target);
        } else {
            let strength = strength(run.rules, &run.state, side, army, landings).min(settings.group);
            advance::resolve(run, side, settings, Attempt { army, to: target, strength, drop: 0 });
        }
    }
    if run.state.combat.entering.is_some() {
        let until = run.state.turn.saturating_add(BEACHHEAD_TURNS);
        run.emit(Event::BeachheadWon { side, space: target, until });
    }
    run.emit(Event::InvasionEnded { side, army });
}
