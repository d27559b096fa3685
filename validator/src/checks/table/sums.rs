//! T108 total-does-not-add-up.

use chartroom_format::diag::Diagnostic;
use chartroom_format::entries::EntryKind;
use chartroom_format::schema::table::{Sum, Table};
use chartroom_format::schema::value::Key;

use crate::checks::Check;
use crate::context::Context;

chartroom_format::codes! {
    CODE = "T108", "total-does-not-add-up", "table", Error,
        what: "A row or column that is declared a total is not the sum of its parts.",
        why: "Either a part or the total is mistyped.",
        remedy: "Correct the cell. If the rulebook itself is wrong there, list it under `except` and mark our reading.",
        bad: r#"Table(schema: 2, id: "t", title: "T", axes: [Words(name: "what"), Words(name: "who", keys: ["a"])], cells: Number, rows: {"x": [1], "y": [2], "all": [4]}, sums: [Rows(total: "all", of: ["x", "y"])])"#,
        good: r#"Table(schema: 2, id: "t", title: "T", axes: [Words(name: "what"), Words(name: "who", keys: ["a"])], cells: Number, rows: {"x": [1], "y": [2], "all": [3]}, sums: [Rows(total: "all", of: ["x", "y"])])"#;
}

pub const CHECK: Check = Check { code: CODE, run };

fn run(cx: &Context<'_>, found: &mut Vec<Diagnostic>) {
    for (id, table) in &cx.content.tables {
        let spot = cx.entry(EntryKind::Table, id.as_str());
        let rows: Vec<Key> = table.rows.keys().cloned().collect();
        let columns = table.keys(1);
        for (index, sum) in table.sums.iter().enumerate() {
            let (total, of, except, along_rows) = match sum {
                Sum::Rows { total, of, except } => (total, of, except, true),
                Sum::Columns { total, of, except } => (total, of, except, false),
            };
            let (lines, parts) = if along_rows { (&columns, &rows) } else { (&rows, &columns) };
            for key in of.iter().chain([total]).filter(|key| !parts.contains(key)) {
                let what = if along_rows { "row" } else { "column" };
                found.push(cx.finding(CODE, &spot.then("sums").then(index), format!("`{id}` has no {what} `{key}`")));
            }
            for line in lines.iter().filter(|line| !except.contains(line)) {
                let value = |part: &Key| if along_rows { cell(table, part, line) } else { cell(table, line, part) };
                let Some(told) = value(total) else { continue };
                let added: i64 = of.iter().filter_map(value).fold(0, i64::saturating_add);
                if told != added {
                    let row = if along_rows { total } else { line };
                    let message = format!("`{total}` in `{line}` of `{id}` is {told}, but its parts add up to {added}");
                    found.push(cx.finding(CODE, &spot.then("rows").then(row.as_str()), message));
                }
            }
        }
    }
}

fn cell(table: &Table, row: &Key, column: &Key) -> Option<i64> {
    let place = table.keys(1).iter().position(|key| key == column)?;
    table.rows.get(row)?.0.get(place)?.as_number()
}
