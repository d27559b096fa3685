//! The commander in games of armies and firepower: who has no front over land looks for a coast to land on, builds the points that
//! land, gathers them and others in the port nearest to it, and what is idle follows by sea once there is a front.

use super::goals::Goals;
use crate::action::Action;
use crate::game::Game;
use crate::ids::{SideIx, SpaceIx};
use crate::procedures::firepower::advance::{self, Against};
use crate::procedures::firepower::{is_hostile, landing, targets};
use crate::procedures::{FirepowerRules, LandingRules, Procedure, RedeployRules};
use crate::query::{reach, stacking};
use crate::ruleset::Ruleset;
use crate::state::{Stack, State};

/// Landing points and others that an invading army should have.
const LANDING: i64 = 4;
/// Idle points from which an invasion pays.
const IDLE: i64 = 3;
/// Moves by sea that are tried in one phase.
const TRIES: usize = 24;
/// Fronts that idle points are offered to.
const FRONTS: usize = 12;

/// Where to land, and from which port.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Expedition {
    pub(super) port: SpaceIx,
    pub(super) target: SpaceIx,
}

/// The combat of the game that knows landings.
fn combat(rules: &Ruleset) -> Option<(&FirepowerRules, &LandingRules)> {
    let run = rules.phases.iter().filter_map(|phase| phase.run).map(|at| &rules.procedures[at.index()].run);
    let mut found = run.filter_map(|run| match run {
        Procedure::FirepowerAdvance(settings) => Some(&**settings),
        _ => None,
    });
    found.find_map(|settings| settings.landings.as_ref().map(|landings| (settings, landings)))
}

/// How much a space is worth to whoever takes it.
fn worth(rules: &Ruleset, state: &State, goals: &Goals, space: SpaceIx) -> i64 {
    let info = rules.board.space(space);
    let production = info.features.iter().filter(|(feature, _)| rules.features[feature.index()].production);
    let production: i64 = production.map(|(feature, _)| state.feature(rules, space, *feature)).sum();
    let capital = info.features.iter().any(|(feature, _)| rules.features[feature.index()].capital);
    goals.of(space) / 6 + production * 2 + i64::from(capital) * 3
}

/// Points of those who are wanted in a space.
fn points(state: &State, space: SpaceIx, wanted: impl Fn(SideIx) -> bool) -> i64 {
    let here = state.stacks_in(space).iter();
    here.filter(|stack| state.side_of(stack.power).is_some_and(&wanted)).map(|stack| i64::from(stack.count)).sum()
}

/// The spaces of a side next to an enemy, the neediest first.
fn front(rules: &Ruleset, state: &State, goals: &Goals, side: SideIx) -> Vec<(SpaceIx, i64)> {
    let own = rules.board.land.iter().copied().filter(|space| state.is_friendly(*space, side));
    let mut found: Vec<(SpaceIx, i64)> = own
        .filter_map(|space| {
            let near = targets(rules, state, side, space);
            let enemies: Vec<SpaceIx> = near.into_iter().filter(|to| is_hostile(state, side, *to)).collect();
            let threat = enemies.iter().map(|to| points(state, *to, |other| other != side)).max()?;
            let prize = enemies.iter().map(|to| worth(rules, state, goals, *to)).max().unwrap_or(0);
            Some((space, worth(rules, state, goals, space) * 2 + prize + threat))
        })
        .collect();
    found.sort_by_key(|(space, need)| (-need, *space));
    found
}

/// The best coast to land on, and the port to start from.
fn expedition(rules: &Ruleset, state: &State, goals: &Goals, side: SideIx) -> Option<Expedition> {
    let (settings, landings) = combat(rules)?;
    let is_port = |space: SpaceIx| landings.from.iter().any(|feature| state.feature(rules, space, *feature) > 0);
    let ports = rules.board.land.iter().copied().filter(|space| state.is_friendly(*space, side) && is_port(*space));
    let mut best: Option<(i64, Expedition)> = None;
    for port in ports {
        if state.is_cut_off(port) || !reach::has_coast(rules, port) {
            continue;
        }
        for (target, route) in landing::routes(rules, state, side, landings, port, landings.range) {
            if !is_hostile(state, side, target) {
                continue;
            }
            let held = match advance::defence(rules, state, settings, side, target) {
                Against::Friendly => continue,
                Against::Defence(held) => held,
            };
            // What lies behind the coast counts too.
            let links = rules.board.links_of(target).iter().map(|link| link.to);
            let behind: i64 =
                links.filter(|to| is_hostile(state, side, *to)).map(|to| 1 + worth(rules, state, goals, to)).sum();
            let ready = points(state, port, |other| other == side).min(8);
            let score = worth(rules, state, goals, target) * 3 + behind + ready - held * 4 - route.halves / 2;
            if best.is_none_or(|(most, _)| score > most) {
                best = Some((score, Expedition { port, target }));
            }
        }
    }
    best.map(|(_, expedition)| expedition)
}

/// Points of a side that no front is open to by land.
fn idle(rules: &Ruleset, state: &State, side: SideIx, stacks: &[Stack], fronts: &[(SpaceIx, i64)]) -> i64 {
    let mut known: Vec<(SpaceIx, bool)> = Vec::new();
    let mut sum = 0;
    for stack in stacks {
        let reached = match known.iter().find(|(space, _)| *space == stack.space) {
            Some((_, reached)) => *reached,
            None => {
                let land = reach::by_land(rules, state, side, stack.space);
                let reached = fronts.iter().any(|(space, _)| *space == stack.space || land.has(*space));
                known.push((stack.space, reached));
                reached
            }
        };
        sum += if reached { 0 } else { i64::from(stack.count) };
    }
    sum
}

