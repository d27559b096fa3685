//! A canvas that remembers what is drawn, so that bands of the picture can be painted side by side.

use super::canvas::{Canvas, Text};
use super::colour::Ink;
use super::font::Typeface;
use super::path::Outline;

/// A line of text of its own.
#[derive(Clone, Debug)]
pub(super) struct Words {
    words: String,
    typeface: Typeface,
    size: f32,
    x: f32,
    baseline: f32,
    spacing: f32,
    ink: Ink,
    halo: Option<(Ink, f32)>,
}

impl Words {
    pub(super) fn text(&self) -> Text<'_> {
        let Self { words, typeface, size, x, baseline, spacing, ink, halo } = self;
        Text {
            words,
            typeface: *typeface,
            size: *size,
            x: *x,
            baseline: *baseline,
            spacing: *spacing,
            ink: *ink,
            halo: *halo,
        }
    }

    /// The rows it can touch: no letter or halo reaches farther than twice its size.
    pub(super) fn rows(&self) -> (f32, f32) {
        (self.baseline - 2.0 * self.size, self.baseline + 2.0 * self.size)
    }
}

#[derive(Clone, Debug)]
pub(super) enum Mark {
    Fill { outline: Outline, ink: Ink, on_land: bool },
    Stroke { outline: Outline, ink: Ink, width: f32, dash: Option<[f32; 2]>, on_land: bool },
    Text(Words),
}

/// Everything that is drawn, in order.
#[derive(Clone, Debug, Default)]
pub(super) struct Recording {
    pub(super) marks: Vec<Mark>,
}

impl Canvas for Recording {
    fn fill(&mut self, outline: &Outline, ink: Ink) {
        self.marks.push(Mark::Fill { outline: outline.clone(), ink, on_land: false });
    }

    fn fill_on_land(&mut self, outline: &Outline, ink: Ink) {
        self.marks.push(Mark::Fill { outline: outline.clone(), ink, on_land: true });
    }

    fn stroke(&mut self, outline: &Outline, ink: Ink, width: f32, dash: Option<[f32; 2]>) {
        self.marks.push(Mark::Stroke { outline: outline.clone(), ink, width, dash, on_land: false });
    }

    fn stroke_on_land(&mut self, outline: &Outline, ink: Ink, width: f32) {
        self.marks.push(Mark::Stroke { outline: outline.clone(), ink, width, dash: None, on_land: true });
    }

    fn text(&mut self, text: &Text<'_>) {
        let Text { words, typeface, size, x, baseline, spacing, ink, halo } = *text;
        let words = words.to_owned();
        self.marks.push(Mark::Text(Words { words, typeface, size, x, baseline, spacing, ink, halo }));
    }
}
