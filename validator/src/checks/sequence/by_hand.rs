//! Q101 phase-by-hand.

use std::collections::BTreeSet;

use chartroom_format::diag::Diagnostic;
use chartroom_format::entries::EntryKind;
use chartroom_format::schema::rules::Trigger;
use chartroom_format::schema::sequence::Step;

use crate::checks::Check;
use crate::context::Context;
use crate::model::phases;

chartroom_format::codes! {
    CODE = "Q101", "phase-by-hand", "sequence", Warning,
        what: "No procedure serves a phase, and no rule of the pack waits for it: the engine does nothing there. Nothing is said where the pack itself states the gap: coverage.ron calls the rule behind it open or out of scope, or the index calls it beyond any test.",
        why: "Players must do by hand what its rules say; bots skip it.",
        remedy: "Name a procedure with `do`, or with `done_by` what does it elsewhere; let a rule happen at its start or end, or call its rule open in coverage.ron.",
        bad: r#"Sequence(schema: 2, each_turn: [Stage(id: "power-turn", each: Slots, steps: [Phase(id: "income", do: "income"), Phase(id: "orders", do: "combat-move"), Phase(id: "combat", do: "combat"), Phase(id: "build", do: "build")]), Phase(id: "turn-end", do: "turn-end"), Phase(id: "diplomacy")])"#,
        good: r#"Sequence(schema: 2, each_turn: [Stage(id: "power-turn", each: Slots, steps: [Phase(id: "income", do: "income"), Phase(id: "orders", do: "combat-move"), Phase(id: "combat", do: "combat"), Phase(id: "build", do: "build")]), Phase(id: "turn-end", do: "turn-end")])"#;
}

pub const CHECK: Check = Check { code: CODE, run };

fn run(cx: &Context<'_>, found: &mut Vec<Diagnostic>) {
    let mut awaited = BTreeSet::new();
    let of_scenarios = cx.content.scenarios.values().flat_map(|scenario| scenario.rules.values());
    for rule in cx.content.rules.values().chain(of_scenarios) {
        if let Trigger::PhaseStart(phase) | Trigger::PhaseEnd(phase) = &rule.on {
            awaited.insert(phase.as_str());
        }
    }
    phases::visit(cx.content, &mut |step| {
        if let Step::Phase { id, run: None, done_by: None, source, .. } = step
            && !awaited.contains(id.as_str())
            && !cx.is_stated_gap(source.as_ref())
        {
            let spot = cx.entry(EntryKind::Phase, id.as_str());
            found.push(cx.finding(CODE, &spot, format!("no procedure serves the phase `{id}`")));
        }
    });
}
