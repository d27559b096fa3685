//! The map in pages: each shows a part of the picture and shares a strip with its neighbours, with marks where to cut.

use chartroom_atlas::{chart, render};

use super::font::Face;
use super::pdf::Page;
use super::{MARGIN, Print, PrintError};

const MILLIMETRES: f64 = 25.4;

impl Print<'_> {
    pub(super) fn map(&mut self) -> Result<(), PrintError> {
        let sheets = self.sheets;
        let (short, long) = sheets.paper.sides();
        let (room, height) = (long - 2.0 * MARGIN, short - 2.0 * MARGIN);
        let scene = chart::chart(self.content, &chart::Holdings::default(), sheets.geography)?;
        let columns = f64::from(sheets.columns);
        let wide = columns * room - (columns - 1.0) * sheets.overlap;
        let pixels = (wide / MILLIMETRES * f64::from(sheets.dpi)).round().clamp(200.0, 20_000.0) as u32;
        let picture = Pixels::of(&render::png(&scene, pixels)?)?;
        // Pixels to a millimetre; the picture may be smaller than asked for.
        let fine = f64::from(picture.wide) / wide;
        let high = f64::from(picture.high) / fine;
        let rows = ((high - sheets.overlap) / (height - sheets.overlap)).ceil().max(1.0) as u32;
        for row in 0..rows {
            for column in 0..sheets.columns {
                let (left, top) =
                    (f64::from(column) * (room - sheets.overlap), f64::from(row) * (height - sheets.overlap));
                let (part_wide, part_high) = (room.min(wide - left), height.min(high - top));
                let (cut, cut_wide, cut_high) =
                    picture.part(left * fine, top * fine, part_wide * fine, part_high * fine);
                let mut page = Page::new(long, short);
                let shown = self.pdf.picture(cut_wide, cut_high, &cut)?;
                page.picture(shown, MARGIN, MARGIN, part_wide, part_high);
                marks(&mut page, sheets.overlap, (column > 0, row > 0), (part_wide, part_high));
                let letter = char::from(b'A' + (row % 26) as u8);
                let name = format!("{}  map {letter}{} of {} x {}", scene.title, column + 1, sheets.columns, rows);
                page.text(MARGIN, short - 4.0, 8.0, Face::Regular, &name);
                self.pdf.page(page)?;
            }
        }
        self.report.exact("map in pages that overlap", None);
        Ok(())
    }
}

/// Short lines outside the picture where the shared strip ends.
fn marks(page: &mut Page, overlap: f64, (left, above): (bool, bool), (wide, high): (f64, f64)) {
    let long = 5.0;
    if left {
        let x = MARGIN + overlap;
        page.line((x, MARGIN - long), (x, MARGIN - 1.0), 0.1);
        page.line((x, MARGIN + high + 1.0), (x, MARGIN + high + long - 1.0), 0.1);
    }
    if above {
        let y = MARGIN + overlap;
        page.line((MARGIN - long, y), (MARGIN - 1.0, y), 0.1);
        page.line((MARGIN + wide + 1.0, y), (MARGIN + wide + long, y), 0.1);
    }
}

/// A picture, three bytes to a pixel.
struct Pixels {
    wide: u32,
    high: u32,
    rgb: Vec<u8>,
}

impl Pixels {
    fn of(file: &[u8]) -> Result<Self, PrintError> {
        let failed = |error: png::DecodingError| PrintError::Picture(error.to_string());
        let mut decoder = png::Decoder::new(std::io::Cursor::new(file));
        decoder.set_transformations(png::Transformations::normalize_to_color8());
        let mut reader = decoder.read_info().map_err(failed)?;
        let size = reader.output_buffer_size().ok_or_else(|| PrintError::Picture("it is too large".to_owned()))?;
        let mut rgb = vec![0; size];
        let info = reader.next_frame(&mut rgb).map_err(failed)?;
        rgb.truncate(info.buffer_size());
        let rgb = match info.color_type {
            png::ColorType::Rgb => rgb,
            png::ColorType::Rgba => rgb.chunks_exact(4).flat_map(|pixel| [pixel[0], pixel[1], pixel[2]]).collect(),
            other => return Err(PrintError::Picture(format!("{other:?} is no colour of maps"))),
        };
        Ok(Self { wide: info.width, high: info.height, rgb })
    }

    /// A part of it, with its size: whole pixels, none outside.
    fn part(&self, left: f64, top: f64, wide: f64, high: f64) -> (Vec<u8>, u32, u32) {
        let inside = |at: f64, size: u32| (at.round().max(0.0) as u32).min(size);
        let (x0, y0) = (inside(left, self.wide - 1), inside(top, self.high - 1));
        let (x1, y1) = (inside(left + wide, self.wide).max(x0 + 1), inside(top + high, self.high).max(y0 + 1));
        let mut rgb = Vec::with_capacity(((x1 - x0) * (y1 - y0) * 3) as usize);
        for y in y0..y1 {
            let row = (y as usize * self.wide as usize + x0 as usize) * 3;
            rgb.extend_from_slice(&self.rgb[row..row + (x1 - x0) as usize * 3]);
        }
        (rgb, x1 - x0, y1 - y0)
    }
}
