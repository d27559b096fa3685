//! T101 missing-row.

use chartroom_format::diag::Diagnostic;
use chartroom_format::entries::EntryKind;
use chartroom_format::lookup::range_contains;
use chartroom_format::schema::table::{Axis, Table};
use chartroom_format::schema::value::Key;

use crate::checks::Check;
use crate::context::Context;

chartroom_format::codes! {
    CODE = "T101", "missing-row", "table", Error,
        what: "A key of the row axis has no row.",
        why: "A roll or value that the engine can look up falls into nothing.",
        remedy: "Add the row, or narrow the axis.",
        bad: r#"Table(schema: 2, id: "t", title: "T", axes: [Die(sides: 3)], cells: Number, rows: {1: 0, 3: 2})"#,
        good: r#"Table(schema: 2, id: "t", title: "T", axes: [Die(sides: 3)], cells: Number, rows: {1: 0, 2: 1, 3: 2})"#;
}

/// So many missing rows are named.
const SHOWN: usize = 20;

pub const CHECK: Check = Check { code: CODE, run };

fn run(cx: &Context<'_>, found: &mut Vec<Diagnostic>) {
    for (id, table) in &cx.content.tables {
        let missing: Vec<String> =
            declared(table).into_iter().filter(|key| !table.rows.contains_key(&Key(key.clone()))).collect();
        if !missing.is_empty() {
            let spot = cx.entry(EntryKind::Table, id.as_str()).then("rows").name();
            found.push(cx.finding(CODE, &spot, format!("`{id}` has no row for {}", shortened(&missing))));
        }
    }
}

/// The first few of many.
fn shortened(keys: &[String]) -> String {
    match keys.get(..SHOWN) {
        Some(first) if keys.len() > SHOWN => format!("{} and {} more", first.join(", "), keys.len() - SHOWN),
        _ => keys.join(", "),
    }
}

/// Keys the row axis declares; die faces may be given as ranges such as "1-3".
fn declared(table: &Table) -> Vec<String> {
    match table.axes.first() {
        Some(Axis::Die { sides, .. }) => (1..=*sides)
            .filter(|side| !table.rows.keys().any(|row| range_contains(row.as_str(), *side)))
            .map(|side| side.to_string())
            .collect(),
        Some(_) => table.keys(0).into_iter().map(|key| key.0).collect(),
        None => Vec::new(),
    }
}
