//! S122 debt-at-start.

use chartroom_format::diag::Diagnostic;
use chartroom_format::entries::EntryKind;

use crate::checks::Check;
use crate::context::Context;

chartroom_format::codes! {
    CODE = "S122", "debt-at-start", "scenario", Error,
        what: "An actor starts with less than no money.",
        why: "The engine knows no debts.",
        remedy: "Correct the amount.",
        bad: r#"Scenario(schema: 2, id: "second", title: "Second", turns: (first: 1, last: 8), wars: [(["east"], ["west"])], treasury: {"red": -5}, victory: [(check: GameEnd, when: Otherwise)])"#,
        good: r#"Scenario(schema: 2, id: "second", title: "Second", turns: (first: 1, last: 8), wars: [(["east"], ["west"])], treasury: {"red": 5}, victory: [(check: GameEnd, when: Otherwise)])"#;
}

pub const CHECK: Check = Check { code: CODE, run };

fn run(cx: &Context<'_>, found: &mut Vec<Diagnostic>) {
    for start in &cx.starts {
        let scenario = start.scenario;
        let spot = cx.entry(EntryKind::Scenario, scenario.id.as_str());
        for (who, money) in scenario.treasury.iter().filter(|(_, money)| **money < 0) {
            found.push(cx.finding(
                CODE,
                &spot.then("treasury").then(who.as_str()),
                format!("{who} starts with {money}"),
            ));
        }
    }
}
