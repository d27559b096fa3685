//! G101 scenario-the-engine-refuses.

use chartroom_format::diag::Diagnostic;
use chartroom_format::entries::EntryKind;

use crate::checks::Check;
use crate::context::Context;

chartroom_format::codes! {
    CODE = "G101", "scenario-the-engine-refuses", "play", Error,
        what: "The engine cannot make a game of a scenario; the finding says what it lacks.",
        why: "Nobody can play it, and no bot can try it out.",
        remedy: "Mend what the message names; `chartroom explain` knows the engine's codes too.",
        bad: r#"Scenario(schema: 2, id: "second", title: "Second", turns: (first: 1, last: 8), set_up: {"red": [AtAny("port", {"destroyer": 1}), AtAny("nothing", {"infantry": 1})]}, victory: [(check: GameEnd, when: Otherwise)])
---
Terrain(schema: 2, features: {"nothing": (title: "Nothing", role: Other)})"#,
        good: r#"Scenario(schema: 2, id: "second", title: "Second", turns: (first: 1, last: 8), wars: [(["east"], ["west"])], set_up: {"red": [AtAny("port", {"destroyer": 1})]}, victory: [(check: GameEnd, when: Otherwise)])"#;
}

pub const CHECK: Check = Check { code: CODE, run };

fn run(cx: &Context<'_>, found: &mut Vec<Diagnostic>) {
    for (scenario, compiled) in cx.compiled() {
        let Err(refused) = compiled else { continue };
        for fault in refused {
            let spot = cx.id_of(EntryKind::Scenario, scenario);
            let mut finding = cx.finding(CODE, &spot, format!("{scenario}: {}", fault.message));
            finding.place = fault.place.clone().or(finding.place);
            finding.label.clone_from(&fault.label);
            found.push(finding.help(format!("chartroom explain {}", fault.code)));
        }
    }
}
