//! A simple admiral for wars at sea that are fought space by space: submarines go where most is carried, ships that can hunt them lie
//! where the own routes start, and nobody goes out against a stronger fleet.

use crate::action::{Action, FleetOrder};
use crate::game::Game;
use crate::ids::{Actor, SideIx, UnitIx};
use crate::procedures::Procedure;
use crate::procedures::fleets::{self, FleetRules};
use crate::state::Stack;
use crate::state::fleets::{Fleet, Task};

/// A roll from harbour that is good enough not to go on patrol for.
const GOOD_ROLL: i64 = 5;
/// Submarines that are enough, and what a budget must leave for the army when one is built.
const ENOUGH: i64 = 8;
const FOR_THE_ARMY: i64 = 6;

fn size(game: &Game<'_>, settings: &FleetRules, fleet: Fleet) -> i64 {
    fleets::ships(game.rules, &game.state, settings, fleet).iter().map(|stack| i64::from(stack.count)).sum()
}

/// What an admiral does next.
pub(super) fn act(game: &Game<'_>, side: SideIx, settings: &FleetRules) -> Action {
    let legal = game.legal();
    if game.state.fleets.is_busy() {
        return go_out(game, settings, &legal);
    }
    let best = legal.iter().map(|action| (worth(game, side, settings, action), action)).filter(|(worth, _)| *worth > 0);
    best.max_by_key(|(worth, _)| *worth).map_or(Action::Done, |(_, action)| *action)
}

/// The strongest fleet goes out against ships under way, if it is as strong as they are.
fn go_out(game: &Game<'_>, settings: &FleetRules, legal: &[Action]) -> Action {
    let Some(voyage) = &game.state.fleets.voyage else { return Action::Done };
    let enemy: i64 = voyage.ships.iter().map(|(_, count)| i64::from(*count)).sum();
    let fleet = |action: &Action| match action {
        Action::Fleet(FleetOrder::Intercept { fleet }) => {
            Some((fleets::weight(game.rules, &game.state, settings, *fleet, voyage.fleet), *action))
        }
        _ => None,
    };
    let best = legal.iter().filter_map(fleet).filter(|(weight, _)| *weight >= enemy);
    best.max_by_key(|(weight, _)| *weight).map_or(Action::Done, |(_, action)| action)
}

/// How much an order is worth; nothing for orders that are not given.
fn worth(game: &Game<'_>, side: SideIx, settings: &FleetRules, action: &Action) -> i64 {
    let (rules, state) = (game.rules, &game.state);
    let Action::Fleet(order) = *action else { return 0 };
    match order {
        FleetOrder::Attack { fleet, route } => {
            let Some((chance, points)) = fleets::prospect(rules, state, settings, fleet, route) else { return 0 };
            let eager = fleet.submarine || chance == 6;
            if eager && chance >= GOOD_ROLL { 100 * points + chance } else { 0 }
        }
        FleetOrder::Escort { fleet, route } => {
            let strong = fleets::hunting_strength(rules, state, settings, fleet) > 0 || raiders(game, side, settings);
            let alone = !state.fleets.escorts.iter().any(|(_, other)| *other == route);
            if strong && alone { 50 } else { 0 }
        }
        // From harbour nothing good is in reach: to sea, onto the richest route.
        FleetOrder::Sail { fleet, to, task: Task::Patrol, .. } if fleet.submarine => {
            fleets::richest_at(rules, state, settings, fleet, to)
        }
        FleetOrder::Sail { fleet, part: Some((unit, 1)), to, task: Task::Base } if !fleet.submarine => {
            let starts = fleets::starts_route(rules, state, settings, side, to);
            let guarded = !fleets::fleets(rules, state, settings, |power| power == fleet.power)
                .iter()
                .all(|other| other.space != to || other.submarine);
            let hunts = is_hunter(game, settings, unit) || fleets::hunting_strength(rules, state, settings, fleet) > 0;
            let leaves = fleets::starts_route(rules, state, settings, side, fleet.space);
            let spare = size(game, settings, fleet) > 1;
            if starts && !guarded && hunts && spare && !leaves { 20 } else { 0 }
        }
        _ => 0,
    }
}

