//! Ships when nothing is attacked: transports go where troops wait, take them up and carry them towards a shore worth landing on;
//! warships go with them, or look for the enemy.

use chartroom_format::schema::units::Domain;

use super::attack::{free, guards};
use super::force::Force;
use super::landing::{cargo, carries_troops, load};
use super::moves::give;
use super::survey::{NEVER, Survey};
use crate::action::Action;
use crate::game::Game;
use crate::ids::SpaceIx;
use crate::order::Order;
use crate::query::range;
use crate::query::zones;
use crate::ruleset::Ruleset;
use crate::state::{Stack, State};

/// Chances in a hundred of being sunk that a convoy takes.
const DARING: i64 = 45;

pub(super) fn sail(trial: &mut Game<'_>, plan: &mut Vec<Action>, survey: &Survey, say: &mut dyn FnMut(String)) {
    let rules = trial.rules;
    let stay = guards(rules, &trial.state, survey);
    let own = |state: &State| -> Vec<Stack> {
        let ships = state
            .stacks
            .iter()
            .filter(|ship| ship.army == 0 && survey.powers.contains(&ship.power) && zones::is_ship(rules, ship.unit));
        ships.copied().collect()
    };
    let (carriers, warships): (Vec<Stack>, Vec<Stack>) =
        own(&trial.state).into_iter().partition(|ship| carries_troops(rules, ship));
    // Those who are to be escorted know where they go only after the escort, which goes where they lie or are wanted.
    let mut convoys: Vec<SpaceIx> = carriers.iter().map(|ship| ship.space).collect();
    convoys.dedup();
    for ship in carriers {
        for _ in 0..ship.count {
            let one = Stack { count: 1, ..ship };
            if let Some(to) = carry(trial, plan, survey, &stay, one) {
                say(format!("a convoy sails to {}", rules.board.space(to).name()));
                convoys.push(to);
            }
        }
    }
    for ship in warships {
        escort(trial, plan, survey, &convoys, ship);
    }
}

/// Troops around a zone that a ship could take up: how much they weigh.
fn waiting(rules: &Ruleset, state: &State, survey: &Survey, stay: &[i64], ship: Stack, zone: SpaceIx) -> i64 {
    let there = cargo(rules, state, Stack { space: zone, ..ship });
    let ashore = there.iter().filter(|stack| !zones::is_sea(rules, stack.space) && survey.by_sea.has(stack.space));
    ashore.map(|stack| free(rules, state, survey, stay, *stack) * zones::weight(rules, stack.unit)).sum()
}

/// Ships of friends in a zone, and one more.
fn convoy(survey: &Survey, rules: &Ruleset, state: &State, zone: SpaceIx, ship: Stack) -> Force {
    let mut force = survey.defenders(rules, state, zone);
    if ship.space != zone {
        force.add(rules, &survey.prices, ship.unit, i64::from(ship.count));
    }
    force
}

/// One transport does what is best for it; gives the zone it goes to laden.
fn carry(trial: &mut Game<'_>, plan: &mut Vec<Action>, survey: &Survey, stay: &[i64], ship: Stack) -> Option<SpaceIx> {
    let rules = trial.rules;
    let zone = ship.space;
    let range = zones::movement(rules, &trial.state, &ship);
    let aboard: i64 = {
        let here = trial.state.stacks_in(zone).iter();
        let cargo = here.filter(|stack| stack.army == 0 && stack.power == ship.power && is_troop(rules, stack));
        cargo.map(|stack| zones::weight(rules, stack.unit) * i64::from(stack.count)).sum()
    };
    let ashore = waiting(rules, &trial.state, survey, stay, ship, zone);
    if aboard > 0 || ashore > 0 {
        return go_laden(trial, plan, survey, stay, ship, aboard > 0, range);
    }
    // Empty: where most troops wait, the nearest first.
    let ways = range::voyages(rules, &trial.state, ship.power, ship.unit, zone, range, false);
    let mut best: Option<(i64, SpaceIx)> = None;
    for way in &ways {
        let troops = waiting(rules, &trial.state, survey, stay, ship, way.to).min(20);
        let ships = trial.state.stacks_in(way.to).iter().filter(|other| carries_troops(rules, other));
        let room: i64 = ships.map(|other| i64::from(other.count) * 2).sum();
        let danger = survey.danger(way.to, &convoy(survey, rules, &trial.state, way.to, ship));
        let liked = (troops - room) * 10 - i64::from(way.spent) - danger;
        if troops > room && best.is_none_or(|(most, _)| liked > most) {
            best = Some((liked, way.to));
        }
    }
    // Nobody waits near: home, where new troops come from, is where the effort is told by land.
    let to = best.map(|(_, to)| to).or_else(|| {
        let homes = far_homes(rules, &trial.state, survey, ship);
        ways.iter().map(|way| (homes(way.to), way.to)).min().filter(|(steps, _)| *steps < homes(zone)).map(|(_, to)| to)
    })?;
    give(trial, plan, Order::Move { stack: ship, via: None, to });
    None
}

