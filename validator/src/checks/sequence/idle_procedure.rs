//! Q103 procedure-no-phase-runs.

use std::collections::BTreeSet;

use chartroom_format::diag::Diagnostic;
use chartroom_format::entries::EntryKind;
use chartroom_format::schema::sequence::Step;

use crate::checks::Check;
use crate::context::Context;
use crate::model::phases;

chartroom_format::codes! {
    CODE = "Q103", "procedure-no-phase-runs", "sequence", Warning,
        what: "A procedure has settings, but no phase runs it.",
        why: "What it does never happens: a phase was dropped or names another.",
        remedy: "Let a phase `do` it, or remove it.",
        bad: r#"Rules(schema: 2, procedures: {"second-income": (do: CollectIncome(from: Values))})"#,
        good: r#"Rules(schema: 2, procedures: {"income": (do: CollectIncome(from: Values, no_saving: true))})"#;
}

pub const CHECK: Check = Check { code: CODE, run };

fn run(cx: &Context<'_>, found: &mut Vec<Diagnostic>) {
    let mut run: BTreeSet<String> = BTreeSet::new();
    phases::visit(cx.content, &mut |step| {
        if let Step::Phase { run: Some(procedure), .. } = step {
            run.insert(procedure.to_string());
        }
    });
    if cx.content.sequence.is_empty() {
        return;
    }
    for id in cx.content.procedures.keys().filter(|id| cx.is_own(EntryKind::Procedure, id.as_str())) {
        if !run.contains(id.as_str()) {
            let spot = cx.entry(EntryKind::Procedure, id.as_str());
            found.push(cx.finding(CODE, &spot, format!("no phase runs `{id}`")));
        }
    }
}
