//! Lend-lease along pipelines: freely over connected communications, else no more than the merchant ships carry.

use super::{lines, pipeline, zones};
use crate::action::{Command, Refusal};
use crate::event::{CampaignEvent, Event};
use crate::ids::{Actor, PowerIx, SpaceIx};
use crate::procedures::Next;
use crate::query::supply::places_with;
use crate::ruleset::Ruleset;
use crate::run::Run;
use crate::state::State;
use chartroom_format::schema::refusal::Ban;

/// The most that one power can send to another this turn; none if nothing leads there.
pub fn most(rules: &Ruleset, state: &State, from: PowerIx, to: PowerIx) -> Option<Carries> {
    let centres = |power: PowerIx| -> Vec<SpaceIx> {
        let home = &rules.power(power).home;
        let found = places_with(rules, state, &rules.campaign.lines.full).into_iter();
        found.filter(|space| home.binary_search(space).is_ok() && zones::is_friendly(state, power, *space)).collect()
    };
    let (start, ends) = (centres(from), centres(to));
    let reach = lines::from(rules, state, from, &start);
    if ends.iter().any(|space| reach.land.has(*space)) {
        return Some(Carries::Anything);
    }
    pipeline::leads_to(rules, state, from, &rules.power(to).home).map(Carries::Points)
}

/// What a pipeline lets pass.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Carries {
    Anything,
    Points(i64),
}

fn allowed(rules: &Ruleset, state: &State, from: PowerIx, to: PowerIx, only_at_war: &[PowerIx]) -> i64 {
    let at_peace =
        |power: PowerIx| only_at_war.contains(&power) && !state.powers().any(|other| state.at_war(power, other));
    if at_peace(from) || at_peace(to) {
        return 0;
    }
    let money = state.money(Actor::Power(from)).max(0);
    match most(rules, state, from, to) {
        None => 0,
        Some(Carries::Anything) => money,
        Some(Carries::Points(points)) => points.min(money),
    }
}

pub(super) fn begin(run: &mut Run, from: PowerIx, to: &[PowerIx], only_at_war: &[PowerIx]) -> Next {
    if legal(run.rules, &run.state, from, to, only_at_war).is_empty() { Next::Over } else { Next::Waits }
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
    if !to.contains(&whom) || allowed(run.rules, &run.state, from, whom, only_at_war) < points {
        return Err(Refusal::of(Ban::Pipeline, "no pipeline carries so many points there"));
    }
    let (giver, taker) = (Actor::Power(from), Actor::Power(whom));
    let (left, got) = (run.state.money(giver) - points, run.state.money(taker) + points);
    run.emit(Event::MoneySet { who: giver, to: left });
    run.emit(Event::MoneySet { who: taker, to: got });
    run.note(CampaignEvent::Lent { from, to: whom, points });
    Ok(Next::Over)
}

pub(super) fn legal(
    rules: &Ruleset,
    state: &State,
    from: PowerIx,
    to: &[PowerIx],
    only_at_war: &[PowerIx],
) -> Vec<Command> {
    if state.money(Actor::Power(from)) <= 0 {
        return Vec::new();
    }
    let gifts = to.iter().filter_map(|to| {
        let points = allowed(rules, state, from, *to, only_at_war).clamp(0, 10_000) as u16;
        (points > 0).then_some(Command::Give { to: *to, points })
    });
    gifts.collect()
}