/// Steps over sea to the nearest shore from which troops of a ship's nation must sail.
fn far_homes(rules: &Ruleset, state: &State, survey: &Survey, ship: Stack) -> impl Fn(SpaceIx) -> u32 + use<> {
    let count = rules.board.spaces.len();
    let mut steps = vec![u32::MAX; count];
    let mut queue = std::collections::VecDeque::new();
    for zone in (0..count).map(SpaceIx::new).filter(|zone| zones::is_sea(rules, *zone)) {
        let home = zones::coast(rules, zone).any(|land| {
            survey.by_sea.has(land)
                && state.holder(land) == Some(ship.power)
                && state.stacks_in(land).iter().any(|stack| stack.power == ship.power && is_troop(rules, stack))
        });
        if home {
            steps[zone.index()] = 0;
            queue.push_back(zone);
        }
    }
    while let Some(space) = queue.pop_front() {
        for link in rules.board.links_of(space).iter().filter(|link| link.passes.has(Domain::Sea)) {
            if steps[link.to.index()] == u32::MAX && zones::is_sea(rules, link.to) {
                steps[link.to.index()] = steps[space.index()] + 1;
                queue.push_back(link.to);
            }
        }
    }
    move |space| steps.get(space.index()).copied().unwrap_or(u32::MAX)
}

fn is_troop(rules: &Ruleset, stack: &Stack) -> bool {
    zones::takes_land(rules, stack.unit)
}

/// A ship with cargo, or beside it, goes on towards the shore; it waits in port while the shore is within reach from there.
fn go_laden(
    trial: &mut Game<'_>,
    plan: &mut Vec<Action>,
    survey: &Survey,
    stay: &[i64],
    ship: Stack,
    laden: bool,
    range: u8,
) -> Option<SpaceIx> {
    let rules = trial.rules;
    let zone = ship.space;
    let here = survey.effort(zone);
    // Onto friendly land that is nearer to the fighting than any sea.
    if laden && ashore_is_better(trial, plan, survey, ship) {
        return None;
    }
    let ways = range::voyages(rules, &trial.state, ship.power, ship.unit, zone, range, false);
    let beside =
        |to: SpaceIx| zones::coast(rules, to).any(|land| zones::is_enemy_land(rules, &trial.state, survey.lead, land));
    let near = ways.iter().any(|way| beside(way.to)) || beside(zone);
    let best = ways
        .iter()
        .filter(|way| survey.effort(way.to) < here)
        .map(|way| (survey.effort(way.to), way.to))
        .filter(|(_, to)| survey.danger(*to, &convoy(survey, rules, &trial.state, *to, ship)) <= DARING)
        .min();
    // In port with the shore of the enemy in reach: the landing starts from here.
    if near && !laden {
        return None;
    }
    let shore = best.map_or(NEVER, |(effort, _)| effort);
    if near && laden && shore + 16 > here {
        return None;
    }
    let (_, to) = best?;
    let mut attempt = trial.clone();
    let mut given = Vec::new();
    let (army, cargo) = load(&mut attempt, &mut given, survey, stay, ship, |stack| {
        zones::is_sea(rules, stack.space) || survey.by_sea.has(stack.space)
    })?;
    let order = Order::Sail { army, to };
    if !give(&mut attempt, &mut given, order) {
        return None;
    }
    // Friendly land beside the zone that leads on by land is where they get off.
    for stack in cargo {
        let mut shores: Vec<SpaceIx> =
            zones::coast(rules, to).filter(|land| leads_on(&attempt, survey, *land)).collect();
        shores.sort_by_key(|land| (survey.effort(*land), *land));
        for land in shores {
            if survey.effort(land) <= survey.effort(to)
                && give(&mut attempt, &mut given, Order::Land { stack: Stack { space: to, army, ..stack }, to: land })
            {
                break;
            }
        }
    }
    plan.extend(given);
    *trial = attempt;
    Some(to)
}

