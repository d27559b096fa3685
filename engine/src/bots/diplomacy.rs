//! When the simple commander goes to war: where units next door are clearly stronger and the enemies it has already leave it the means.
//! Rules of the pack that are its to choose it always lets happen. In moves without combat it opens the doors that stand open.

use chartroom_format::schema::units::{CombatRole, Domain};

use crate::action::Action;
use crate::game::Game;
use crate::ids::{PowerIx, SpaceIx};
use crate::order::Order;
use crate::procedures::range::activation;
use crate::query::{range, zones};
use crate::ruleset::Ruleset;
use crate::state::{Stack, State};

/// How much stronger those next door must be, and all forces compared with all enemies next door, in tenths.
const NEXT_DOOR: i64 = 14;
const ALL_TOLD: i64 = 11;

fn dice<'s>(rules: &Ruleset, stacks: impl Iterator<Item = &'s Stack>, role: CombatRole) -> i64 {
    let fights = |stack: &&Stack| matches!(rules.unit(stack.unit).domain, Domain::Land | Domain::Air);
    let one = |stack: &Stack| zones::dice(rules, stack.unit, role).iter().sum::<i64>() * i64::from(stack.count);
    stacks.filter(fights).map(one).sum()
}

fn of(state: &State, power: PowerIx, space: SpaceIx) -> impl Iterator<Item = &Stack> {
    state.stacks_in(space).iter().filter(move |stack| stack.power == power)
}

/// Lands next to a land for those who walk.
fn next_door(rules: &Ruleset, space: SpaceIx) -> impl Iterator<Item = SpaceIx> + '_ {
    rules.board.links_of(space).iter().filter(|link| link.passes.has(Domain::Land)).map(|link| link.to)
}

/// What a war is worth: the best land that could be taken at once, if any.
fn prize(rules: &Ruleset, state: &State, by: PowerIx, on: PowerIx) -> Option<i64> {
    let held = |who: PowerIx| {
        let all = (0..rules.board.spaces.len()).map(SpaceIx::new);
        all.filter(move |space| state.holder(*space) == Some(who) && rules.board.has_land(*space))
    };
    let lands: Vec<SpaceIx> = held(on).collect();
    let borders = |space: SpaceIx| next_door(rules, space).any(|to| of(state, by, to).next().is_some());
    let own: i64 = dice(rules, state.stacks.iter().filter(|stack| stack.power == by), CombatRole::Attacking);
    let enemies =
        |space: &SpaceIx| state.holder(*space).is_some_and(|holder| state.at_war(by, holder)) && borders(*space);
    let busy: i64 = (0..rules.board.spaces.len())
        .map(SpaceIx::new)
        .filter(enemies)
        .map(|space| dice(rules, state.stacks_in(space).iter(), CombatRole::Defending))
        .sum();
    let new: i64 = lands
        .iter()
        .filter(|space| borders(**space))
        .map(|space| dice(rules, of(state, on, *space), CombatRole::Defending))
        .sum();
    if own * 10 < (busy + new) * ALL_TOLD {
        return None;
    }
    let best = lands.into_iter().filter_map(|space| {
        let mut near: Vec<SpaceIx> = next_door(rules, space).collect();
        near.dedup();
        let attack: i64 = near.into_iter().map(|from| dice(rules, of(state, by, from), CombatRole::Attacking)).sum();
        let defence = dice(rules, state.stacks_in(space).iter(), CombatRole::Defending);
        let worth = rules.board.space(space).value;
        (attack > 0 && worth > 0 && attack * 10 >= defence * NEXT_DOOR).then_some(worth)
    });
    best.max()
}

/// One declaration, or a rule that is its to choose.
pub(super) fn declare(game: &Game<'_>) -> Action {
    let legal = game.legal();
    if let Some(invoke) = legal.iter().find(|action| matches!(action, Action::Invoke { .. })) {
        return *invoke;
    }
    let worth = |action: &Action| match action {
        Action::Order(Order::Declare { by, on }) => prize(game.rules, &game.state, *by, *on),
        _ => None,
    };
    let wars = legal.into_iter().filter_map(|action| Some((worth(&action)?, action)));
    wars.max_by_key(|(worth, action)| (*worth, std::cmp::Reverse(order_of(action))))
        .map_or(Action::Done, |(_, action)| action)
}

/// Declarations of the same worth go in the order of the powers.
const fn order_of(action: &Action) -> u8 {
    match action {
        Action::Order(Order::Declare { on, .. }) => on.0,
        _ => u8::MAX,
    }
}

/// Moves of single units into countries whose doors stand open to them.
pub(super) fn openings(game: &Game<'_>) -> Vec<Action> {
    let rules = game.rules;
    let mut trial = game.clone();
    let mut plan = Vec::new();
    let powers = zones::powers_of(rules, &game.state);
    let own: Vec<Stack> = game.state.stacks.iter().filter(|stack| powers.contains(&stack.power)).copied().collect();
    for stack in own {
        let on_land = rules.unit(stack.unit).domain == Domain::Land && !zones::is_sea(rules, stack.space);
        if stack.army != 0 || !on_land {
            continue;
        }
        let ways = range::marches(rules, &trial.state, stack.power, stack.unit, stack.space, false);
        for way in ways {
            if activation::door(rules, &trial.state, stack.power, stack.unit, way.to).is_none() {
                continue;
            }
            let action = Action::Order(Order::Move { stack: Stack { count: 1, ..stack }, via: way.via, to: way.to });
            if trial.submit(&action).is_ok() {
                plan.push(action);
                break;
            }
        }
    }
    plan
}
