//! T111 price-out-of-line.

use chartroom_format::diag::Diagnostic;
use chartroom_format::entries::EntryKind;
use chartroom_format::schema::table::{Axis, CellKind, NameKind};
use chartroom_format::schema::value::{Cell, Key};

use crate::checks::Check;
use crate::context::Context;

chartroom_format::codes! {
    CODE = "T111", "price-out-of-line", "table", Warning,
        what: "A price is five times as high or as low as the usual price of its row, or a price is 0. A cell whose mark gives its source or reasoning is accepted.",
        why: "Nearly always a digit too many or too few.",
        remedy: "Correct the price. If it is meant, mark the cell with its source or reasoning.",
        bad: r#"Table(schema: 2, id: "unit-cost", title: "Unit costs", axes: [Words(name: "unit", of: Unit), Words(name: "power", of: Power, keys: ["red", "blue"])], cells: Money, rows: {"infantry": [3, 30], "armor": [6, 5], "destroyer": [8, 8]})"#,
        good: r#"Table(schema: 2, id: "unit-cost", title: "Unit costs", axes: [Words(name: "unit", of: Unit), Words(name: "power", of: Power, keys: ["red", "blue"])], cells: Money, rows: {"infantry": [3, 4], "armor": [6, 5], "destroyer": [8, 8]})"#;
}

pub const CHECK: Check = Check { code: CODE, run };

fn run(cx: &Context<'_>, found: &mut Vec<Diagnostic>) {
    for (id, table) in &cx.content.tables {
        let by_power = matches!(table.axes.get(1), Some(Axis::Words { of: Some(NameKind::Power), .. }));
        if table.cells != CellKind::Money || !by_power {
            continue;
        }
        let columns = table.keys(1);
        for (key, row) in &table.rows {
            let mut prices: Vec<i64> = row.0.iter().filter_map(Cell::as_number).collect();
            prices.sort_unstable();
            let Some(usual) = prices.get((prices.len().max(1) - 1) / 2).copied() else { continue };
            for (index, cell) in row.0.iter().enumerate() {
                let Some(price) = cell.as_number() else { continue };
                let odd = price == 0
                    || prices.len() > 1 && (price >= usual.saturating_mul(5) || price.saturating_mul(5) <= usual);
                let marked = table.marks.keys().any(|mark| is_of(mark, key.as_str(), columns.get(index)));
                if odd && !marked {
                    let spot = cx.entry(EntryKind::Table, id.as_str()).then("rows").then(key.as_str()).then(index);
                    let message = format!("{price} for `{key}` is out of line: others pay about {usual}");
                    found.push(cx.finding(CODE, &spot, message));
                }
            }
        }
    }
}

/// Whether a mark is about this very cell: it names the row and the column. What is said of a whole row excuses no outlier in it.
fn is_of(mark: &str, row: &str, column: Option<&Key>) -> bool {
    let rest = mark.strip_prefix(row).and_then(|rest| rest.strip_prefix(','));
    rest.is_some_and(|rest| column.is_some_and(|column| column.as_str() == rest.trim()))
}
