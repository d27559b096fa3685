//! W101 example-fails.

use chartroom_format::diag::Diagnostic;
use chartroom_format::entries::EntryKind;

use crate::checks::Check;
use crate::checks::example::unknown;
use crate::context::Context;
use crate::examples::Outcome;

chartroom_format::codes! {
    CODE = "W101", "example-fails", "example", Error,
        what: "A worked example does not come out as it says.",
        why: "Either the example or the data it exercises is wrong; the rulebook's own examples decide.",
        remedy: "Correct the data, or the example if the rulebook says otherwise.",
        bad: r#"Examples(schema: 2, examples: {"price": (source: [], origin: Own, runs: Unit, given: {"unit": "armor", "power": "red"}, expect: {"cost": 9})})"#,
        good: r#"Examples(schema: 2, examples: {"price": (source: [], origin: Own, runs: Unit, given: {"unit": "armor", "power": "red"}, expect: {"cost": 6})})"#;
}

pub const CHECK: Check = Check { code: CODE, run };

fn run(cx: &Context<'_>, found: &mut Vec<Diagnostic>) {
    for (id, example) in &cx.content.examples {
        if let Some(Outcome::Fail(reason)) = cx.examples.get(id.as_str()) {
            // A misspelt key of `given` is told by a check of its own.
            if reason.contains("`given` lacks") && unknown::gives_unknown(cx.content, example) {
                continue;
            }
            let spot = cx.entry(EntryKind::Example, id.as_str());
            // The reason begins with the id and with what differs: that is where the reader looks.
            let differs =
                reason.split_once("`: ").and_then(|(_, rest)| rest.split_once(" should be ")).map(|(key, _)| key);
            let spot = match differs.map(|key| key.trim_matches('`')).filter(|key| example.expect.contains_key(*key)) {
                Some(key) => spot.then("expect").then(key),
                None => spot,
            };
            let rules: Vec<String> = example.source.iter().map(ToString::to_string).collect();
            let finding = cx.finding(CODE, &spot, format!("the example fails: {reason}"));
            found.push(if rules.is_empty() { finding } else { finding.note(format!("rule {}", rules.join(", "))) });
        }
    }
}
