//! Something to draw on: a recording that becomes pixels, or an SVG file, each in a file of its own.

use tiny_skia::{Color, LineCap, LineJoin, Paint, Shader, Stroke, StrokeDash};

use super::colour::Ink;
use super::font::Typeface;
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

/// What marks belong to, for readers who want to see some and not others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Layer {
    Owners,
    Terrain,
    Grid,
    Sides,
    Borders,
    Numbers,
    Symbols,
    Stacks,
    Areas,
    Names,
}

impl Layer {
    /// Its class in a file.
    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::Owners => "owners",
            Self::Terrain => "terrain",
            Self::Grid => "grid",
            Self::Sides => "sides",
            Self::Borders => "borders",
            Self::Numbers => "numbers",
            Self::Symbols => "symbols",
            Self::Stacks => "stacks",
            Self::Areas => "areas",
            Self::Names => "names",
        }
    }
}

pub(super) trait Canvas {
    /// What follows belongs to this; to none between layers. Pictures of pixels need not know.
    fn layer(&mut self, _: Option<Layer>) {}
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
