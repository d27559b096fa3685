//! L109 modifier-nobody-applies.

use chartroom_engine::modifier;
use chartroom_format::diag::Diagnostic;
use chartroom_format::entries::EntryKind;

use crate::checks::Check;
use crate::context::Context;

chartroom_format::codes! {
    CODE = "L109", "modifier-nobody-applies", "rule", Error,
        what: "A modifier changes a quantity that no procedure of the pack looks up modifiers of.",
        why: "The pack says that something changes, and in play nothing does.",
        remedy: "Say it with the settings of a procedure, or as a fact, which is a note, and list the rule as held in coverage.",
        bad: r#"Rules(schema: 2, modifiers: {"fog": (quantity: RepairCost, change: Add(1))})"#,
        good: r#"Rules(schema: 2, modifiers: {"fog": (quantity: Attack, change: Add(-1))})"#;
}

pub const CHECK: Check = Check { code: CODE, run };

fn run(cx: &Context<'_>, found: &mut Vec<Diagnostic>) {
    for (id, modifier) in &cx.content.modifiers {
        if !modifier::acts(cx.content, modifier) {
            let spot = cx.entry(EntryKind::Modifier, id.as_str()).then("quantity");
            found.push(cx.finding(CODE, &spot, format!("no procedure applies the modifier `{id}`")));
        }
    }
}
