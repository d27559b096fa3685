//! Decoding a picture without trusting it: its size is read and judged before any pixel is.

use std::io::Cursor;

use image::{ImageError, ImageReader};
use thiserror::Error;

/// An opened picture, as red, green, blue.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Picture {
    pub width: u32,
    pub height: u32,
    pixels: Vec<[u8; 3]>,
}

/// What a picture may cost.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Longest side in pixels.
    pub longest_side: u32,
    /// Decoded size in bytes.
    pub decoded_bytes: u64,
}

impl Default for Limits {
    /// Enough for a large map scanned at 300 dots per inch.
    fn default() -> Self {
        Self { longest_side: 20_000, decoded_bytes: 512 * 1024 * 1024 }
    }
}

/// Why a picture cannot be opened.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum PictureError {
    #[error("this is no PNG or JPEG picture")]
    NotAPicture,
    #[error("the picture is empty")]
    Empty,
    #[error("the picture is {width} x {height} pixels; the longest side may have {most}")]
    TooLong { width: u32, height: u32, most: u32 },
    #[error("the picture would take {needed} bytes of memory; {most} are allowed")]
    TooHeavy { needed: u64, most: u64 },
    #[error("the picture is damaged: {0}")]
    Damaged(String),
}

/// The largest number of bytes a decoder keeps for one pixel: four channels of sixteen bits.
const HEAVIEST_PIXEL: u64 = 8;

impl Picture {
    /// Opens a picture from the bytes of its file.
    pub fn open(bytes: &[u8], limits: Limits) -> Result<Self, PictureError> {
        let (width, height) = reader(bytes)?.into_dimensions().map_err(|error| judged(&error))?;
        if width == 0 || height == 0 {
            return Err(PictureError::Empty);
        }
        if width.max(height) > limits.longest_side {
            return Err(PictureError::TooLong { width, height, most: limits.longest_side });
        }
        let needed = u64::from(width) * u64::from(height) * HEAVIEST_PIXEL;
        if needed > limits.decoded_bytes {
            return Err(PictureError::TooHeavy { needed, most: limits.decoded_bytes });
        }
        let mut reader = reader(bytes)?;
        let mut allowed = image::Limits::default();
        allowed.max_image_width = Some(limits.longest_side);
        allowed.max_image_height = Some(limits.longest_side);
        allowed.max_alloc = Some(limits.decoded_bytes);
        reader.limits(allowed);
        let decoded = reader.decode().map_err(|error| judged(&error))?;
        let pixels = decoded.into_rgb8().pixels().map(|pixel| pixel.0).collect();
        Ok(Self { width, height, pixels })
    }

    /// A picture from pixels in reading order; `None` when their number does not fit.
    #[must_use]
    pub fn from_pixels(width: u32, height: u32, pixels: Vec<[u8; 3]>) -> Option<Self> {
        (pixels.len() as u64 == u64::from(width) * u64::from(height)).then_some(Self { width, height, pixels })
    }

    pub fn pixels(&self) -> &[[u8; 3]] {
        &self.pixels
    }

    /// The colour at a point in pixels; `None` off the picture.
    #[must_use]
    pub fn colour(&self, x: f64, y: f64) -> Option<[u8; 3]> {
        let inside = x >= 0.0 && y >= 0.0 && x < f64::from(self.width) && y < f64::from(self.height);
        inside.then(|| self.pixels[y as usize * self.width as usize + x as usize])
    }
}

fn reader(bytes: &[u8]) -> Result<ImageReader<Cursor<&[u8]>>, PictureError> {
    let reader = ImageReader::new(Cursor::new(bytes));
    let reader = reader.with_guessed_format().map_err(|_| PictureError::NotAPicture)?;
    if reader.format().is_some() { Ok(reader) } else { Err(PictureError::NotAPicture) }
}

fn judged(error: &ImageError) -> PictureError {
    match error {
        ImageError::Unsupported(_) => PictureError::NotAPicture,
        other => PictureError::Damaged(other.to_string()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn png(width: u32, height: u32) -> Vec<u8> {
        let mut bytes = Vec::new();
        let picture = image::RgbImage::from_pixel(width, height, image::Rgb([10, 20, 30]));
        picture.write_to(&mut Cursor::new(&mut bytes), image::ImageFormat::Png).expect("written");
        bytes
    }

    #[test]
    fn a_sound_picture_opens() {
        let picture = Picture::open(&png(3, 2), Limits::default()).expect("sound");
        assert_eq!((picture.width, picture.height, picture.colour(2.9, 1.9)), (3, 2, Some([10, 20, 30])));
        assert_eq!(picture.colour(3.0, 0.0), None);
    }

    #[test]
    fn anything_else_gets_a_message() {
        let check = |bytes: &[u8], limits: Limits, expected: &str| {
            let message = Picture::open(bytes, limits).expect_err("refused").to_string();
            assert!(message.starts_with(expected), "{message}");
        };
        let limits = Limits::default();
        check(b"", limits, "this is no PNG or JPEG picture");
        check(b"GIF89a and more", limits, "this is no PNG or JPEG picture");
        check(&png(3, 2)[..30], limits, "the picture is damaged");
        check(
            &png(40, 2),
            Limits { longest_side: 30, ..limits },
            "the picture is 40 x 2 pixels; the longest side may have 30",
        );
        check(&png(40, 40), Limits { decoded_bytes: 4000, ..limits }, "the picture would take 12800 bytes of memory");
        // A header that promises more than there is: refused by its size, before anything is set aside for it.
        let mut bomb = png(3, 2);
        bomb[16..20].copy_from_slice(&[0x7F, 0xFF, 0xFF, 0xFF]);
        assert!(Picture::open(&bomb, limits).is_err());
    }
}
