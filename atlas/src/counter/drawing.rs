//! The shapes of a counter, and what becomes of them: pixels, a PNG file, SVG. What draws by itself, such as a window or a page,
//! takes the marks.

use std::fmt::Write as _;

use png::{BitDepth, ColorType, Encoder};
use tiny_skia::{Color, FillRule, LineCap, LineJoin, Paint, Pixmap, Shader, Stroke, Transform};

use crate::render::font;
use crate::render::{Outline, RenderError, Rgb, Typeface};

/// One shape, in parts of the width of the face.
#[derive(Clone, Debug, PartialEq)]
pub enum Mark {
    Fill {
        outline: Outline,
        colour: Rgb,
        opacity: f32,
    },
    /// Round ends and corners.
    Line {
        outline: Outline,
        colour: Rgb,
        width: f32,
    },
    /// Words between `x` and the right, standing on `baseline`.
    Words {
        words: String,
        typeface: Typeface,
        size: f32,
        x: f32,
        baseline: f32,
        colour: Rgb,
    },
}

/// Shapes in the order they are drawn. The face reaches from 0 to 1; badges reach out of it by [`Drawing::MARGIN`] at most.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Drawing {
    pub marks: Vec<Mark>,
}

/// A picture of a counter with its margin: rows from the top, four bytes each, the colours multiplied by the opacity.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pixels {
    /// Pixels on every side.
    pub side: u32,
    pub rgba: Vec<u8>,
}

impl Drawing {
    /// Air on every side of the face, in parts of its width.
    pub const MARGIN: f32 = 0.2;
    /// Larger pictures of one counter are of no use to anybody.
    pub const LARGEST: u32 = 4096;

    /// With a soft shadow below, for counters that lie on a map.
    #[must_use]
    pub fn with_shadow(mut self) -> Self {
        let shadow = |by: f32, opacity: f32| Mark::Fill {
            outline: super::pen::rounded(by * 0.4, by, 1.0, 1.0, 0.07),
            colour: Rgb(0x1A, 0x16, 0x10),
            opacity,
        };
        self.marks.splice(0..0, [shadow(0.075, 0.18), shadow(0.04, 0.22)]);
        self
    }

    /// Scaled, then moved: the face then begins at this corner and is `size` wide.
    #[must_use]
    pub fn placed(&self, x: f32, y: f32, size: f32) -> Self {
        let marks = self.marks.iter().map(|mark| match mark.clone() {
            Mark::Fill { outline, colour, opacity } => {
                Mark::Fill { outline: outline.placed(size, x, y), colour, opacity }
            }
            Mark::Line { outline, colour, width } => {
                Mark::Line { outline: outline.placed(size, x, y), colour, width: width * size }
            }
            Mark::Words { words, typeface, size: height, x: left, baseline, colour } => Mark::Words {
                words,
                typeface,
                size: height * size,
                x: left * size + x,
                baseline: baseline * size + y,
                colour,
            },
        });
        Self { marks: marks.collect() }
    }

    /// The same with words as outlines of their letters.
    #[must_use]
    pub fn outlined(&self) -> Self {
        let marks = self.marks.iter().map(|mark| match mark {
            Mark::Words { words, typeface, size, x, baseline, colour } => {
                let mut outline = Outline::default();
                for letter in font::set(*typeface, words, 0.0).0 {
                    let glyph = font::outline(*typeface, letter.glyph);
                    outline.extend(&glyph.placed(*size, x + letter.x * size, *baseline));
                }
                Mark::Fill { outline, colour: *colour, opacity: 1.0 }
            }
            other => other.clone(),
        });
        Self { marks: marks.collect() }
    }

