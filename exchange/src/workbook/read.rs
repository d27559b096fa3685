//! Workbooks as plain cells: xlsx, ods and csv, whatever program saved them, within bounds.

use std::collections::BTreeMap;
use std::io::{Cursor, Read};

use calamine::{Data, Ods, Reader, Xlsx};
use thiserror::Error;

use super::csv;

/// Unpacked, no workbook is larger.
const MOST_BYTES: u64 = 256 * 1024 * 1024;
/// The sheets of an ods file, which are read as a whole.
const MOST_CONTENT: u64 = 64 * 1024 * 1024;
const MOST_FILES: usize = 10_000;
/// No sheet has more cells with something in them.
const MOST_CELLS: usize = 2_000_000;

/// Why a file is no workbook that can be read.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ReadError {
    #[error("{0} is no workbook; give an .xlsx, .ods or .csv file")]
    Kind(String),
    #[error("the workbook cannot be read: {0}")]
    Broken(String),
    #[error("the workbook is too large: {0}")]
    TooLarge(String),
}

/// What a cell holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Held {
    /// A text, or a number as people write it.
    Text(String),
    /// A formula, with its text.
    Formula(String),
    /// A date that a spreadsheet made of what was typed.
    Date(String),
    /// An error of the spreadsheet, such as #REF!.
    Error(String),
}

/// One sheet: cells by row and column, from 0.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Page {
    pub name: String,
    pub cells: BTreeMap<(u32, u32), Held>,
    /// Merged cells: first and last row and column.
    pub merged: Vec<((u32, u32), (u32, u32))>,
}

/// All sheets of a file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Book {
    pub pages: Vec<Page>,
}

/// Reads a file by the ending of its name.
pub fn read(name: &str, bytes: &[u8]) -> Result<Book, ReadError> {
    let (stem, ending) = name.rsplit_once('.').unwrap_or((name, ""));
    match ending.to_ascii_lowercase().as_str() {
        "xlsx" => {
            unpack(bytes)?;
            xlsx(bytes)
        }
        "ods" => {
            let content = unpack(bytes)?;
            repeats(content.as_deref().unwrap_or_default())?;
            ods(bytes)
        }
        "csv" => Ok(Book { pages: vec![of_csv(stem, bytes)] }),
        _ => Err(ReadError::Kind(name.to_owned())),
    }
}

/// Unpacks an archive to nowhere and counts: what an archive says of its sizes may be a lie. Gives the text of content.xml.
fn unpack(bytes: &[u8]) -> Result<Option<String>, ReadError> {
    let broken = |error: &dyn std::fmt::Display| ReadError::Broken(error.to_string());
    let mut archive = zip::ZipArchive::new(Cursor::new(bytes)).map_err(|error| broken(&error))?;
    if archive.len() > MOST_FILES {
        return Err(ReadError::TooLarge(format!("{} files in it", archive.len())));
    }
    let (mut left, mut content) = (MOST_BYTES, None);
    for index in 0..archive.len() {
        let entry = archive.by_index(index).map_err(|error| broken(&error))?;
        let is_content = entry.enclosed_name().is_some_and(|name| name == std::path::Path::new("content.xml"));
        let mut limited = entry.take(left + 1);
        let size = if is_content {
            let mut text = Vec::new();
            let size = limited.read_to_end(&mut text).map_err(|error| broken(&error))? as u64;
            if size > MOST_CONTENT {
                return Err(ReadError::TooLarge(format!("its sheets have more than {MOST_CONTENT} bytes")));
            }
            content = Some(String::from_utf8_lossy(&text).into_owned());
            size
        } else {
            std::io::copy(&mut limited, &mut std::io::sink()).map_err(|error| broken(&error))?
        };
        left = left
            .checked_sub(size)
            .ok_or_else(|| ReadError::TooLarge(format!("unpacked it has more than {MOST_BYTES} bytes")))?;
    }
    Ok(content)
}

/// Refuses an ods file that says "this value, a million times": reading it would write them all out.
fn repeats(content: &str) -> Result<(), ReadError> {
    let document = roxmltree::Document::parse(content).map_err(|error| ReadError::Broken(error.to_string()))?;
    let times = |node: roxmltree::Node<'_, '_>, what: &str| {
        let named = node.attributes().find(|attribute| attribute.name() == what);
        named.and_then(|attribute| attribute.value().parse::<usize>().ok()).unwrap_or(1)
    };
    let mut all = 0_usize;
    for row in document.descendants().filter(|node| node.tag_name().name() == "table-row") {
        let cells = row
            .children()
            .filter(|cell| cell.has_children() || cell.attributes().any(|attribute| attribute.name() == "value"));
        let cells = cells.map(|cell| times(cell, "number-columns-repeated")).fold(0_usize, usize::saturating_add);
        all = all.saturating_add(cells.saturating_mul(times(row, "number-rows-repeated")));
    }
    if all > MOST_CELLS { Err(ReadError::TooLarge(format!("{all} cells"))) } else { Ok(()) }
}

