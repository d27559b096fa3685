//! Redeployment: strength points go any distance through connected friendly spaces, by sea within the limits of each sea.

mod bounds;
mod conversions;
mod ferry;
mod markers;
mod ways;

use chartroom_format::schema::refusal::Ban;
use chartroom_format::schema::units::{Ability, Domain};

pub(crate) use bounds::BoundRule;
pub(crate) use conversions::ConversionRule;
use ways::{Ways, order};

use super::{FrozenRule, Next, RedeployRules};
use crate::action::{Action, Refusal};
use crate::event::{Event, LossReason};
use crate::ids::{SideIx, SpaceIx, UnitIx};
use crate::modifier;
use crate::query::chart::Chart;
use crate::query::reach;
use crate::query::seas::{self, Passage, Shipper};
use crate::query::{armies, stacking};
use crate::ruleset::Ruleset;
use crate::run::Run;
use crate::state::{Stack, State};

pub(super) fn begin(run: &mut Run, side: SideIx) -> Next {
    if run.state.stacks.iter().any(|stack| run.state.side_of(stack.power) == Some(side)) {
        Next::Waits
    } else {
        Next::Over
    }
}

pub(super) fn act(run: &mut Run, side: SideIx, settings: &RedeployRules, action: &Action) -> Result<Next, Refusal> {
    match *action {
        Action::Done => {
            remove_excess(run, side);
            Ok(Next::Over)
        }
        Action::Redeploy { from, army, power, unit, count, to, into } => {
            let stack =
                held_stack(run.rules, &run.state, side, Stack { space: from, army, power, unit, damaged: 0, count })?;
            may_leave(run.rules, &run.state, settings, stack.space)?;
            bounds::check(run.rules, &run.state, &settings.bounds, stack, to)?;
            let chart = &mut run.memory.of(side).chart;
            let way = way(run.rules, &run.state, side, settings, stack, to, chart)?;
            if from != to && stacking::room(run.rules, &run.state, power, unit, to) < i64::from(count) {
                return Err(Refusal::of(Ban::Stacking, "more points than the space may hold"));
            }
            let army = joined_army(run, side, stack, to, into)?;
            if let Way::Sea(passage) = &way {
                for sea in &passage.accounts {
                    run.emit(Event::Shipped { sea: *sea, points: count });
                }
            }
            run.emit(Event::Moved { stack, to, army });
            if let Way::Sea(passage) = &way {
                super::shipping::crossed(run, &passage.accounts, Stack { space: to, army, ..stack });
            }
            if let Way::Air(ferry) = way {
                ferry::fly(run, settings, ferry, Stack { space: to, army, ..stack });
            }
            Ok(Next::Waits)
        }
        Action::Convert { space, army, power, unit, count } => {
            let stack = held_stack(run.rules, &run.state, side, Stack { space, army, power, unit, damaged: 0, count })?;
            let Some(into) = run.rules.unit(unit).upgrades_to else {
                conversions::convert(run, &settings.conversions, stack)?;
                return Ok(Next::Waits);
            };
            run.emit(Event::Converted { stack, into });
            Ok(Next::Waits)
        }
        // Whoever has too many points somewhere picks those he gives up; the rest goes when the phase ends.
        Action::Lose { army, space, power, unit } => {
            let stack = Stack { space, army, power, unit, damaged: 0, count: 1 };
            let there = run.state.stacks_in(space).iter().any(|other| Stack { count: 1, ..*other } == stack);
            let crowded = || {
                let limit = stacking::limit(run.rules, &run.state, side, space);
                limit.is_some_and(|limit| stacking::load(run.rules, &run.state, side, space) > limit)
            };
            if !there || run.state.side_of(power) != Some(side) || !crowded() {
                return Err(Refusal::of(Ban::NotThere, "there are not too many points there"));
            }
            run.emit(Event::Removed { stack, why: LossReason::Overstacked });
            Ok(Next::Waits)
        }
        Action::LeaveMarker { space } => {
            markers::leave(run, side, settings, space)?;
            Ok(Next::Waits)
        }
        Action::TakeMarker { space } => {
            markers::take(run, side, settings, space)?;
            Ok(Next::Waits)
        }
        _ => Err(Refusal::of(Ban::WrongTime, "this is the movement phase")),
    }
}

/// The army the points join: the one named, or the one in the place, or a new one.
pub(super) fn joined_army(run: &Run, side: SideIx, stack: Stack, to: SpaceIx, into: Option<u8>) -> Result<u8, Refusal> {
    if !armies::belongs(run.rules, stack.unit) {
        return Ok(0);
    }
    let whole =
        run.state.army(side, stack.army).map(|other| u32::from(other.count)).sum::<u32>() == u32::from(stack.count);
    match into {
        Some(0) => armies::free_number(run.rules, &run.state, side),
        Some(number) if run.state.army_space(side, number) == Some(to) => Some(number),
        Some(_) => return Err(Refusal::of(Ban::Armies, "that army is not there")),
        None => armies::in_space(&run.state, side, to)
            .filter(|number| stack.space != to || *number != stack.army)
            .or_else(|| if whole { Some(stack.army) } else { armies::free_number(run.rules, &run.state, side) }),
    }
    .ok_or_else(|| Refusal::of(Ban::Armies, "the side may have no more armies"))
}

