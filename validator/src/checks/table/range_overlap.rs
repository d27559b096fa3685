//! T105 overlapping-ranges.

use chartroom_format::diag::Diagnostic;
use chartroom_format::entries::EntryKind;
use chartroom_format::lookup::range_bounds;
use chartroom_format::schema::table::Axis;

use crate::checks::Check;
use crate::context::Context;

chartroom_format::codes! {
    CODE = "T105", "overlapping-ranges", "table", Error,
        what: "Two ranges of an axis hold the same number, or a range cannot be read. Words that begin with a letter may stand beside ranges: \"none\".",
        why: "Which of them counts would depend on their order.",
        remedy: "Let each number stand in one range only.",
        bad: r#"Table(schema: 2, id: "t", title: "T", axes: [Ranges(name: "strength")], cells: Number, rows: {"1-3": 1, "3-5": 2})"#,
        good: r#"Table(schema: 2, id: "t", title: "T", axes: [Ranges(name: "strength")], cells: Number, rows: {"1-2": 1, "3-5": 2})"#;
}

pub const CHECK: Check = Check { code: CODE, run };

fn run(cx: &Context<'_>, found: &mut Vec<Diagnostic>) {
    for (id, table) in &cx.content.tables {
        for (index, axis) in table.axes.iter().enumerate() {
            let field = if index == 0 { "rows" } else { "axes" };
            let spot = cx.entry(EntryKind::Table, id.as_str()).then(field).name();
            let keys = table.keys(index);
            let mut bounds: Vec<(i64, Option<i64>)> = Vec::new();
            for key in &keys {
                match range_bounds(key.as_str()) {
                    Some(range) => bounds.push(range),
                    // Words such as "friendly" may stand beside the numbers.
                    None if matches!(axis, Axis::Ranges { .. })
                        && key.as_str().starts_with(|c: char| c.is_ascii_digit() || c == '-') =>
                    {
                        found.push(cx.finding(
                            CODE,
                            &spot,
                            format!("`{key}` on `{}` of `{id}` is no range", axis.name()),
                        ));
                    }
                    None => {}
                }
            }
            bounds.sort_unstable();
            let ranged = matches!(axis, Axis::Ranges { .. } | Axis::Die { .. });
            for pair in bounds.windows(2).filter(|_| ranged) {
                if pair[0].1.is_none_or(|end| end >= pair[1].0) {
                    let message = format!("two ranges on `{}` of `{id}` hold {}", axis.name(), pair[1].0);
                    found.push(cx.finding(CODE, &spot, message));
                }
            }
            let mut seen = std::collections::BTreeSet::new();
            for key in keys.iter().filter(|key| !seen.insert(key.as_str())) {
                found.push(cx.finding(CODE, &spot, format!("`{key}` stands twice on `{}` of `{id}`", axis.name())));
            }
        }
    }
}