fn is_hunter(game: &Game<'_>, settings: &FleetRules, unit: UnitIx) -> bool {
    settings.hunters.is_some() && game.rules.unit(unit).is(settings.hunters)
}

/// Whether an enemy has surface ships at sea.
fn raiders(game: &Game<'_>, side: SideIx, settings: &FleetRules) -> bool {
    let hostile = |power| game.state.side_of(power).is_some_and(|other| game.state.sides_at_war(side, other));
    fleets::fleets(game.rules, &game.state, settings, hostile)
        .into_iter()
        .any(|fleet| !fleet.submarine && !fleets::in_harbour(game.rules, &game.state, settings, fleet))
}

/// What a war at sea asks of the budget first: submarines against what is carried, and the means against those of the enemy.
pub(super) fn purchase(game: &Game<'_>, side: SideIx) -> Option<Action> {
    let (rules, state) = (game.rules, &game.state);
    let settings = fleets::of_game(rules)?;
    let mine = |stack: &&Stack| state.side_of(stack.power) == Some(side);
    let count = |wanted: &dyn Fn(&&Stack) -> bool| -> i64 {
        state.stacks.iter().filter(|stack| wanted(stack)).map(|stack| i64::from(stack.count)).sum()
    };
    let is_sub = |stack: &&Stack| rules.unit(stack.unit).is(Some(settings.submarines));
    let own = count(&|stack| mine(stack) && is_sub(stack));
    let hostile = |stack: &&Stack| state.side_of(stack.power).is_some_and(|other| state.sides_at_war(side, other));
    let enemy = count(&|stack| hostile(stack) && is_sub(stack));
    let level = settings.level.map_or(0, |track| state.track(track, Some(Actor::Side(side))));
    let money = state.money(Actor::Side(side));
    let price = |unit: UnitIx| {
        let procedure = rules.phases.get(usize::from(state.phase))?.run?;
        let Procedure::Produce(produce) = &rules.procedures[procedure.index()].run else { return None };
        crate::procedures::produce::price(rules, state, side, produce, unit)
            .map(|price| crate::procedures::produce::cost(price, 1))
    };
    // Ships that were begun are finished bit by bit.
    let keel = state.fleets.keels.iter().find(|keel| state.side_of(keel.power) == Some(side));
    if let Some(keel) = keel.filter(|_| money > FOR_THE_ARMY) {
        let points = keel.left.min((money - FOR_THE_ARMY).min(6) as u16);
        let yard = game.legal().into_iter().find_map(|action| match action {
            Action::Fleet(FleetOrder::Pay { unit, space, .. }) if unit == keel.unit => Some(space),
            _ => None,
        });
        if let Some(space) = yard {
            return Some(Action::Fleet(FleetOrder::Pay { unit: keel.unit, space, points }));
        }
    }
    let wanted = |unit: UnitIx| {
        let info = rules.unit(unit);
        let useful = if info.is(Some(settings.submarines)) {
            // Only who has some already fights like this.
            own > 0 && own < ENOUGH
        } else {
            info.builds.onto.is_some() && info.builds.onto == settings.level && level < enemy
        };
        useful && price(unit).is_some_and(|price| money - price >= FOR_THE_ARMY)
    };
    let unit = (0..rules.units.len()).map(UnitIx::new).find(|unit| wanted(*unit))?;
    // One of them in a turn.
    let turn = state.turn;
    let is_turn = i64::from(turn) % 2 == own % 2 || enemy > 0;
    let legal = game.legal();
    let first =
        legal.into_iter().find(|action| matches!(action, Action::Build { unit: of, count: 1, .. } if *of == unit));
    first.filter(|_| is_turn)
}
