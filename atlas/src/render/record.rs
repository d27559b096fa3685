//! A canvas that remembers what is drawn, so that bands of the picture can be painted side by side.

use super::band::{self, Rows};
use super::canvas::{Canvas, Text};
use super::colour::Ink;
use super::glyphs::{Letters, Set};
use super::path::Outline;

/// An outline, and from which height to which it reaches.
#[derive(Clone, Debug)]
pub(super) struct Shape {
    pub(super) outline: Outline,
    pub(super) heights: (f32, f32),
}

impl Shape {
    fn of(outline: &Outline) -> Self {
        Self { outline: outline.clone(), heights: outline.heights() }
    }
}

#[derive(Clone, Debug)]
pub(super) enum Mark {
    Fill { shape: Shape, ink: Ink, on_land: bool },
    Stroke { shape: Shape, ink: Ink, width: f32, dash: Option<[f32; 2]>, on_land: bool },
    Text(Set),
}

impl Mark {
    /// From where to where it can be seen.
    fn heights(&self) -> (f32, f32) {
        let (shape, width) = match self {
            Self::Fill { shape, .. } => (shape, 0.0),
            Self::Stroke { shape, width, .. } => (shape, *width),
            Self::Text(set) => return set.heights,
        };
        (shape.heights.0 - width, shape.heights.1 + width)
    }
}

/// Everything that is drawn, in order.
#[derive(Clone, Debug, Default)]
pub(super) struct Recording {
    pub(super) marks: Vec<Mark>,
    pub(super) letters: Letters,
}

impl Recording {
    /// The marks that can show in each band of a picture, in order.
    pub(super) fn by_band(&self, wide: usize, high: usize) -> Vec<Vec<&Mark>> {
        let bands: Vec<Rows> = (0..high.div_ceil(band::ROWS)).map(|number| Rows::of(number, wide, high)).collect();
        let mut found = vec![Vec::new(); bands.len()];
        for mark in &self.marks {
            let (from, to) = mark.heights();
            let start = (from.max(0.0) as usize / band::ROWS).saturating_sub(1);
            for (band, found) in bands.iter().zip(&mut found).skip(start) {
                if (band.top as f32) > to {
                    break;
                }
                found.push(mark);
            }
        }
        found
    }
}

impl Canvas for Recording {
    fn fill(&mut self, outline: &Outline, ink: Ink) {
        self.marks.push(Mark::Fill { shape: Shape::of(outline), ink, on_land: false });
    }

    fn fill_on_land(&mut self, outline: &Outline, ink: Ink) {
        self.marks.push(Mark::Fill { shape: Shape::of(outline), ink, on_land: true });
    }

    fn stroke(&mut self, outline: &Outline, ink: Ink, width: f32, dash: Option<[f32; 2]>) {
        self.marks.push(Mark::Stroke { shape: Shape::of(outline), ink, width, dash, on_land: false });
    }

    fn stroke_on_land(&mut self, outline: &Outline, ink: Ink, width: f32) {
        self.marks.push(Mark::Stroke { shape: Shape::of(outline), ink, width, dash: None, on_land: true });
    }

    fn text(&mut self, text: &Text<'_>) {
        self.marks.extend(self.letters.set(text).map(Mark::Text));
    }
}