fn send(trial: &mut Game<'_>, plan: &mut Vec<Action>, stack: Stack, count: i64, to: SpaceIx) -> i64 {
    let room = stacking::room(trial.rules, &trial.state, stack.power, stack.unit, to);
    let count = room.min(count).clamp(0, i64::from(stack.count)) as u16;
    if count == 0 || stack.space == to {
        return 0;
    }
    let action = Action::Redeploy {
        from: stack.space,
        army: stack.army,
        power: stack.power,
        unit: stack.unit,
        count,
        to,
        into: None,
    };
    if trial.submit(&action).is_err() {
        return 0;
    }
    plan.push(action);
    i64::from(count)
}

/// The moves of a phase, first one last, and the expedition they prepare.
pub(super) fn plan(
    game: &Game<'_>,
    side: SideIx,
    settings: &RedeployRules,
    goals: &Goals,
) -> (Vec<Action>, Option<Expedition>) {
    let rules = game.rules;
    let mut trial = game.clone();
    let mut plan = Vec::new();
    let stacks = crate::procedures::movable_stacks(rules, &game.state, side, settings);
    let fronts = front(rules, &game.state, goals, side);
    let wants = idle(rules, &game.state, side, &stacks, &fronts) >= IDLE;
    let found = if wants { expedition(rules, &game.state, goals, side) } else { None };
    if let (Some(found), Some((_, landings))) = (found, combat(rules)) {
        gather(&mut trial, &mut plan, side, landings, &stacks, &fronts, found.port);
    }
    let mut tries = 0;
    for stack in crate::procedures::movable_stacks(rules, &trial.state.clone(), side, settings) {
        if found.is_some_and(|found| found.port == stack.space) {
            continue;
        }
        let here = fronts.iter().find(|(space, _)| *space == stack.space).map(|(_, need)| *need);
        if here.is_some_and(|need| need > 3) {
            continue;
        }
        let land = reach::by_land(rules, &trial.state, side, stack.space);
        let mut left = i64::from(stack.count);
        for (space, need) in fronts.iter().take(FRONTS) {
            if *space == stack.space || here.is_some_and(|here| here + 4 >= *need) || !land.has(*space) {
                continue;
            }
            if send(&mut trial, &mut plan, stack, left, *space) > 0 {
                left = 0;
                break;
            }
        }
        // By sea, for those whom no front is open to by land.
        let stuck = left > 0 && here.is_none() && !fronts.iter().any(|(space, _)| land.has(*space));
        for (space, _) in fronts.iter().take(FRONTS).filter(|_| stuck) {
            if tries >= TRIES || left == 0 {
                break;
            }
            tries += 1;
            for count in [left, 1] {
                let sent = send(&mut trial, &mut plan, stack, count, *space);
                left -= sent;
                if sent > 0 {
                    break;
                }
            }
        }
    }
    plan.reverse();
    (plan, found)
}

/// Brings landing points and as many others to a port.
fn gather(
    trial: &mut Game<'_>,
    plan: &mut Vec<Action>,
    side: SideIx,
    landings: &LandingRules,
    stacks: &[Stack],
    fronts: &[(SpaceIx, i64)],
    port: SpaceIx,
) {
    let rules = trial.rules;
    let lands = |stack: &Stack| rules.unit(stack.unit).is(Some(landings.force));
    let count = |state: &State, wanted: bool| -> i64 {
        let here = state
            .stacks_in(port)
            .iter()
            .filter(|stack| state.side_of(stack.power) == Some(side) && stack.army != 0 && lands(stack) == wanted);
        here.map(|stack| i64::from(stack.count)).sum()
    };
    let busy = |stack: &Stack| fronts.iter().any(|(space, _)| *space == stack.space);
    for force in [true, false] {
        for stack in stacks.iter().filter(|stack| lands(stack) == force && !busy(stack)) {
            let wanted = if force { LANDING } else { count(&trial.state, true).min(LANDING) };
            let fits = force
                || rules.unit(stack.unit).is(Some(landings.advances))
                || rules.unit(stack.unit).is(Some(landings.assault));
            let short = wanted - count(&trial.state, force);
            if short > 0 && fits && send(trial, plan, *stack, short, port) == 0 && short > 1 {
                send(trial, plan, *stack, 1, port);
            }
        }
    }
}

/// Landing points for an expedition that lacks them, near its port; none if it has enough.
pub(super) fn build(game: &Game<'_>, side: SideIx, expedition: Expedition) -> Option<Action> {
    let (_, landings) = combat(game.rules)?;
    let lands = |stack: &&Stack| {
        game.state.side_of(stack.power) == Some(side) && game.rules.unit(stack.unit).is(Some(landings.force))
    };
    let standing: i64 = game.state.stacks.iter().filter(lands).map(|stack| i64::from(stack.count)).sum();
    let coming = game.state.arrivals.iter().filter(|arrival| {
        game.state.side_of(arrival.power) == Some(side) && game.rules.unit(arrival.unit).is(Some(landings.force))
    });
    if standing + coming.map(|arrival| i64::from(arrival.count)).sum::<i64>() >= LANDING {
        return None;
    }
    let near = reach::by_land(game.rules, &game.state, side, expedition.port);
    let score = |action: &Action| match action {
        Action::Build { unit, space, count: 1 } if game.rules.unit(*unit).is(Some(landings.force)) => {
            1 + i64::from(*space == expedition.port) * 2 + i64::from(near.has(*space))
        }
        _ => 0,
    };
    game.legal().into_iter().max_by_key(score).filter(|action| score(action) > 0)
}
