//! T103 row-of-wrong-length.

use chartroom_format::diag::Diagnostic;
use chartroom_format::entries::EntryKind;

use crate::checks::Check;
use crate::context::Context;

chartroom_format::codes! {
    CODE = "T103", "row-of-wrong-length", "table", Error,
        what: "A row has more or fewer cells than the table has columns.",
        why: "From the missing cell on every value would be read from the wrong column, or from none.",
        remedy: "Add the missing cells, or `\"-\"` for empty ones; remove those too many.",
        bad: r#"Table(schema: 2, id: "t", title: "T", axes: [Die(sides: 1), Number(name: "n", from: 1, to: 3)], cells: Number, rows: {1: [1, 2]})"#,
        good: r#"Table(schema: 2, id: "t", title: "T", axes: [Die(sides: 1), Number(name: "n", from: 1, to: 3)], cells: Number, rows: {1: [1, 2, 3]})"#;
}

pub const CHECK: Check = Check { code: CODE, run };

fn run(cx: &Context<'_>, found: &mut Vec<Diagnostic>) {
    for (id, table) in &cx.content.tables {
        let columns = if table.axes.len() > 1 { table.keys(1).len() } else { 1 };
        for (key, row) in table.rows.iter().filter(|(_, row)| row.0.len() != columns && columns > 0) {
            let spot = cx.entry(EntryKind::Table, id.as_str()).then("rows").then(key.as_str());
            let message = format!("row `{key}` of `{id}` has {} cells for {columns} columns", row.0.len());
            found.push(cx.finding(CODE, &spot, message));
        }
    }
}
