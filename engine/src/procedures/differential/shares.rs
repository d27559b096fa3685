//! Economies in parts: each part keeps what its own centres make, and sends points to another only as far as pipelines carry
//! them. Powers without parts have one purse.

use chartroom_format::schema::refusal::Ban;

use super::ground::{Ground, Traced};
use super::lend::{self, Carries};
use super::{PointRules, zones};
use crate::action::{Command, Refusal};
use crate::event::{CampaignEvent, Event};
use crate::ids::{Actor, PowerIx, SpaceIx};
use crate::procedures::Next;
use crate::query::supply::places_with;
use crate::ruleset::{Player, Ruleset};
use crate::run::Run;
use crate::state::State;

/// The parts of a power's economy; none if it has but one.
pub fn parts(settings: &PointRules, power: PowerIx) -> &[Vec<SpaceIx>] {
    settings.economies.iter().find(|(owner, _)| *owner == power).map_or(&[], |(_, parts)| parts)
}

/// The part a space belongs to; what belongs to none goes to the first.
pub fn part_of(settings: &PointRules, power: PowerIx, space: SpaceIx) -> usize {
    let found = parts(settings, power).iter().position(|part| part.binary_search(&space).is_ok());
    found.unwrap_or(0)
}

/// What a power, or a part of it, can spend.
pub fn purse(state: &State, power: PowerIx, part: Option<u8>) -> i64 {
    let shares = &state.campaign.shares;
    let own = part.and_then(|part| shares.iter().find(|(owner, at, _)| *owner == power && *at == part));
    match own {
        Some((_, _, points)) => i64::from(*points),
        None => state.money(Actor::Power(power)),
    }
}

/// Changes what a power, or a part of it, has.
pub(super) fn change(run: &mut Run, power: PowerIx, part: Option<u8>, by: i64) {
    let who = Actor::Power(power);
    let to = run.state.money(who) + by;
    run.emit(Event::MoneySet { who, to });
    let kept = run.state.campaign.shares.iter().filter(|(owner, ..)| *owner == power);
    let mut shares: Vec<i32> = kept.map(|(_, _, points)| *points).collect();
    if shares.is_empty() {
        return;
    }
    if let Some(share) = shares.get_mut(usize::from(part.unwrap_or(0))) {
        *share = (i64::from(*share) + by).clamp(0, i64::from(i32::MAX)) as i32;
    }
    run.note(CampaignEvent::Shared { power, shares });
}

/// Friendly home centres of a power, or of a part of it.
pub fn centres(rules: &Ruleset, state: &State, power: PowerIx, part: Option<u8>) -> Vec<SpaceIx> {
    let home = &rules.power(power).home;
    let own = rules.campaign.points.as_ref().map(|settings| parts(settings, power));
    let spaces = own.zip(part).and_then(|(parts, part)| parts.get(usize::from(part)));
    let full = &rules.campaign.lines.full;
    places_with(rules, state, full)
        .into_iter()
        .filter(|space| full.iter().any(|feature| state.feature(rules, *space, *feature) > 0))
        .filter(|space| home.binary_search(space).is_ok() && zones::is_friendly(state, power, *space))
        .filter(|space| spaces.is_none_or(|spaces| spaces.binary_search(space).is_ok()))
        .collect()
}

fn owner(rules: &Ruleset, state: &State) -> Option<(PowerIx, u8)> {
    let player = rules.phases.get(usize::from(state.phase)).map(|phase| &phase.player)?;
    let Player::Power(power) = player else { return None };
    let count = parts(rules.campaign.points.as_ref()?, *power).len();
    (count > 1).then_some((*power, count as u8))
}

/// The most that one part can still send to another this turn.
pub fn most(rules: &Ruleset, state: &State, power: PowerIx, from: u8, to: u8) -> i64 {
    let mut ground = Ground::new(rules, state, power, Vec::new());
    most_on(rules, state, (power, from, to), &mut ground, &mut Traced::default())
}

/// The same for somebody who knows the ground and remembers.
fn most_on(
    rules: &Ruleset,
    state: &State,
    (power, from, to): (PowerIx, u8, u8),
    ground: &mut Ground,
    traced: &mut Traced,
) -> i64 {
    let has = purse(state, power, Some(from));
    if has <= 0 || from == to {
        return 0;
    }
    let start = centres(rules, state, power, Some(from));
    let ends = centres(rules, state, power, Some(to));
    let sent: i64 = state
        .campaign
        .pooled
        .iter()
        .filter(|(owner, a, b, _)| (*owner, *a, *b) == (power, from, to))
        .map(|(.., points)| i64::from(*points))
        .sum();
    match lend::carried(rules, ground, &start, &ends, traced) {
        None => 0,
        Some(Carries::Anything) => has,
        Some(Carries::Points(points)) => (points - sent).clamp(0, has),
    }
}

pub(super) fn begin(run: &mut Run) -> Next {
    if legal(run.rules, &run.state, &mut run.memory.traced).is_empty() { Next::Over } else { Next::Waits }
}

pub(super) fn act(run: &mut Run, command: Option<&Command>) -> Result<Next, Refusal> {
    let (from, to, points) = match command {
        None => return Ok(Next::Over),
        Some(Command::Shift { from, to, points }) => (*from, *to, *points),
        Some(_) => return Err(Refusal::of(Ban::WrongTime, "this is the time to send points from part to part")),
    };
    let Some((power, count)) = owner(run.rules, &run.state) else {
        return Err(Refusal::of(Ban::WrongTime, "nobody has an economy in parts"));
    };
    let traced = &mut run.memory.traced;
    let mut ground = Ground::new(run.rules, &run.state, power, Vec::new());
    let is_part = from < count && to < count;
    if !is_part || most_on(run.rules, &run.state, (power, from, to), &mut ground, traced) < i64::from(points) {
        return Err(Refusal::of(Ban::Pipeline, "no pipeline carries so many points there"));
    }
    change(run, power, Some(from), -i64::from(points));
    change(run, power, Some(to), i64::from(points));
    run.note(CampaignEvent::Pooled { power, from, to, points });
    Ok(Next::Waits)
}

pub(super) fn legal(rules: &Ruleset, state: &State, traced: &mut Traced) -> Vec<Command> {
    let Some((power, count)) = owner(rules, state) else { return Vec::new() };
    let mut ground = Ground::new(rules, state, power, Vec::new());
    let pairs = (0..count).flat_map(|from| (0..count).map(move |to| (from, to)));
    let open = pairs.filter_map(|(from, to)| {
        let points = most_on(rules, state, (power, from, to), &mut ground, traced).clamp(0, 10_000) as u16;
        (points > 0).then_some(Command::Shift { from, to, points })
    });
    open.collect()
}
