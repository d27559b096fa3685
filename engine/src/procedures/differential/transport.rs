//! Strategic movement: a few points a long way over friendly communications, or along merchant ships from port to port.

use chartroom_format::schema::refusal::Ban;
use std::collections::VecDeque;

use chartroom_format::schema::units::Domain;

use super::ground::Traced;
use super::pipeline::Chains;
use super::{bombs, lines, march, zones};
use crate::action::{Command, Refusal};
use crate::event::{CampaignEvent, Closing};
use crate::ids::{PowerIx, SideIx, SpaceIx};
use crate::procedures::Next;
use crate::query::reach::SpaceSet;
use crate::query::stacking;
use crate::ruleset::Ruleset;
use crate::run::Run;
use crate::state::campaign::{Group, Marched};
use crate::state::{Stack, State};

pub(super) fn begin(run: &mut Run, side: SideIx) -> Next {
    if any(run.rules, &run.state, side) { Next::Waits } else { close(run, side) }
}

fn any(rules: &Ruleset, state: &State, side: SideIx) -> bool {
    let capable = |power: &PowerIx| state.side_of(*power) == Some(side);
    let goes = |stack: &Stack| zones::is_mobile(rules, stack) || bombs::is_bomb(rules, stack);
    rules.campaign.transport.powers.iter().any(capable)
        && state.stacks.iter().any(|stack| state.side_of(stack.power) == Some(side) && goes(stack))
}

fn close(run: &mut Run, side: SideIx) -> Next {
    run.note(CampaignEvent::Closed { what: Closing::Transport, side: Some(side) });
    Next::Over
}

pub(super) fn act(run: &mut Run, side: SideIx, command: Option<&Command>) -> Result<Next, Refusal> {
    match command {
        None => return Ok(close(run, side)),
        Some(Command::Entrain { from, power, unit, count, to, by }) => {
            let group = Group { space: *from, power: *power, unit: *unit, count: *count };
            entrain(run, side, group, *to, *by)?;
        }
        Some(Command::Embark { from, power, unit, count, to }) => {
            let group = Group { space: *from, power: *power, unit: *unit, count: *count };
            embark(run, side, group, *to)?;
        }
        Some(_) => return Err(Refusal::of(Ban::WrongTime, "this is the strategic movement phase")),
    }
    Ok(Next::Waits)
}

/// Points of a group with at least so many movement points left that took no such way yet: those that stood still, or those
/// that marched.
fn ready(rules: &Ruleset, state: &State, group: Group, by_sea: bool) -> Option<Option<Marched>> {
    let stack =
        Stack { space: group.space, army: 0, power: group.power, unit: group.unit, damaged: 0, count: group.count };
    let fits = |marched: &&Marched| {
        let unused = if by_sea { !marched.sailed } else { marched.rail == 0 };
        let one_change = !(marched.sailed && marched.rail > 0);
        marched.left >= 1 && unused && one_change && marched.group.count >= group.count
    };
    let marched = state.campaign.marched_in(group.space, group.power, group.unit).find(fits).copied();
    if marched.is_some() {
        return Some(marched);
    }
    let fresh = if by_sea && bombs::is_bomb(rules, &stack) {
        let there = zones::count(state, group.space, group.power, group.unit);
        there.saturating_sub(state.campaign.marched_count(group.space, group.power, group.unit))
    } else {
        march::fresh(rules, state, &stack)
    };
    (fresh >= group.count).then_some(None)
}

fn check(run: &Run, side: SideIx, group: Group, to: SpaceIx, by_sea: bool) -> Result<Marched, Refusal> {
    if run.state.side_of(group.power) != Some(side) || run.rules.power(group.power).minor {
        return Err(Refusal::of(Ban::NotYours, "units of this power use no strategic movement"));
    }
    let Some(found) = ready(run.rules, &run.state, group, by_sea) else {
        return Err(Refusal::of(Ban::PointsLeft, "so many units with movement points left are not there"));
    };
    if stacking::room(run.rules, &run.state, group.power, group.unit, to) < i64::from(group.count) {
        return Err(Refusal::of(Ban::Stacking, "the space holds no more points"));
    }
    let points = march::allowance(run.rules, i64::from(run.state.turn), group.space).clamp(0, 255) as u8;
    Ok(found.unwrap_or(Marched { group, left: points, rail: 0, sailed: false, overran: None }))
}

