//! Tables: a grid for each, over several pages where it is too long or too wide for one.

use chartroom_format::schema::table::Table;

use super::font::{self, Face};
use super::pdf::Page;
use super::{MARGIN, Print, PrintError};

const SIZE: f64 = 8.0;
const LINE: f64 = 4.6;
/// No column is wider.
const WIDEST: f64 = 60.0;
const SHADE: (u8, u8, u8) = (0xec, 0xe8, 0xdc);

impl Print<'_> {
    pub(super) fn tables(&mut self) -> Result<(), PrintError> {
        let tables: Vec<&Table> = self.content.tables.values().collect();
        for table in tables {
            self.table(table)?;
        }
        self.report.exact("tables", None);
        Ok(())
    }

    fn table(&mut self, table: &Table) -> Result<(), PrintError> {
        let (short, long) = self.sheets.paper.sides();
        let room = short - 2.0 * MARGIN;
        let names: Vec<String> = table.keys(1).iter().map(ToString::to_string).collect();
        let rows: Vec<(String, Vec<String>)> = table
            .rows
            .iter()
            .map(|(key, row)| (key.to_string(), row.0.iter().map(ToString::to_string).collect()))
            .collect();
        let width = |words: &str| (font::width(words, SIZE, Face::Bold) + 3.0).min(WIDEST);
        let first = rows.iter().map(|(key, _)| width(key)).fold(12.0, f64::max);
        let count = rows.iter().map(|(_, cells)| cells.len()).max().unwrap_or(0).max(names.len());
        let columns: Vec<f64> = (0..count)
            .map(|column| {
                let cells = rows.iter().filter_map(|(_, cells)| cells.get(column));
                cells.chain(names.get(column)).map(|words| width(words)).fold(8.0, f64::max)
            })
            .collect();
        let per_page = (((long - 2.0 * MARGIN - 20.0) / LINE).floor() as usize).max(1);
        for (from, to) in spans(&columns, room - first) {
            for part in rows.chunks(per_page) {
                let mut page = self.upright(&table.title);
                grid(&mut page, part, &names, (first, &columns), (from, to));
                if from == 0 && !table.note.is_empty() {
                    let below = MARGIN + 12.0 + (part.len() + 1) as f64 * LINE;
                    for (number, line) in font::wrapped(&table.note, SIZE, room).iter().enumerate() {
                        let y = below + number as f64 * LINE;
                        if y < long - MARGIN {
                            page.text(MARGIN, y, SIZE, Face::Regular, line);
                        }
                    }
                }
                self.pdf.page(page)?;
            }
        }
        Ok(())
    }
}

/// Which columns stand together on a page.
fn spans(columns: &[f64], room: f64) -> Vec<(usize, usize)> {
    let mut spans = Vec::new();
    let (mut from, mut used) = (0, 0.0);
    for (column, width) in columns.iter().enumerate() {
        if column > from && used + width > room {
            spans.push((from, column));
            (from, used) = (column, 0.0);
        }
        used += width;
    }
    spans.push((from, columns.len()));
    spans
}

fn grid(
    page: &mut Page,
    rows: &[(String, Vec<String>)],
    names: &[String],
    (first, columns): (f64, &[f64]),
    (from, to): (usize, usize),
) {
    let top = MARGIN + 9.0;
    let wide = first + columns[from..to].iter().sum::<f64>();
    page.fill(MARGIN, top, wide, LINE, SHADE);
    let mut x = MARGIN + first;
    let shown = || columns.iter().enumerate().take(to).skip(from);
    for (column, width) in shown() {
        if let Some(name) = names.get(column) {
            page.text(x + 1.0, top + 3.3, SIZE, Face::Bold, &font::cut(name, SIZE, width - 1.5, Face::Bold));
        }
        x += width;
    }
    for (number, (key, cells)) in rows.iter().enumerate() {
        let y = top + (number + 1) as f64 * LINE;
        page.line((MARGIN, y), (MARGIN + wide, y), 0.08);
        page.text(MARGIN + 1.0, y + 3.3, SIZE, Face::Bold, &font::cut(key, SIZE, first - 1.5, Face::Bold));
        let mut x = MARGIN + first;
        for (column, width) in shown() {
            if let Some(cell) = cells.get(column) {
                let words = font::cut(cell, SIZE, width - 1.5, Face::Regular);
                page.text(x + 1.0, y + 3.3, SIZE, Face::Regular, &words);
            }
            x += width;
        }
    }
    let bottom = top + (rows.len() + 1) as f64 * LINE;
    page.line((MARGIN, bottom), (MARGIN + wide, bottom), 0.08);
}

#[cfg(test)]
mod tests {
    #[test]
    fn columns_that_find_no_room_go_to_the_next_page() {
        assert_eq!(super::spans(&[10.0, 10.0, 10.0], 25.0), [(0, 2), (2, 3)]);
        assert_eq!(super::spans(&[50.0, 10.0], 25.0), [(0, 1), (1, 2)]);
        assert_eq!(super::spans(&[], 25.0), [(0, 0)]);
    }
}
