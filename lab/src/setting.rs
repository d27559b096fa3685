//! `--set PATH=VALUE`: one value changed before the games. What is not understood is refused, with the nearest name.

mod scenario;

use chartroom_format::content::Content;
use chartroom_format::lookup::range_bounds;
use chartroom_format::names::nearest;
use chartroom_format::schema::ids::{TableId, UnitId};
use chartroom_format::schema::table::{CellKind, Table};
use chartroom_format::schema::value::{Amount, Cell, Key};

/// Prices, strengths and results beyond this are held by no table and not by the engine.
const MOST: i64 = 100_000;
/// The most a number of a unit may be: the engine keeps each in one byte.
const MOST_STAT: i64 = 250;

const STATS: [&str; 8] =
    ["attack", "defend", "attack_strength", "defence_strength", "movement", "range", "hits", "stacking"];

/// `tables.TABLE.ROW[.COLUMN]=VALUE`, `units.UNIT.STAT=VALUE` or `scenarios.SCENARIO.FIELD...=VALUE`.
pub fn apply(content: &mut Content, setting: &str) -> Result<(), String> {
    let (path, value) = setting.split_once('=').ok_or_else(|| format!("`{setting}` is not PATH=VALUE"))?;
    let parts: Vec<&str> = path.split('.').collect();
    match parts.as_slice() {
        ["tables", table, row, column @ ..] if column.len() < 2 => {
            set_cells(content, table, row, column.first().copied(), value)
        }
        ["units", unit, stat] => set_stat(content, unit, stat, value),
        ["scenarios", id, way @ ..] => scenario::set(content, id, way, value),
        _ => Err(not_a_path(path)),
    }
}

/// One cell, or without a column all cells of a row.
fn set_cells(content: &mut Content, id: &str, row: &str, column: Option<&str>, value: &str) -> Result<(), String> {
    let known: Vec<String> = content.tables.keys().map(TableId::to_string).collect();
    let table = content.tables.get_mut(id).ok_or_else(|| unknown("table", id, &known))?;
    let cell = cell(table, value)?;
    let columns: Vec<String> = table.keys(1).into_iter().map(|key| key.0).collect();
    let rows: Vec<String> = table.rows.keys().map(|key| key.0.clone()).collect();
    let cells = table.rows.get_mut(&Key(row.to_owned())).ok_or_else(|| unknown("row", row, &rows))?;
    let Some(column) = column else {
        cells.0.fill(cell);
        return Ok(());
    };
    let place = columns.iter().position(|key| key == column).ok_or_else(|| unknown("column", column, &columns))?;
    *cells.0.get_mut(place).ok_or_else(|| format!("the row `{row}` of `{id}` has no cell for `{column}`"))? = cell;
    Ok(())
}

/// The value as a cell of the table, if it is of the kind that the table holds.
fn cell(table: &Table, value: &str) -> Result<Cell, String> {
    let refused = |wanted: &str| Err(format!("`{value}` is not {wanted}, which `{}` holds", table.id));
    let amount = Amount::parse(value);
    let least = if matches!(table.cells, CellKind::Number | CellKind::Money | CellKind::Losses) { 0 } else { -MOST };
    if let Some(Amount { numerator, denominator }) = amount
        && !(least..=MOST).contains(&(numerator / denominator.max(1)))
    {
        return Err(format!("`{}` takes {least} to {MOST}; {value} asked", table.id));
    }
    let whole = amount.is_some() && value.parse::<i64>().is_ok();
    match &table.cells {
        CellKind::Number | CellKind::Modifier | CellKind::Losses if !whole => return refused("a whole number"),
        CellKind::Amount | CellKind::Money if amount.is_none() => return refused("a number"),
        CellKind::Range if range_bounds(value).is_none() => return refused("a range such as 1-5"),
        CellKind::Code(codes) if !codes.iter().any(|code| code == value) => {
            return Err(unknown("result", value, codes));
        }
        _ => {}
    }
    Ok(value.parse().map_or_else(|_| Cell::Text(value.to_owned()), Cell::Number))
}

