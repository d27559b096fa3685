//! T104 gap-between-ranges.

use chartroom_format::diag::Diagnostic;
use chartroom_format::entries::EntryKind;
use chartroom_format::lookup::range_bounds;
use chartroom_format::schema::table::Axis;

use crate::checks::Check;
use crate::context::Context;

chartroom_format::codes! {
    CODE = "T104", "gap-between-ranges", "table", Error,
        what: "The ranges of an axis leave numbers out.",
        why: "A value in the gap cannot be looked up.",
        remedy: "Widen one of the ranges, or add the missing one.",
        bad: r#"Table(schema: 2, id: "t", title: "T", axes: [Ranges(name: "strength")], cells: Number, rows: {"1-3": 1, "5+": 2})"#,
        good: r#"Table(schema: 2, id: "t", title: "T", axes: [Ranges(name: "strength")], cells: Number, rows: {"1-3": 1, "4+": 2})"#;
}

pub const CHECK: Check = Check { code: CODE, run };

fn run(cx: &Context<'_>, found: &mut Vec<Diagnostic>) {
    for (id, table) in &cx.content.tables {
        for (index, axis) in table.axes.iter().enumerate() {
            if !matches!(axis, Axis::Ranges { .. } | Axis::Die { .. }) {
                continue;
            }
            let mut bounds: Vec<(i64, Option<i64>)> =
                table.keys(index).iter().filter_map(|key| range_bounds(key.as_str())).collect();
            bounds.sort_unstable();
            for pair in bounds.windows(2) {
                let (Some(end), next) = (pair[0].1, pair[1].0) else { continue };
                if next > end + 1 {
                    let field = if index == 0 { "rows" } else { "axes" };
                    let spot = cx.entry(EntryKind::Table, id.as_str()).then(field).name();
                    let message = format!("`{}` of `{id}` leaves out {} to {}", axis.name(), end + 1, next - 1);
                    found.push(cx.finding(CODE, &spot, message));
                }
            }
        }
    }
}
