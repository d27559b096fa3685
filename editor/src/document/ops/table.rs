//! Table cells: one changed cell is one changed line, and columns that are aligned by eye stay aligned.

use std::collections::BTreeMap;

use chartroom_format::cst::{NodeKind, PathStep};
use chartroom_format::schema::Kind;

use super::text::aligned;
pub use super::text::cell_literal;
use super::{Planned, file_with_id, parse};
use crate::document::{Document, FileChange};

/// A new text of a cell, by row key and column.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CellText {
    pub row: String,
    pub column: usize,
    pub text: String,
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
