//! Packing pixels into a PNG file: a table of colours where 256 are enough, and a fast packer, because packing is most of the
//! work of writing a map.

use flate2::{Compress, FlushCompress, Status};
use png::{BitDepth, ColorType, Compression, Encoder, Filter};
use rayon::prelude::*;

use super::RenderError;
use super::colour_table::ColourTable;
use super::stretches::Stretches;

/// Packs an opaque picture. Bands are packed on their own, so the bytes do not depend on the number of cores.
pub(super) fn pack(bands: &[Stretches], wide: u32, high: u32) -> Result<Vec<u8>, RenderError> {
    let mut file = Vec::with_capacity(wide as usize * high as usize / 4);
    let mut encoder = Encoder::new(&mut file, wide, high);
    encoder.set_depth(BitDepth::Eight);
    let packed = if let Some(table) = ColourTable::of(bands) {
        encoder.set_color(ColorType::Indexed);
        encoder.set_palette(table.palette());
        let stream = deflate(&table, bands)?;
        encoder.write_header().and_then(|mut writer| writer.write_chunk(png::chunk::IDAT, &stream))
    } else {
        encoder.set_compression(Compression::Fast);
        encoder.set_filter(Filter::Up);
        encoder.set_color(ColorType::Rgb);
        let mut colours = Vec::with_capacity(wide as usize * high as usize * 3);
        for &(colour, length) in bands.iter().flat_map(|band| &band.runs) {
            (0..length).for_each(|_| colours.extend_from_slice(&colour));
        }
        encoder.write_header().and_then(|mut writer| writer.write_image_data(&colours))
    };
    packed.map_err(|error| RenderError::Packing(error.to_string()))?;
    Ok(file)
}

/// The zlib stream of an indexed picture. Its bands are packed side by side, each ending on a whole byte, and joined.
/// Differences between places in a table say nothing, so rows stay as they are; the lightest levels of a real packer halve the
/// file against the fastest one and cost little.
fn deflate(table: &ColourTable, bands: &[Stretches]) -> Result<Vec<u8>, RenderError> {
    let last = bands.len().saturating_sub(1);
    let packed = bands
        .par_iter()
        .enumerate()
        .map(|(number, band)| {
            let raw = table.indices(band);
            let flush = if number == last { FlushCompress::Finish } else { FlushCompress::Sync };
            let packed = deflate_band(&raw, flush)?;
            Ok((raw, packed))
        })
        .collect::<Result<Vec<_>, RenderError>>()?;
    let mut stream = vec![0x78, 0x01];
    let mut sum = simd_adler32::Adler32::new();
    for (raw, packed) in packed {
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

#[cfg(test)]
mod tests {
    use super::*;
    use tiny_skia::{Color, Pixmap};

    fn decoded(file: &[u8]) -> image::RgbImage {
        image::load_from_memory(file).expect("a sound PNG").into_rgb8()
    }

    fn packed(pixels: &Pixmap) -> Result<Vec<u8>, RenderError> {
        let wide = pixels.width() as usize;
        let bands: Vec<Stretches> = pixels.data().chunks(wide * 4 * 16).map(|band| Stretches::of(band, wide)).collect();
        pack(&bands, pixels.width(), pixels.height())
    }

    #[test]
    fn plain_areas_come_out_exactly() {
        let mut pixels = Pixmap::new(60, 40).expect("small");
        pixels.fill(Color::from_rgba8(1, 2, 3, 255));
        for pixel in pixels.data_mut()[..60 * 20 * 4].chunks_exact_mut(4) {
            pixel.copy_from_slice(&[200, 101, 53, 255]);
        }
        let file = packed(&pixels).expect("packed");
        let picture = decoded(&file);
        assert_eq!((picture.get_pixel(5, 5).0, picture.get_pixel(5, 30).0), ([200, 101, 53], [1, 2, 3]));
        assert!(file.len() < 400, "{}", file.len());
        assert_eq!(file, packed(&pixels).expect("packed"));
    }

    #[test]
    fn pictures_of_many_colours_keep_them() {
        let mut pixels = Pixmap::new(256, 64).expect("small");
        for (position, pixel) in pixels.data_mut().chunks_exact_mut(4).enumerate() {
            let noise = (position as u32).wrapping_mul(2_654_435_761).to_be_bytes();
            pixel.copy_from_slice(&[noise[0], noise[1], noise[2], 255]);
        }
        let picture = decoded(&packed(&pixels).expect("packed"));
        assert_eq!(picture.as_raw()[..3], pixels.data()[..3]);
    }
}
