//! Landings from ships: what a transport can put ashore in one turn, and how.

use std::cmp::Reverse;

use chartroom_format::schema::units::Domain;

use super::attack::free;
use super::survey::Survey;
use crate::action::Action;
use crate::game::Game;
use crate::ids::SpaceIx;
use crate::order::Order;
use crate::query::range;
use crate::query::reach::SpaceSet;
use crate::query::zones;
use crate::ruleset::Ruleset;
use crate::state::{Stack, State};

/// A transport, the zones it can go to, and what it could take along.
pub(super) struct Ferry {
    pub(super) ship: Stack,
    zones: SpaceSet,
    /// Cargo near it, and how many of it fit into all ships of the stack.
    pub(super) cargo: Vec<(Stack, i64)>,
}

impl Ferry {
    /// Whether it gets beside a shore.
    pub(super) fn reaches(&self, rules: &Ruleset, shore: SpaceIx) -> bool {
        !self.cargo.is_empty()
            && !zones::is_sea(rules, shore)
            && zones::coast(rules, shore).any(|zone| self.zones.has(zone))
    }
}

/// All transports that could land something this turn.
pub(super) fn ferries(rules: &Ruleset, state: &State, survey: &Survey) -> Vec<Ferry> {
    let ships = state.stacks.iter().filter(|ship| {
        ship.army == 0
            && survey.powers.contains(&ship.power)
            && zones::is_ship(rules, ship.unit)
            && carries_troops(rules, ship)
            && zones::enemies(state, ship.power, ship.space).next().is_none()
    });
    ships
        .map(|ship| {
            let mut zones_near = SpaceSet::new(rules.board.spaces.len());
            zones_near.add(ship.space);
            let range = zones::movement(rules, state, ship);
            for way in range::voyages(rules, state, ship.power, ship.unit, ship.space, range, true) {
                if way.past.is_empty() && zones::enemies(state, ship.power, way.to).next().is_none() {
                    zones_near.add(way.to);
                }
            }
            let cargo = cargo(rules, state, *ship)
                .into_iter()
                .map(|stack| {
                    let fits = zones::capacity(rules, ship.unit, stack.unit) / zones::weight(rules, stack.unit).max(1);
                    (stack, i64::from(stack.count).min(fits * i64::from(ship.count)))
                })
                .collect();
            Ferry { ship: *ship, zones: zones_near, cargo }
        })
        .collect()
}

/// Whether a ship takes land units at all.
pub(super) fn carries_troops(rules: &Ruleset, ship: &Stack) -> bool {
    (0..rules.units.len()).map(crate::ids::UnitIx::new).any(|unit| {
        rules.unit(unit).domain == Domain::Land
            && zones::takes_land(rules, unit)
            && zones::capacity(rules, ship.unit, unit) >= zones::weight(rules, unit)
    })
}

/// Land units of its nation aboard in the zone of a ship, then those on the shores around it.
pub(super) fn cargo(rules: &Ruleset, state: &State, ship: Stack) -> Vec<Stack> {
    let fits = |stack: &&Stack| {
        stack.army == 0
            && stack.power == ship.power
            && zones::takes_land(rules, stack.unit)
            && zones::capacity(rules, ship.unit, stack.unit) >= zones::weight(rules, stack.unit)
    };
    let around = std::iter::once(ship.space).chain(zones::coast(rules, ship.space));
    around.flat_map(|space| state.stacks_in(space).iter().filter(fits).copied()).collect()
}

/// Loads one ship of a stack as full as it gets, those who attack best first. Gives the number of its group and its cargo.
pub(super) fn load(
    game: &mut Game<'_>,
    orders: &mut Vec<Action>,
    survey: &Survey,
    stay: &[i64],
    ship: Stack,
    wanted: impl Fn(&Stack) -> bool,
) -> Option<(u8, Vec<Stack>)> {
    let rules = game.rules;
    let zone = ship.space;
    let there = game.state.stacks_in(zone).iter();
    there.copied().find(|now| Stack { count: 0, ..*now } == Stack { count: 0, ..ship })?;
    let mut choice = cargo(rules, &game.state, ship);
    choice.retain(|stack| wanted(stack) && free(rules, &game.state, survey, stay, *stack) > 0);
    choice.sort_by_key(|stack| {
        let afloat = zones::is_sea(rules, stack.space);
        let dice: i64 =
            zones::dice(rules, stack.unit, chartroom_format::schema::units::CombatRole::Attacking).iter().sum();
        (!afloat, Reverse((dice * 2 + 3) * 100 / (zones::weight(rules, stack.unit).max(1) + 1)), *stack)
    });
    let mut army = 0;
    let mut aboard: Vec<Stack> = Vec::new();
    for stack in choice {
        loop {
            let free = free(rules, &game.state, survey, stay, stack);
            if free < 1 {
                break;
            }
            let one = Stack { count: 1, ..stack };
            let order = Action::Order(Order::Load { stack: one, zone, army });
            if game.submit(&order).is_err() {
                break;
            }
            orders.push(order);
            if army == 0 {
                army = game.state.operations.groups.len() as u8;
            }
            match aboard.iter_mut().find(|other| other.unit == one.unit && other.damaged == one.damaged) {
                Some(other) => other.count += 1,
                None => aboard.push(Stack { space: zone, army, ..one }),
            }
        }
    }
    (army != 0).then_some((army, aboard))
}

/// One ship of a ferry takes what it can to a shore. Gives what landed; nothing is changed if that is nothing.
pub(super) fn land(
    game: &mut Game<'_>,
    orders: &mut Vec<Action>,
    survey: &Survey,
    stay: &[i64],
    ferry: &Ferry,
    target: SpaceIx,
) -> Option<Vec<Stack>> {
    let rules = game.rules;
    let mut attempt = game.clone();
    let mut given = Vec::new();
    // Whoever can walk there need not sail.
    let (army, aboard) = load(&mut attempt, &mut given, survey, stay, ferry.ship, |stack| {
        zones::is_sea(rules, stack.space)
            || rules.board.link(stack.space, target).is_none_or(|link| !link.passes.has(Domain::Land))
    })?;
    let mut zones_there: Vec<SpaceIx> = zones::coast(rules, target).filter(|zone| ferry.zones.has(*zone)).collect();
    zones_there.sort_by_key(|zone| (*zone != ferry.ship.space, *zone));
    let zone = zones_there.into_iter().find(|zone| {
        if *zone == ferry.ship.space {
            return true;
        }
        let order = Action::Order(Order::Sail { army, to: *zone });
        let sails = attempt.submit(&order).is_ok();
        if sails {
            given.push(order);
        }
        sails
    })?;
    let mut landed = Vec::new();
    for stack in aboard {
        let order = Action::Order(Order::Land { stack: Stack { space: zone, ..stack }, to: target });
        if attempt.submit(&order).is_ok() {
            given.push(order);
            landed.push(stack);
        }
    }
    if landed.is_empty() {
        return None;
    }
    orders.extend(given);
    *game = attempt;
    Some(landed)
}
