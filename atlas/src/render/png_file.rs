//! Packing pixels into a PNG file: a table of colours where 256 are enough, and a fast packer, because packing is most of the
//! work of writing a map.

use std::collections::BTreeMap;

use flate2::{Compress, FlushCompress, Status};
use png::{BitDepth, ColorType, Compression, Encoder, Filter};
use rayon::prelude::*;

use super::RenderError;

/// Packs an opaque picture of four bytes a pixel.
pub(super) fn pack(data: &[u8], wide: u32, high: u32) -> Result<Vec<u8>, RenderError> {
    let mut file = Vec::with_capacity(data.len() / 8);
    let mut encoder = Encoder::new(&mut file, wide, high);
    encoder.set_depth(BitDepth::Eight);
    let bands: Vec<Band> =
        data.par_chunks(wide as usize * 4 * BAND).map(|band| Band::of(band, wide as usize)).collect();
    let packed = if let Some(table) = ColourTable::of(&bands) {
        encoder.set_color(ColorType::Indexed);
        encoder.set_palette(table.palette());
        let stream = deflate(&table, &bands)?;
        encoder.write_header().and_then(|mut writer| writer.write_chunk(png::chunk::IDAT, &stream))
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

/// Rows that are packed together. Fixed, so that the bytes do not depend on the number of cores.
const BAND: usize = 192;

/// The zlib stream of an indexed picture. Its bands are packed side by side, each ending on a whole byte, and joined.
/// Differences between places in a table say nothing, so rows stay as they are; the lightest levels of a real packer halve the
/// file against the fastest one and cost little.
fn deflate(table: &ColourTable, bands: &[Band]) -> Result<Vec<u8>, RenderError> {
    let last = bands.len().saturating_sub(1);
    let packed: Result<Vec<(Vec<u8>, Vec<u8>)>, RenderError> = bands
        .par_iter()
        .enumerate()
        .map(|(number, band)| {
            let raw = table.indices(band);
            let flush = if number == last { FlushCompress::Finish } else { FlushCompress::Sync };
            let packed = deflate_band(&raw, flush)?;
            Ok((raw, packed))
        })
        .collect();
    let mut stream = vec![0x78, 0x01];
    let mut sum = simd_adler32::Adler32::new();
    for (raw, packed) in packed? {
        sum.write(&raw);
        stream.extend_from_slice(&packed);
    }
    stream.extend_from_slice(&sum.finish().to_be_bytes());
    Ok(stream)
}

fn deflate_band(raw: &[u8], flush: FlushCompress) -> Result<Vec<u8>, RenderError> {
    let mut packer = Compress::new(flate2::Compression::new(2), false);
    let mut packed = Vec::with_capacity(raw.len() / 4 + 1024);
    loop {
        let taken = packer.total_in() as usize;
        let status = packer.compress_vec(&raw[taken..], &mut packed, flush);
        let status = status.map_err(|error| RenderError::Packing(error.to_string()))?;
        // A full buffer may hold something back; room left over means that all is out.
        if status == Status::StreamEnd || packer.total_in() as usize == raw.len() && packed.len() < packed.capacity() {
            return Ok(packed);
        }
        packed.reserve(raw.len() / 4 + 1024);
    }
}

/// Up to 256 colours that stand for all of a picture.
struct ColourTable {
    colours: Vec<[u8; 3]>,
    /// Every colour of the picture to its place in the table, by [`slot`].
    nearest: Vec<u8>,
    /// Places of the table in order of their slots, and where those of each slot begin.
    exact: Vec<u8>,
    exact_from: Vec<u16>,
}

/// Colours are told apart by 5 bits of red and blue and 6 of green; the table holds the commonest exact colour of each slot.
const SLOTS: usize = 1 << 16;

fn slot(red: u8, green: u8, blue: u8) -> usize {
    usize::from(red >> 3) << 11 | usize::from(green >> 2) << 5 | usize::from(blue >> 3)
}

impl ColourTable {
    /// `None` when a table would show: when many pixels lie far from every colour in it.
    fn of(bands: &[Band]) -> Option<Self> {
        let counted = bands.par_iter().map(Colours::of);
        let Colours { weights, exact } = counted.reduce_with(Colours::joined)?;
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
        let slots: Vec<usize> = colours.iter().map(|colour| slot(colour[0], colour[1], colour[2])).collect();
        let mut exact: Vec<u8> = (0..colours.len()).map(|place| place as u8).collect();
        exact.sort_by_key(|&place| (slots[usize::from(place)], place));
        let mut exact_from = vec![0_u16; SLOTS + 1];
        for at in slots {
            exact_from[at + 1] += 1;
        }
        for at in 0..SLOTS {
            exact_from[at + 1] += exact_from[at];
        }
        (far * 200 <= all).then_some(Self { colours, nearest, exact, exact_from })
    }

    fn palette(&self) -> Vec<u8> {
        self.colours.concat()
    }

    /// Where a colour stands in the table: exactly if it is there and fills more than a pixel, or what comes nearest.
    fn place(&self, colour: [u8; 3], length: u32) -> u8 {
        let at = slot(colour[0], colour[1], colour[2]);
        let known = &self.exact[usize::from(self.exact_from[at])..usize::from(self.exact_from[at + 1])];
        match known.iter().find(|&&place| length >= 2 && self.colours[usize::from(place)] == colour) {
            Some(&place) => place,
            None => self.nearest[at],
        }
    }

    /// The rows of a band as places in the table, each after the byte that says it is plain.
    fn indices(&self, band: &Band) -> Vec<u8> {
        let mut indices = Vec::with_capacity(band.rows * (band.wide + 1));
        let mut column = 0;
        for &(colour, length) in &band.runs {
            if column == 0 {
                indices.push(0);
            }
            let index = self.place(colour, length);
            indices.resize(indices.len() + length as usize, index);
            column = (column + length as usize) % band.wide;
        }
        indices
    }
}

/// How often colours occur.
struct Colours {
    /// By [`slot`].
    weights: Vec<u32>,
    /// Exact colours of plain areas.
    exact: BTreeMap<[u8; 3], u32>,
}

impl Colours {
    fn of(band: &Band) -> Self {
        let mut colours = Self { weights: vec![0; SLOTS], exact: BTreeMap::new() };
        for &(colour, length) in &band.runs {
            colours.weights[slot(colour[0], colour[1], colour[2])] += length;
            // Long runs are plain areas, whose colour must come out exactly.
            if length >= 12 {
                *colours.exact.entry(colour).or_default() += length;
            }
        }
        colours
    }

    fn joined(mut self, other: Self) -> Self {
        for (weight, more) in self.weights.iter_mut().zip(other.weights) {
            *weight += more;
        }
        for (colour, weight) in other.exact {
            *self.exact.entry(colour).or_default() += weight;
        }
        self
    }
}

/// Rows of a picture as stretches of equal pixels that end with the row.
struct Band {
    rows: usize,
    wide: usize,
    runs: Vec<([u8; 3], u32)>,
}

impl Band {
    fn of(data: &[u8], wide: usize) -> Self {
        let mut runs = Vec::with_capacity(data.len() / 32);
        for row in data.chunks_exact(wide * 4) {
            let mut rest = row;
            while let [red, green, blue, alpha, ..] = *rest {
                let length = stretch(rest, [red, green, blue, alpha]);
                runs.push(([red, green, blue], length as u32));
                rest = &rest[length * 4..];
            }
        }
        Self { rows: data.len() / (wide * 4), wide, runs }
    }
}

/// How many pixels of this colour the row begins with. Eight at a time once it is known to be plain, as most of a map is.
fn stretch(row: &[u8], colour: [u8; 4]) -> usize {
    let single = |from: usize, most: usize| {
        row[from * 4..].chunks_exact(4).take(most).take_while(|pixel| **pixel == colour).count()
    };
    let start = single(0, 8);
    if start < 8 {
        return start;
    }
    let eight: [u8; 32] = std::array::from_fn(|byte| colour[byte % 4]);
    let plain = start + row[start * 4..].chunks_exact(32).take_while(|chunk| **chunk == eight).count() * 8;
    plain + single(plain, 8)
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
    use tiny_skia::{Color, Pixmap};

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
        let file = pack(pixels.data(), pixels.width(), pixels.height()).expect("packed");
        let picture = decoded(&file);
        assert_eq!((picture.get_pixel(5, 5).0, picture.get_pixel(5, 30).0), ([200, 101, 53], [1, 2, 3]));
        assert!(file.len() < 400, "{}", file.len());
        assert_eq!(file, pack(pixels.data(), pixels.width(), pixels.height()).expect("packed"));
    }

    #[test]
    fn pictures_of_many_colours_keep_them() {
        let mut pixels = Pixmap::new(256, 64).expect("small");
        for (position, pixel) in pixels.data_mut().chunks_exact_mut(4).enumerate() {
            let noise = (position as u32).wrapping_mul(2_654_435_761).to_be_bytes();
            pixel.copy_from_slice(&[noise[0], noise[1], noise[2], 255]);
        }
        let picture = decoded(&pack(pixels.data(), pixels.width(), pixels.height()).expect("packed"));
        assert_eq!(picture.as_raw()[..3], pixels.data()[..3]);
    }
}
