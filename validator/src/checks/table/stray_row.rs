//! T102 row-off-the-axis.

use chartroom_format::diag::Diagnostic;
use chartroom_format::entries::EntryKind;
use chartroom_format::lookup::range_bounds;
use chartroom_format::schema::table::{Axis, Edge, Table};

use crate::checks::Check;
use crate::context::Context;

chartroom_format::codes! {
    CODE = "T102", "row-off-the-axis", "table", Error,
        what: "A row has a key that its axis does not have.",
        why: "It can never be looked up; most often a key is mistyped.",
        remedy: "Correct the key, or widen the axis.",
        bad: r#"Table(schema: 2, id: "t", title: "T", axes: [Die(sides: 2)], cells: Number, rows: {1: 0, 2: 1, 7: 2})"#,
        good: r#"Table(schema: 2, id: "t", title: "T", axes: [Die(sides: 2)], cells: Number, rows: {1: 0, 2: 1})"#;
}

pub const CHECK: Check = Check { code: CODE, run };

fn run(cx: &Context<'_>, found: &mut Vec<Diagnostic>) {
    for (id, table) in &cx.content.tables {
        for key in table.rows.keys() {
            if !fits(table, key.as_str()) {
                let spot = cx.entry(EntryKind::Table, id.as_str()).then("rows").then(key.as_str()).name();
                found.push(cx.finding(CODE, &spot, format!("the axis of `{id}` has no `{key}`")).label("off the axis"));
            }
        }
    }
}

fn fits(table: &Table, key: &str) -> bool {
    match table.axes.first() {
        // Rows beyond the faces of a die serve modified rolls where the axis goes on there.
        Some(Axis::Die { sides, below, above }) => range_bounds(key).is_some_and(|(from, to)| {
            (from >= 1 || *below != Edge::NotAllowed) && to.is_none_or(|to| to <= *sides || *above != Edge::NotAllowed)
        }),
        Some(Axis::Words { keys, .. } | Axis::Ranges { keys, .. }) if keys.is_empty() => true,
        Some(_) => table.keys(0).iter().any(|known| known.as_str() == key),
        None => true,
    }
}
