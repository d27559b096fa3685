//! What a unit costs: found through the pack's production procedures, which name their cost table.

use serde_json::Value;

use crate::content::Content;
use crate::schema::procedure::Procedure;
use crate::schema::table::Table;
use crate::schema::value::Cell;

/// One price of a unit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Price {
    pub table: String,
    /// The power, tech level or kind of building it holds for; "any" where the table has one column.
    pub column: String,
    pub cell: Cell,
}

impl Price {
    pub fn value(&self) -> Value {
        match &self.cell {
            Cell::Number(number) => Value::from(*number),
            Cell::Text(text) if text == "-" => Value::Null,
            Cell::Text(text) => Value::from(text.as_str()),
        }
    }
}

/// All prices of a unit, from the first cost table that knows it.
pub fn of(content: &Content, unit: &str) -> Vec<Price> {
    tables(content).map(|table| prices_in(table, unit)).find(|prices| !prices.is_empty()).unwrap_or_default()
}

/// The cost tables: those that production names, then those with the usual names. One may come twice.
pub fn tables(content: &Content) -> impl Iterator<Item = &Table> {
    let named = content.procedures.values().filter_map(|entry| match &entry.run {
        Procedure::Produce { costs, .. } => content.tables.get(costs),
        _ => None,
    });
    let usual = ["unit-cost", "production-cost", "basic-cost"].iter().filter_map(|id| content.tables.get(*id));
    named.chain(usual)
}

/// A unit may head a row (unit x power) or a column (tech level x item).
fn prices_in(table: &Table, unit: &str) -> Vec<Price> {
    let price = |column: &str, cell: &Cell| Price {
        table: table.id.to_string(),
        column: column.to_owned(),
        cell: cell.clone(),
    };
    let columns = table.keys(1);
    if let Some((_, row)) = table.rows.iter().find(|(key, _)| key.as_str() == unit) {
        return match (columns.is_empty(), row.0.first()) {
            (true, Some(cell)) => vec![price("any", cell)],
            _ => columns.iter().zip(&row.0).map(|(column, cell)| price(column.as_str(), cell)).collect(),
        };
    }
    let Some(place) = columns.iter().position(|column| column.as_str() == unit) else { return Vec::new() };
    table.rows.iter().filter_map(|(key, row)| row.0.get(place).map(|cell| price(key.as_str(), cell))).collect()
}
