//! A band of rows of the picture. Bands are painted side by side; where they are cut depends on the picture alone, so the same
//! scene gives the same bytes on any number of cores.

use tiny_skia::{FillRule, IntSize, Mask, PixmapMut, Transform};

use super::canvas::{paint, pen};
use super::glyphs::GlyphCache;
use super::path::Outline;
use super::record::{Mark, Recording};

/// Rows in a band.
pub(super) const ROWS: usize = 192;

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

    pub(super) fn size(self) -> Option<IntSize> {
        IntSize::from_wh(self.wide as u32, self.count as u32)
    }

    /// The part of an outline that can show in the band, when drawn this much wider than it is.
    pub(super) fn cut(self, outline: &Outline, margin: f32) -> Option<tiny_skia::Path> {
        let (top, bottom) = (self.top as f32, (self.top + self.count) as f32);
        outline.between(top - margin - 1.0, bottom + margin + 1.0).to_skia()
    }
}

/// Paints everything of a recording that shows in a band; `land` says how much of each of its pixels is land.
pub(super) fn draw(recording: &Recording, rows: Rows, pixels: &mut PixmapMut<'_>, land: Option<&Mask>) {
    let mut glyphs = GlyphCache::default();
    let (top, bottom) = (rows.top as f32, (rows.top + rows.count) as f32);
    for mark in &recording.marks {
        match mark {
            Mark::Fill { outline, ink, on_land } => {
                if let Some(path) = rows.cut(outline, 0.0) {
                    let mask = land.filter(|_| *on_land);
                    pixels.fill_path(&path, &paint(*ink), FillRule::Winding, rows.shift(), mask);
                }
            }
            Mark::Stroke { outline, ink, width, dash, on_land } => {
                if let Some(path) = rows.cut(outline, *width) {
                    let mask = land.filter(|_| *on_land);
                    pixels.stroke_path(&path, &paint(*ink), &pen(*width, *dash), rows.shift(), mask);
                }
            }
            Mark::Text(words) => {
                let (from, to) = words.rows();
                if from < bottom && to > top {
                    glyphs.draw(pixels, rows.top, &words.text());
                }
            }
        }
    }
}
