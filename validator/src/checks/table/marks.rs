//! T109 mark-on-no-cell.

use chartroom_format::diag::Diagnostic;
use chartroom_format::entries::EntryKind;

use crate::checks::Check;
use crate::context::Context;

chartroom_format::codes! {
    CODE = "T109", "mark-on-no-cell", "table", Error,
        what: "A mark names a row or column that the table does not have.",
        why: "The source or reasoning it gives belongs to a cell that cannot be found.",
        remedy: "Write the key of the row, or \"row, column\".",
        bad: r#"Table(schema: 2, id: "t", title: "T", axes: [Die(sides: 1)], cells: Number, rows: {1: 7}, marks: {"9": Reconstructed("a guess")})"#,
        good: r#"Table(schema: 2, id: "t", title: "T", axes: [Die(sides: 1)], cells: Number, rows: {1: 7}, marks: {"1": Reconstructed("a guess")})"#;
}

pub const CHECK: Check = Check { code: CODE, run };

fn run(cx: &Context<'_>, found: &mut Vec<Diagnostic>) {
    for (id, table) in &cx.content.tables {
        let knows = |axis: usize, key: &str| {
            table.keys(axis).iter().any(|known| known.as_str() == key)
                || axis == 0 && table.rows.keys().any(|known| known.as_str() == key)
        };
        for mark in table.marks.keys() {
            // Keys may themselves hold commas, so every way to split the mark is tried.
            let whole = knows(0, mark) || knows(1, mark);
            let split =
                mark.match_indices(',').any(|(at, _)| knows(0, mark[..at].trim()) && knows(1, mark[at + 1..].trim()));
            if !whole && !split {
                let spot = cx.entry(EntryKind::Table, id.as_str()).then("marks").then(mark.as_str()).name();
                found.push(cx.finding(CODE, &spot, format!("`{id}` has no cell `{mark}`")));
            }
        }
    }
}
