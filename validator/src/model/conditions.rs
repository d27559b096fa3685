//! Every condition of a pack with its place.

use chartroom_format::content::Content;
use chartroom_format::entries::EntryKind;
use chartroom_format::schema::condition::Condition;
use chartroom_format::schema::map::Opening;
use chartroom_format::schema::scenario::Scenario;
use chartroom_format::schema::sequence::Step;

use crate::context::{Context, Spot};

/// The last turn of a scenario, played on if an option lets it be.
pub fn last_turn(scenario: &Scenario) -> i64 {
    scenario.play_on.as_ref().map_or(scenario.turns.last, |on| on.last.max(scenario.turns.last))
}

/// First and last turn of all scenarios.
pub fn turns(content: &Content) -> Option<(i64, i64)> {
    let first = content.scenarios.values().map(|scenario| scenario.turns.first).min()?;
    let last = content.scenarios.values().map(last_turn).max()?;
    Some((first, last))
}

/// Conditions with those that `Any` and `All` put together and `Not` turns around: an alternative that can never hold is as
/// dead as a whole condition.
pub fn with_parts<'a>(cx: &Context<'a>) -> Vec<(Spot, &'a Condition)> {
    fn walk<'a>(spot: &Spot, condition: &'a Condition, found: &mut Vec<(Spot, &'a Condition)>) {
        found.push((spot.clone(), condition));
        let (tag, list) = match condition {
            Condition::Any(list) => ("Any", list),
            Condition::All(list) => ("All", list),
            Condition::Not(inner) => return walk(&spot.then("Not"), inner, found),
            _ => return,
        };
        for (index, inner) in list.iter().enumerate() {
            walk(&spot.then(tag).then(index), inner, found);
        }
    }
    let mut found = Vec::new();
    for (spot, condition) in of(cx) {
        walk(&spot, condition, &mut found);
    }
    found
}

/// Conditions of rules, modifiers, objectives, units, passages, phases and scenarios. Victories have checks of their own.
pub fn of<'a>(cx: &Context<'a>) -> Vec<(Spot, &'a Condition)> {
    let content = cx.content;
    let mut found = Vec::new();
    for (id, rule) in &content.rules {
        let spot = cx.entry(EntryKind::Rule, id.as_str());
        found.extend(rule.when.iter().map(|when| (spot.then("when"), when)));
    }
    for (id, modifier) in &content.modifiers {
        let spot = cx.entry(EntryKind::Modifier, id.as_str());
        found.extend(modifier.when.iter().map(|when| (spot.then("when"), when)));
    }
    for (id, objective) in &content.objectives {
        found.push((cx.entry(EntryKind::Objective, id.as_str()).then("when"), &objective.when));
    }
    for (id, unit) in &content.units {
        let spot = cx.entry(EntryKind::Unit, id.as_str());
        for (index, variant) in unit.variants.iter().enumerate() {
            found.push((spot.then("variants").then(index).then("when"), &variant.when));
        }
        let build = unit.build.iter().filter_map(|build| build.when.as_ref());
        found.extend(build.map(|when| (spot.then("build").then("when"), when)));
    }
    for (id, passage) in &content.passages {
        if let Opening::When(when) = &passage.opens {
            found.push((cx.entry(EntryKind::Passage, id.as_str()).then("opens").then("When"), when));
        }
    }
    let mut steps: Vec<&Step> = content.sequence.iter().chain(content.other_sequences.values().flatten()).collect();
    while let Some(step) = steps.pop() {
        let (id, when) = match step {
            Step::Stage { id, when, steps: inner, .. } => {
                steps.extend(inner);
                (id, when)
            }
            Step::Phase { id, when, .. } => (id, when),
        };
        found.extend(when.iter().map(|when| (cx.entry(EntryKind::Phase, id.as_str()).then("when"), when)));
    }
    for scenario in content.scenarios.values() {
        let spot = cx.entry(EntryKind::Scenario, scenario.id.as_str());
        for (id, rule) in &scenario.rules {
            found.extend(rule.when.iter().map(|when| (spot.then("rules").then(id.as_str()).then("when"), when)));
        }
        for (index, arrival) in scenario.reinforcements.iter().enumerate() {
            let at = spot.then("reinforcements").then(index).then("when");
            found.extend(arrival.when.iter().map(|when| (at.clone(), when)));
        }
    }
    found
}
