//! Attacks on routes, and escorts against them.

use chartroom_format::schema::condition::BattleKind;
use chartroom_format::schema::refusal::Ban;

use super::battle::{self, Force};
use super::{CargoRule, FleetRules, in_harbour, ready, routes, sailing, ships};
use crate::action::{Action, FleetOrder, Refusal};
use crate::event::{Event, FleetEvent};
use crate::ids::{Actor, RouteIx, SpaceIx};
use crate::query::reach;
use crate::ruleset::Ruleset;
use crate::run::Run;
use crate::state::State;
use crate::state::fleets::{Fleet, Task, Voyage};
use chartroom_format::schema::units::Domain;

use super::routes::RouteNow;

/// The nearest space of a route to a fleet at sea, if it is in its reach.
fn beside(rules: &Ruleset, settings: &FleetRules, fleet: Fleet, route: &RouteNow) -> Option<SpaceIx> {
    let near =
        reach::spread(rules, fleet.space, Domain::Sea).take_while(|(_, away)| i64::from(*away) <= settings.reach);
    near.map(|(space, _)| space).find(|space| route.path.contains(space))
}

/// How a fleet can attack a route: at once, or by a roll.
enum Way {
    AtOnce,
    Roll(i64, SpaceIx),
}

fn way(rules: &Ruleset, state: &State, settings: &FleetRules, fleet: Fleet, route: &RouteNow) -> Option<Way> {
    if !in_harbour(rules, state, settings, fleet) {
        return beside(rules, settings, fleet, route).map(|_| Way::AtOnce);
    }
    if settings.from_harbour && fleet.submarine {
        return Some(Way::AtOnce);
    }
    sailing::nearest(rules, state, settings, fleet, &route.path).map(|(need, at)| Way::Roll(need, at))
}

fn may_attack(
    rules: &Ruleset,
    state: &State,
    settings: &FleetRules,
    fleet: Fleet,
    route: RouteIx,
) -> Result<RouteNow, Refusal> {
    ready(rules, state, settings, fleet)?;
    let Some(side) = state.side_of(fleet.power) else {
        return Err(Refusal::of(Ban::NotYours, "nobody commands these ships"));
    };
    let hostile = settings.routes.get(route.index()).is_some_and(|rule| state.sides_at_war(side, rule.by));
    let Some(now) = routes::now(rules, state, settings, route).filter(|_| hostile) else {
        return Err(Refusal::of(Ban::Target, "no enemy route of that name carries anything"));
    };
    if state.fleets.tried.contains(&(fleet, route)) {
        return Err(Refusal::of(Ban::OneTarget, "a fleet tries each route once in a turn"));
    }
    Ok(now)
}

/// The highest die by which a fleet attacks a route, 6 where it needs none, and what the route carries.
pub(super) fn prospect(
    rules: &Ruleset,
    state: &State,
    settings: &FleetRules,
    fleet: Fleet,
    route: RouteIx,
) -> Option<(i64, i64)> {
    let now = may_attack(rules, state, settings, fleet, route).ok()?;
    match way(rules, state, settings, fleet, &now)? {
        Way::AtOnce => Some((6, now.points)),
        Way::Roll(need, _) => Some((need, now.points)),
    }
}

/// A fleet attacks a route.
pub(super) fn attack(run: &mut Run, settings: &FleetRules, fleet: Fleet, route: RouteIx) -> Result<(), Refusal> {
    let now = may_attack(run.rules, &run.state, settings, fleet, route)?;
    let Some(way) = way(run.rules, &run.state, settings, fleet, &now) else {
        return Err(Refusal::of(Ban::Reach, "the route is out of reach"));
    };
    run.emit(Event::Fleets(FleetEvent::Tried { fleet, route }));
    match way {
        Way::AtOnce => strike(run, settings, fleet, route),
        Way::Roll(need, at) => {
            if sailing::go_out(run, fleet, at, need) {
                let ships = super::harbours::parts(run.rules, &run.state, settings, fleet);
                let voyage =
                    Voyage { fleet, ships, path: vec![fleet.space, at], task: Task::Hunt(route), hunters: Vec::new() };
                sailing::depart(run, settings, voyage);
            }
        }
    }
    Ok(())
}

/// The fleets that escort a route and are still where it starts.
fn guards(run: &Run, settings: &FleetRules, route: RouteIx) -> Vec<Force> {
    let on_it = run.state.fleets.escorts.iter().filter(|(_, of)| *of == route);
    let forces = on_it.map(|(fleet, _)| Force { fleet: *fleet, ships: ships(run.rules, &run.state, settings, *fleet) });
    forces.filter(|force| !force.ships.is_empty()).collect()
}

