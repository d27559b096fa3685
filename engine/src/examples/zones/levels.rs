//! Objectives that pay, and levels of production that rules raise.

use chartroom_format::schema::example::Example;
use chartroom_format::schema::value::Data;

use super::super::{compare, list};
use super::position::{Position, numbers, texts, wholes};
use crate::condition::Scene;
use crate::ids::{Actor, PowerIx};
use crate::playable::Playable;
use crate::procedures::{Procedure, income};
use crate::run::Run;
use crate::triggers::{self, Moment};

/// What some objectives pay in a position: those named, if they hold.
pub(super) fn objectives(content: &Playable<'_>, example: &Example) -> Option<Result<(), String>> {
    let named = texts(example.given.get("objectives"));
    (!named.is_empty()).then(|| {
        let position = Position::new(content, example)?;
        let mut sum = 0;
        for name in named {
            let event = position.event(name)?;
            let mut known = position.rules.objectives.iter();
            let objective = known.find(|objective| objective.event == event).ok_or("there is no such objective")?;
            let side = position.state.side_of(objective.power);
            let scene = Scene { power: Some(objective.power), side, ..Scene::default() };
            if objective.when.holds(&position.rules, &position.state, &scene) {
                sum += objective
                    .income
                    .whole(&position.rules, &position.state, &scene)
                    .map_err(|missing| missing.words())?;
            }
        }
        compare(example, &[("income", Data::Whole(sum))])
    })
}

/// What a power collects from land after each roll of a rule, or after attacks: `[place, by whom]`.
pub(super) fn grown(content: &Playable<'_>, example: &Example) -> Option<Result<(), String>> {
    let power = example.given.get("power").and_then(Data::as_text)?;
    Some((|| {
        let position = Position::new(content, example)?;
        let power = position.power(power)?;
        let mut run = Run::new(&position.rules, position.state.clone());
        let mut income = Vec::new();
        for rolls in list(example, "rolls") {
            let named = example.given.get("rule").and_then(Data::as_text).unwrap_or_default();
            run.state.dice.loaded = numbers(Some(rolls));
            let scene = Scene { power: Some(power), side: run.state.side_of(power), ..Scene::default() };
            triggers::by_name(&mut run, position.event(named)?, &scene);
            income.push(from_land(&run, power)?);
        }
        for attack in list(example, "attacks") {
            let [place, by] = texts(Some(attack))[..] else {
                return Err("an attack is a place and a power".to_owned());
            };
            let (at, by) = (position.space(place)?, position.power(by)?);
            let scene = Scene { power: Some(by), side: run.state.side_of(by), at: Some(at), ..Scene::default() };
            triggers::fire(&mut run, &Moment::Attacked(at), &scene);
            triggers::whenever(&mut run, &scene);
        }
        if let Some(Data::Text(place)) = example.given.get("captured") {
            let by = example.given.get("by").and_then(Data::as_text).unwrap_or_default();
            run.capture(position.space(place)?, Some(position.power(by)?));
        }
        let now = from_land(&run, power)?;
        let level = levels(&run, power);
        let at_war = run.state.powers().any(|other| run.state.at_war(power, other));
        let said = [
            ("income", if income.is_empty() { Data::Whole(now) } else { wholes(income) }),
            ("level", level.map_or(Data::Nothing, |(now, _)| Data::Whole(now))),
            ("most", level.map_or(Data::Nothing, |(_, most)| Data::Whole(most))),
            ("at-war", Data::Truth(at_war)),
        ];
        compare(example, &said)
    })())
}

fn settings<'r>(run: &Run<'r>) -> Result<&'r crate::procedures::IncomeRules, String> {
    let found = run.rules.procedures.iter().find_map(|entry| match &entry.run {
        Procedure::CollectIncome(settings) => Some(settings),
        _ => None,
    });
    found.ok_or_else(|| "nobody collects".to_owned())
}

fn from_land(run: &Run, power: PowerIx) -> Result<i64, String> {
    let all = income::collected(run, settings(run)?, Actor::Power(power));
    Ok(all - income::objectives(run, Actor::Power(power)))
}

/// The level of a power and the end of its track.
fn levels(run: &Run, power: PowerIx) -> Option<(i64, i64)> {
    let terms = &settings(run).ok()?.terms;
    let track = terms.levels.iter().find(|(of, _)| *of == power).map(|(_, track)| *track)?;
    Some((run.state.track(track, None), run.rules.track(track).to))
}
