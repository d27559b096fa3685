//! How the simple commander buys where units wait for their place: a mix of what fights best for its price, then placed where the enemy is
//! near.

use chartroom_format::schema::units::CombatRole;

use super::greedy0::zones::front_map;
use crate::action::Action;
use crate::game::Game;
use crate::ids::{PowerIx, UnitIx};
use crate::order::Order;
use crate::procedures::recruit;
use crate::query::zones;

/// One purchase. What was bought already counts less and less, so that armies are mixed.
pub(super) fn buy(game: &Game<'_>) -> Action {
    let rules = game.rules;
    let queued = |power: PowerIx, unit: UnitIx| -> i64 {
        let same = game.state.operations.queue.iter().filter(|queued| (queued.power, queued.unit) == (power, unit));
        same.map(|queued| i64::from(queued.count)).sum()
    };
    let score = |action: &Action| -> i64 {
        let Action::Order(Order::Purchase { power, unit, count: 1 }) = action else { return 0 };
        let Some(price) = recruit::price(rules, &game.state, *power, *unit) else { return 0 };
        let roles = [CombatRole::Attacking, CombatRole::Defending];
        let all: i64 = roles.iter().flat_map(|role| zones::dice(rules, *unit, *role)).sum();
        let kind = if zones::is_ship(rules, *unit) { 1 } else { 4 };
        all * 1000 * kind / (price.max(1) * (3 + queued(*power, *unit)))
    };
    let best = game.legal().into_iter().max_by_key(score);
    best.filter(|action| score(action) > 0).unwrap_or(Action::Done)
}

/// One placement: as many as fit, nearest to the enemy.
pub(super) fn place(game: &Game<'_>) -> Action {
    let front = front_map(game.rules, &game.state, &zones::powers_of(game.rules, &game.state));
    let score = |action: &Action| match action {
        Action::Order(Order::Place { site, count, .. }) => {
            1_000_000 - i64::from(front[site.index()]) * 1000 + i64::from(*count).min(900)
        }
        _ => 0,
    };
    game.legal().into_iter().max_by_key(score).filter(|action| score(action) > 0).unwrap_or(Action::Done)
}