/// Spaces that points reach over friendly communications, with the steps.
pub fn by_rail(rules: &Ruleset, state: &State, power: PowerIx, from: SpaceIx, range: i64) -> Vec<(SpaceIx, u8)> {
    let settings = &rules.campaign.transport;
    let controlled = zones::enemy_zones(rules, state, power, None);
    let open = |space: SpaceIx| {
        settings.within.has(space)
            && zones::is_friendly(state, power, space)
            && !controlled.has(space)
            && zones::enemies_in(rules, state, power, space).next().is_none()
    };
    let mut found = Vec::new();
    if !open(from) {
        return found;
    }
    let mut seen = SpaceSet::new(rules.board.spaces.len());
    seen.add(from);
    let mut queue = VecDeque::from([(from, 0_u8)]);
    while let Some((at, steps)) = queue.pop_front() {
        if at != from {
            found.push((at, steps));
        }
        if i64::from(steps) < range {
            for link in rules.board.links_of(at) {
                if link.passes.has(Domain::Land) && open(link.to) && seen.add(link.to) {
                    queue.push_back((link.to, steps + 1));
                }
            }
        }
    }
    found
}

/// Points of a power's capacity that are left.
pub fn capacity_left(rules: &Ruleset, state: &State, by: PowerIx) -> i64 {
    let settings = &rules.campaign.transport;
    if !settings.powers.contains(&by) {
        return 0;
    }
    let used = state.campaign.carried.iter().find(|(power, _)| *power == by).map_or(0, |(_, points)| *points);
    (settings.points - i64::from(used)).max(0)
}

fn entrain(run: &mut Run, side: SideIx, group: Group, to: SpaceIx, by: PowerIx) -> Result<(), Refusal> {
    let before = check(run, side, group, to, false)?;
    let settings = &run.rules.campaign.transport;
    if run.state.side_of(by) != Some(side) || capacity_left(run.rules, &run.state, by) < i64::from(group.count) {
        return Err(Refusal::of(Ban::Capacity, "the capacity of this power does not reach"));
    }
    let range = if before.sailed { settings.range_with_sea } else { settings.range };
    let found = by_rail(run.rules, &run.state, group.power, group.space, range);
    let Some((_, steps)) = found.into_iter().find(|(space, _)| *space == to) else {
        return Err(Refusal::of(Ban::Communications, "no free way through friendly communications leads there"));
    };
    march::relocate(run, group, to);
    let left = before.left.saturating_sub(1);
    let now = Marched { group: Group { space: to, ..group }, left, rail: steps, sailed: before.sailed, overran: None };
    run.note(CampaignEvent::MarchEnded { from: group.space, before: Some(before), now });
    run.note(CampaignEvent::Carried { by, points: group.count });
    Ok(())
}

/// Friendly ports that points can be shipped to from a port, with how many: the chain's capacity less what has come.
pub fn harbours(rules: &Ruleset, state: &State, power: PowerIx, from: SpaceIx) -> Vec<(SpaceIx, i64)> {
    harbours_with(rules, state, power, from, &mut Traced::default())
}

/// The same for somebody who remembers.
fn harbours_with(
    rules: &Ruleset,
    state: &State,
    power: PowerIx,
    from: SpaceIx,
    traced: &mut Traced,
) -> Vec<(SpaceIx, i64)> {
    let friendly = |port: &SpaceIx| zones::is_friendly(state, power, *port);
    if !lines::is_port(rules, state, from) || !friendly(&from) {
        return Vec::new();
    }
    let near = at_sea(rules, from, rules.campaign.transport.sea_range);
    let ports = lines::ports(rules, state).into_iter().chain(beaches(state, power));
    let mut ports: Vec<SpaceIx> = ports.filter(|port| *port != from && friendly(port) && near.has(*port)).collect();
    ports.sort_unstable();
    ports.dedup();
    let chains = Chains::new(rules, state, power, vec![(from, i64::MAX)], ports);
    let reached = traced.chains(rules, &chains).into_iter();
    reached
        .map(|(port, capacity)| {
            let used = state.campaign.unloaded.iter().find(|(at, _)| *at == port).map_or(0, |(_, points)| *points);
            (port, capacity - i64::from(used))
        })
        .filter(|(_, left)| *left > 0)
        .collect()
}

