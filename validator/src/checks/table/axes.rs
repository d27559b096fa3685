//! T110 unusable-axes.

use chartroom_format::diag::Diagnostic;
use chartroom_format::entries::EntryKind;
use chartroom_format::schema::table::Axis;

use crate::checks::Check;
use crate::context::Context;

chartroom_format::codes! {
    CODE = "T110", "unusable-axes", "table", Error,
        what: "A table has no axis, more than two, an axis that runs backwards or ends between two of its steps, or two axes of one name.",
        why: "It cannot be looked up, or its last number is not the one that was meant.",
        remedy: "Give the axis of the rows and, if needed, that of the columns; let `to` be one of the numbers that the steps from `from` meet.",
        bad: r#"Table(schema: 2, id: "t", title: "T", axes: [Number(name: "n", from: 5, to: 1)], cells: Number, rows: {})"#,
        good: r#"Table(schema: 2, id: "t", title: "T", axes: [Number(name: "n", from: 1, to: 1)], cells: Number, rows: {1: 1})"#;
}

pub const CHECK: Check = Check { code: CODE, run };

fn run(cx: &Context<'_>, found: &mut Vec<Diagnostic>) {
    for (id, table) in &cx.content.tables {
        let spot = cx.entry(EntryKind::Table, id.as_str()).then("axes");
        if !(1..=2).contains(&table.axes.len()) {
            found.push(cx.finding(CODE, &spot, format!("`{id}` has {} axes", table.axes.len())));
        }
        if let [first, second] = table.axes.as_slice()
            && first.name() == second.name()
        {
            found.push(cx.finding(CODE, &spot, format!("both axes of `{id}` are called `{}`", first.name())));
        }
        for (index, axis) in table.axes.iter().enumerate() {
            let backwards = match axis {
                Axis::Number { from, to, step, .. } => from > to || *step < 1,
                Axis::Die { sides, .. } => *sides < 1,
                Axis::Words { .. } | Axis::Ranges { .. } => false,
            };
            if backwards {
                let message = format!("the axis `{}` of `{id}` holds no number", axis.name());
                found.push(cx.finding(CODE, &spot.then(index), message));
            } else if let Axis::Number { from, to, step, .. } = axis
                && let Some(over) = to.checked_sub(*from).map(|length| length % step).filter(|over| *over != 0)
            {
                let last = to - over;
                let message = format!("the axis `{}` of `{id}` ends at {last}, not at {to}", axis.name());
                let place = spot.then(index).then("Number").then("to");
                found.push(cx.finding(CODE, &place, message).help(format!("steps of {step} from {from} miss {to}")));
            }
        }
    }
}
