//! A band of rows of the picture. Bands are painted side by side; where they are cut depends on the picture alone, so the same
//! scene gives the same bytes on any number of cores.

use tiny_skia::{PixmapMut, Transform};

use super::canvas::{paint, pen};
use super::coverage::Coverage;
use super::fills::Filler;
use super::glyphs::Stamps;
use super::path::Outline;
use super::record::Mark;
use super::strokes;

/// Rows in a band.
pub(super) const ROWS: usize = 96;

/// Which rows a band holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Rows {
    pub(super) top: usize,
    pub(super) count: usize,
    pub(super) wide: usize,
}

impl Rows {
    /// The band of this number of a picture.
    pub(super) fn of(number: usize, wide: usize, high: usize) -> Self {
        let top = number * ROWS;
        Self { top, count: ROWS.min(high - top), wide }
    }

    /// From the page to the band.
    pub(super) fn shift(self) -> Transform {
        Transform::from_translate(0.0, -(self.top as f32))
    }

    /// The part of an outline that can show in the band, when drawn this much wider than it is.
    pub(super) fn cut(self, outline: &Outline, margin: f32) -> Option<tiny_skia::Path> {
        let (top, bottom) = (self.top as f32, (self.top + self.count) as f32);
        outline.between(top - margin - 1.0, bottom + margin + 1.0).to_skia()
    }
}

/// What draws on one band after the other.
pub(super) struct Painter {
    cover: Coverage,
    filler: Filler,
}

impl Painter {
    pub(super) fn new(rows: Rows) -> Self {
        Self { cover: Coverage::new(rows), filler: Filler::default() }
    }

    /// Paints marks that can show in a band; `land` says how much of each of its pixels is land.
    pub(super) fn draw(
        &mut self,
        marks: &[&Mark],
        text: &Stamps<'_>,
        rows: Rows,
        pixels: &mut PixmapMut<'_>,
        land: &[u8],
    ) {
        self.cover.move_to(rows);
        for mark in marks {
            match mark {
                Mark::Fill { shape, ink, on_land } => {
                    self.filler.fill(&shape.outline, &mut self.cover);
                    self.cover.blend(pixels.data_mut(), *ink, on_land.then_some(land));
                }
                Mark::Stroke { shape, ink, width, dash: None, on_land } => {
                    strokes::stroke(&shape.outline, *width, &mut self.cover);
                    self.cover.blend(pixels.data_mut(), *ink, on_land.then_some(land));
                }
                Mark::Stroke { shape, ink, width, dash, .. } => {
                    if let Some(path) = rows.cut(&shape.outline, *width) {
                        pixels.stroke_path(&path, &paint(*ink), &pen(*width, *dash), rows.shift(), None);
                    }
                }
                Mark::Text(set) => text.draw(pixels, rows.top, set),
            }
        }
    }
}
