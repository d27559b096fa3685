//! L106 roll-without-outcome.

use chartroom_format::diag::Diagnostic;
use chartroom_format::entries::EntryKind;
use chartroom_format::schema::effect::{Effect, Outcome};

use crate::checks::Check;
use crate::context::Context;
use crate::context::Spot;

chartroom_format::codes! {
    CODE = "L106", "roll-without-outcome", "rule", Error,
        what: "The outcomes of a roll leave a result out, overlap, or lie outside what the dice can give.",
        why: "For some rolls nothing happens, or two things at once.",
        remedy: "Let each result of the dice stand in exactly one outcome.",
        bad: r#"Rules(schema: 2, rules: {"luck": (on: TurnStart, then: [Roll(dice: "1d6", outcomes: [(from: 1, to: 2, then: [Money("red", 1)]), (from: 4, to: 6, then: [])])])})"#,
        good: r#"Rules(schema: 2, rules: {"luck": (on: TurnStart, then: [Roll(dice: "1d6", outcomes: [(from: 1, to: 3, then: [Money("red", 1)]), (from: 4, to: 6, then: [])])])})"#;
}

pub const CHECK: Check = Check { code: CODE, run };

fn run(cx: &Context<'_>, found: &mut Vec<Diagnostic>) {
    for (id, rule) in &cx.content.rules {
        visit(cx, &cx.entry(EntryKind::Rule, id.as_str()).then("then"), &rule.then, found);
    }
    for scenario in cx.content.scenarios.values() {
        for (id, rule) in &scenario.rules {
            let spot = cx.entry(EntryKind::Scenario, scenario.id.as_str()).then("rules").then(id.as_str()).then("then");
            visit(cx, &spot, &rule.then, found);
        }
    }
}

fn visit(cx: &Context<'_>, spot: &Spot, effects: &[Effect], found: &mut Vec<Diagnostic>) {
    for (index, effect) in effects.iter().enumerate() {
        match effect {
            Effect::Roll { dice, outcomes } => {
                let at = spot.then(index).then("Roll");
                if let Some(message) = fault(dice, outcomes) {
                    found.push(cx.finding(CODE, &at.then("dice"), message));
                }
                for (number, outcome) in outcomes.iter().enumerate() {
                    visit(cx, &at.then("outcomes").then(number).then("then"), &outcome.then, found);
                }
            }
            Effect::Choose(choices) => {
                for (number, choice) in choices.iter().enumerate() {
                    visit(cx, &spot.then(index).then("Choose").then(number).then("then"), &choice.then, found);
                }
            }
            Effect::Ask { ways, .. } => {
                for (number, way) in ways.iter().enumerate() {
                    let at = spot.then(index).then("Ask").then("ways").then(number);
                    visit(cx, &at.then("then"), &way.then, found);
                }
            }
            _ => {}
        }
    }
}

fn fault(dice: &str, outcomes: &[Outcome]) -> Option<String> {
    let Some((count, faces)) = dice.split_once('d').and_then(|(count, faces)| {
        let count = if count.is_empty() { 1 } else { count.parse::<i64>().ok()? };
        Some((count, faces.parse::<i64>().ok()?))
    }) else {
        return Some(format!("`{dice}` is not written like \"2d6\""));
    };
    for result in count..=count * faces {
        match outcomes.iter().filter(|outcome| outcome.from <= result && result <= outcome.to).count() {
            1 => {}
            0 => return Some(format!("nothing is said about a roll of {result}")),
            _ => return Some(format!("a roll of {result} stands in two outcomes")),
        }
    }
    outcomes
        .iter()
        .find(|outcome| outcome.to < count || outcome.from > count * faces)
        .map(|outcome| format!("{dice} never gives {} to {}", outcome.from, outcome.to))
}
