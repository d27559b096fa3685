//! What can be taken away, and the values that take it away.

use chartroom_format::content::Content;
use chartroom_format::names::nearest;
use chartroom_format::prices;
use chartroom_format::schema::ids::{PowerId, UnitId};
use chartroom_format::schema::value::Cell;
use serde::{Deserialize, Serialize};

/// A price that nobody can pay.
const BEYOND: i64 = 100_000;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ItemKind {
    Unit,
    Purchases,
    Option,
    Cell,
}

/// One thing that is played without.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Item {
    pub kind: ItemKind,
    pub name: String,
    /// What a unit costs now.
    pub price: Option<i64>,
    /// What takes it away.
    pub set: Vec<String>,
    /// The optional rule switched, as the command line writes it.
    pub options: Vec<String>,
}

/// The units a power can buy; only those named, if any are.
pub fn units_of(content: &Content, power: &str, only: &[String]) -> Result<Vec<Item>, String> {
    if !content.powers.contains_key(power) {
        return Err(match nearest(power, content.powers.keys().map(PowerId::as_str)) {
            Some(close) => format!("there is no power `{power}`; did you mean `{close}`?"),
            None => format!("there is no power `{power}`"),
        });
    }
    if let Some(unknown) = only.iter().find(|unit| !content.units.contains_key(unit.as_str())) {
        return Err(match nearest(unknown, content.units.keys().map(UnitId::as_str)) {
            Some(close) => format!("there is no unit `{unknown}`; did you mean `{close}`?"),
            None => format!("there is no unit `{unknown}`"),
        });
    }
    let wanted = |unit: &str| only.is_empty() || only.iter().any(|name| name == unit);
    let mut items = Vec::new();
    for unit in content.units.keys().map(UnitId::as_str).filter(|unit| wanted(unit)) {
        // The price this power pays; where powers have no columns of their own, every one counts.
        let known = prices::of(content, unit);
        let own: Vec<_> = known.iter().filter(|price| price.column == power).collect();
        let of_powers = known.iter().any(|price| content.powers.contains_key(price.column.as_str()));
        let paid: Vec<_> = if own.is_empty() && !of_powers { known.iter().collect() } else { own };
        let numbers: Vec<i64> = paid
            .iter()
            .filter_map(|price| match price.cell {
                Cell::Number(number) => Some(number),
                Cell::Text(_) => None,
            })
            .collect();
        let Some(price) = numbers.first().copied() else { continue };
        let set = paid
            .iter()
            .filter(|price| matches!(price.cell, Cell::Number(_)))
            .map(|price| format!("{}={BEYOND}", path(content, &price.table, unit, &price.column)))
            .collect();
        items.push(Item { kind: ItemKind::Unit, name: unit.to_owned(), price: Some(price), set, options: Vec::new() });
    }
    if items.is_empty() {
        return Err(format!("`{power}` buys nothing that has a price in numbers"));
    }
    Ok(items)
}

/// All purchases of a power taken away.
impl Item {
    pub fn purchases(power: &str, units: &[Self]) -> Self {
        let set = units.iter().flat_map(|item| item.set.clone()).collect();
        Self {
            kind: ItemKind::Purchases,
            name: format!("all purchases of {power}"),
            price: None,
            set,
            options: Vec::new(),
        }
    }

    pub fn option(option: &str) -> Self {
        Self {
            kind: ItemKind::Option,
            name: option.to_owned(),
            price: None,
            set: Vec::new(),
            options: vec![option.to_owned()],
        }
    }

    pub fn cell(setting: &str) -> Self {
        Self {
            kind: ItemKind::Cell,
            name: setting.to_owned(),
            price: None,
            set: vec![setting.to_owned()],
            options: Vec::new(),
        }
    }
}

/// Where a price stands: units head rows or columns.
fn path(content: &Content, table: &str, unit: &str, column: &str) -> String {
    let Some(found) = content.tables.get(table) else { return String::new() };
    if !found.rows.keys().any(|key| key.as_str() == unit) {
        return format!("tables.{table}.{column}.{unit}");
    }
    if found.keys(1).is_empty() { format!("tables.{table}.{unit}") } else { format!("tables.{table}.{unit}.{column}") }
}