fn set_stat(content: &mut Content, id: &str, stat: &str, value: &str) -> Result<(), String> {
    let known: Vec<String> = content.units.keys().map(UnitId::to_string).collect();
    let unit = content.units.get_mut(id).ok_or_else(|| unknown("unit", id, &known))?;
    let number: i64 = value.parse().map_err(|_| format!("`{value}` is not a whole number, as `{stat}` is"))?;
    let least = i64::from(stat == "hits");
    if !(least..=MOST_STAT).contains(&number) {
        return Err(format!("`{stat}` of a unit is {least} to {MOST_STAT}; {value} asked"));
    }
    let stats = &mut unit.stats;
    // Every die of the unit hits on the new value; a unit without dice gets none by this.
    let dice = |dice: &mut Option<Vec<i64>>| dice.as_mut().map(|dice| dice.fill(number));
    let amount = |written: &mut Option<Amount>| written.as_mut().map(|written| *written = Amount::whole(number));
    let set = match stat {
        "attack" => dice(&mut stats.attack),
        "defend" => dice(&mut stats.defend),
        "attack_strength" => amount(&mut stats.attack_strength),
        "defence_strength" => amount(&mut stats.defence_strength),
        "movement" => amount(&mut stats.movement),
        "range" => amount(&mut stats.range),
        "stacking" => amount(&mut stats.stacking),
        "hits" => {
            stats.hits = Some(number);
            Some(())
        }
        _ => return Err(unknown("number of a unit", stat, &STATS.map(str::to_owned))),
    };
    set.ok_or_else(|| format!("`{id}` has no `{stat}` to change: its rules do not use one"))
}

/// The whole numbers that a path leads to: the cells of a row, one cell, or a number of a unit.
pub fn read(content: &Content, path: &str) -> Result<Vec<i64>, String> {
    let whole =
        |cell: &Cell| cell.as_number().ok_or_else(|| format!("`{path}` holds `{cell}`, which is no whole number"));
    let parts: Vec<&str> = path.split('.').collect();
    match parts.as_slice() {
        ["tables", id, row, column @ ..] if column.len() < 2 => {
            let known: Vec<String> = content.tables.keys().map(TableId::to_string).collect();
            let table = content.tables.get(*id).ok_or_else(|| unknown("table", id, &known))?;
            let rows: Vec<String> = table.rows.keys().map(|key| key.0.clone()).collect();
            let cells = table.rows.get(&Key((*row).to_owned())).ok_or_else(|| unknown("row", row, &rows))?;
            let Some(column) = column.first() else { return cells.0.iter().map(whole).collect() };
            let columns: Vec<String> = table.keys(1).into_iter().map(|key| key.0).collect();
            let place = columns.iter().position(|key| key == column);
            let place = place.ok_or_else(|| unknown("column", column, &columns))?;
            let cell = cells.0.get(place);
            Ok(vec![whole(cell.ok_or_else(|| format!("the row `{row}` of `{id}` has no cell for `{column}`"))?)?])
        }
        ["scenarios", id, way @ ..] => scenario::read(content, id, way).map(|number| vec![number]),
        ["units", id, stat] => {
            let known: Vec<String> = content.units.keys().map(UnitId::to_string).collect();
            let unit = content.units.get(*id).ok_or_else(|| unknown("unit", id, &known))?;
            let stats = &unit.stats;
            let dice = |dice: &Option<Vec<i64>>| dice.clone();
            let amount = |amount: &Option<Amount>| {
                amount.filter(|amount| amount.denominator == 1).map(|amount| vec![amount.numerator])
            };
            let found = match *stat {
                "attack" => dice(&stats.attack),
                "defend" => dice(&stats.defend),
                "attack_strength" => amount(&stats.attack_strength),
                "defence_strength" => amount(&stats.defence_strength),
                "movement" => amount(&stats.movement),
                "range" => amount(&stats.range),
                "stacking" => amount(&stats.stacking),
                "hits" => Some(vec![stats.hits.unwrap_or(1)]),
                _ => return Err(unknown("number of a unit", stat, &STATS.map(str::to_owned))),
            };
            found.ok_or_else(|| format!("`{id}` has no whole number `{stat}`"))
        }
        _ => Err(not_a_path(path)),
    }
}

fn not_a_path(path: &str) -> String {
    format!(
        "`{path}` is not a path such as tables.unit-cost.infantry, tables.unit-cost.infantry.germany, units.infantry.attack or scenarios.1942.treasury.germany"
    )
}

fn unknown(what: &str, name: &str, known: &[String]) -> String {
    if let Some(close) = nearest(name, known.iter().map(String::as_str)) {
        return format!("there is no {what} `{name}`; did you mean `{close}`?");
    }
    let first: Vec<&str> = known.iter().take(20).map(String::as_str).collect();
    format!("there is no {what} `{name}`; there are {}", first.join(", "))
}
