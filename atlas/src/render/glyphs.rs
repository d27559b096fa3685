//! Letters as small stamps of coverage, drawn once per size and then only blended. A map shows the same digits ten thousand
//! times.

use std::collections::BTreeMap;

use tiny_skia::{FillRule, Mask, PixmapMut, Transform};

use super::canvas::{Text, pen};
use super::colour::Ink;
use super::font::{self, Typeface};

/// Typeface, glyph, size in sixteenths, quarter of a pixel, width of the halo in eighths.
type Key = (Typeface, u16, u32, u8, u32);

struct Stamp {
    left: i32,
    top: i32,
    width: usize,
    cover: Vec<u8>,
}

#[derive(Default)]
pub(super) struct GlyphCache {
    stamps: BTreeMap<Key, Option<Stamp>>,
}

impl GlyphCache {
    /// Draws on pixels whose first row is `top` on the page.
    pub(super) fn draw(&mut self, pixels: &mut PixmapMut<'_>, top: usize, text: &Text<'_>) {
        let (letters, _) = font::set(text.typeface, text.words, text.spacing);
        let halo = text.halo.map(|(ink, width)| (ink, (width * 8.0).round() as u32));
        let layers = [halo, Some((text.ink, 0))];
        for (ink, halo) in layers.into_iter().flatten() {
            for letter in &letters {
                let x = text.x + letter.x * text.size;
                let quarters = (x * 4.0).round() as i64;
                let (whole, quarter) = (quarters.div_euclid(4) as i32, quarters.rem_euclid(4) as u8);
                let size = (text.size * 16.0).round() as u32;
                let key = (text.typeface, letter.glyph, size, quarter, halo);
                let stamp = self.stamps.entry(key).or_insert_with(|| stamp(key));
                if let Some(stamp) = stamp {
                    blend(pixels, stamp, whole, text.baseline.round() as i32 - top as i32, ink);
                }
            }
        }
    }
}

fn stamp((typeface, glyph, size, quarter, halo): Key) -> Option<Stamp> {
    let outline = font::outline(typeface, glyph).placed(size as f32 / 16.0, f32::from(quarter) / 4.0, 0.0);
    let mut path = outline.to_skia()?;
    if halo > 0 {
        path = path.stroke(&pen(halo as f32 / 4.0, None), 1.0)?;
    }
    let bounds = path.bounds();
    let (left, top) = (bounds.left().floor() as i32 - 1, bounds.top().floor() as i32 - 1);
    let (right, bottom) = (bounds.right().ceil() as i32 + 1, bounds.bottom().ceil() as i32 + 1);
    let (width, height) = ((right - left) as u32, (bottom - top) as u32);
    let mut mask = Mask::new(width, height)?;
    mask.fill_path(&path, FillRule::Winding, true, Transform::from_translate(-left as f32, -top as f32));
    Some(Stamp { left, top, width: width as usize, cover: mask.data().to_vec() })
}

fn blend(pixels: &mut PixmapMut<'_>, stamp: &Stamp, x: i32, y: i32, ink: Ink) {
    let (wide, high) = (pixels.width() as i32, pixels.height() as i32);
    let strength = (ink.opacity.clamp(0.0, 1.0) * 256.0) as u32;
    let data = pixels.data_mut();
    for (row, cover) in stamp.cover.chunks(stamp.width).enumerate() {
        let py = y + stamp.top + row as i32;
        if !(0..high).contains(&py) {
            continue;
        }
        for (column, &cover) in cover.iter().enumerate() {
            let px = x + stamp.left + column as i32;
            if cover == 0 || !(0..wide).contains(&px) {
                continue;
            }
            let share = u32::from(cover) * strength / 256;
            let at = (py as usize * wide as usize + px as usize) * 4;
            lerp(&mut data[at..at + 3], ink, share);
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
