//! Q101 phase-by-hand.

use chartroom_format::diag::Diagnostic;
use chartroom_format::entries::EntryKind;
use chartroom_format::schema::sequence::Step;

use crate::checks::Check;
use crate::context::Context;
use crate::model::phases;

chartroom_format::codes! {
    CODE = "Q101", "phase-by-hand", "sequence", Hint,
        what: "A phase has no procedure: the engine does nothing there.",
        why: "Players must do by hand what its rules say; bots skip it.",
        remedy: "Name a procedure with `do`, or leave it if no procedure fits yet.",
        bad: r#"Sequence(schema: 2, each_turn: [Stage(id: "power-turn", each: Slots, steps: [Phase(id: "income", do: "income"), Phase(id: "orders", do: "combat-move"), Phase(id: "combat", do: "combat"), Phase(id: "build", do: "build")]), Phase(id: "turn-end", do: "turn-end"), Phase(id: "diplomacy")])"#,
        good: r#"Sequence(schema: 2, each_turn: [Stage(id: "power-turn", each: Slots, steps: [Phase(id: "income", do: "income"), Phase(id: "orders", do: "combat-move"), Phase(id: "combat", do: "combat"), Phase(id: "build", do: "build")]), Phase(id: "turn-end", do: "turn-end")])"#;
}

pub const CHECK: Check = Check { code: CODE, run };

fn run(cx: &Context<'_>, found: &mut Vec<Diagnostic>) {
    phases::visit(cx.content, &mut |step| {
        if let Step::Phase { id, run: None, .. } = step {
            let spot = cx.entry(EntryKind::Phase, id.as_str());
            found.push(cx.finding(CODE, &spot, format!("the phase `{id}` is played by hand")));
        }
    });
}
