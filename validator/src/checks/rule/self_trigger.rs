//! L104 rules-that-trigger-each-other.

use chartroom_format::diag::Diagnostic;
use chartroom_format::entries::EntryKind;
use chartroom_format::schema::effect::Effect;
use chartroom_format::schema::ids::EventId;

use crate::checks::Check;
use crate::context::Context;
use crate::model::circle;

chartroom_format::codes! {
    CODE = "L104", "rules-that-trigger-each-other", "rule", Error,
        what: "Rules trigger each other in a circle, or a rule itself.",
        why: "Once begun it never stops.",
        remedy: "Remove one `Trigger`.",
        bad: r#"Rules(schema: 2, rules: {"echo": (on: TurnStart, then: [Trigger("echo")])})"#,
        good: r#"Rules(schema: 2, rules: {"call": (on: TurnStart, then: [Trigger("answer")]), "answer": (on: Chosen("red"), then: [Money("red", 1)])})"#;
}

pub const CHECK: Check = Check { code: CODE, run };

fn run(cx: &Context<'_>, found: &mut Vec<Diagnostic>) {
    let next = |id: &str| cx.content.rules.get(id).map(|rule| triggered(&rule.then)).unwrap_or_default();
    for way in circle::all(cx.content.rules.keys().map(EventId::as_str), next) {
        let spot = cx.entry(EntryKind::Rule, &way[0]);
        found.push(cx.finding(CODE, &spot, format!("rules trigger each other: {}", way.join(" triggers "))));
    }
}

fn triggered(effects: &[Effect]) -> Vec<String> {
    effects
        .iter()
        .flat_map(|effect| match effect {
            Effect::Trigger(id) => vec![id.to_string()],
            Effect::Roll { outcomes, .. } => outcomes.iter().flat_map(|outcome| triggered(&outcome.then)).collect(),
            Effect::Choose(choices) | Effect::Ask { ways: choices, .. } => {
                choices.iter().flat_map(|choice| triggered(&choice.then)).collect()
            }
            _ => Vec::new(),
        })
        .collect()
}
