//! T106 cell-of-wrong-kind.

use chartroom_format::diag::Diagnostic;
use chartroom_format::entries::EntryKind;
use chartroom_format::lookup::range_bounds;
use chartroom_format::names::nearest;
use chartroom_format::schema::table::CellKind;
use chartroom_format::schema::value::{Amount, Cell};

use crate::checks::Check;
use crate::context::Context;

chartroom_format::codes! {
    CODE = "T106", "cell-of-wrong-kind", "table", Error,
        what: "A cell does not hold the kind of value that the table declares.",
        why: "The engine could not use it when the lookup happens.",
        remedy: "Write a value of that kind, `\"-\"` for an empty cell, or declare another kind.",
        bad: r#"Table(schema: 2, id: "t", title: "T", axes: [Die(sides: 1)], cells: Number, rows: {1: "many"})"#,
        good: r#"Table(schema: 2, id: "t", title: "T", axes: [Die(sides: 1)], cells: Number, rows: {1: 7})"#;
}

pub const CHECK: Check = Check { code: CODE, run };

fn run(cx: &Context<'_>, found: &mut Vec<Diagnostic>) {
    for (id, table) in &cx.content.tables {
        for (key, row) in &table.rows {
            for (index, cell) in row.0.iter().enumerate() {
                let Some(wanted) = wrong(&table.cells, cell) else { continue };
                let spot = cx.entry(EntryKind::Table, id.as_str()).then("rows").then(key.as_str());
                let spot = if row.0.len() > 1 { spot.then(index) } else { spot };
                let finding =
                    cx.finding(CODE, &spot, format!("`{cell}` is not {wanted}")).label(format!("not {wanted}"));
                found.push(match &table.cells {
                    CellKind::Code(codes) => match nearest(&cell.to_string(), codes.iter().map(String::as_str)) {
                        Some(close) => finding.help(format!("did you mean `{close}`?")),
                        None => finding.help(format!("one of {}", codes.join(", "))),
                    },
                    _ => finding,
                });
            }
        }
    }
}

/// What the cell should have been, if it is something else.
fn wrong(kind: &CellKind, cell: &Cell) -> Option<&'static str> {
    let text = cell.to_string();
    if cell.is_empty() {
        return None;
    }
    let (fits, wanted) = match kind {
        CellKind::Number => (cell.as_number().is_some(), "a whole number"),
        CellKind::Modifier => (text.trim_start_matches('+').parse::<i64>().is_ok(), "a whole number"),
        CellKind::Amount => (Amount::parse(&text).is_some(), "a number or fraction"),
        CellKind::Money => (Amount::parse(&text).is_some_and(|price| price.numerator >= 0), "a price"),
        CellKind::Losses => (text.parse::<i64>().is_ok_and(|losses| losses >= 0), "a number of losses"),
        CellKind::Range => (range_bounds(&text).is_some(), "a range such as \"1-5\""),
        CellKind::Code(codes) => (codes.contains(&text), "one of the table's codes"),
        CellKind::Pair => (text.split('/').filter(|part| !part.is_empty()).count() == 2, "a pair such as \"1/A\""),
        CellKind::Dice => {
            (text.split(['d', '/']).all(|part| part.is_empty() || part.parse::<i64>().is_ok()), "dice such as \"2d6\"")
        }
        CellKind::Text | CellKind::Mixed => (true, ""),
    };
    (!fits).then_some(wanted)
}
