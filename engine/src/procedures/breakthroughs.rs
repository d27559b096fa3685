//! Research by a die against a target: a power pays for a try, and the technology is its own when the die reaches the number that the table
//! has for the two. What a technology changes are modifiers that ask for its track.

use chartroom_format::schema::refusal::Ban;

use super::Next;
use crate::action::{Action, Refusal};
use crate::event::Event;
use crate::ids::{Actor, PowerIx, TableIx, TrackIx};
use crate::query::zones;
use crate::ruleset::Ruleset;
use crate::run::Run;
use crate::state::State;
use crate::state::rng::{Decision, Purpose};
use crate::table::Value;

#[derive(Clone, Debug)]
pub struct BreakthroughRules {
    pub items: Vec<Technology>,
    /// What a try costs.
    pub cost: i64,
    pub die: i64,
    /// By item and power; no number means that this power cannot have it.
    pub targets: TableIx,
    /// How many items a power at peace may try in a turn, and the rule that says so.
    pub at_peace: Option<(i64, Option<String>)>,
}

/// Something to be gained: the track that says who has it, and one for tries of this turn.
#[derive(Clone, Copy, Debug)]
pub struct Technology {
    pub level: TrackIx,
    pub tried: TrackIx,
}

pub(super) fn begin(run: &mut Run, settings: &BreakthroughRules) -> Next {
    for power in zones::powers_of(run.rules, &run.state) {
        let who = Some(Actor::Power(power));
        for item in &settings.items {
            if run.state.track(item.tried, who) != 0 {
                run.emit(Event::TrackSet { track: item.tried, who, to: 0 });
            }
        }
    }
    if legal(run.rules, &run.state, settings).len() > 1 { Next::Waits } else { Next::Over }
}

/// The number a power's die must reach.
fn target(rules: &Ruleset, settings: &BreakthroughRules, power: PowerIx, item: Technology) -> Option<i64> {
    let table = rules.table(settings.targets);
    let cell = table.cell(table.word(0, &rules.track(item.level).id), table.word(1, &rules.power(power).id));
    cell.and_then(Value::number)
}

/// The technology and its target, or why a power may not try for it now.
fn check(
    rules: &Ruleset,
    state: &State,
    settings: &BreakthroughRules,
    power: PowerIx,
    track: TrackIx,
) -> Result<(Technology, i64), Refusal> {
    if !zones::powers_of(rules, state).contains(&power) {
        return Err(Refusal::of(Ban::WrongTime, "it is not the turn of this power"));
    }
    let found = settings.items.iter().find(|item| item.level == track).copied();
    let item = found.ok_or_else(|| Refusal::of(Ban::NotThere, "there is no research of that kind"))?;
    let who = Actor::Power(power);
    let tried = |item: &Technology| state.track(item.tried, Some(who)) > 0;
    let target = target(rules, settings, power, item)
        .ok_or_else(|| Refusal::of(Ban::NotThere, "this power has no target for it"))?;
    if state.track(item.level, Some(who)) >= rules.track(item.level).to {
        return Err(Refusal::of(Ban::ResearchLimit, "the power has it already"));
    }
    if tried(&item) {
        return Err(Refusal::of(Ban::ResearchLimit, "it has been tried this turn"));
    }
    if let Some((most, source)) = &settings.at_peace
        && !state.powers().any(|other| state.at_war(power, other))
        && settings.items.iter().filter(|item| tried(item)).count() as i64 >= *most
    {
        let text = "a power at peace tries no more in one turn";
        return Err(Refusal::by(source.as_deref(), Ban::ResearchLimit, text));
    }
    if state.money(who) < settings.cost {
        return Err(Refusal::of(Ban::Money, "the money does not reach"));
    }
    Ok((item, target))
}

pub(super) fn act(run: &mut Run, settings: &BreakthroughRules, action: &Action) -> Result<Next, Refusal> {
    match *action {
        Action::Done => Ok(Next::Over),
        Action::Try { power, item } => {
            let (item, target) = check(run.rules, &run.state, settings, power, item)?;
            let who = Actor::Power(power);
            let left = run.state.money(who) - settings.cost;
            run.emit(Event::MoneySet { who, to: left });
            run.emit(Event::TrackSet { track: item.tried, who: Some(who), to: 1 });
            if run.roll(Decision::of(Purpose::Research).by(who).named(&run.rules.track(item.level).id), settings.die)
                >= target
            {
                let to = run.state.track(item.level, Some(who)) + 1;
                run.emit(Event::TrackSet { track: item.level, who: Some(who), to });
            }
            Ok(Next::Waits)
        }
        _ => Err(Refusal::of(Ban::WrongTime, "this is the research phase")),
    }
}

pub(super) fn legal(rules: &Ruleset, state: &State, settings: &BreakthroughRules) -> Vec<Action> {
    let mut actions = vec![Action::Done];
    for power in zones::powers_of(rules, state) {
        let open = settings.items.iter().filter(|item| check(rules, state, settings, power, item.level).is_ok());
        actions.extend(open.map(|item| Action::Try { power, item: item.level }));
    }
    actions
}
