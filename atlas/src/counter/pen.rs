//! What figures and faces are drawn with: a list of marks, and the place and size that shapes are moved to.

use super::drawing::Mark;
use crate::render::{Outline, Point, Rgb, Step, Typeface, font};

/// Collects marks.
pub(super) struct Pen {
    pub(super) marks: Vec<Mark>,
    at: Point,
    scale: f32,
    pub(super) ink: Rgb,
}

impl Pen {
    pub(super) fn new(ink: Rgb) -> Self {
        Self { marks: Vec::new(), at: (0.0, 0.0), scale: 1.0, ink }
    }

    /// From here on shapes are drawn there, in that size.
    pub(super) fn move_to(&mut self, at: Point, scale: f32) {
        (self.at, self.scale) = (at, scale);
    }

    pub(super) fn fill(&mut self, outline: &Outline) {
        self.fill_in(outline, self.ink);
    }

    pub(super) fn fill_in(&mut self, outline: &Outline, colour: Rgb) {
        let outline = outline.placed(self.scale, self.at.0, self.at.1);
        self.marks.push(Mark::Fill { outline, colour, opacity: 1.0 });
    }

    pub(super) fn shape(&mut self, points: &[Point]) {
        self.fill(&Outline::polygon(points.iter().copied()));
    }

    /// A shape and its mirror image to the left.
    pub(super) fn both_sides(&mut self, points: &[Point]) {
        self.shape(points);
        self.fill(&Outline::polygon(points.iter().map(|&(x, y)| (-x, y))));
    }

    pub(super) fn block(&mut self, x: f32, y: f32, width: f32, height: f32) {
        self.fill(&Outline::rect(x, y, width, height));
    }

    pub(super) fn line(&mut self, points: &[Point], width: f32) {
        self.stroke(&Outline::line(points.iter().copied()), width);
    }

    pub(super) fn stroke(&mut self, outline: &Outline, width: f32) {
        self.stroke_in(outline, width, self.ink);
    }

    pub(super) fn stroke_in(&mut self, outline: &Outline, width: f32, colour: Rgb) {
        let outline = outline.placed(self.scale, self.at.0, self.at.1);
        self.marks.push(Mark::Line { outline, colour, width: width * self.scale });
    }

    /// Words centred on `x`, not wider than `room`.
    pub(super) fn words(&mut self, words: &str, (x, baseline): Point, size: f32, room: f32, colour: Rgb) {
        let wide = font::width(Typeface::Bold, words, 0.0);
        if wide <= 0.0 {
            return;
        }
        let size = size.min(room / wide);
        self.marks.push(Mark::Words {
            words: words.to_owned(),
            typeface: Typeface::Bold,
            size,
            x: x - wide * size / 2.0,
            baseline,
            colour,
        });
    }
}

pub(super) fn ellipse(x: f32, y: f32, wide: f32, high: f32) -> Outline {
    let mut outline = Outline::circle(0.0, 0.0, 1.0);
    let at = |point: Point| (point.0 * wide + x, point.1 * high + y);
    for step in &mut outline.steps {
        *step = match *step {
            Step::Move(a) => Step::Move(at(a)),
            Step::Line(a) => Step::Line(at(a)),
            Step::Quad(a, b) => Step::Quad(at(a), at(b)),
            Step::Cubic(a, b, c) => Step::Cubic(at(a), at(b), at(c)),
            Step::Close => Step::Close,
        };
    }
    outline
}

/// A rectangle with round corners.
pub(super) fn rounded(x: f32, y: f32, width: f32, height: f32, radius: f32) -> Outline {
    let (right, bottom) = (x + width, y + height);
    let steps = vec![
        Step::Move((x + radius, y)),
        Step::Line((right - radius, y)),
        Step::Quad((right, y), (right, y + radius)),
        Step::Line((right, bottom - radius)),
        Step::Quad((right, bottom), (right - radius, bottom)),
        Step::Line((x + radius, bottom)),
        Step::Quad((x, bottom), (x, bottom - radius)),
        Step::Line((x, y + radius)),
        Step::Quad((x, y), (x + radius, y)),
        Step::Close,
    ];
    Outline { steps }
}

/// An arc over a chord: from one point to another, bent toward a third.
pub(super) fn bow(from: Point, bend: Point, to: Point) -> Outline {
    Outline { steps: vec![Step::Move(from), Step::Quad(bend, to)] }
}
