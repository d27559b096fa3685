//! Letters as small stamps of coverage, drawn once per size and then only blended. A map shows the same digits ten thousand
//! times.

use std::collections::BTreeMap;
use std::ops::Range;

use rayon::prelude::*;
use tiny_skia::PixmapMut;

use super::band::Rows;
use super::canvas::Text;
use super::colour::Ink;
use super::coverage::Coverage;
use super::fills::Filler;
use super::font::{self, Typeface};
use super::strokes;

/// Typeface, glyph, size in sixteenths, quarter of a pixel, width of the halo in eighths.
type Key = (Typeface, u16, u32, u8, u32);

/// A line of text or its halo, set in stamps.
#[derive(Clone, Debug)]
pub(super) struct Set {
    /// Which of [`Letters::places`].
    letters: Range<usize>,
    baseline: i32,
    ink: Ink,
    /// The rows it can touch.
    pub(super) heights: (f32, f32),
}

/// The letters of all text.
#[derive(Clone, Debug, Default)]
pub(super) struct Letters {
    keys: BTreeMap<Key, usize>,
    /// Which stamp, and where it starts.
    places: Vec<(usize, i32)>,
}

impl Letters {
    /// Sets a text: its halo, if it has one, and itself.
    pub(super) fn set(&mut self, text: &Text<'_>) -> impl Iterator<Item = Set> + use<> {
        let (letters, _) = font::set(text.typeface, text.words, text.spacing);
        let size = (text.size * 16.0).round() as u32;
        let halo = text.halo.map(|(ink, width)| (ink, (width * 8.0).round() as u32));
        // No letter or halo reaches farther than twice its size.
        let heights = (text.baseline - 2.0 * text.size, text.baseline + 2.0 * text.size);
        let mut layer = |(ink, halo): (Ink, u32)| {
            let start = self.places.len();
            for letter in &letters {
                let quarters = ((text.x + letter.x * text.size) * 4.0).round() as i64;
                let (whole, quarter) = (quarters.div_euclid(4) as i32, quarters.rem_euclid(4) as u8);
                let next = self.keys.len();
                let stamp = *self.keys.entry((text.typeface, letter.glyph, size, quarter, halo)).or_insert(next);
                self.places.push((stamp, whole));
            }
            Set { letters: start..self.places.len(), baseline: text.baseline.round() as i32, ink, heights }
        };
        let halo = halo.map(&mut layer);
        [halo, Some(layer((text.ink, 0)))].into_iter().flatten()
    }

    /// Draws every stamp once.
    pub(super) fn stamps(&self) -> Stamps<'_> {
        let mut keys: Vec<(Key, usize)> = self.keys.iter().map(|(key, number)| (*key, *number)).collect();
        keys.sort_unstable_by_key(|&(_, number)| number);
        Stamps {
            places: &self.places,
            stamps: keys.into_par_iter().map_init(Filler::default, |filler, (key, _)| stamp(filler, key)).collect(),
        }
    }
}

struct Stamp {
    left: i32,
    top: i32,
    width: usize,
    cover: Vec<u8>,
}

/// The stamps of [`Letters`].
pub(super) struct Stamps<'a> {
    places: &'a [(usize, i32)],
    stamps: Vec<Option<Stamp>>,
}

impl Stamps<'_> {
    /// Draws on pixels whose first row is `top` on the page.
    pub(super) fn draw(&self, pixels: &mut PixmapMut<'_>, top: usize, set: &Set) {
        for &(stamp, x) in &self.places[set.letters.clone()] {
            if let Some(stamp) = &self.stamps[stamp] {
                blend(pixels, stamp, x, set.baseline.saturating_sub(top as i32), set.ink);
            }
        }
    }
}

fn stamp(filler: &mut Filler, (typeface, glyph, size, quarter, halo): Key) -> Option<Stamp> {
    let outline = font::outline(typeface, glyph).placed(size as f32 / 16.0, f32::from(quarter) / 4.0, 0.0);
    let reach = halo as f32 / 8.0;
    let (left, top, right, bottom) = outline.bounds()?;
    let (left, top) = ((left - reach).floor() - 1.0, (top - reach).floor() - 1.0);
    let (width, height) = ((right + reach - left).ceil() as usize + 1, (bottom + reach - top).ceil() as usize + 1);
    let mut cover = Coverage::new(Rows { top: 0, count: height, wide: width });
    let outline = outline.placed(1.0, -left, -top);
    if halo > 0 {
        strokes::stroke(&outline, reach * 2.0, &mut cover);
    } else {
        filler.fill(&outline, &mut cover);
    }
    Some(Stamp { left: left as i32, top: top as i32, width, cover: cover.into_values() })
}

fn blend(pixels: &mut PixmapMut<'_>, stamp: &Stamp, x: i32, y: i32, ink: Ink) {
    let (wide, high) = (pixels.width() as usize, pixels.height() as i32);
    let strength = (ink.opacity.clamp(0.0, 1.0) * 256.0) as u32;
    let data = pixels.data_mut();
    let left = x.saturating_add(stamp.left);
    // What hangs over either side is left out.
    let hidden = (left.min(0).unsigned_abs() as usize).min(stamp.width);
    let from = left.max(0) as usize;
    for (row, cover) in stamp.cover.chunks(stamp.width).enumerate() {
        let py = y.saturating_add(stamp.top).saturating_add(row as i32);
        if !(0..high).contains(&py) || from >= wide {
            continue;
        }
        let row = &mut data[(py as usize * wide + from) * 4..(py as usize + 1) * wide * 4];
        for (pixel, &cover) in row.chunks_exact_mut(4).zip(&cover[hidden..]) {
            if cover > 0 {
                lerp(&mut pixel[..3], ink, u32::from(cover) * strength / 256);
            }
        }
    }
}

/// Moves an opaque pixel toward a colour; `share` runs from 0 to 255.
pub(super) fn lerp(pixel: &mut [u8], ink: Ink, share: u32) {
    let colour = [ink.colour.0, ink.colour.1, ink.colour.2];
    for (channel, wanted) in pixel.iter_mut().zip(colour) {
        *channel = ((u32::from(*channel) * (255 - share) + u32::from(wanted) * share + 127) / 255) as u8;
    }
}
