//! Q104 stage-that-does-nothing.

use std::collections::BTreeSet;

use chartroom_format::diag::Diagnostic;
use chartroom_format::entries::EntryKind;
use chartroom_format::schema::sequence::Step;

use crate::checks::Check;
use crate::context::Context;
use crate::model::phases;

chartroom_format::codes! {
    CODE = "Q104", "stage-that-does-nothing", "sequence", Error,
        what: "A stage has no steps or is gone through less than once, or a phase comes back in one sequence.",
        why: "Nothing happens there, or rules that name the phase cannot tell which one is meant.",
        remedy: "Remove it, or correct the number or the id.",
        bad: r#"Sequence(schema: 2, each_turn: [Stage(id: "power-turn", each: Slots, steps: [Phase(id: "income", do: "income"), Phase(id: "orders", do: "combat-move"), Phase(id: "combat", do: "combat"), Phase(id: "build", do: "build")]), Phase(id: "turn-end", do: "turn-end"), Stage(id: "nothing", steps: [])])"#,
        good: r#"Sequence(schema: 2, each_turn: [Stage(id: "power-turn", each: Slots, steps: [Phase(id: "income", do: "income"), Phase(id: "orders", do: "combat-move"), Phase(id: "combat", do: "combat"), Phase(id: "build", do: "build")]), Phase(id: "turn-end", do: "turn-end")])"#;
}

pub const CHECK: Check = Check { code: CODE, run };

fn run(cx: &Context<'_>, found: &mut Vec<Diagnostic>) {
    phases::visit(cx.content, &mut |step| {
        if let Step::Stage { id, steps, repeat, .. } = step
            && (steps.is_empty() || repeat.is_some_and(|times| times < 1))
        {
            let spot = cx.entry(EntryKind::Phase, id.as_str());
            found.push(cx.finding(CODE, &spot, format!("the stage `{id}` does nothing")));
        }
    });
    let mut seen = BTreeSet::new();
    phases::walk(&cx.content.sequence, &mut |step| {
        let (Step::Stage { id, .. } | Step::Phase { id, .. }) = step;
        if !seen.insert(id.as_str().to_owned()) {
            let spot = cx.entry(EntryKind::Phase, id.as_str());
            found.push(cx.finding(CODE, &spot, format!("the phase `{id}` comes twice in the turn")));
        }
    });
}
