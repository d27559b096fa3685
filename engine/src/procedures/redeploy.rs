//! Redeployment: strength points go any distance through connected friendly spaces, by sea within the limits of each sea.

use chartroom_format::schema::units::{Ability, Domain};

use super::{Next, RedeployRules};
use crate::action::{Action, Refusal};
use crate::event::{Event, LossReason};
use crate::ids::{SideIx, SpaceIx, UnitIx};
use crate::query::reach::{self, SpaceSet};
use crate::query::{armies, stacking};
use crate::ruleset::{Ruleset, SeaLimit};
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
            let sea = way(run.rules, &run.state, side, settings, from, to, i64::from(count))?;
            if from != to && stacking::room(run.rules, &run.state, power, unit, to) < i64::from(count) {
                return Err(Refusal::new("hgw:stacking.1", "more points than the space may hold"));
            }
            let army = joined_army(run, side, stack, to, into)?;
            if let Some(sea) = sea {
                run.emit(Event::Shipped { sea, points: count });
            }
            run.emit(Event::Moved { stack, to, army });
            Ok(Next::Waits)
        }
        Action::Convert { space, army, power, unit, count } => {
            let stack = held_stack(run.rules, &run.state, side, Stack { space, army, power, unit, damaged: 0, count })?;
            let Some(into) = run.rules.unit(unit).upgrades_to else {
                return Err(Refusal::new("hgw:movement.4", "points of this type never change"));
            };
            run.emit(Event::Converted { stack, into });
            Ok(Next::Waits)
        }
        _ => Err(Refusal::new("hgw:seq-barb.1", "this is the movement phase")),
    }
}

/// The army the points join: the one named, or the one in the place, or a new one.
fn joined_army(run: &Run, side: SideIx, stack: Stack, to: SpaceIx, into: Option<u8>) -> Result<u8, Refusal> {
    if !armies::belongs(run.rules, stack.unit) {
        return Ok(0);
    }
    let whole =
        run.state.army(side, stack.army).map(|other| u32::from(other.count)).sum::<u32>() == u32::from(stack.count);
    match into {
        Some(0) => armies::free_number(run.rules, &run.state, side),
        Some(number) if run.state.army_space(side, number) == Some(to) => Some(number),
        Some(_) => return Err(Refusal::new("hgw:movement.5", "that army is not there")),
        None => armies::in_space(&run.state, side, to)
            .filter(|number| stack.space != to || *number != stack.army)
            .or_else(|| if whole { Some(stack.army) } else { armies::free_number(run.rules, &run.state, side) }),
    }
    .ok_or_else(|| Refusal::new("hgw:record.1.a", "the side may have no more armies"))
}

/// The stack that an action speaks of, if it is there and may move.
fn held_stack(rules: &Ruleset, state: &State, side: SideIx, wanted: Stack) -> Result<Stack, Refusal> {
    let there = state.stacks_in(wanted.space).iter().find(|stack| {
        (stack.army, stack.power, stack.unit, stack.damaged) == (wanted.army, wanted.power, wanted.unit, wanted.damaged)
    });
    let Some(there) = there.filter(|stack| stack.count >= wanted.count && wanted.count > 0) else {
        return Err(Refusal::new("", "these points are not there"));
    };
    if state.side_of(there.power) != Some(side) {
        return Err(Refusal::new("hgw:movement.1", "these points belong to somebody else"));
    }
    let info = rules.unit(there.unit);
    if info.can(Ability::Immobile)
        || !matches!(info.domain, Domain::Land | Domain::Air)
        || !armies::belongs(rules, there.unit)
    {
        return Err(Refusal::new("hgw:fortprod.5", "points of this type do not redeploy"));
    }
    Ok(wanted)
}

fn may_leave(rules: &Ruleset, state: &State, settings: &RedeployRules, space: SpaceIx) -> Result<(), Refusal> {
    if state.is_cut_off(space) {
        return Err(Refusal::new("hgw:unsupplied.4.a", "armies that are cut off may not move"));
    }
    for frozen in &settings.frozen {
        if i64::from(state.turn) < frozen.until_turn && frozen.spaces.binary_search(&space).is_ok() {
            let rule = frozen.source.as_deref().unwrap_or("");
            return Err(Refusal::new(rule, format!("nothing leaves {} yet", rules.space_name(space))));
        }
    }
    Ok(())
}

