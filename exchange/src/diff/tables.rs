//! Tables by cell: which cell says something else, which rows and columns came or went.

use std::collections::BTreeSet;

use chartroom_format::content::Content;
use chartroom_format::prices;
use chartroom_format::schema::table::{Axis, Table};
use chartroom_format::schema::value::Cell;
use indexmap::IndexMap;

use super::{Detail, value};

/// The ids of the tables that hold prices, in either pack.
pub(super) fn with_prices(before: &Content, after: &Content) -> BTreeSet<String> {
    [before, after].iter().flat_map(|content| prices::tables(content)).map(|table| table.id.to_string()).collect()
}

/// What differs between two versions of a table.
pub(super) fn compare(before: &Table, after: &Table) -> Vec<Detail> {
    let (old, new) = (columns(before), columns(after));
    let mut details = Vec::new();
    for (key, row) in &after.rows {
        let Some(old_row) = before.rows.get(key) else {
            details.push(Detail::new(format!("row {key}"), None, Some(said(&row.0))));
            continue;
        };
        for (column, &place) in &new {
            let Some(&old_place) = old.get(column) else { continue };
            let (was, is) = (old_row.0.get(old_place), row.0.get(place));
            if was != is {
                let what = if column.is_empty() { key.to_string() } else { format!("{key}, {column}") };
                details.push(Detail::new(what, was.map(ToString::to_string), is.map(ToString::to_string)));
            }
        }
    }
    let gone = before.rows.iter().filter(|(key, _)| !after.rows.contains_key(*key));
    details.extend(gone.map(|(key, row)| Detail::new(format!("row {key}"), Some(said(&row.0)), None)));
    let whole = |table: &Table, place: usize| {
        let cells: Vec<Cell> = table.rows.values().filter_map(|row| row.0.get(place).cloned()).collect();
        said(&cells)
    };
    let came = new.iter().filter(|(column, _)| !old.contains_key(*column) && !column.is_empty());
    details
        .extend(came.map(|(column, &place)| Detail::new(format!("column {column}"), None, Some(whole(after, place)))));
    let went = old.iter().filter(|(column, _)| !new.contains_key(*column) && !column.is_empty());
    details
        .extend(went.map(|(column, &place)| Detail::new(format!("column {column}"), Some(whole(before, place)), None)));
    details.extend(value::fields(&frame(before), &frame(after), &["rows"]));
    details
}

/// The columns by key; a table of one axis has one without a name.
fn columns(table: &Table) -> IndexMap<String, usize> {
    let keys = table.keys(1);
    if keys.is_empty() {
        return IndexMap::from([(String::new(), 0)]);
    }
    keys.iter().enumerate().map(|(place, key)| (key.to_string(), place)).collect()
}

fn said(cells: &[Cell]) -> String {
    cells.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
}

/// The table without what is told by row, column and cell.
fn frame(table: &Table) -> Table {
    let mut frame = table.clone();
    frame.rows.clear();
    for axis in &mut frame.axes {
        if let Axis::Words { keys, .. } | Axis::Ranges { keys, .. } = axis {
            keys.clear();
        }
    }
    frame
}
