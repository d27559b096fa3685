//! How much of each pixel of a band something covers. Shapes are gathered here first and then blended once, so that pieces of one
//! shape that overlap do not show through each other.

use super::band::Rows;
use super::colour::Ink;

/// Nothing is covered between two shapes.
pub(super) struct Coverage {
    rows: Rows,
    values: Vec<u8>,
    /// From where to where each row may be covered.
    touched: Vec<(usize, usize)>,
}

const UNTOUCHED: (usize, usize) = (usize::MAX, 0);

impl Coverage {
    pub(super) fn new(rows: Rows) -> Self {
        Self { rows, values: vec![0; rows.wide * rows.count], touched: vec![UNTOUCHED; rows.count] }
    }

    /// Goes on to another band.
    pub(super) fn move_to(&mut self, rows: Rows) {
        self.rows = rows;
        self.values.resize(rows.wide * rows.count, 0);
        self.touched.resize(rows.count, UNTOUCHED);
    }

    /// What is covered of each pixel.
    pub(super) fn into_values(self) -> Vec<u8> {
        self.values
    }

    pub(super) fn rows(&self) -> Rows {
        self.rows
    }

    /// Pixels of a row of the band, counted from its top, to be covered by the caller.
    pub(super) fn part(&mut self, row: usize, from: usize, to: usize) -> &mut [u8] {
        let touched = &mut self.touched[row];
        *touched = (touched.0.min(from), touched.1.max(to));
        let start = row * self.rows.wide;
        &mut self.values[start + from..start + to]
    }

    /// Paints what is covered, only on land where `land` is given, and forgets it.
    pub(super) fn blend(&mut self, pixels: &mut [u8], ink: Ink, land: Option<&[u8]>) {
        let wide = self.rows.wide;
        let alpha = (ink.opacity.clamp(0.0, 1.0) * 255.0).round() as u16;
        for (row, touched) in self.touched.iter_mut().enumerate() {
            let (from, to) = std::mem::replace(touched, UNTOUCHED);
            if from >= to {
                continue;
            }
            let (from, to) = (row * wide + from, row * wide + to);
            let values = &mut self.values[from..to];
            let brush = Brush { alpha, colour: [ink.colour.0, ink.colour.1, ink.colour.2, 255] };
            brush.row(&mut pixels[from * 4..to * 4], values, land.map(|land| &land[from..to]));
            values.fill(0);
        }
    }
}

#[derive(Clone, Copy)]
struct Brush {
    alpha: u16,
    colour: [u8; 4],
}

impl Brush {
    fn row(self, pixels: &mut [u8], covers: &[u8], land: Option<&[u8]>) {
        let (pixels, _) = pixels.as_chunks_mut::<4>();
        let (eights, rest) = covers.as_chunks::<8>();
        let mut start = 0;
        for covers in eights {
            // Most pixels are not covered: pass over them eight at a time.
            if *covers != [0; 8] {
                let land = land.and_then(|land| land[start..].first_chunk());
                if let Some(pixels) = pixels[start..].first_chunk_mut() {
                    self.dab_eight(pixels, *covers, land.copied().unwrap_or([255; 8]));
                }
            }
            start += 8;
        }
        for (x, (pixel, &cover)) in pixels[start..].iter_mut().zip(rest).enumerate() {
            self.dab(pixel, self.share(cover, land.map_or(255, |land| land[start + x])));
        }
    }

    fn share(self, cover: u8, land: u8) -> u16 {
        part(part(u16::from(cover) * u16::from(land)) * self.alpha)
    }

    /// All eight alike, so that they can be worked out side by side.
    fn dab_eight(self, pixels: &mut [[u8; 4]; 8], covers: [u8; 8], land: [u8; 8]) {
        let shares: [u16; 8] = std::array::from_fn(|x| self.share(covers[x], land[x]));
        for (pixel, share) in pixels.iter_mut().zip(shares) {
            self.dab(pixel, share);
        }
    }

    fn dab(self, pixel: &mut [u8; 4], share: u16) {
        for (channel, wanted) in pixel.iter_mut().zip(self.colour) {
            *channel = part(u16::from(*channel) * (255 - share) + u16::from(wanted) * share) as u8;
        }
    }
}

/// A 255th, rounded.
const fn part(value: u16) -> u16 {
    (value + 128 + ((value + 128) >> 8)) >> 8
}

#[cfg(test)]
mod tests {
    use super::super::colour::{Rgb, ink};
    use super::*;

    #[test]
    fn covered_pixels_take_the_ink_once() {
        let rows = Rows { top: 0, count: 2, wide: 20 };
        let mut cover = Coverage::new(rows);
        cover.part(1, 3, 6).copy_from_slice(&[255, 128, 0]);
        let mut pixels = [100, 100, 100, 255].repeat(2 * 20);
        let land: Vec<u8> = (0..40).map(|at| if at == 24 { 0 } else { 255 }).collect();
        let red = ink(Rgb(200, 0, 100), 1.0);
        cover.blend(&mut pixels, red, Some(&land));
        assert_eq!(pixels[23 * 4..26 * 4], [200, 0, 100, 255, 100, 100, 100, 255, 100, 100, 100, 255]);
        cover.part(1, 4, 5)[0] = 128;
        cover.blend(&mut pixels, red, None);
        assert_eq!(pixels[24 * 4..25 * 4], [150, 50, 100, 255]);
        let before = pixels.clone();
        cover.blend(&mut pixels, red, None);
        assert_eq!(pixels, before, "forgotten");
    }
}