    /// As SVG elements for a page of somebody else's, the corner of the face there. Words are outlines: no font is needed.
    #[must_use]
    pub fn svg_group(&self, x: f32, y: f32, size: f32) -> String {
        let mut text = String::from("<g>");
        for mark in self.outlined().placed(x, y, size).marks {
            match mark {
                Mark::Fill { outline, colour, opacity } => {
                    let _ = write!(text, "<path d=\"{}\" fill=\"{}\"", outline.to_svg(), colour.hex());
                    if opacity < 1.0 {
                        let _ = write!(text, " fill-opacity=\"{opacity:.2}\"");
                    }
                    text.push_str("/>");
                }
                Mark::Line { outline, colour, width } => {
                    let _ = write!(
                        text,
                        "<path d=\"{}\" fill=\"none\" stroke=\"{}\" stroke-width=\"{width:.2}\" stroke-linecap=\"round\" stroke-linejoin=\"round\"/>",
                        outline.to_svg(),
                        colour.hex()
                    );
                }
                Mark::Words { .. } => {}
            }
        }
        text.push_str("</g>\n");
        text
    }

    /// As a file of its own, the margin included.
    #[must_use]
    pub fn svg(&self, size: u32) -> String {
        let face = size as f32;
        let side = crate::render::number(face * (1.0 + 2.0 * Self::MARGIN));
        let group = self.svg_group(face * Self::MARGIN, face * Self::MARGIN, face);
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{side}\" height=\"{side}\" viewBox=\"0 0 {side} {side}\">\n{group}</svg>\n"
        )
    }

    /// As pixels, the face this wide, the margin included.
    pub fn pixels(&self, size: u32) -> Result<Pixels, RenderError> {
        let pixmap = self.painted(size)?;
        Ok(Pixels { side: pixmap.width(), rgba: pixmap.take() })
    }

    /// As a PNG file with a transparent ground, the face this wide, the margin included.
    pub fn png(&self, size: u32) -> Result<Vec<u8>, RenderError> {
        let pixmap = self.painted(size)?;
        let plain: Vec<u8> = pixmap
            .pixels()
            .iter()
            .map(|pixel| pixel.demultiply())
            .flat_map(|pixel| [pixel.red(), pixel.green(), pixel.blue(), pixel.alpha()])
            .collect();
        let mut file = Vec::new();
        let mut encoder = Encoder::new(&mut file, pixmap.width(), pixmap.height());
        encoder.set_depth(BitDepth::Eight);
        encoder.set_color(ColorType::Rgba);
        let written = encoder.write_header().and_then(|mut writer| writer.write_image_data(&plain));
        written.map_err(|error| RenderError::Packing(error.to_string()))?;
        Ok(file)
    }

    fn painted(&self, size: u32) -> Result<Pixmap, RenderError> {
        if size == 0 || size > Self::LARGEST {
            return Err(RenderError::BadCounter(size));
        }
        let margin = (size as f32 * Self::MARGIN).ceil();
        let side = size + 2 * margin as u32;
        let mut pixmap = Pixmap::new(side, side).ok_or(RenderError::BadCounter(size))?;
        for mark in self.outlined().placed(margin, margin, size as f32).marks {
            match mark {
                Mark::Fill { outline, colour, opacity } => {
                    if let Some(path) = outline.to_skia() {
                        let paint = paint(colour, opacity);
                        pixmap.fill_path(&path, &paint, FillRule::Winding, Transform::identity(), None);
                    }
                }
                Mark::Line { outline, colour, width } => {
                    if let Some(path) = outline.to_skia() {
                        let stroke =
                            Stroke { width, line_cap: LineCap::Round, line_join: LineJoin::Round, ..Stroke::default() };
                        pixmap.stroke_path(&path, &paint(colour, 1.0), &stroke, Transform::identity(), None);
                    }
                }
                Mark::Words { .. } => {}
            }
        }
        Ok(pixmap)
    }
}

fn paint(colour: Rgb, opacity: f32) -> Paint<'static> {
    let alpha = (opacity.clamp(0.0, 1.0) * 255.0).round() as u8;
    let shader = Shader::SolidColor(Color::from_rgba8(colour.0, colour.1, colour.2, alpha));
    Paint { shader, ..Paint::default() }
}
