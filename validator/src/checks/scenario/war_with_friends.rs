//! S117 war-inside-a-side.

use chartroom_format::diag::Diagnostic;
use chartroom_format::entries::EntryKind;

use crate::checks::Check;
use crate::context::Context;

chartroom_format::codes! {
    CODE = "S117", "war-inside-a-side", "scenario", Error,
        what: "A power is at war with itself or with its own side at start.",
        why: "Friends would fight each other.",
        remedy: "Correct one of the two lists.",
        bad: r#"Scenario(schema: 2, id: "second", title: "Second", turns: (first: 1, last: 8), wars: [(["east"], ["red"])], victory: [(check: GameEnd, when: Otherwise)])"#,
        good: r#"Scenario(schema: 2, id: "second", title: "Second", turns: (first: 1, last: 8), wars: [(["east"], ["west"])], victory: [(check: GameEnd, when: Otherwise)])"#;
}

pub const CHECK: Check = Check { code: CODE, run };

fn run(cx: &Context<'_>, found: &mut Vec<Diagnostic>) {
    for start in &cx.starts {
        let scenario = start.scenario;
        let spot = cx.entry(EntryKind::Scenario, scenario.id.as_str());
        for (index, (left, right)) in scenario.wars.iter().enumerate() {
            let is_power = |name: &str| cx.content.powers.contains_key(name);
            let same = |a: &str, b: &str| {
                a == b
                    || is_power(a) && !is_power(b) && start.belongs(a, b)
                    || is_power(b) && !is_power(a) && start.belongs(b, a)
            };
            for a in left {
                for b in right.iter().filter(|b| same(a.as_str(), b.as_str())) {
                    let at = spot.then("wars").then(index);
                    found.push(cx.finding(CODE, &at, format!("{a} is at war with {b}, which are on one side")));
                }
            }
        }
    }
}