/// The stack that an action speaks of, if it is there and may move.
fn held_stack(rules: &Ruleset, state: &State, side: SideIx, wanted: Stack) -> Result<Stack, Refusal> {
    let stack = standing(state, side, wanted)?;
    if !redeploys(rules, stack.unit) {
        return Err(Refusal::of(Ban::Immobile, "points of this type do not redeploy"));
    }
    Ok(stack)
}

/// The stack that an action of a side speaks of, if so many points are there and its own.
pub(super) fn standing(state: &State, side: SideIx, wanted: Stack) -> Result<Stack, Refusal> {
    let there = state.stacks_in(wanted.space).iter().find(|stack| {
        (stack.army, stack.power, stack.unit, stack.damaged) == (wanted.army, wanted.power, wanted.unit, wanted.damaged)
    });
    let Some(there) = there.filter(|stack| stack.count >= wanted.count && wanted.count > 0) else {
        return Err(Refusal::of(Ban::NotThere, "these points are not there"));
    };
    if state.side_of(there.power) != Some(side) {
        return Err(Refusal::of(Ban::NotYours, "these points belong to somebody else"));
    }
    Ok(wanted)
}

/// Whether points of a type redeploy at all.
fn redeploys(rules: &Ruleset, unit: UnitIx) -> bool {
    let info = rules.unit(unit);
    // Bombers and the like go with the armies though they belong to none.
    !info.can(Ability::Immobile)
        && matches!(info.domain, Domain::Land | Domain::Air)
        && (armies::belongs(rules, unit) || !info.can(Ability::HomeOnly))
}

/// The rule that keeps units in a space for now.
fn frozen<'r>(state: &State, settings: &'r RedeployRules, space: SpaceIx) -> Option<&'r FrozenRule> {
    let holds =
        |rule: &&FrozenRule| i64::from(state.turn) < rule.until_turn && rule.spaces.binary_search(&space).is_ok();
    settings.frozen.iter().find(holds)
}

fn may_leave(rules: &Ruleset, state: &State, settings: &RedeployRules, space: SpaceIx) -> Result<(), Refusal> {
    if state.is_cut_off(space) {
        return Err(Refusal::of(Ban::CutOff, "armies that are cut off may not move"));
    }
    match frozen(state, settings, space) {
        Some(frozen) => {
            let rule = frozen.source.as_deref().unwrap_or("");
            Err(Refusal::new(rule, format!("nothing leaves {} yet", rules.space_name(space))))
        }
        None => Ok(()),
    }
}

/// How points get somewhere.
enum Way {
    Land,
    /// By a ferry of the settings.
    Air(usize),
    Sea(Passage),
}

/// The way of points to a space: by land, else through the air where a ferry flies, else over the seas.
fn way(
    rules: &Ruleset,
    state: &State,
    side: SideIx,
    settings: &RedeployRules,
    stack: Stack,
    to: SpaceIx,
    chart: &mut Chart,
) -> Result<Way, Refusal> {
    let (from, points) = (stack.space, i64::from(stack.count));
    if !rules.board.spaces.get(to.index()).is_some_and(|_| state.is_friendly(to, side) && rules.board.has_land(to)) {
        return Err(Refusal::of(Ban::NoWay, "points move only into friendly land"));
    }
    chart.renew(rules, state, side);
    let joined = chart.joins(rules, state, side, from, to);
    if joined.unwrap_or_else(|| reach::is_joined(rules, state, side, from, to)) {
        return Ok(Way::Land);
    }
    if let Some(ferry) = ferry::find(state, side, settings, stack, to) {
        return Ok(Way::Air(ferry));
    }
    if !settings.by_sea {
        return Err(Refusal::of(Ban::NoWay, "no way through friendly spaces leads there"));
    }
    match seas::passage(rules, state, Shipper::of(rules, side, stack.power), from, to) {
        Some(passage) if passage.points >= points => Ok(Way::Sea(passage)),
        Some(_) => Err(Refusal::of(Ban::SeaLimit, "the seas on the way carry no more points this turn")),
        None => Err(Refusal::of(Ban::NoWay, "no way through friendly spaces and open seas leads there")),
    }
}

/// Units that do not count for stacking but have a limit of their own there: those beyond it go as well.
fn remove_own_excess(run: &mut Run, side: SideIx, space: SpaceIx) {
    let own = |stack: &&Stack| run.state.side_of(stack.power) == Some(side);
    let light = |stack: &&Stack| !matches!(run.rules.unit(stack.unit).domain, Domain::Land | Domain::Fixed);
    let stacks: Vec<Stack> = run.state.stacks_in(space).iter().filter(own).filter(light).copied().collect();
    let mut kept: Vec<(UnitIx, i64)> = Vec::new();
    for stack in stacks {
        let Some(limit) = modifier::own_limit(run.rules, &run.state, side, stack.unit, space) else { continue };
        let before: i64 = kept.iter().filter(|(unit, _)| *unit == stack.unit).map(|(_, count)| count).sum();
        let stays = (limit - before).clamp(0, i64::from(stack.count));
        kept.push((stack.unit, stays));
        let count = stack.count - stays as u16;
        if count > 0 {
            run.emit(Event::Removed { stack: Stack { count, ..stack }, why: LossReason::Overstacked });
        }
    }
}

