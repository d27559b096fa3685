//! T107 result-goes-the-wrong-way.

use chartroom_format::diag::Diagnostic;
use chartroom_format::entries::EntryKind;
use chartroom_format::lookup::range_bounds;
use chartroom_format::schema::table::Table;
use chartroom_format::schema::value::Cell;

use crate::checks::Check;
use crate::context::Context;

chartroom_format::codes! {
    CODE = "T107", "result-goes-the-wrong-way", "table", Error,
        what: "Along an axis that is declared rising or falling a value goes the other way, or that axis does not exist.",
        why: "A stronger attack would do worse: almost always a mistyped cell.",
        remedy: "Correct the cell, or remove the axis from `rising` or `falling` if the rulebook prints it so.",
        bad: r#"Table(schema: 2, id: "t", title: "T", axes: [Die(sides: 3)], cells: Losses, rows: {1: 0, 2: 3, 3: 2}, rising: ["die"])"#,
        good: r#"Table(schema: 2, id: "t", title: "T", axes: [Die(sides: 3)], cells: Losses, rows: {1: 0, 2: 2, 3: 2}, rising: ["die"])"#;
}

pub const CHECK: Check = Check { code: CODE, run };

fn run(cx: &Context<'_>, found: &mut Vec<Diagnostic>) {
    for (id, table) in &cx.content.tables {
        for (names, sign, field) in [(&table.rising, 1, "rising"), (&table.falling, -1, "falling")] {
            for (number, name) in names.iter().enumerate() {
                let spot = cx.entry(EntryKind::Table, id.as_str());
                let Some(axis) = table.axes.iter().position(|axis| axis.name() == name) else {
                    let message = format!("`{id}` has no axis `{name}`");
                    found.push(cx.finding(CODE, &spot.then(field).then(number), message));
                    continue;
                };
                for (row, column, text) in breaks(table, axis, sign) {
                    let key = table.rows.get_index(row).map_or("", |(key, _)| key.as_str());
                    let at = spot.then("rows").then(key);
                    let at = if table.axes.len() > 1 { at.then(column) } else { at };
                    let way = if sign > 0 { "falls" } else { "rises" };
                    let message = format!("`{text}` {way} along `{name}` of `{id}`");
                    found.push(cx.finding(CODE, &at, message).label("goes the wrong way"));
                }
            }
        }
    }
}

/// Cells that are smaller than the one before along an axis (times the sign).
fn breaks(table: &Table, axis: usize, sign: i64) -> Vec<(usize, usize, String)> {
    let columns = table.rows.values().map(|row| row.0.len()).max().unwrap_or(0);
    let (lines, length) = if axis == 0 { (columns, table.rows.len()) } else { (table.rows.len(), columns) };
    let mut broken = Vec::new();
    for line in 0..lines {
        let mut before: Option<i64> = None;
        for step in 0..length {
            let (row, column) = if axis == 0 { (step, line) } else { (line, step) };
            let cell = table.rows.get_index(row).and_then(|(_, row)| row.0.get(column));
            let Some(value) = cell.and_then(rank) else { continue };
            if before.is_some_and(|before| (value - before) * sign < 0) {
                broken.push((row, column, cell.map(ToString::to_string).unwrap_or_default()));
            }
            before = Some(value);
        }
    }
    broken
}

/// How much a cell is: numbers, codes such as "d2" by their number, ranges by their end.
fn rank(cell: &Cell) -> Option<i64> {
    match cell {
        Cell::Number(value) => Some(value.saturating_mul(1000)),
        Cell::Text(text) if text == "-" => None,
        Cell::Text(text) => match Cell::Text(text.clone()).as_amount() {
            Some(amount) => Some(amount.numerator.saturating_mul(1000) / amount.denominator),
            None => range_bounds(text).map(|(from, to)| to.unwrap_or(from).saturating_mul(1000)),
        },
    }
}
