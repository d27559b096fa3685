//! Table cells: one changed cell is one changed line, and columns that are aligned by eye stay aligned.

use std::collections::BTreeMap;

use chartroom_format::cst::{NodeKind, PathStep};
use chartroom_format::edit::Edit;
use chartroom_format::schema::Kind;
use chartroom_format::source::Span;

use super::text::quoted;
use super::{Planned, file_with_id, parse};
use crate::document::{Document, FileChange};

/// A new text of a cell, by row key and column.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CellText {
    pub row: String,
    pub column: usize,
    pub text: String,
}

/// How a cell is written: a number bare, anything else quoted; an empty cell is `"-"`.
pub fn cell_literal(text: &str) -> String {
    let text = text.trim();
    match text.parse::<i64>() {
        Ok(number) if number.to_string() == text => text.to_owned(),
        _ if text.is_empty() => quoted("-"),
        _ => quoted(text),
    }
}

/// Sets cells of a table.
pub fn set_cells(document: &Document, table: &str, cells: &[CellText]) -> Planned {
    let file = file_with_id(document, Kind::Table, table)
        .ok_or_else(|| format!("the table {table} belongs to the pack below; copy it into this pack to change it"))?;
    let root = parse(document, &file)?;
    let text = document.text(&file).unwrap_or_default();
    // The last word on a cell counts, as in a paste that overlaps itself.
    let wanted: BTreeMap<(&str, usize), &str> =
        cells.iter().map(|cell| ((cell.row.as_str(), cell.column), cell.text.as_str())).collect();
    let mut edits = Vec::new();
    for ((row, column), new) in wanted {
        let path: [PathStep; 2] = ["rows".into(), row.into()];
        let found = root.find(&path, text).ok_or_else(|| format!("{table} has no row {row}"))?.node;
        let cell = match &found.kind {
            NodeKind::List(cells) => {
                cells.get(column).ok_or_else(|| format!("row {row} has no column {}", column + 1))?.span
            }
            _ if column == 0 => found.span,
            _ => return Err(format!("row {row} has only one column")),
        };
        let literal = cell_literal(new);
        if cell.of(text) != literal {
            edits.push(aligned(text, cell, literal));
        }
    }
    Ok(if edits.is_empty() { Vec::new() } else { vec![FileChange { file, edits }] })
}

/// Replaces a cell; blanks before it give way or fill up so that a column set flush right stays so.
fn aligned(text: &str, cell: Span, literal: String) -> Edit {
    let before = &text[..cell.start];
    let blanks = before.len() - before.trim_end_matches(' ').len();
    let (old, new) = (cell.of(text).chars().count(), literal.chars().count());
    let after_bracket = before.trim_end_matches(' ').ends_with('[');
    // In flush-right columns a short cell has blanks to spare; one blank alone is just the gap behind a comma.
    let spare = if after_bracket { blanks } else { blanks.saturating_sub(1) };
    if new > old {
        let taken = spare.min(new - old);
        Edit::replace(Span::new(cell.start - taken, cell.end), literal)
    } else if new < old && is_grid(text, cell) {
        Edit::replace(cell, format!("{}{literal}", " ".repeat(old - new)))
    } else {
        Edit::replace(cell, literal)
    }
}

/// Whether the line of a cell or one beside it pads its cells.
fn is_grid(text: &str, cell: Span) -> bool {
    let start = text[..cell.start].rfind('\n').map_or(0, |at| at + 1);
    let lines = text[..start].lines().rev().take(1).chain(text[start..].lines().take(2));
    lines.into_iter().any(|line| line.contains(",  ") || line.contains("[ "))
}
