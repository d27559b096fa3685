//! G103 phase-the-engine-passes-over.

use std::collections::BTreeSet;

use chartroom_format::diag::Diagnostic;
use chartroom_format::entries::EntryKind;

use crate::checks::Check;
use crate::context::Context;

chartroom_format::codes! {
    CODE = "G103", "phase-the-engine-passes-over", "play", Hint,
        what: "While bots played, the engine passed over a phase because a rule of it is not built or cannot be used.",
        why: "Bots play another game than the rulebook there.",
        remedy: "Read the reason; nothing needs doing if players do that phase by hand.",
        bad: r#"Sequence(schema: 2, each_turn: [Phase(id: "income", by: "red", do: "income"), Phase(id: "diplomacy", by: "blue"), Phase(id: "turn-end", do: "turn-end")])"#,
        good: r#"Sequence(schema: 2, each_turn: [Phase(id: "income", together: true, do: "income"), Phase(id: "turn-end", together: true, do: "turn-end")])"#;
}

pub const CHECK: Check = Check { code: CODE, run };

fn run(cx: &Context<'_>, found: &mut Vec<Diagnostic>) {
    let scenarios = cx.games.iter().flat_map(|games| &games.scenarios);
    let passed: BTreeSet<&(String, String)> =
        scenarios.flat_map(|games| &games.played).flat_map(|played| &played.passed_over).collect();
    for (phase, why) in passed {
        let spot = cx.entry(EntryKind::Phase, phase);
        found.push(cx.finding(CODE, &spot, format!("the engine passes over `{phase}`: {why}")));
    }
}
