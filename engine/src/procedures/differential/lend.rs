//! Lend-lease along pipelines: freely over connected communications, else no more than the merchant ships carry.

use super::ground::{Ground, Traced};
use super::{pipeline, shares};
use crate::action::{Command, Refusal};
use crate::event::CampaignEvent;
use crate::ids::{Actor, PowerIx, SpaceIx};
use crate::procedures::Next;
use crate::ruleset::Ruleset;
use crate::run::Run;
use crate::state::State;
use chartroom_format::schema::refusal::Ban;

/// What a pipeline lets pass.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Carries {
    Anything,
    Points(i64),
}

/// A way for points from one power to another, by the parts of their economies.
struct Route {
    from: Option<u8>,
    to: Option<u8>,
    carries: Carries,
}

/// What lines on the ground of a power carry from some centres to others: anything over land, what the ships carry over the sea.
pub(super) fn carried(
    rules: &Ruleset,
    ground: &mut Ground,
    start: &[SpaceIx],
    ends: &[SpaceIx],
    traced: &mut Traced,
) -> Option<Carries> {
    if start.is_empty() || ends.is_empty() {
        return None;
    }
    ground.sources = start.to_vec();
    let reach = traced.reach(rules, ground);
    if ends.iter().any(|space| reach.land.has(*space)) {
        return Some(Carries::Anything);
    }
    ends.iter().filter_map(|space| reach.carried_to(*space)).max().map(Carries::Points)
}

/// The parts of a power's economy; one without a name if it has no parts.
fn parts(rules: &Ruleset, power: PowerIx) -> Vec<Option<u8>> {
    let count = rules.campaign.points.as_ref().map_or(0, |settings| shares::parts(settings, power).len());
    if count == 0 { vec![None] } else { (0..count as u8).map(Some).collect() }
}

/// The places of a part, or the whole home.
fn places(rules: &Ruleset, power: PowerIx, part: Option<u8>) -> &[SpaceIx] {
    let own = rules.campaign.points.as_ref().map(|settings| shares::parts(settings, power));
    let of_part = own.zip(part).and_then(|(parts, part)| parts.get(usize::from(part)));
    of_part.map_or(&rules.power(power).home, |places| places)
}

fn routes(rules: &Ruleset, state: &State, from: PowerIx, to: PowerIx, traced: &mut Traced) -> Vec<Route> {
    let mut found = Vec::new();
    let mut ground = Ground::new(rules, state, from, Vec::new());
    for giver in parts(rules, from) {
        let start = shares::centres(rules, state, from, giver);
        for taker in parts(rules, to) {
            let ends = shares::centres(rules, state, to, taker);
            let by_line = carried(rules, &mut ground, &start, &ends, traced);
            // Powers outside the war lie beyond the lines of others, but their ports are open to ships.
            let by_ship = || {
                let (begin, end) = (places(rules, from, giver), places(rules, to, taker));
                pipeline::leads_with(rules, state, from, begin, end, traced).map(Carries::Points)
            };
            if let Some(carries) = by_line.or_else(by_ship) {
                found.push(Route { from: giver, to: taker, carries });
            }
        }
    }
    found
}

/// The most that one power can send to another this turn; none if nothing leads there.
pub fn most(rules: &Ruleset, state: &State, from: PowerIx, to: PowerIx) -> Option<Carries> {
    let all = routes(rules, state, from, to, &mut Traced::default());
    let by_sea = |route: &Route| match route.carries {
        Carries::Anything => i64::MAX,
        Carries::Points(points) => points,
    };
    all.iter().max_by_key(|route| by_sea(route)).map(|route| route.carries)
}

/// The best route, and what can go that way.
fn best(
    rules: &Ruleset,
    state: &State,
    from: PowerIx,
    to: PowerIx,
    only_at_war: &[PowerIx],
    traced: &mut Traced,
) -> Option<(Route, i64)> {
    let at_peace =
        |power: PowerIx| only_at_war.contains(&power) && !state.powers().any(|other| state.at_war(power, other));
    if at_peace(from) || at_peace(to) || state.money(Actor::Power(from)) <= 0 {
        return None;
    }
    let open = routes(rules, state, from, to, traced).into_iter().map(|route| {
        let has = shares::purse(state, from, route.from).max(0);
        let points = match route.carries {
            Carries::Anything => has,
            Carries::Points(points) => points.min(has),
        };
        (route, points)
    });
    open.filter(|(_, points)| *points > 0).max_by_key(|(_, points)| *points)
}

pub(super) fn begin(run: &mut Run, from: PowerIx, to: &[PowerIx], only_at_war: &[PowerIx]) -> Next {
    let gifts = legal(run.rules, &run.state, from, to, only_at_war, &mut run.memory.traced);
    if gifts.is_empty() { Next::Over } else { Next::Waits }
}

/// One gift in a turn ends the phase, so that a pipeline is not used twice.
pub(super) fn act(
    run: &mut Run,
    from: PowerIx,
    to: &[PowerIx],
    only_at_war: &[PowerIx],
    command: Option<&Command>,
) -> Result<Next, Refusal> {
    let (whom, points) = match command {
        None => return Ok(Next::Over),
        Some(Command::Give { to, points }) => (*to, i64::from(*points)),
        Some(_) => return Err(Refusal::of(Ban::WrongTime, "this is the time to lend")),
    };
    let traced = &mut run.memory.traced;
    let route = to.contains(&whom).then(|| best(run.rules, &run.state, from, whom, only_at_war, traced)).flatten();
    let Some((route, _)) = route.filter(|(_, most)| *most >= points) else {
        return Err(Refusal::of(Ban::Pipeline, "no pipeline carries so many points there"));
    };
    shares::change(run, from, route.from, -points);
    shares::change(run, whom, route.to, points);
    run.note(CampaignEvent::Lent { from, to: whom, points });
    Ok(Next::Over)
}

pub(super) fn legal(
    rules: &Ruleset,
    state: &State,
    from: PowerIx,
    to: &[PowerIx],
    only_at_war: &[PowerIx],
    traced: &mut Traced,
) -> Vec<Command> {
    let gifts = to.iter().filter_map(|to| {
        let best = best(rules, state, from, *to, only_at_war, traced);
        let points = best.map_or(0, |(_, points)| points).clamp(0, 10_000);
        (points > 0).then_some(Command::Give { to: *to, points: points as u16 })
    });
    gifts.collect()
}