/// Whether there is a way: `None` by land, else the sea it goes by.
fn way(
    rules: &Ruleset,
    state: &State,
    side: SideIx,
    settings: &RedeployRules,
    from: SpaceIx,
    to: SpaceIx,
    points: i64,
) -> Result<Option<u8>, Refusal> {
    if !rules.board.spaces.get(to.index()).is_some_and(|_| state.is_friendly(to, side) && rules.board.has_land(to)) {
        return Err(Refusal::new("hgw:movement.2.a", "points move only into friendly land"));
    }
    let land = reach::by_land(rules, state, side, from);
    if land.has(to) {
        return Ok(None);
    }
    if settings.by_sea
        && let Some(seas) = &rules.seas
    {
        for sea in 0..seas.names.len() {
            if capacity(rules, state, side, sea) >= points && joins(rules, state, side, &land, to, 1 << sea) {
                return Ok(Some(sea as u8));
            }
        }
    }
    Err(Refusal::new("hgw:movement.2.a", "no way through friendly spaces leads there"))
}

/// Whether a sea joins the land a stack stands on with the land it wants to reach.
fn joins(rules: &Ruleset, state: &State, side: SideIx, land: &SpaceSet, to: SpaceIx, sea: u32) -> bool {
    let Some(seas) = &rules.seas else { return false };
    let far = reach::by_land(rules, state, side, to);
    let start = land.iter().find(|space| seas.of[space.index()] & sea != 0 && reach::has_coast(rules, *space));
    start.is_some_and(|start| {
        reach::over_sea(rules, state, side, start, sea, None).iter().any(|(space, _)| far.has(*space))
    })
}

/// What a side may still ship through a sea this turn.
fn capacity(rules: &Ruleset, state: &State, side: SideIx, sea: usize) -> i64 {
    let Some(seas) = &rules.seas else { return 0 };
    let limit = match seas.limits.get(side.index()).and_then(|limits| limits.get(sea)) {
        None | Some(SeaLimit::None) => return 0,
        Some(SeaLimit::Unlimited) => return i64::MAX,
        Some(SeaLimit::Points(points)) => *points,
        Some(SeaLimit::Fleet) => {
            let class = rules.class("capital");
            let based = |stack: &&Stack| {
                state.side_of(stack.power) == Some(side)
                    && rules.unit(stack.unit).is(class)
                    && seas.of[stack.space.index()] & (1 << sea) != 0
            };
            state.stacks.iter().filter(based).map(|stack| i64::from(stack.count)).sum()
        }
    };
    limit - i64::from(state.shipped.get(sea).copied().unwrap_or(0))
}

/// Too many points in a space when movement ends: the owner removes some, cheapest types last listed first.
fn remove_excess(run: &mut Run, side: SideIx) {
    let spaces: Vec<SpaceIx> = run.state.armies(side).into_iter().map(|(_, space)| space).collect();
    for space in spaces {
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

pub(super) fn legal(rules: &Ruleset, state: &State, side: SideIx, settings: &RedeployRules) -> Vec<Action> {
    let mut actions = vec![Action::Done];
    for stack in movable(rules, state, side, settings) {
        for to in destinations(rules, state, side, stack.space, stack.unit, stack.power) {
            for count in [1, stack.count] {
                let fits = stacking::room(rules, state, stack.power, stack.unit, to) >= i64::from(count);
                if fits
                    && (count > 1 || stack.count >= 1)
                    && !(count == stack.count && count == 1 && actions.is_empty())
                {
                    actions.push(Action::Redeploy {
                        from: stack.space,
                        army: stack.army,
                        power: stack.power,
                        unit: stack.unit,
                        count,
                        to,
                        into: None,
                    });
                }
                if stack.count == 1 {
                    break;
                }
            }
        }
    }
    actions
}

/// The stacks a side may redeploy.
pub(crate) fn movable(rules: &Ruleset, state: &State, side: SideIx, settings: &RedeployRules) -> Vec<Stack> {
    let stacks = state.stacks.iter().filter(|stack| state.side_of(stack.power) == Some(side));
    stacks
        .filter(|stack| held_stack(rules, state, side, **stack).is_ok())
        .filter(|stack| may_leave(rules, state, settings, stack.space).is_ok())
        .copied()
        .collect()
}

/// Where points can go by land, with room for at least one and an army to join.
pub(crate) fn destinations(
    rules: &Ruleset,
    state: &State,
    side: SideIx,
    from: SpaceIx,
    unit: UnitIx,
    power: crate::ids::PowerIx,
) -> Vec<SpaceIx> {
    let may_found = armies::free_number(rules, state, side).is_some();
    reach::by_land(rules, state, side, from)
        .iter()
        .filter(|to| *to != from && (may_found || armies::in_space(state, side, *to).is_some()))
        .filter(|to| stacking::room(rules, state, power, unit, *to) > 0)
        .collect()
}