fn xlsx(bytes: &[u8]) -> Result<Book, ReadError> {
    let broken = |error: calamine::XlsxError| ReadError::Broken(error.to_string());
    let mut book: Xlsx<_> = Xlsx::new(Cursor::new(bytes)).map_err(broken)?;
    let mut pages = Vec::new();
    for name in book.sheet_names() {
        let mut page = Page { name: name.clone(), ..Page::default() };
        if let Ok(merged) = book.merge_cells_by_sheet_name(&name) {
            page.merged = merged.into_iter().map(|area| (area.start, area.end)).collect();
        }
        // Charts and macros are sheets too.
        let Ok(mut cells) = book.worksheet_cells_reader(&name) else { continue };
        while let Some(cell) = cells.next_cell_with_formula().map_err(broken)? {
            let held = match cell.formula {
                Some(formula) => Some(Held::Formula(formula)),
                None => held(&Data::from(cell.value)),
            };
            if let Some(held) = held {
                page.cells.insert(cell.pos, held);
            }
            if page.cells.len() > MOST_CELLS {
                return Err(ReadError::TooLarge(format!("more than {MOST_CELLS} cells in {name}")));
            }
        }
        pages.push(page);
    }
    Ok(Book { pages })
}

fn ods(bytes: &[u8]) -> Result<Book, ReadError> {
    let broken = |error: calamine::OdsError| ReadError::Broken(error.to_string());
    let mut book: Ods<_> = Ods::new(Cursor::new(bytes)).map_err(broken)?;
    let mut pages = Vec::new();
    for name in book.sheet_names() {
        let mut page = Page { name: name.clone(), ..Page::default() };
        let values = book.worksheet_range(&name).map_err(broken)?;
        let start = values.start().unwrap_or((0, 0));
        for (row, column, value) in values.used_cells() {
            if let Some(held) = held(value) {
                page.cells.insert((start.0 + row as u32, start.1 + column as u32), held);
            }
        }
        let formulas = book.worksheet_formula(&name).map_err(broken)?;
        let start = formulas.start().unwrap_or((0, 0));
        for (row, column, formula) in formulas.used_cells().filter(|(_, _, formula)| !formula.is_empty()) {
            page.cells.insert((start.0 + row as u32, start.1 + column as u32), Held::Formula(formula.clone()));
        }
        pages.push(page);
    }
    Ok(Book { pages })
}

fn held(value: &Data) -> Option<Held> {
    Some(match value {
        Data::Empty => return None,
        Data::String(text) => return plain(text),
        Data::Int(number) => Held::Text(number.to_string()),
        Data::Float(number) => Held::Text(number.to_string()),
        Data::Bool(truth) => Held::Text(truth.to_string()),
        Data::DateTime(date) => {
            let (year, month, day, ..) = date.to_ymd_hms_milli();
            Held::Date(format!("{year:04}-{month:02}-{day:02}"))
        }
        Data::DateTimeIso(date) | Data::DurationIso(date) => Held::Date(date.clone()),
        Data::Error(error) => Held::Error(error.to_string()),
    })
}

fn plain(text: &str) -> Option<Held> {
    let text = text.trim();
    (!text.is_empty()).then(|| Held::Text(text.to_owned()))
}

fn of_csv(stem: &str, bytes: &[u8]) -> Page {
    let text = String::from_utf8_lossy(bytes);
    let name = stem.rsplit(['/', '\\']).next().unwrap_or(stem).to_owned();
    let mut page = Page { name, ..Page::default() };
    for (row, line) in csv::cells(&text).iter().enumerate() {
        for (column, cell) in line.iter().enumerate() {
            if let Some(held) = plain(cell) {
                page.cells.insert((row as u32, column as u32), held);
            }
        }
    }
    page
}

/// The name of a cell as spreadsheets give it: "C5".
#[must_use]
pub fn address((row, column): (u32, u32)) -> String {
    let mut letters = String::new();
    let mut left = u64::from(column) + 1;
    while left > 0 {
        letters.insert(0, char::from(b'A' + ((left - 1) % 26) as u8));
        left = (left - 1) / 26;
    }
    format!("{letters}{}", u64::from(row) + 1)
}
