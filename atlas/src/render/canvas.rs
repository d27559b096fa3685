//! Something to draw on. The pixel canvas is here; the SVG one has its own file.

use tiny_skia::{Color, FillRule, LineCap, LineJoin, Mask, Paint, Pixmap, Shader, Stroke, StrokeDash, Transform};

use super::RenderError;
use super::colour::{Ink, PAPER};
use super::font::Typeface;
use super::glyphs::GlyphCache;
use super::page::Page;
use super::path::Outline;

/// A line of text.
#[derive(Clone, Copy, Debug)]
pub(super) struct Text<'a> {
    pub(super) words: &'a str,
    pub(super) typeface: Typeface,
    pub(super) size: f32,
    /// Left end.
    pub(super) x: f32,
    pub(super) baseline: f32,
    /// Extra space between letters, in parts of the size.
    pub(super) spacing: f32,
    pub(super) ink: Ink,
    /// Colour and width of the glow that lifts it off the map.
    pub(super) halo: Option<(Ink, f32)>,
}

pub(super) trait Canvas {
    fn fill(&mut self, outline: &Outline, ink: Ink);
    /// Fills only where there is land.
    fn fill_on_land(&mut self, outline: &Outline, ink: Ink);
    fn stroke(&mut self, outline: &Outline, ink: Ink, width: f32, dash: Option<[f32; 2]>);
    /// Draws a line only where there is land.
    fn stroke_on_land(&mut self, outline: &Outline, ink: Ink, width: f32);
    fn text(&mut self, text: &Text<'_>);
}

/// A canvas where everything is drawn on land only.
pub(super) struct OnLand<'a, C>(pub(super) &'a mut C);

impl<C: Canvas> Canvas for OnLand<'_, C> {
    fn fill(&mut self, outline: &Outline, ink: Ink) {
        self.0.fill_on_land(outline, ink);
    }

    fn fill_on_land(&mut self, outline: &Outline, ink: Ink) {
        self.0.fill_on_land(outline, ink);
    }

    fn stroke(&mut self, outline: &Outline, ink: Ink, width: f32, _: Option<[f32; 2]>) {
        self.0.stroke_on_land(outline, ink, width);
    }

    fn stroke_on_land(&mut self, outline: &Outline, ink: Ink, width: f32) {
        self.0.stroke_on_land(outline, ink, width);
    }

    fn text(&mut self, text: &Text<'_>) {
        self.0.text(text);
    }
}

pub(super) struct PixelCanvas {
    pixels: Pixmap,
    /// How much of each pixel is land.
    pub(super) land: Option<Mask>,
    glyphs: GlyphCache,
}

impl PixelCanvas {
    pub(super) fn new(page: &Page) -> Result<Self, RenderError> {
        let too_large = RenderError::TooLarge { width: page.width, height: u64::from(page.height) };
        let mut pixels = Pixmap::new(page.width, page.height).ok_or(too_large)?;
        pixels.fill(Color::from_rgba8(PAPER.0, PAPER.1, PAPER.2, 255));
        Ok(Self { pixels, land: None, glyphs: GlyphCache::default() })
    }

    pub(super) fn pixels(&self) -> &Pixmap {
        &self.pixels
    }

    pub(super) fn pixels_mut(&mut self) -> &mut Pixmap {
        &mut self.pixels
    }
}

pub(super) fn paint(ink: Ink) -> Paint<'static> {
    let alpha = (ink.opacity.clamp(0.0, 1.0) * 255.0).round() as u8;
    let color = Color::from_rgba8(ink.colour.0, ink.colour.1, ink.colour.2, alpha);
    Paint { shader: Shader::SolidColor(color), ..Paint::default() }
}

pub(super) fn pen(width: f32, dash: Option<[f32; 2]>) -> Stroke {
    Stroke {
        width,
        line_cap: if dash.is_some() { LineCap::Butt } else { LineCap::Round },
        line_join: LineJoin::Round,
        dash: dash.and_then(|dash| StrokeDash::new(dash.to_vec(), 0.0)),
        ..Stroke::default()
    }
}

impl Canvas for PixelCanvas {
    fn fill(&mut self, outline: &Outline, ink: Ink) {
        if let Some(path) = outline.to_skia() {
            self.pixels.fill_path(&path, &paint(ink), FillRule::Winding, Transform::identity(), None);
        }
    }

    fn fill_on_land(&mut self, outline: &Outline, ink: Ink) {
        if let Some(path) = outline.to_skia() {
            let land = self.land.as_ref();
            self.pixels.fill_path(&path, &paint(ink), FillRule::Winding, Transform::identity(), land);
        }
    }

    fn stroke(&mut self, outline: &Outline, ink: Ink, width: f32, dash: Option<[f32; 2]>) {
        if let Some(path) = outline.to_skia() {
            self.pixels.stroke_path(&path, &paint(ink), &pen(width, dash), Transform::identity(), None);
        }
    }

    fn stroke_on_land(&mut self, outline: &Outline, ink: Ink, width: f32) {
        if let Some(path) = outline.to_skia() {
            let land = self.land.as_ref();
            self.pixels.stroke_path(&path, &paint(ink), &pen(width, None), Transform::identity(), land);
        }
    }

    fn text(&mut self, text: &Text<'_>) {
        self.glyphs.draw(&mut self.pixels, text);
    }
}