/// The attack itself: escorts first, then what is left fires at the route.
pub(super) fn strike(run: &mut Run, settings: &FleetRules, fleet: Fleet, route: RouteIx) {
    let Some(now) = routes::now(run.rules, &run.state, settings, route) else { return };
    let Some(rule) = settings.routes.get(route.index()) else { return };
    let at = beside(run.rules, settings, fleet, &now).unwrap_or(now.path[now.path.len() / 2]);
    let mut force = Force { fleet, ships: ships(run.rules, &run.state, settings, fleet) };
    if force.ships.is_empty() {
        return;
    }
    let mut escorts = guards(run, settings, route);
    let escorted = !escorts.is_empty();
    let before: i64 = force.ships.iter().map(|stack| i64::from(stack.count)).sum();
    if fleet.submarine {
        if escorted {
            battle::escorted(run, settings, &mut force, &mut escorts, at);
        } else if settings.level_everywhere {
            battle::level_alone(run, settings, &mut force, rule.by, at);
        }
    } else {
        for guard in escorts {
            let (met, of) = (guard.fleet, force.clone());
            let won = battle::fight(run, settings, of, guard, at);
            force.ships = ships(run.rules, &run.state, settings, fleet);
            if won {
                run.emit(Event::Fleets(FleetEvent::Beaten { fleet: met }));
            } else {
                raiders_lost(run, settings, fleet, before);
                sailing::beaten(run, settings, fleet);
                return;
            }
        }
        raiders_lost(run, settings, fleet, before);
    }
    let raids = settings.raiders.filter(|(_, option)| run.state.option_or_none(*option)).map_or(1, |(times, _)| times);
    let strength = match (fleet.submarine, escorted) {
        (true, _) => battle::submarines(run.rules, &run.state, &force.ships) * settings.against_routes,
        (false, false) => battle::guns(run.rules, settings, &force.ships) / settings.battle.max(1) * raids,
        (false, true) => battle::guns(run.rules, settings, &force.ships) / settings.battle.max(1),
    };
    let hits = battle::fire(run, settings, BattleKind::Raid, (&force, at), strength);
    let points = hits.clamp(0, now.points);
    if points == 0 {
        return;
    }
    run.emit(Event::Fleets(FleetEvent::RouteHit { fleet, route, points: points as u16 }));
    if let CargoRule::Lent(power) = rule.carries {
        let who = Actor::Power(power);
        let to = run.state.money(who) - points;
        run.emit(Event::MoneySet { who, to });
    }
    if let Some((nations, raid, _)) = settings.raid_morale.as_ref().filter(|_| !fleet.submarine) {
        cheer(run, nations, fleet, *raid);
    }
}

/// The nation of a fleet gains heart, and that of the enemy loses it.
fn cheer(run: &mut Run, nations: &super::Nations, fleet: Fleet, by: i64) {
    let side = run.state.side_of(fleet.power);
    for power in nations.powers.clone() {
        let own = run.state.side_of(power) == side;
        nations.shift(run, power, if own { by } else { -by });
    }
}

/// What each raider that went down is worth to the enemy.
fn raiders_lost(run: &mut Run, settings: &FleetRules, fleet: Fleet, before: i64) {
    let Some((nations, _, sunk)) = &settings.raid_morale else { return };
    let after: i64 = ships(run.rules, &run.state, settings, fleet).iter().map(|stack| i64::from(stack.count)).sum();
    let side = run.state.side_of(fleet.power);
    let gain = (before - after) * sunk;
    for power in nations.powers.clone() {
        if gain != 0 && run.state.side_of(power) != side {
            nations.shift(run, power, gain);
        }
    }
}

/// A fleet in harbour escorts a route that starts there.
pub(super) fn escort(run: &mut Run, settings: &FleetRules, fleet: Fleet, route: RouteIx) -> Result<(), Refusal> {
    may_escort(run.rules, &run.state, settings, fleet, route)?;
    run.emit(Event::Fleets(FleetEvent::Escorting { fleet, route }));
    Ok(())
}

fn may_escort(
    rules: &Ruleset,
    state: &State,
    settings: &FleetRules,
    fleet: Fleet,
    route: RouteIx,
) -> Result<(), Refusal> {
    ready(rules, state, settings, fleet)?;
    let own = settings.routes.get(route.index()).is_some_and(|rule| Some(rule.by) == state.side_of(fleet.power));
    let now = routes::now(rules, state, settings, route).filter(|_| own && !fleet.submarine);
    if now.is_none_or(|now| now.path.first() != Some(&fleet.space)) || !in_harbour(rules, state, settings, fleet) {
        return Err(Refusal::of(
            Ban::Escort,
            "surface ships escort routes of their side that start from their harbour",
        ));
    }
    Ok(())
}

/// Routes a fleet may attack or escort.
pub(super) fn legal(rules: &Ruleset, state: &State, settings: &FleetRules, fleet: Fleet, actions: &mut Vec<Action>) {
    for at in 0..settings.routes.len() {
        let route = RouteIx::new(at);
        let attacks = may_attack(rules, state, settings, fleet, route);
        if attacks.is_ok_and(|now| way(rules, state, settings, fleet, &now).is_some()) {
            actions.push(Action::Fleet(FleetOrder::Attack { fleet, route }));
        }
        if may_escort(rules, state, settings, fleet, route).is_ok() {
            actions.push(Action::Fleet(FleetOrder::Escort { fleet, route }));
        }
    }
}
