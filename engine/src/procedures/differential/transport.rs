//! Strategic movement: a few points a long way over friendly communications, or along merchant ships from port to port.

use chartroom_format::schema::refusal::Ban;
use std::collections::VecDeque;

use super::ground::Traced;
use super::pipeline::Chains;
use super::zones::{self, Powers};
use super::{bombs, fleet, lines, march, pipeline};
use crate::action::{Command, Refusal};
use crate::event::{CampaignEvent, Closing};
use crate::ids::{PowerIx, SideIx, SpaceIx};
use crate::procedures::Next;
use crate::query::reach::SpaceSet;
use crate::query::stacking::{self, Rooms};
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
#[expect(clippy::option_option, reason = "whether they can go, and what they did before")]
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
    let points = march::points(run.rules, &run.state, group.power, group.unit, group.space).clamp(0, 255) as u8;
    Ok(found.unwrap_or(Marched { group, left: points, rail: 0, sailed: false, overran: None }))
}

/// Spaces that points reach over friendly communications, with the steps.
pub fn by_rail(rules: &Ruleset, state: &State, power: PowerIx, from: SpaceIx, range: i64) -> Vec<(SpaceIx, u8)> {
    reached_by_rail(rules, &communications(rules, state, power), from, range)
}

/// Friendly communications without the enemy and his zones.
fn communications(rules: &Ruleset, state: &State, power: PowerIx) -> SpaceSet {
    let is_friend = Powers::which(state, |other| zones::is_friend(state, power, other));
    let mut open = rules.campaign.transport.within.clone();
    for space in rules.campaign.transport.within.iter() {
        if state.holder(space).is_none_or(|holder| !is_friend.has(holder)) {
            open.remove(space);
        }
    }
    let controlled = zones::enemy_zones(rules, state, power, None);
    for space in controlled.iter().chain(pipeline::shut(rules, state, power).iter()) {
        open.remove(space);
    }
    open
}

