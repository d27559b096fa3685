//! Tables: a list, a page for each with its marks as notes, and one with all prices side by side.

use std::collections::BTreeMap;

use chartroom_format::entries::EntryKind;
use chartroom_format::prices;
use chartroom_format::schema::table::{Axis, Edge, Mark, NameKind, Table};
use chartroom_format::schema::value::{Cell, Key};

use super::{Files, Grid, Grids, Lines, List};
use crate::SiteError;
use crate::book::Book;
use crate::html::{escaped, link, listed};

pub(super) fn files(book: &Book<'_>) -> Result<Files, SiteError> {
    let mut files = Vec::new();
    if has_prices(book) {
        files.push(prices(book)?);
    }
    if book.content.tables.is_empty() {
        return Ok(files);
    }
    let lines = book.content.tables.iter().map(|(id, table)| {
        let rule = book.source(table.source.as_ref());
        let rule = if rule.is_empty() { rule } else { format!(" [{rule}]") };
        format!("{} <code>{id}</code>{rule}", book.link(EntryKind::Table, id.as_str()))
    });
    let groups = vec![Lines { id: String::new(), title: String::new(), columns: true, lines: lines.collect() }];
    files
        .push(book.file("tables.html", &List { page: book.page("Tables", "tables.html"), intro: Vec::new(), groups })?);
    for (id, table) in &book.content.tables {
        files.push(book.file(&format!("table-{id}.html"), &page(book, table))?);
    }
    Ok(files)
}

fn page(book: &Book<'_>, table: &Table) -> Grids {
    let mut intro = Vec::new();
    let rule = book.source(table.source.as_ref());
    if !rule.is_empty() {
        intro.push(format!("From rule {rule}."));
    }
    if !table.note.is_empty() {
        intro.push(escaped(&table.note));
    }
    let edges: Vec<String> = table.axes.iter().filter_map(edge).collect();
    if !edges.is_empty() {
        intro.push(format!("{}.", edges.join("; ")));
    }
    let columns = table.keys(1);
    let mut head = vec![escaped(table.axes.first().map_or("", |axis| axis.name()))];
    match table.axes.get(1) {
        Some(axis) => head.extend(columns.iter().map(|key| key_words(book, axis, key))),
        None => head.push("value".to_owned()),
    }
    // A mark names its cell as "row" or "row, column".
    let numbers: BTreeMap<&str, usize> =
        table.marks.keys().enumerate().map(|(at, place)| (place.as_str(), at + 1)).collect();
    let marked = |place: &str| {
        let number = numbers.get(place);
        number.map_or_else(String::new, |number| format!("<sup><a href=\"#note-{number}\">{number}</a></sup>"))
    };
    let rows = table.rows.iter().map(|(key, row)| {
        let first = table.axes.first().map_or_else(|| escaped(key.as_str()), |axis| key_words(book, axis, key));
        let mut cells = vec![format!("{first}{}", marked(key.as_str()))];
        cells.extend(row.0.iter().enumerate().map(|(at, cell)| {
            let mark = columns.get(at).map(|column| marked(&format!("{key}, {column}"))).unwrap_or_default();
            format!("{}{mark}", shown(cell))
        }));
        cells
    });
    let grid = Grid { caption: caption(table), head, rows: rows.collect() };
    let notes = table.marks.iter().map(|(place, mark)| {
        let place = escaped(place);
        match mark {
            Mark::Reconstructed(why) => format!("{place}: reconstructed: {}", escaped(why)),
            Mark::Reading(why) => format!("{place}: as we read it: {}", escaped(why)),
            Mark::Source(rule) => format!("{place}: rule {}", book.source(Some(rule))),
        }
    });
    Grids { page: book.page(&table.title, "tables.html"), intro, grids: vec![grid], notes: notes.collect() }
}

fn caption(table: &Table) -> String {
    let axes: Vec<String> = table.axes.iter().map(|axis| axis.name().to_owned()).collect();
    format!("{}, by {}", table.title, listed(&axes, "and"))
}

/// What happens beyond the ends of an axis, where something does.
fn edge(axis: &Axis) -> Option<String> {
    let (Axis::Die { below, above, .. } | Axis::Number { below, above, .. }) = axis else { return None };
    let told = |edge: &Edge, end: &str| match edge {
        Edge::NotAllowed => None,
        Edge::Clamp => Some(format!("{end} the ends of {} the last value holds", escaped(axis.name()))),
        Edge::Nothing => Some(format!("{end} the ends of {} there is no result", escaped(axis.name()))),
    };
    match (told(below, "below"), told(above, "above")) {
        (Some(one), Some(other)) => Some(format!("{one}; {other}")),
        (one, other) => one.or(other),
    }
}

fn key_words(book: &Book<'_>, axis: &Axis, key: &Key) -> String {
    let kind = match axis {
        Axis::Words { of: Some(of), .. } => Some(of.entry()),
        _ => None,
    };
    match kind.filter(|kind| book.links.to(*kind, key.as_str()).is_some()) {
        Some(kind) => book.link(kind, key.as_str()),
        None => escaped(key.as_str()),
    }
}

fn shown(cell: &Cell) -> String {
    if cell.is_empty() { "<span class=\"faint\">–</span>".to_owned() } else { escaped(&cell.to_string()) }
}

pub(super) fn has_prices(book: &Book<'_>) -> bool {
    book.content.units.keys().any(|unit| !prices::of(book.content, unit.as_str()).is_empty())
}

/// All printed prices, one grid for each table they stand in.
fn prices(book: &Book<'_>) -> Result<(String, Vec<u8>), SiteError> {
    let mut by_table: Vec<(String, Vec<String>, Vec<Vec<String>>)> = Vec::new();
    for unit in book.content.units.keys() {
        let found = prices::of(book.content, unit.as_str());
        let Some(first) = found.first() else { continue };
        let columns: Vec<String> = found.iter().map(|price| price.column.clone()).collect();
        let mut row = vec![book.link(EntryKind::Unit, unit.as_str())];
        row.extend(found.iter().map(|price| shown(&price.cell)));
        match by_table.iter_mut().find(|(table, known, _)| *table == first.table && *known == columns) {
            Some((.., rows)) => rows.push(row),
            None => by_table.push((first.table.clone(), columns, vec![row])),
        }
    }
    let tables: Vec<String> = by_table
        .iter()
        .map(|(table, ..)| link(book.links.to(EntryKind::Table, table), &book.name(EntryKind::Table, table)))
        .collect();
    let grids = by_table.into_iter().map(|(table, columns, rows)| {
        let power = |column: &String| match book.links.to(NameKind::Power.entry(), column) {
            Some(_) => book.actor(column),
            None => escaped(if column == "any" { "price" } else { column }),
        };
        let head = std::iter::once("unit".to_owned()).chain(columns.iter().map(power)).collect();
        Grid { caption: book.name(EntryKind::Table, &table), head, rows }
    });
    let grids = grids.collect();
    let changing: Vec<String> = book
        .content
        .modifiers
        .iter()
        .filter(|(_, modifier)| modifier.quantity == chartroom_format::schema::rules::Quantity::Cost)
        .map(|(id, _)| book.link(EntryKind::Modifier, id.as_str()))
        .collect();
    let mut intro = vec![format!("As printed, from {}.", listed(&tables, "and"))];
    if !changing.is_empty() {
        intro.push(format!("In play they may be changed by {}.", listed(&changing, "and")));
    }
    book.file("prices.html", &Grids { page: book.page("Prices", "prices.html"), intro, grids, notes: Vec::new() })
}
