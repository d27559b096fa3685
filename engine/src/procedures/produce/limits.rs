//! How many units of a type may be built: in one turn, and in one place.

use chartroom_format::schema::refusal::Ban;

use crate::action::Refusal;
use crate::event::Event;
use crate::ids::{Actor, PowerIx, SpaceIx, UnitIx};
use crate::modifier;
use crate::ruleset::{PerTurn, Ruleset};
use crate::run::Run;
use crate::state::State;

/// Whether so many more units of a type may be built in a space now.
pub(super) fn check(
    rules: &Ruleset,
    state: &State,
    power: PowerIx,
    (unit, space): (UnitIx, SpaceIx),
    count: i64,
) -> Result<(), Refusal> {
    if let Some((left, rule)) = modifier::may_build(rules, state, power, unit, space).filter(|(left, _)| count > *left)
    {
        return Err(Refusal::by(rule, Ban::BuildLimit, format!("no more than {left} more of these may be there")));
    }
    per_turn(rules, state, power, unit, count)
}

/// Whether a power may build so many more units of a type in this turn.
pub(in crate::procedures) fn per_turn(
    rules: &Ruleset,
    state: &State,
    power: PowerIx,
    unit: UnitIx,
    count: i64,
) -> Result<(), Refusal> {
    match &rules.unit(unit).builds.per_turn {
        Some(limit) if count > left(state, power, limit) => {
            let text = format!("no more than {} of these may be built in one turn", most(limit, power));
            Err(Refusal::by(limit.source.as_deref(), Ban::BuildLimit, text))
        }
        _ => Ok(()),
    }
}

fn most(limit: &PerTurn, power: PowerIx) -> i64 {
    limit.most_for.iter().find(|(of, _)| *of == power).map_or(limit.most, |(_, most)| *most)
}

/// How many more of such units a power may build this turn.
pub(in crate::procedures) fn left(state: &State, power: PowerIx, limit: &PerTurn) -> i64 {
    most(limit, power) - built(state, power, limit)
}

/// Units that a power has built this turn of a type of which it may build only some.
pub(in crate::procedures) fn built(state: &State, power: PowerIx, limit: &PerTurn) -> i64 {
    let who = Some(Actor::Power(power));
    if state.track(limit.turn, who) == i64::from(state.turn) { state.track(limit.built, who) } else { 0 }
}

/// Keeps count of what is built.
pub(in crate::procedures) fn note(run: &mut Run, power: PowerIx, unit: UnitIx, count: i64) {
    let rules = run.rules;
    if let Some(limit) = &rules.unit(unit).builds.per_turn {
        self::count(run, power, limit, count);
    }
}

/// Counts units against one limit.
pub(in crate::procedures) fn count(run: &mut Run, power: PowerIx, limit: &PerTurn, count: i64) {
    let (who, to) = (Some(Actor::Power(power)), built(&run.state, power, limit) + count);
    run.emit(Event::TrackSet { track: limit.built, who, to });
    run.emit(Event::TrackSet { track: limit.turn, who, to: i64::from(run.state.turn) });
}
