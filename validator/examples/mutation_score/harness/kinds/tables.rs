//! Mutations of tables.

use chartroom_format::edit::Edit;
use chartroom_format::schema::Kind;
use chartroom_format::schema::table::{Axis, CellKind, NameKind, Table};
use chartroom_format::schema::value::{Cell, Key};
use chartroom_format::source::Span;

use super::super::facts;
use super::super::places::{Place, with_comma};
use super::{Offers, Source, offer, replace, said};

/// The table a file holds.
fn table<'s>(source: &'s Source<'_>) -> Option<&'s Table> {
    if !source.is(Kind::Table) {
        return None;
    }
    source.content.tables.values().find(|table| {
        let origin = source.content.origin(chartroom_format::entries::EntryKind::Table, table.id.as_str());
        origin.is_some_and(|origin| origin.file == source.file.path)
    })
}

/// The row and column of a cell.
fn cell_of(place: &Place<'_>) -> Option<(String, usize)> {
    let from = place.way.iter().position(|name| name == "rows")?;
    match &place.way[from + 1..] {
        [row] => Some((row.clone(), 0)),
        [row, bracket] if bracket == "[]" => Some((row.clone(), place.index?)),
        _ => None,
    }
}

/// Prices: where powers pay about the same for a unit, the row itself states the scale.
pub(super) fn price(source: &Source<'_>, found: &mut Offers) {
    let Some(table) = table(source).filter(|table| table.cells == CellKind::Money) else { return };
    let by_power = matches!(table.axes.get(1), Some(Axis::Words { of: Some(NameKind::Power), .. }));
    for place in source.places {
        let (Some(value), Some((row, column))) = (source.number(place).filter(|value| *value > 0), cell_of(place))
        else {
            continue;
        };
        let prices = table
            .rows
            .get(&Key::from(row.as_str()))
            .map_or(0, |row| row.0.iter().filter(|c| c.as_number().is_some()).count());
        let breaks = if source.facts.example_reads_cell(table, &row, column) {
            Some("a worked example")
        } else {
            (by_power && prices > 1).then_some("the prices of the other powers")
        };
        found.push(offer(said(place), replace(place, (value * 10).to_string()), breaks));
    }
}

/// A row whose key the axis declares, or that names an entry, is asked for.
pub(super) fn drop_row(source: &Source<'_>, found: &mut Offers) {
    let Some(table) = table(source) else { return };
    let declared = match table.axes.first() {
        Some(Axis::Die { .. } | Axis::Number { .. }) => true,
        Some(Axis::Words { keys, .. } | Axis::Ranges { keys, .. }) => !keys.is_empty(),
        None => false,
    };
    let ranges = matches!(table.axes.first(), Some(Axis::Ranges { .. }));
    let count = table.rows.len();
    for place in source.ending(&["rows", "*"]).filter(|place| place.way.len() == 3) {
        let (Some(name), Some(row)) = (place.name, place.way.last()) else { continue };
        let span = with_comma(&source.file.text, Span::new(name.start, place.node.span.end));
        let at = table.rows.keys().position(|key| key.as_str() == row).unwrap_or(0);
        let inner = ranges && at > 0 && at + 1 < count;
        let breaks = if declared {
            Some("the keys that the axis declares")
        } else if inner {
            Some("the ranges around it")
        } else if (0..table.rows[at].0.len()).any(|column| source.facts.example_reads_cell(table, row, column)) {
            Some("a worked example")
        } else if table.sums.iter().any(|sum| facts::names_row(sum, row)) {
            Some("a total of the table")
        } else if source.facts.needs_row(table, row) {
            Some("what a procedure looks up")
        } else {
            None
        };
        found.push(offer(said(place), vec![Edit::delete(span)], breaks));
    }
}

pub(super) fn drop_cell(source: &Source<'_>, found: &mut Offers) {
    if !source.is(Kind::Table) {
        return;
    }
    for place in source.ending(&["rows", "*", "[]"]) {
        let span = with_comma(&source.file.text, place.node.span);
        found.push(offer(said(place), vec![Edit::delete(span)], Some("the columns that the table declares")));
    }
}

pub(super) fn off_by_one(source: &Source<'_>, found: &mut Offers) {
    change(source, found, |value, _| value + 1);
}

/// A cell is thrown beyond all others: upwards from the lower half, downwards from the upper one.
pub(super) fn far_off(source: &Source<'_>, found: &mut Offers) {
    change(source, found, |value, (low, high)| if value * 2 <= low + high { high + 3 } else { low - 3 });
}

fn change(source: &Source<'_>, found: &mut Offers, to: fn(i64, (i64, i64)) -> i64) {
    let Some(table) = table(source) else { return };
    let numbers: Vec<i64> = table.rows.values().flat_map(|row| &row.0).filter_map(Cell::as_number).collect();
    let (Some(low), Some(high)) = (numbers.iter().min(), numbers.iter().max()) else { return };
    for place in source.places {
        let (Some(value), Some((row, column))) = (source.number(place), cell_of(place)) else { continue };
        let new = to(value, (*low, *high));
        let breaks = source.facts.cell_is_stated(table, &row, column, new);
        found.push(offer(format!("{} to {new}", said(place)), replace(place, new.to_string()), breaks));
    }
}

/// The die has a face more, or the numbers go one further: the rows or columns no longer match.
pub(super) fn longer_axis(source: &Source<'_>, found: &mut Offers) {
    if !source.is(Kind::Table) {
        return;
    }
    for place in source.places.iter().filter(|place| place.ends(&["Die", "sides"]) || place.ends(&["Number", "to"])) {
        if let Some(value) = source.number(place) {
            found.push(offer(said(place), replace(place, (value + 1).to_string()), Some("the rows or columns it has")));
        }
    }
}