/// Friendly land from which the way goes on over land.
fn leads_on(game: &Game<'_>, survey: &Survey, land: SpaceIx) -> bool {
    zones::is_open_land(game.rules, &game.state, survey.lead, land)
        && survey.effort(land) < NEVER
        && !survey.by_sea.has(land)
}

fn ashore_is_better(trial: &mut Game<'_>, plan: &mut Vec<Action>, survey: &Survey, ship: Stack) -> bool {
    let rules = trial.rules;
    let mut shores: Vec<SpaceIx> =
        zones::coast(rules, ship.space).filter(|land| leads_on(trial, survey, *land)).collect();
    shores.retain(|land| survey.effort(*land) <= survey.effort(ship.space));
    shores.sort_by_key(|land| (survey.effort(*land), *land));
    let Some(land) = shores.first().copied() else { return false };
    let here = trial.state.stacks_in(ship.space).iter();
    let aboard: Vec<Stack> =
        here.filter(|stack| stack.army == 0 && stack.power == ship.power && is_troop(rules, stack)).copied().collect();
    let mut landed = false;
    for stack in aboard {
        landed |= give(trial, plan, Order::Land { stack, to: land });
    }
    landed
}

/// A warship goes where friends need it, or nearer to what is worth taking.
fn escort(trial: &mut Game<'_>, plan: &mut Vec<Action>, survey: &Survey, convoys: &[SpaceIx], ship: Stack) {
    let rules = trial.rules;
    let range = zones::movement(rules, &trial.state, &ship);
    let carries = rules.profiles[ship.unit.index()].kind.carries.iter().any(|_| true);
    let has_cargo = carries
        && trial
            .state
            .stacks_in(ship.space)
            .iter()
            .any(|other| other.power == ship.power && !zones::is_ship(rules, other.unit));
    let ways = range::voyages(rules, &trial.state, ship.power, ship.unit, ship.space, range, false);
    let liked = |to: SpaceIx| {
        let force = convoy(survey, rules, &trial.state, to, ship);
        let wards =
            trial.state.stacks_in(to).iter().filter(|other| {
                trial.state.side_of(other.power) == Some(survey.side) && zones::is_ship(rules, other.unit)
            });
        let wards: i64 = wards.map(|other| survey.prices[other.unit.index()] * i64::from(other.count)).sum();
        let danger = survey.danger(to, &force);
        i64::from(convoys.contains(&to)) * 60 + wards.min(60) - danger - survey.effort(to).min(900) / 2
    };
    let stay = liked(ship.space);
    let best = ways.iter().map(|way| (liked(way.to), std::cmp::Reverse(way.to))).max();
    let Some((_, std::cmp::Reverse(to))) = best.filter(|(liked, _)| *liked > stay + 8) else { return };
    if has_cargo {
        // A carrier leaves with its aircraft or stays: they follow by themselves where there is a deck for them.
        return;
    }
    give(trial, plan, Order::Move { stack: ship, via: None, to });
}
