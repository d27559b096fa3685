//! T113 number-too-large.

use chartroom_format::diag::Diagnostic;
use chartroom_format::entries::EntryKind;
use chartroom_format::schema::table::CellKind;

use crate::checks::Check;
use crate::context::Context;

/// The most a price, a loss or a modifier may be.
const MOST: i64 = 100_000;
/// The most money anybody may have.
const MOST_MONEY: i64 = chartroom_engine::state::MOST_MONEY;

chartroom_format::codes! {
    CODE = "T113", "number-too-large", "table", Error,
        what: "A price, a result or a treasury is larger than the engine holds.",
        why: "Play would go on with another number than the one that is written.",
        remedy: "Write a smaller number: prices and results are at most 100000, money at most 1000000.",
        bad: r#"Table(schema: 2, id: "t", title: "T", axes: [Die(sides: 1)], cells: Money, rows: {1: 100000000000})"#,
        good: r#"Table(schema: 2, id: "t", title: "T", axes: [Die(sides: 1)], cells: Money, rows: {1: 100000})"#;
}

pub const CHECK: Check = Check { code: CODE, run };

fn run(cx: &Context<'_>, found: &mut Vec<Diagnostic>) {
    for (id, table) in &cx.content.tables {
        let counts = matches!(
            table.cells,
            CellKind::Number | CellKind::Amount | CellKind::Money | CellKind::Losses | CellKind::Modifier
        );
        if !counts {
            continue;
        }
        for (key, row) in &table.rows {
            for (index, cell) in row.0.iter().enumerate() {
                let Some(amount) = cell.as_amount() else { continue };
                if (amount.numerator / amount.denominator.max(1)).unsigned_abs() > MOST.unsigned_abs() {
                    let spot = cx.entry(EntryKind::Table, id.as_str()).then("rows").then(key.as_str());
                    let spot = if row.0.len() > 1 { spot.then(index) } else { spot };
                    found.push(cx.finding(CODE, &spot, format!("at most {MOST} here; {cell} asked")));
                }
            }
        }
    }
    for start in &cx.starts {
        for (who, money) in start.scenario.treasury.iter().filter(|(_, money)| **money > MOST_MONEY) {
            let spot = cx.entry(EntryKind::Scenario, start.scenario.id.as_str()).then("treasury").then(who.as_str());
            found.push(cx.finding(CODE, &spot, format!("at most {MOST_MONEY} here; {money} asked")));
        }
    }
}
