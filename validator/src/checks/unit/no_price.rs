//! U101 unit-without-price.

use chartroom_format::diag::{Diagnostic, Safety};
use chartroom_format::edit::Edit;
use chartroom_format::encode;
use chartroom_format::entries::EntryKind;
use chartroom_format::names::nearest;
use chartroom_format::prices;
use chartroom_format::schema::procedure::{CostColumn, Procedure};

use crate::checks::Check;
use crate::context::Context;

chartroom_format::codes! {
    CODE = "U101", "unit-without-price", "unit", Error,
        what: "A unit that a power may build has no price in the cost table.",
        why: "Nobody can ever build it, or the engine would not know what to take.",
        remedy: "Add the price, or say `build: (never: true)`, or name the powers that may build it.",
        bad: r#"Units(schema: 2, units: {"guards": (title: "Guards", domain: Land, classes: ["land"], stats: (attack: [3], defend: [4], movement: 1))})"#,
        good: r#"Units(schema: 2, units: {"guards": (title: "Guards", domain: Land, classes: ["land"], stats: (attack: [3], defend: [4], movement: 1), build: (never: true))})
---
Scenario(schema: 2, id: "second", title: "Second", turns: (first: 1, last: 2), set_up: {"red": [At("0103", {"guards": 1})]}, victory: [(check: GameEnd, when: Otherwise)])"#;
}

pub const CHECK: Check = Check { code: CODE, run };

fn run(cx: &Context<'_>, found: &mut Vec<Diagnostic>) {
    let columns = cx.content.procedures.values().find_map(|entry| match &entry.run {
        Procedure::Produce { by, .. } => Some(*by),
        _ => None,
    });
    let Some(columns) = columns else { return };
    for (id, unit) in &cx.content.units {
        let build = unit.build.clone().unwrap_or_default();
        if build.never {
            continue;
        }
        let item = build.priced_as.as_ref().unwrap_or(id);
        let prices = prices::of(cx.content, item.as_str());
        let spot = cx.entry(EntryKind::Unit, id.as_str());
        if prices.iter().all(|price| price.cell.is_empty()) {
            let message = format!("{} has no price", unit.title);
            found.push(misspelt(cx, item.as_str(), &unit.title).unwrap_or_else(|| {
                cx.finding(CODE, &spot, message).help("add it to the cost table, or say `build: (never: true)`")
            }));
        } else if columns == Some(CostColumn::Power) {
            for power in &build.by {
                let price = prices.iter().find(|price| price.column == power.as_str() || price.column == "any");
                if price.is_none_or(|price| price.cell.is_empty()) {
                    let at = spot.then("build").then("by");
                    found.push(cx.finding(
                        CODE,
                        &at,
                        format!("{power} may build {} but has no price for it", unit.title),
                    ));
                }
            }
        }
    }
}

/// The price is there, in a row whose name nothing has.
fn misspelt(cx: &Context<'_>, item: &str, title: &str) -> Option<Diagnostic> {
    let content = cx.content;
    let is_known = |row: &str| content.units.contains_key(row) || content.features.contains_key(row);
    let tables = content.procedures.values().filter_map(|entry| match &entry.run {
        Procedure::Produce { costs, .. } => content.tables.get(costs),
        _ => None,
    });
    for table in tables {
        let rows = table.rows.keys().map(chartroom_format::schema::value::Key::as_str).filter(|row| !is_known(row));
        let Some(row) = nearest(item, rows) else { continue };
        let at = cx.entry(EntryKind::Table, table.id.as_str()).then("rows").then(row.as_str()).name();
        let finding = cx.finding(CODE, &at, format!("the row `{row}` is the price of nothing, and {title} has none"));
        let span = finding.place.as_ref().map(|place| place.span)?;
        let edit = Edit::replace(span, encode::quoted(item));
        return Some(finding.help(format!("did you mean `{item}`?")).fix(
            format!("write `{item}`"),
            Safety::Unsafe,
            vec![edit],
        ));
    }
    None
}
