//! Small drawings that are no maps, such as charts: rectangles, lines and words, painted in pixels with the bundled letters.

use png::{BitDepth, ColorType, Encoder};
use tiny_skia::{FillRule, Path, PathBuilder, Pixmap, Rect, Transform};

use super::RenderError;
use super::canvas::{paint, pen};
use super::colour::{Ink, Rgb, ink};
use super::font::{self, Typeface};
use super::path::Step;

/// Where words stand to their point.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Anchor {
    Start,
    Middle,
    End,
}

/// One thing to draw, in pixels.
#[derive(Clone, Debug, PartialEq)]
pub enum Mark {
    Area { points: Vec<(f32, f32)>, colour: Rgb, opacity: f32 },
    Line { points: Vec<(f32, f32)>, colour: Rgb, width: f32, dash: Option<[f32; 2]> },
    Words { at: (f32, f32), size: f32, anchor: Anchor, bold: bool, words: String, colour: Rgb },
}

/// Draws marks on paper of a colour, as a PNG file.
pub fn png(marks: &[Mark], width: u32, height: u32, paper: Rgb) -> Result<Vec<u8>, RenderError> {
    let mut pixels = Pixmap::new(width, height).ok_or(RenderError::BadWidth(width))?;
    if let Some(all) = Rect::from_xywh(0.0, 0.0, width as f32, height as f32) {
        pixels.fill_rect(all, &paint(ink(paper, 1.0)), Transform::identity(), None);
    }
    for mark in marks {
        draw(mark, &mut pixels);
    }
    let colours: Vec<u8> =
        pixels.pixels().iter().flat_map(|pixel| [pixel.red(), pixel.green(), pixel.blue()]).collect();
    let mut file = Vec::new();
    let mut encoder = Encoder::new(&mut file, width, height);
    encoder.set_depth(BitDepth::Eight);
    encoder.set_color(ColorType::Rgb);
    let written = encoder.write_header().and_then(|mut writer| writer.write_image_data(&colours));
    written.map_err(|error| RenderError::Packing(error.to_string()))?;
    Ok(file)
}

fn draw(mark: &Mark, pixels: &mut Pixmap) {
    match mark {
        Mark::Area { points, colour, opacity } => {
            if let Some(path) = polygon(points, true) {
                fill(pixels, &path, ink(*colour, *opacity));
            }
        }
        Mark::Line { points, colour, width, dash } => {
            if let Some(path) = polygon(points, false) {
                pixels.stroke_path(&path, &paint(Ink::from(*colour)), &pen(*width, *dash), Transform::identity(), None);
            }
        }
        Mark::Words { at, size, anchor, bold, words, colour } => {
            let typeface = if *bold { Typeface::Bold } else { Typeface::Plain };
            let (letters, wide) = font::set(typeface, words, 0.0);
            let left = match anchor {
                Anchor::Start => 0.0,
                Anchor::Middle => wide / 2.0,
                Anchor::End => wide,
            };
            for letter in letters {
                let outline = font::outline(typeface, letter.glyph);
                let placed = outline.placed(*size, at.0 + (letter.x - left) * size, at.1);
                if let Some(path) = path(&placed.steps) {
                    fill(pixels, &path, Ink::from(*colour));
                }
            }
        }
    }
}

fn fill(pixels: &mut Pixmap, path: &Path, ink: Ink) {
    let mut paint = paint(ink);
    paint.anti_alias = true;
    pixels.fill_path(path, &paint, FillRule::Winding, Transform::identity(), None);
}

fn polygon(points: &[(f32, f32)], closed: bool) -> Option<Path> {
    let mut steps: Vec<Step> = Vec::with_capacity(points.len() + 1);
    for (at, point) in points.iter().enumerate() {
        steps.push(if at == 0 { Step::Move(*point) } else { Step::Line(*point) });
    }
    if closed {
        steps.push(Step::Close);
    }
    path(&steps)
}

fn path(steps: &[Step]) -> Option<Path> {
    let mut builder = PathBuilder::new();
    for step in steps {
        match *step {
            Step::Move(a) => builder.move_to(a.0, a.1),
            Step::Line(a) => builder.line_to(a.0, a.1),
            Step::Quad(a, b) => builder.quad_to(a.0, a.1, b.0, b.1),
            Step::Cubic(a, b, c) => builder.cubic_to(a.0, a.1, b.0, b.1, c.0, c.1),
            Step::Close => builder.close(),
        }
    }
    builder.finish()
}

#[cfg(test)]
mod tests {
    use super::{Anchor, Mark, png};
    use crate::render::Rgb;

    #[test]
    fn marks_become_pixels() {
        let area = Mark::Area {
            points: vec![(2.0, 2.0), (6.0, 2.0), (6.0, 6.0), (2.0, 6.0)],
            colour: Rgb(200, 0, 0),
            opacity: 1.0,
        };
        let words = Mark::Words {
            at: (10.0, 18.0),
            size: 12.0,
            anchor: Anchor::Start,
            bold: false,
            words: "48 %".to_owned(),
            colour: Rgb(0, 0, 0),
        };
        let file = png(&[area, words], 40, 20, Rgb(255, 255, 255)).expect("a small picture");
        let mut reader = ::png::Decoder::new(std::io::Cursor::new(file)).read_info().expect("a PNG file");
        let mut pixels = vec![0; reader.output_buffer_size().expect("a size")];
        reader.next_frame(&mut pixels).expect("pixels");
        let at = |x: usize, y: usize| [0, 1, 2].map(|channel| pixels[(y * 40 + x) * 3 + channel]);
        assert_eq!(at(4, 4), [200, 0, 0]);
        assert_eq!(at(0, 0), [255, 255, 255]);
        let dark = (10..40).flat_map(|x| (8..20).map(move |y| (x, y))).filter(|(x, y)| at(*x, *y)[0] < 100).count();
        assert!(dark > 15, "the words are there: {dark} dark pixels");
    }

    #[test]
    fn a_picture_without_size_is_refused() {
        assert!(png(&[], 0, 10, Rgb(0, 0, 0)).is_err());
    }
}
