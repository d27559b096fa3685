//! Sheets as an xlsx file: ids locked, every cell a text cell (so that 1-4 is no date), sources and reconstructed values marked, and on a
//! hidden sheet every value as it was when the file was written.

use chartroom_format::content::Content;
use rust_xlsxwriter::{
    Color, DocProperties, ExcelDateTime, Format, FormatAlign, Note, ProtectionOptions, Workbook, Worksheet, XlsxError,
};
use thiserror::Error;

use super::model::{Holds, Line, Origin, Sheet, Slot, sheets};

/// The sheet that says which pack this is and what the other sheets hold.
pub const INDEX: &str = "Chartroom";
/// The hidden sheet with the values as written.
pub const AS_WRITTEN: &str = "as written";
/// The line of the index below which sheets are listed.
pub const LISTED_BELOW: &str = "sheet";

/// Why no workbook can be written.
#[derive(Debug, Error)]
pub enum WriteError {
    #[error("the pack has no tables, units, set-ups or treasuries")]
    Nothing,
    #[error("the workbook cannot be written: {0}")]
    Format(#[from] XlsxError),
}

/// The looks of cells.
struct Looks {
    head: Format,
    id: Format,
    explains: Format,
    plain: Format,
    source: Format,
    reconstructed: Format,
    reading: Format,
}

impl Looks {
    fn new() -> Self {
        // "@": what is typed stays what it is; a spreadsheet would make a date of a range.
        let text = || Format::new().set_num_format("@");
        let value = || text().set_unlocked().set_align(FormatAlign::Right);
        Self {
            head: text().set_bold().set_background_color(Color::RGB(0xE4_E0_D6)),
            id: text().set_font_color(Color::RGB(0x6B_66_5C)).set_background_color(Color::RGB(0xF3_F1_EB)),
            explains: text().set_font_color(Color::RGB(0x6B_66_5C)),
            plain: value(),
            source: value().set_background_color(Color::RGB(0xE3_EE_F8)),
            reconstructed: value().set_background_color(Color::RGB(0xFD_EF_CF)),
            reading: value().set_background_color(Color::RGB(0xF6_DF_E4)),
        }
    }