/// Coasts that friends of a power took from the sea this turn: for now points come ashore there without a port.
fn beaches(state: &State, power: PowerIx) -> impl Iterator<Item = SpaceIx> + '_ {
    let own = state.campaign.landings.iter().filter(move |landing| {
        landing.turn == state.turn && !landing.contested && zones::is_friend(state, power, landing.group.power)
    });
    own.map(|landing| landing.group.space)
}

/// Spaces within the range of sea movement.
fn at_sea(rules: &Ruleset, from: SpaceIx, range: i64) -> SpaceSet {
    let mut seen = SpaceSet::new(rules.board.spaces.len());
    let mut queue = VecDeque::from([(from, 0_i64)]);
    seen.add(from);
    while let Some((at, steps)) = queue.pop_front() {
        if steps < range {
            for link in rules.board.links_of(at) {
                if link.passes.has(Domain::Sea) && seen.add(link.to) {
                    queue.push_back((link.to, steps + 1));
                }
            }
        }
    }
    seen
}

fn embark(run: &mut Run, side: SideIx, group: Group, to: SpaceIx) -> Result<(), Refusal> {
    let before = check(run, side, group, to, true)?;
    let settings = &run.rules.campaign.transport;
    if i64::from(before.rail) > settings.range_with_sea {
        return Err(Refusal::of(Ban::BothWays, "a point that also goes by sea goes less far over land"));
    }
    let harbours = harbours_with(run.rules, &run.state, group.power, group.space, &mut run.memory.traced);
    if !harbours.iter().any(|(port, left)| *port == to && *left >= i64::from(group.count)) {
        return Err(Refusal::of(Ban::Pipeline, "no chain of merchant ships carries so many points there"));
    }
    march::relocate(run, group, to);
    let left = before.left.saturating_sub(1);
    let now = Marched { group: Group { space: to, ..group }, left, rail: before.rail, sailed: true, overran: None };
    run.note(CampaignEvent::MarchEnded { from: group.space, before: Some(before), now });
    run.note(CampaignEvent::Unloaded { port: to, points: group.count });
    Ok(())
}

pub(super) fn legal(rules: &Ruleset, state: &State, side: SideIx, traced: &mut Traced) -> Vec<Command> {
    let settings = &rules.campaign.transport;
    let lenders: Vec<PowerIx> =
        settings.powers.iter().copied().filter(|power| state.side_of(*power) == Some(side)).collect();
    let mut found = Vec::new();
    for stack in state.stacks.iter().filter(|stack| state.side_of(stack.power) == Some(side)) {
        let goes = zones::is_mobile(rules, stack) || bombs::is_bomb(rules, stack);
        if !goes || rules.power(stack.power).minor {
            continue;
        }
        let (from, power, unit) = (stack.space, stack.power, stack.unit);
        let group = Group { space: from, power, unit, count: 1 };
        let by = lenders.iter().copied().find(|by| *by == power && capacity_left(rules, state, *by) > 0);
        let by = by.or_else(|| lenders.iter().copied().find(|by| capacity_left(rules, state, *by) > 0));
        if let (Some(by), Some(marched)) = (by, ready(rules, state, group, false)) {
            let sailed = marched.is_some_and(|marched| marched.sailed);
            let range = if sailed { settings.range_with_sea } else { settings.range };
            for (to, _) in by_rail(rules, state, power, from, range) {
                if stacking::room(rules, state, power, unit, to) > 0 {
                    found.push(Command::Entrain { from, power, unit, count: 1, to, by });
                }
            }
        }
        if ready(rules, state, group, true).is_some() {
            for (to, _) in harbours_with(rules, state, power, from, traced) {
                if stacking::room(rules, state, power, unit, to) > 0 {
                    found.push(Command::Embark { from, power, unit, count: 1, to });
                }
            }
        }
    }
    found
}