fn reached_by_rail(rules: &Ruleset, open: &SpaceSet, from: SpaceIx, range: i64) -> Vec<(SpaceIx, u8)> {
    let mut found = Vec::new();
    if !open.has(from) {
        return found;
    }
    let mut unseen = open.clone();
    unseen.remove(from);
    let mut queue = VecDeque::from([(from, 0_u8)]);
    while let Some((at, steps)) = queue.pop_front() {
        if at != from {
            found.push((at, steps));
        }
        if i64::from(steps) < range {
            for to in rules.board.land_ways_of(at).iter().map(|way| way.to()) {
                if unseen.has(to) {
                    unseen.remove(to);
                    queue.push_back((to, steps + 1));
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
    harbours_with(rules, state, power, from, &mut voyages(rules, state, power), &mut Traced::default())
}

/// Chains of ships between all ports and beaches of a power, from nowhere yet.
fn voyages(rules: &Ruleset, state: &State, power: PowerIx) -> Chains {
    let ports = lines::ports(rules, state).into_iter().chain(beaches(state, power));
    let mut ports: Vec<SpaceIx> = ports.filter(|port| zones::is_friendly(state, power, *port)).collect();
    ports.sort_unstable();
    ports.dedup();
    Chains { range: Some(rules.campaign.transport.sea_range), ..Chains::new(rules, state, power, Vec::new(), ports) }
}

/// Harbours for somebody who knows the chains, and remembers where they lead.
fn harbours_with(
    rules: &Ruleset,
    state: &State,
    power: PowerIx,
    from: SpaceIx,
    chains: &mut Chains,
    traced: &mut Traced,
) -> Vec<(SpaceIx, i64)> {
    if !lines::is_port(rules, state, from) || !zones::is_friendly(state, power, from) {
        return Vec::new();
    }
    chains.from = vec![(from, i64::MAX)];
    let reached = traced.chains(rules, chains).into_iter();
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

fn embark(run: &mut Run, side: SideIx, group: Group, to: SpaceIx) -> Result<(), Refusal> {
    let before = check(run, side, group, to, true)?;
    let settings = &run.rules.campaign.transport;
    if i64::from(before.rail) > settings.range_with_sea {
        return Err(Refusal::of(Ban::BothWays, "a point that also goes by sea goes less far over land"));
    }
    let mut chains = voyages(run.rules, &run.state, group.power);
    let traced = &mut run.memory.traced;
    let harbours = harbours_with(run.rules, &run.state, group.power, group.space, &mut chains, traced);
    if !harbours.iter().any(|(port, left)| *port == to && *left >= i64::from(group.count)) {
        return Err(Refusal::of(Ban::Pipeline, "no chain of merchant ships carries so many points there"));
    }
    if run.rules.campaign.fleets.is_some() {
        fleet::convoy::set_out(run, group, to, false);
        return Ok(());
    }
    unload(run, group, to)
}

/// Points have come over the sea.
pub(super) fn unload(run: &mut Run, group: Group, to: SpaceIx) -> Result<(), Refusal> {
    let side = run.state.side_of(group.power);
    let before = side.map_or_else(
        || Err(Refusal::of(Ban::NotYours, "units of this power use no strategic movement")),
        |side| check(run, side, group, to, true),
    )?;
    march::relocate(run, group, to);
    let left = before.left.saturating_sub(1);
    let now = Marched { group: Group { space: to, ..group }, left, rail: before.rail, sailed: true, overran: None };
    run.note(CampaignEvent::MarchEnded { from: group.space, before: Some(before), now });
    run.note(CampaignEvent::Unloaded { port: to, points: group.count });
    Ok(())
}

/// How points of a power travel.
struct Means {
    power: PowerIx,
    communications: SpaceSet,
    voyages: Chains,
}

impl Means {
    fn of(rules: &Ruleset, state: &State, power: PowerIx) -> Self {
        Self { power, communications: communications(rules, state, power), voyages: voyages(rules, state, power) }
    }
}

pub(super) fn legal(rules: &Ruleset, state: &State, side: SideIx, traced: &mut Traced) -> Vec<Command> {
    let settings = &rules.campaign.transport;
    let mut lenders = settings.powers.clone();
    lenders.retain(|power| state.side_of(*power) == Some(side) && capacity_left(rules, state, *power) > 0);
    let mut rooms = Rooms::new(rules, state, side);
    let mut known: Vec<Means> = Vec::new();
    let mut found = Vec::new();
    for stack in state.stacks.iter().filter(|stack| state.side_of(stack.power) == Some(side)) {
        let goes = zones::is_mobile(rules, stack) || bombs::is_bomb(rules, stack);
        if !goes || rules.power(stack.power).minor {
            continue;
        }
        let (from, power, unit) = (stack.space, stack.power, stack.unit);
        if !known.iter().any(|means| means.power == power) {
            known.push(Means::of(rules, state, power));
        }
        let Some(means) = known.iter_mut().find(|means| means.power == power) else { continue };
        let group = Group { space: from, power, unit, count: 1 };
        let by = lenders.iter().copied().find(|by| *by == power).or(lenders.first().copied());
        if let (Some(by), Some(marched)) = (by, ready(rules, state, group, false)) {
            let sailed = marched.is_some_and(|marched| marched.sailed);
            let range = if sailed { settings.range_with_sea } else { settings.range };
            for (to, _) in reached_by_rail(rules, &means.communications, from, range) {
                if rooms.room(power, unit, to) > 0 {
                    found.push(Command::Entrain { from, power, unit, count: 1, to, by });
                }
            }
        }
        if ready(rules, state, group, true).is_some() {
            for (to, _) in harbours_with(rules, state, power, from, &mut means.voyages, traced) {
                if rooms.room(power, unit, to) > 0 {
                    found.push(Command::Embark { from, power, unit, count: 1, to });
                }
            }
        }
    }
    found
}
