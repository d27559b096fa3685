//! Moves without combat: aircraft home, land units towards what is worth taking or in danger, or to the shore where ships take
//! them up; ships in `fleet`.

use chartroom_format::schema::units::Domain;

use super::attack::{free, guards};
use super::fleet;
use super::survey::{NEVER, Survey};
use crate::action::Action;
use crate::game::Game;
use crate::ids::SpaceIx;
use crate::order::Order;
use crate::query::range;
use crate::query::zones;
use crate::state::Stack;

/// Chances in a hundred of being beaten next turn from which nobody steps forward.
const BLOW: i64 = 70;
/// Aircraft that must be brought home in one phase at most.
const MOST_LANDINGS: usize = 300;

/// The moves, first one last.
pub(super) fn plan(game: &Game<'_>, survey: &Survey, mut say: impl FnMut(String)) -> Vec<Action> {
    let mut trial = game.clone();
    let mut plan = Vec::new();
    march(&mut trial, &mut plan, survey);
    fleet::sail(&mut trial, &mut plan, survey, &mut say);
    bring_home(&mut trial, &mut plan, survey);
    base(&mut trial, &mut plan, survey);
    plan.reverse();
    plan
}

/// Aircraft that must leave go where they are safe and of use.
fn bring_home(trial: &mut Game<'_>, plan: &mut Vec<Action>, survey: &Survey) {
    for _ in 0..MOST_LANDINGS {
        let legal = trial.legal();
        if legal.first().is_none_or(|first| *first == Action::Done) {
            return;
        }
        let Some(Action::Order(Order::Move { stack: homeless, .. })) = legal.first().copied() else { return };
        let fields = legal
            .iter()
            .take_while(|action| **action != Action::Done)
            .filter(|action| matches!(action, Action::Order(Order::Move { stack, .. }) if *stack == homeless));
        let Some(best) = fields.copied().min_by_key(|action| match action {
            Action::Order(Order::Move { to, .. }) => (field(trial, survey, homeless, *to), *to),
            _ => (NEVER, SpaceIx(0)),
        }) else {
            return;
        };
        if trial.submit(&best).is_err() {
            return;
        }
        plan.push(best);
    }
}

/// How little a place is liked by aircraft: dangerous ones least, those far from the front little.
fn field(game: &Game<'_>, survey: &Survey, stack: Stack, to: SpaceIx) -> i64 {
    let mut force = survey.defenders(game.rules, &game.state, to);
    if stack.space != to {
        force.add(game.rules, &survey.prices, stack.unit, i64::from(stack.count));
    }
    let ashore = i64::from(zones::is_sea(game.rules, to)) * 10;
    survey.danger(to, &force) * 3 + survey.effort(to).min(2000) + ashore
}

/// Aircraft without orders go to better fields.
fn base(trial: &mut Game<'_>, plan: &mut Vec<Action>, survey: &Survey) {
    let rules = trial.rules;
    let own = trial.state.stacks.iter().filter(|stack| {
        stack.army == 0 && survey.powers.contains(&stack.power) && rules.unit(stack.unit).domain == Domain::Air
    });
    let own: Vec<Stack> = own.copied().collect();
    for stack in own {
        let range = zones::movement(rules, &trial.state, &stack);
        let map = range::flight_map(rules, &[stack.space], range);
        let here = field(trial, survey, stack, stack.space);
        let reached = (0..map.len()).map(SpaceIx::new).filter(|to| map[to.index()] != range::FAR && *to != stack.space);
        let open = reached.filter(|to| {
            !zones::is_sea(rules, *to) && zones::may_land(rules, &trial.state, stack.power, stack.unit, *to)
        });
        let best = open.map(|to| (field(trial, survey, stack, to), to)).min();
        if let Some((liked, to)) = best.filter(|(liked, _)| *liked + 15 < here) {
            let _ = liked;
            give(trial, plan, Order::Move { stack, via: None, to });
        }
    }
}

pub(super) fn give(trial: &mut Game<'_>, plan: &mut Vec<Action>, order: Order) -> bool {
    let action = Action::Order(order);
    let done = trial.submit(&action).is_ok();
    if done {
        plan.push(action);
    }
    done
}

/// Land units go where less effort is left, by land or to the shore.
fn march(trial: &mut Game<'_>, plan: &mut Vec<Action>, survey: &Survey) {
    let rules = trial.rules;
    let stay = guards(rules, &trial.state, survey);
    let own = trial.state.stacks.iter().filter(|stack| {
        stack.army == 0
            && survey.powers.contains(&stack.power)
            && rules.unit(stack.unit).domain == Domain::Land
            && !zones::is_sea(rules, stack.space)
    });
    let mut own: Vec<Stack> = own.copied().collect();
    // The dear ones first: guards are cheap.
    own.sort_by_key(|stack| (std::cmp::Reverse(survey.prices[stack.unit.index()]), *stack));
    for stack in own {
        let here = survey.effort(stack.space);
        let left = free(rules, &trial.state, survey, &stay, stack);
        if left < 1 || here >= NEVER {
            continue;
        }
        let ways = range::marches(rules, &trial.state, stack.power, stack.unit, stack.space, false);
        let mut better: Vec<(i64, SpaceIx)> = ways
            .iter()
            .filter(|way| way.hazards == 0)
            .map(|way| (survey.effort(way.to), way.to))
            .filter(|(effort, _)| *effort < here)
            .collect();
        better.sort_unstable();
        for (_, to) in better.into_iter().take(3) {
            let moved = Stack { count: left as u16, ..stack };
            // Nobody steps forward into a blow that he cannot stand.
            let mut there = survey.defenders(rules, &trial.state, to);
            there.add(rules, &survey.prices, stack.unit, left);
            let safe = survey.danger(to, &there);
            let before = survey.danger(stack.space, &survey.defenders(rules, &trial.state, stack.space));
            if safe > BLOW && safe > before && survey.worth[to.index()] < 150 {
                continue;
            }
            if give(trial, plan, Order::Move { stack: moved, via: None, to }) {
                break;
            }
        }
    }
}
