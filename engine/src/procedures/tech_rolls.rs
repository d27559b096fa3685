//! Research by single rolls: a power pays for a die and has the technology if it reaches the target of the table. What was tried in
//! the phase is kept with the player turn.

use chartroom_format::schema::refusal::Ban;

use super::Next;
use crate::action::{Action, Refusal};
use crate::event::{Event, Operation};
use crate::ids::{Actor, PowerIx, TableIx, TrackIx};
use crate::order::Order;
use crate::query::zones;
use crate::ruleset::Ruleset;
use crate::run::Run;
use crate::state::State;
use crate::table::Value;

/// The settings of such a phase.
#[derive(Clone, Debug)]
pub struct TechRules {
    pub tracks: Vec<TrackIx>,
    /// Price of a roll.
    pub cost: i64,
    pub die: i64,
    /// The number to reach, by technology and power.
    pub table: TableIx,
    /// Rolls for one technology in a turn.
    pub rolls_each: i64,
    /// Technologies that a power at peace may try in a turn.
    pub at_peace: Option<i64>,
}

pub(super) fn begin(run: &mut Run, settings: &TechRules) -> Next {
    if !run.state.operations.tried.is_empty() {
        run.emit(Event::Operation(Operation::ResearchBegan));
    }
    if legal(run.rules, &run.state, settings).len() > 1 { Next::Waits } else { Next::Over }
}

/// The number a power must reach, if the technology is one it can have and has not.
fn target(rules: &Ruleset, state: &State, settings: &TechRules, power: PowerIx, track: TrackIx) -> Option<i64> {
    let info = rules.track(track);
    let open = settings.tracks.contains(&track) && state.track(track, Some(Actor::Power(power))) < info.to;
    let table = rules.table(settings.table);
    let cell = table.cell(table.word(0, &info.id), table.word(1, &rules.power(power).id));
    cell.and_then(Value::number).filter(|_| open)
}

/// Whether a power may roll for a technology now.
fn check(rules: &Ruleset, state: &State, settings: &TechRules, power: PowerIx, track: TrackIx) -> Result<i64, Refusal> {
    let acts = zones::powers_of(rules, state).contains(&power);
    let known = acts && track.index() < rules.tracks.len();
    let Some(target) = (if known { target(rules, state, settings, power, track) } else { None }) else {
        return Err(Refusal::of(Ban::NotThere, "there is no such technology for this power"));
    };
    let own = state.operations.tried.iter().filter(|(by, _)| *by == power);
    if own.clone().filter(|(_, other)| *other == track).count() as i64 >= settings.rolls_each {
        return Err(Refusal::of(Ban::ResearchLimit, "no more rolls for this technology in this turn"));
    }
    let mut tried: Vec<TrackIx> = own.map(|(_, other)| *other).filter(|other| *other != track).collect();
    tried.sort_unstable();
    tried.dedup();
    let at_war = state.powers().any(|other| state.at_war(power, other));
    if settings.at_peace.is_some_and(|most| !at_war && tried.len() as i64 >= most) {
        return Err(Refusal::of(Ban::ResearchLimit, "a power at peace tries no more technologies in a turn"));
    }
    if state.money(Actor::Power(power)) < settings.cost {
        return Err(Refusal::of(Ban::Money, "the money does not reach"));
    }
    Ok(target)
}

pub(super) fn act(run: &mut Run, settings: &TechRules, action: &Action) -> Result<Next, Refusal> {
    match *action {
        Action::Done => Ok(Next::Over),
        Action::Order(Order::Research { power, track }) => {
            let target = check(run.rules, &run.state, settings, power, track)?;
            let who = Actor::Power(power);
            let left = run.state.money(who) - settings.cost;
            run.emit(Event::MoneySet { who, to: left });
            run.emit(Event::Operation(Operation::Tried { power, track }));
            if run.roll(settings.die) >= target {
                let to = run.state.track(track, Some(who)) + 1;
                run.emit(Event::TrackSet { track, who: Some(who), to });
            }
            Ok(Next::Waits)
        }
        _ => Err(Refusal::of(Ban::WrongTime, "this is the research phase")),
    }
}

pub(super) fn legal(rules: &Ruleset, state: &State, settings: &TechRules) -> Vec<Action> {
    let powers = zones::powers_of(rules, state).into_iter();
    let all = powers.flat_map(|power| settings.tracks.iter().map(move |track| (power, *track)));
    let open = all.filter(|(power, track)| check(rules, state, settings, *power, *track).is_ok());
    let rolls = open.map(|(power, track)| Action::Order(Order::Research { power, track }));
    std::iter::once(Action::Done).chain(rolls).collect()
}