/// Too many points in a space when movement ends: the owner removes some, cheapest types last listed first.
fn remove_excess(run: &mut Run, side: SideIx) {
    let spaces: Vec<SpaceIx> = run.state.armies(side).into_iter().map(|(_, space)| space).collect();
    for space in spaces {
        remove_own_excess(run, side, space);
        let Some(limit) = stacking::limit(run.rules, &run.state, side, space) else { continue };
        while stacking::load(run.rules, &run.state, side, space) > limit {
            let counted = |stack: &&Stack| {
                run.state.side_of(stack.power) == Some(side) && run.rules.unit(stack.unit).stacking.numerator > 0
            };
            let Some(stack) = run.state.stacks_in(space).iter().find(counted).copied() else { break };
            run.emit(Event::Removed { stack: Stack { count: 1, ..stack }, why: LossReason::Overstacked });
        }
    }
}

pub(super) fn legal(
    rules: &Ruleset,
    state: &State,
    side: SideIx,
    settings: &RedeployRules,
    chart: &mut Chart,
) -> Vec<Action> {
    let mut actions = vec![Action::Done];
    let mut ways = Ways::new(rules, state, side, settings, chart);
    for stack in movable(rules, state, side, settings) {
        for (to, most) in open_ways(&mut ways, rules, state, settings, stack) {
            actions.push(order(stack, to, 1));
            if most > 1 {
                actions.push(order(stack, to, most));
            }
        }
    }
    actions.extend(markers::legal(rules, state, side, settings));
    actions
}

/// Where a stack can go within its bounds, and how many of it at most.
fn open_ways(
    ways: &mut Ways<'_>,
    rules: &Ruleset,
    state: &State,
    settings: &RedeployRules,
    stack: Stack,
) -> Vec<(SpaceIx, u16)> {
    let mut found = ways.from(stack);
    let bounds = bounds::of(rules, state, &settings.bounds, stack);
    if !bounds.is_empty() {
        found.retain(|(to, _)| bounds::let_to(&bounds, *to));
    }
    found
}

/// The orders of a stack that is bound, as `legal` lists them.
fn bound_orders(
    ways: &mut Ways<'_>,
    rules: &Ruleset,
    state: &State,
    settings: &RedeployRules,
    stack: Stack,
) -> Vec<Action> {
    let found = open_ways(ways, rules, state, settings, stack).into_iter();
    found
        .flat_map(|(to, most)| [Some(order(stack, to, 1)), (most > 1).then(|| order(stack, to, most))])
        .flatten()
        .collect()
}

/// The action that `legal` would list at a place, without listing the others; the last one if there are fewer.
pub(super) fn pick(
    rules: &Ruleset,
    state: &State,
    side: SideIx,
    settings: &RedeployRules,
    chart: &mut Chart,
    choose: &mut dyn FnMut(usize) -> usize,
) -> Action {
    let mut ways = Ways::new(rules, state, side, settings, chart);
    let stacks = movable(rules, state, side, settings);
    let bound: Vec<bool> =
        stacks.iter().map(|stack| !bounds::of(rules, state, &settings.bounds, *stack).is_empty()).collect();
    let count = |(stack, bound): (&Stack, &bool)| {
        if *bound { bound_orders(&mut ways, rules, state, settings, *stack).len() } else { ways.orders(*stack) }
    };
    let counts: Vec<usize> = stacks.iter().zip(&bound).map(count).collect();
    let markers = markers::legal(rules, state, side, settings);
    let mut at = choose(1 + counts.iter().sum::<usize>() + markers.len());
    if at == 0 {
        return Action::Done;
    }
    at -= 1;
    for ((stack, count), bound) in stacks.into_iter().zip(counts).zip(bound) {
        if at < count {
            let orders = bound.then(|| bound_orders(&mut ways, rules, state, settings, stack));
            let found = orders.map_or_else(|| ways.nth(stack, at), |orders| orders.get(at).copied());
            return found.unwrap_or(Action::Done);
        }
        at -= count;
    }
    markers.get(at).copied().unwrap_or(Action::Done)
}

/// The stacks a side may redeploy.
pub(crate) fn movable(rules: &Ruleset, state: &State, side: SideIx, settings: &RedeployRules) -> Vec<Stack> {
    let stacks = state.stacks.iter().filter(|stack| state.side_of(stack.power) == Some(side));
    stacks
        .filter(|stack| redeploys(rules, stack.unit))
        .filter(|stack| !state.is_cut_off(stack.space) && frozen(state, settings, stack.space).is_none())
        .copied()
        .collect()
}
