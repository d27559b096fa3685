//! Packing pixels into a PNG file: a table of colours where 256 are enough, and a fast packer, because packing is most of the
//! work of writing a map.

use std::collections::BTreeMap;

use png::{BitDepth, ColorType, Compression, DeflateCompression, Encoder, Filter};
use tiny_skia::Pixmap;

use super::RenderError;

/// Packs an opaque picture.
pub(super) fn pack(pixels: &Pixmap) -> Result<Vec<u8>, RenderError> {
    let data = pixels.data();
    let (wide, high) = (pixels.width(), pixels.height());
    let mut file = Vec::with_capacity(data.len() / 8);
    let mut encoder = Encoder::new(&mut file, wide, high);
    encoder.set_depth(BitDepth::Eight);
    let packed = if let Some(table) = ColourTable::of(data) {
        // Differences between places in a table say nothing, so rows stay as they are; the lightest levels of a real packer
        // halve the file against the fastest one and cost little.
        encoder.set_filter(Filter::NoFilter);
        encoder.set_deflate_compression(DeflateCompression::Level(2));
        encoder.set_color(ColorType::Indexed);
        encoder.set_palette(table.palette());
        let indices = table.indices(data);
        encoder.write_header().and_then(|mut writer| writer.write_image_data(&indices))
    } else {
        encoder.set_compression(Compression::Fast);
        encoder.set_filter(Filter::Up);
        encoder.set_color(ColorType::Rgb);
        let colours: Vec<u8> = data.chunks_exact(4).flat_map(|pixel| [pixel[0], pixel[1], pixel[2]]).collect();
        encoder.write_header().and_then(|mut writer| writer.write_image_data(&colours))
    };
    packed.map_err(|error| RenderError::Packing(error.to_string()))?;
    Ok(file)
}

/// Up to 256 colours that stand for all of a picture.
struct ColourTable {
    colours: Vec<[u8; 3]>,
    /// Every colour of the picture to its place in the table, by [`slot`].
    nearest: Vec<u8>,
}

/// Colours are told apart by 5 bits of red and blue and 6 of green; the table holds the commonest exact colour of each slot.
const SLOTS: usize = 1 << 16;

fn slot(red: u8, green: u8, blue: u8) -> usize {
    usize::from(red >> 3) << 11 | usize::from(green >> 2) << 5 | usize::from(blue >> 3)
}

impl ColourTable {
    /// `None` when a table would show: when many pixels lie far from every colour in it.
    fn of(data: &[u8]) -> Option<Self> {
        let runs = runs(data);
        let mut weights = vec![0_u32; SLOTS];
        let mut exact: BTreeMap<[u8; 3], u32> = BTreeMap::new();
        for &(colour, length) in &runs {
            weights[slot(colour[0], colour[1], colour[2])] += length;
            // Long runs are plain areas, whose colour must come out exactly.
            if length >= 12 {
                *exact.entry(colour).or_default() += length;
            }
        }
        let mut plain: Vec<([u8; 3], u32)> = exact.into_iter().collect();
        plain.sort_by_key(|&(colour, weight)| (std::cmp::Reverse(weight), colour));
        plain.truncate(160);
        let mut colours: Vec<[u8; 3]> = plain.iter().map(|&(colour, _)| colour).collect();
        let taken: std::collections::BTreeSet<usize> =
            colours.iter().map(|colour| slot(colour[0], colour[1], colour[2])).collect();
        let mut others: Vec<usize> = (0..SLOTS).filter(|at| weights[*at] > 0 && !taken.contains(at)).collect();
        others.sort_by_key(|&at| (std::cmp::Reverse(weights[at]), at));
        let middle =
            |at: usize| [((at >> 11) << 3 | 4) as u8, ((at >> 5 & 63) << 2 | 2) as u8, ((at & 31) << 3 | 4) as u8];
        colours.extend(others.iter().take(256 - colours.len()).map(|&at| middle(at)));
        let mut nearest = vec![0; SLOTS];
        let (mut far, mut all) = (0_u64, 0_u64);
        for at in (0..SLOTS).filter(|&at| weights[at] > 0) {
            let (position, away) = closest(&colours, middle(at));
            nearest[at] = position;
            all += u64::from(weights[at]);
            if away > 900 {
                far += u64::from(weights[at]);
            }
        }
        (far * 200 <= all).then_some(Self { colours, nearest })
    }

    fn palette(&self) -> Vec<u8> {
        self.colours.concat()
    }

    fn indices(&self, data: &[u8]) -> Vec<u8> {
        let exact: BTreeMap<[u8; 3], u8> =
            self.colours.iter().enumerate().map(|(position, &colour)| (colour, position as u8)).rev().collect();
        let mut indices = Vec::with_capacity(data.len() / 4);
        for (colour, length) in runs(data) {
            let known = if length >= 2 { exact.get(&colour) } else { None };
            let index = known.copied().unwrap_or(self.nearest[slot(colour[0], colour[1], colour[2])]);
            indices.resize(indices.len() + length as usize, index);
        }
        indices
    }
}

/// Stretches of equal pixels.
fn runs(data: &[u8]) -> Vec<([u8; 3], u32)> {
    let mut runs: Vec<([u8; 3], u32)> = Vec::new();
    for pixel in data.chunks_exact(4) {
        let colour = [pixel[0], pixel[1], pixel[2]];
        match runs.last_mut() {
            Some((last, length)) if *last == colour => *length += 1,
            _ => runs.push((colour, 1)),
        }
    }
    runs
}

fn closest(colours: &[[u8; 3]], colour: [u8; 3]) -> (u8, i32) {
    let away = |other: &[u8; 3]| {
        let square = |channel: usize| (i32::from(other[channel]) - i32::from(colour[channel])).pow(2);
        2 * square(0) + 4 * square(1) + 3 * square(2)
    };
    let best = colours.iter().map(away).enumerate().min_by_key(|&(position, away)| (away, position));
    best.map_or((0, 0), |(position, away)| (position as u8, away))
}

#[cfg(test)]
mod tests {
    use super::*;
    use tiny_skia::Color;

    fn decoded(file: &[u8]) -> image::RgbImage {
        image::load_from_memory(file).expect("a sound PNG").into_rgb8()
    }

    #[test]
    fn plain_areas_come_out_exactly() {
        let mut pixels = Pixmap::new(60, 40).expect("small");
        pixels.fill(Color::from_rgba8(1, 2, 3, 255));
        for pixel in pixels.data_mut()[..60 * 20 * 4].chunks_exact_mut(4) {
            pixel.copy_from_slice(&[200, 101, 53, 255]);
        }
        let file = pack(&pixels).expect("packed");
        let picture = decoded(&file);
        assert_eq!((picture.get_pixel(5, 5).0, picture.get_pixel(5, 30).0), ([200, 101, 53], [1, 2, 3]));
        assert!(file.len() < 400, "{}", file.len());
        assert_eq!(file, pack(&pixels).expect("packed"));
    }

    #[test]
    fn pictures_of_many_colours_keep_them() {
        let mut pixels = Pixmap::new(256, 64).expect("small");
        for (position, pixel) in pixels.data_mut().chunks_exact_mut(4).enumerate() {
            let noise = (position as u32).wrapping_mul(2_654_435_761).to_be_bytes();
            pixel.copy_from_slice(&[noise[0], noise[1], noise[2], 255]);
        }
        let picture = decoded(&pack(&pixels).expect("packed"));
        assert_eq!(picture.as_raw()[..3], pixels.data()[..3]);
    }
}