    fn of(&self, slot: &Slot) -> &Format {
        match (&slot.target, &slot.origin) {
            (None, _) => &self.explains,
            (Some(_), None) => &self.plain,
            (Some(_), Some(Origin::Source(_))) => &self.source,
            (Some(_), Some(Origin::Reconstructed(_))) => &self.reconstructed,
            (Some(_), Some(Origin::Reading(_))) => &self.reading,
        }
    }
}

/// The workbook of a pack. The same pack always gives the same bytes.
pub fn write(content: &Content) -> Result<Vec<u8>, WriteError> {
    let sheets = sheets(content);
    if sheets.is_empty() {
        return Err(WriteError::Nothing);
    }
    let looks = Looks::new();
    let mut book = Workbook::new();
    let long_ago = ExcelDateTime::from_ymd(2000, 1, 1)?;
    book.set_properties(&DocProperties::new().set_creation_datetime(&long_ago));
    index(book.add_worksheet(), content, &sheets, &looks)?;
    for sheet in &sheets {
        fill(book.add_worksheet(), sheet, &looks)?;
    }
    as_written(book.add_worksheet(), &sheets)?;
    Ok(book.save_to_buffer()?)
}

fn index(page: &mut Worksheet, content: &Content, sheets: &[Sheet], looks: &Looks) -> Result<(), XlsxError> {
    page.set_name(INDEX)?.set_column_width(0, 32)?.set_column_width(1, 44)?.set_column_width(2, 60)?;
    let pack = content.pack();
    let said = |text: Option<&str>| text.unwrap_or_default().to_owned();
    let facts = [
        ("pack", said(pack.map(|pack| pack.id.as_str()))),
        ("title", said(pack.map(|pack| pack.title.as_str()))),
        ("version", said(pack.map(|pack| pack.version.as_str()))),
        ("blue", "the value has a rule of its own, named in the note of its cell".to_owned()),
        ("yellow", "the rulebook does not state the value; the reason stands in the note".to_owned()),
        ("red", "the rulebook contradicts itself; the reading chosen stands in the note".to_owned()),
        (
            "bring it back",
            "chartroom import xlsx FILE PACK shows what would change; with --write it is written".to_owned(),
        ),
    ];
    let mut row = 0;
    for (name, value) in &facts {
        let look = match *name {
            "blue" => &looks.source,
            "yellow" => &looks.reconstructed,
            "red" => &looks.reading,
            _ => &looks.head,
        };
        page.write_string_with_format(row, 0, *name, look)?.write_string(row, 1, value)?;
        row += 1;
    }
    row += 1;
    for (column, head) in [LISTED_BELOW, "holds", "title"].into_iter().enumerate() {
        page.write_string_with_format(row, column as u16, head, &looks.head)?;
    }
    for sheet in sheets {
        row += 1;
        page.write_string(row, 0, &sheet.name)?.write_string(row, 1, sheet.holds.name())?.write_string(
            row,
            2,
            &sheet.title,
        )?;
    }
    page.protect();
    Ok(())
}

fn fill(page: &mut Worksheet, sheet: &Sheet, looks: &Looks) -> Result<(), XlsxError> {
    page.set_name(&sheet.name)?;
    let open_ended = matches!(sheet.holds, Holds::SetUp(_));
    for (column, head) in sheet.heads.iter().enumerate() {
        let width = sheet.lines.iter().filter_map(|line| text_at(line, column)).map(|text| text.chars().count()).max();
        let width = width.unwrap_or(0).max(head.chars().count()).clamp(5, 48) as u16 + 2;
        page.set_column_width(column as u16, f64::from(width))?;
        if open_ended && column > 0 {
            // New units are written below the last line.
            page.set_column_format(column as u16, &looks.plain)?;
        }
        page.write_string_with_format(0, column as u16, head, &looks.head)?;
    }
    for (place, line) in sheet.lines.iter().enumerate() {
        let row = place as u32 + 1;
        page.write_string_with_format(row, 0, &line.id, &looks.id)?;
        for (place, slot) in line.slots.iter().enumerate() {
            let (column, look) = (place as u16 + 1, looks.of(slot));
            match slot.text.parse::<i32>() {
                Ok(number) if number.to_string() == slot.text => {
                    page.write_number_with_format(row, column, number, look)?;
                }
                _ => {
                    page.write_string_with_format(row, column, &slot.text, look)?;
                }
            }
            if let Some(origin) = slot.origin.as_ref().filter(|_| slot.target.is_some()) {
                page.insert_note(row, column, &Note::new(note(origin)).set_author("Chartroom"))?;
            }
        }
    }
    page.set_freeze_panes(1, 1)?;
    page.protect_with_options(&ProtectionOptions {
        format_columns: true,
        format_cells: true,
        sort: true,
        ..ProtectionOptions::default()
    });
    Ok(())
}

fn text_at(line: &Line, column: usize) -> Option<&str> {
    match column.checked_sub(1) {
        None => Some(&line.id),
        Some(slot) => line.slots.get(slot).map(|slot| slot.text.as_str()),
    }
}

fn note(origin: &Origin) -> String {
    match origin {
        Origin::Source(rule) => rule.clone(),
        Origin::Reconstructed(reason) => format!("reconstructed: {reason}"),
        Origin::Reading(reason) => format!("reading: {reason}"),
    }
}

fn as_written(page: &mut Worksheet, sheets: &[Sheet]) -> Result<(), XlsxError> {
    page.set_name(AS_WRITTEN)?;
    let mut row = 0;
    for sheet in sheets {
        for line in &sheet.lines {
            for (slot, head) in line.slots.iter().zip(&sheet.heads[1..]).filter(|(slot, _)| slot.target.is_some()) {
                let cells = [sheet.holds.name(), line.id.clone(), head.clone(), slot.text.clone()];
                for (column, text) in cells.iter().enumerate() {
                    page.write_string(row, column as u16, text)?;
                }
                row += 1;
            }
        }
    }
    page.set_hidden(true).protect();
    Ok(())
}
