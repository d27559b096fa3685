//! W102 example-of-nothing.

use chartroom_format::content::Content;
use chartroom_format::diag::{Diagnostic, Safety};
use chartroom_format::edit::Edit;
use chartroom_format::encode;
use chartroom_format::entries::EntryKind;
use chartroom_format::names::nearest;
use chartroom_format::schema::example::{Example, ExampleKind};

use crate::checks::Check;
use crate::context::Context;
use crate::examples::Outcome;

chartroom_format::codes! {
    CODE = "W102", "example-of-nothing", "example", Error,
        what: "A worked example runs a procedure that no game has, gives something that nobody asks for, or expects nothing.",
        why: "It proves nothing, and nobody notices: a misspelt example passes as one that waits for its procedure.",
        remedy: "Correct the name, or say what must come out.",
        bad: r#"Examples(schema: 2, examples: {"cost": (source: ["b:1"], origin: Own, runs: Unit, given: {"unit": "armor"}, expect: {})})"#,
        good: r#"Examples(schema: 2, examples: {"cost": (source: ["b:1"], origin: Own, runs: Unit, given: {"unit": "armor"}, expect: {"movement": 2})})"#;
}

pub const CHECK: Check = Check { code: CODE, run };

/// The procedures that examples can be worked with; others are told as open.
const PROCEDURES: &[&str] = &[
    "advance",
    "amphibious-assault",
    "army-contents",
    "calendar",
    "capture",
    "carry",
    "collect-income",
    "cross-hostile-border",
    "differential-combat",
    "distance",
    "hit",
    "hit-roll-combat",
    "income",
    "invasion-range",
    "land-totals",
    "landing",
    "lend-lease",
    "liberate",
    "move-by-points",
    "naval-combat",
    "objectives",
    "order-of-play",
    "orders",
    "overrun",
    "pass-through",
    "passage",
    "pipeline",
    "play",
    "politics",
    "produce",
    "production-level",
    "recruit",
    "redeploy",
    "repair",
    "research",
    "retreat",
    "set-up-total",
    "stacking",
    "strategic-bombing",
    "strategic-move",
    "take-neutral",
    "trace-supply",
    "train",
    "transfer",
    "upgrade",
    "victory",
];

fn run(cx: &Context<'_>, found: &mut Vec<Diagnostic>) {
    for (id, example) in &cx.content.examples {
        let spot = cx.entry(EntryKind::Example, id.as_str());
        if example.expect.is_empty() {
            found.push(
                cx.finding(CODE, &spot, format!("`{id}` expects nothing"))
                    .help("say under `expect` what must come out"),
            );
        }
        if let (ExampleKind::Procedure(name), Some(Outcome::Open(_))) = (&example.runs, cx.examples.get(id.as_str()))
            && let Some(close) = nearest(name, PROCEDURES.iter().copied())
            && close != *name
        {
            let at = spot.then("runs").then("Procedure");
            let finding = cx.finding(CODE, &at, format!("there is no procedure `{name}` to work an example with"));
            found.push(mend(finding, &close));
        }
        let Some(asked) = asked(cx.content, example) else { continue };
        for key in example.given.keys().filter(|key| !asked.contains(key)) {
            let at = spot.then("given").then(key.as_str()).name();
            let finding = cx.finding(CODE, &at, format!("nobody asks for `{key}` here"));
            found.push(match nearest(key, asked.iter().map(String::as_str)) {
                Some(close) => mend(finding, &close),
                None => finding.help(format!("asked for are {}", asked.join(", "))),
            });
        }
    }
}

fn mend(finding: Diagnostic, close: &str) -> Diagnostic {
    let span = finding.place.as_ref().map(|place| place.span).unwrap_or_default();
    let edit = Edit::replace(span, encode::quoted(close));
    finding.help(format!("did you mean `{close}`?")).fix(format!("write `{close}`"), Safety::Unsafe, vec![edit])
}

/// Whether an example is given something that nobody asks for.
pub(super) fn gives_unknown(content: &Content, example: &Example) -> bool {
    asked(content, example).is_some_and(|asked| example.given.keys().any(|key| !asked.contains(key)))
}

/// What an example may be given, where that is known.
fn asked(content: &Content, example: &Example) -> Option<Vec<String>> {
    let words = |words: &[&str]| Some(words.iter().map(|word| (*word).to_owned()).collect());
    match &example.runs {
        ExampleKind::Table(table) => {
            let table = content.tables.get(table)?;
            Some(table.axes.iter().map(|axis| axis.name().to_owned()).collect())
        }
        ExampleKind::Unit => words(&["unit", "power"]),
        ExampleKind::Space => words(&["space"]),
        ExampleKind::Fact => words(&["fact", "value"]),
        ExampleKind::Procedure(_) => None,
    }
}
