//! Worked examples about procedures: given -> expect, run by the same code that plays. Each group in its own file.

mod campaign;
mod combat;
mod economy;
mod movement;
mod play;
mod zones;

use std::sync::Arc;

use chartroom_format::schema::example::{Example, ExampleKind};
use chartroom_format::schema::value::Data;

use crate::playable::Playable;
use crate::procedures::{FirepowerRules, Procedure};
use crate::ruleset::Ruleset;
use crate::state::State;

/// Runs an example of a procedure the engine serves; `None` for others.
pub fn run(content: &Playable<'_>, example: &Example) -> Option<Result<(), String>> {
    let ExampleKind::Procedure(name) = &example.runs else { return None };
    if let Some(result) = campaign::run(content, example, name.as_str()) {
        return Some(result).filter(|result| !matches!(result, Err(reason) if reason.starts_with(NOT_SAID)));
    }
    // Procedures of the same name in games of another kind take what the first runner leaves.
    let by_name = own(name.as_str());
    let zoned = zones::runner(name.as_str());
    let zoned = || zoned.and_then(|run| run(content, example)).filter(|result| !is_unreadable(result));
    let result = by_name.and_then(|run| run(content, example)).or_else(zoned);
    // What the engine does not work out is not a failure of the example: it waits for its procedure.
    result.filter(|result| !matches!(result, Err(reason) if reason.starts_with(NOT_SAID)))
}

/// An example of the same name that gives other things: not for this runner.
fn is_unreadable(result: &Result<(), String>) -> bool {
    matches!(result, Err(reason) if reason.starts_with("`given` lacks"))
}

type Runner = fn(&Playable<'_>, &Example) -> Option<Result<(), String>>;

fn own(name: &str) -> Option<Runner> {
    Some(match name {
        "advance" => combat::advance,
        "army-contents" => movement::army_contents,
        "distance" => movement::distance,
        "invasion-range" => combat::invasion_range,
        "redeploy" => movement::redeploy,
        "stacking" => movement::stacking,
        "play" => |content, example| Some(play::play(content, example)),
        "income" => economy::income,
        "produce" => economy::produce,
        "calendar" => economy::calendar,
        _ => return None,
    })
}

const NOT_SAID: &str = "the engine does not say";

/// The game an example speaks of: its scenario, or the first of the pack that can be played.
fn game(content: &Playable<'_>, example: &Example) -> Result<(Arc<Ruleset>, State), String> {
    if let Some(scenario) = example.given.get("scenario").and_then(Data::as_text) {
        return start_of(content, scenario);
    }
    let mut why = "the pack has no scenario".to_owned();
    for scenario in content.scenarios.keys() {
        match start_of(content, scenario.as_str()) {
            Ok(done) => return Ok(done),
            Err(reason) => why = reason,
        }
    }
    Err(why)
}

/// The rules and the start position of a scenario.
fn start_of(content: &Playable<'_>, scenario: &str) -> Result<(Arc<Ruleset>, State), String> {
    match content.scenario(scenario) {
        Some(Ok((rules, state))) => Ok((Arc::clone(rules), state.clone())),
        Some(Err(findings)) => Err(findings.first().map_or_else(String::new, |finding| finding.message.clone())),
        None => Err(format!("the pack has no scenario `{scenario}`")),
    }
}

/// The settings of the game's firepower combat.
fn firepower(rules: &Ruleset) -> Result<FirepowerRules, String> {
    let found = rules.procedures.iter().find_map(|entry| match &entry.run {
        Procedure::FirepowerAdvance(settings) => Some(FirepowerRules::clone(settings)),
        _ => None,
    });
    found.ok_or_else(|| "the scenario has no firepower combat".to_owned())
}

fn whole(example: &Example, key: &str) -> Option<i64> {
    example.given.get(key).and_then(Data::as_whole)
}

fn list<'e>(example: &'e Example, key: &str) -> &'e [Data] {
    match example.given.get(key) {
        Some(Data::List(items)) => items,
        _ => &[],
    }
}

/// Compares what came out with what is expected; every expectation must be known.
fn compare(example: &Example, found: &[(&str, Data)]) -> Result<(), String> {
    for (key, wanted) in &example.expect {
        let Some((_, got)) = found.iter().find(|(name, _)| name == key) else {
            return Err(format!("{NOT_SAID} what `{key}` is"));
        };
        if got != wanted {
            return Err(format!("`{key}` should be {} but is {}", wanted.in_words(), got.in_words()));
        }
    }
    Ok(())
}
