//! Outlines, understood by every canvas: on a page in pixels, on a counter in parts of its width.

use std::fmt::Write as _;

/// Right and down.
pub type Point = (f32, f32);

/// One step of a pen.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Step {
    Move(Point),
    Line(Point),
    Quad(Point, Point),
    Cubic(Point, Point, Point),
    Close,
}

impl Step {
    const fn heights(self) -> [Option<f32>; 3] {
        match self {
            Self::Move(a) | Self::Line(a) => [Some(a.1), None, None],
            Self::Quad(a, b) => [Some(a.1), Some(b.1), None],
            Self::Cubic(a, b, c) => [Some(a.1), Some(b.1), Some(c.1)],
            Self::Close => [None, None, None],
        }
    }
}

/// Rings and lines. Filled, rings that turn the same way add up.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Outline {
    pub steps: Vec<Step>,
}

impl Outline {
    pub(crate) fn new() -> Self {
        Self::default()
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.steps.is_empty()
    }

    pub(crate) fn polygon(points: impl IntoIterator<Item = Point>) -> Self {
        let mut outline = Self::new();
        outline.ring(points);
        outline
    }

    pub(crate) fn line(points: impl IntoIterator<Item = Point>) -> Self {
        let mut outline = Self::new();
        outline.open(points);
        outline
    }

    pub(crate) fn rect(x: f32, y: f32, width: f32, height: f32) -> Self {
        Self::polygon([(x, y), (x + width, y), (x + width, y + height), (x, y + height)])
    }

    pub(crate) fn circle(x: f32, y: f32, radius: f32) -> Self {
        // The usual four Bezier quarters.
        let handle = radius * 0.552_285;
        let mut outline = Self::new();
        outline.steps.extend([
            Step::Move((x + radius, y)),
            Step::Cubic((x + radius, y + handle), (x + handle, y + radius), (x, y + radius)),
            Step::Cubic((x - handle, y + radius), (x - radius, y + handle), (x - radius, y)),
            Step::Cubic((x - radius, y - handle), (x - handle, y - radius), (x, y - radius)),
            Step::Cubic((x + handle, y - radius), (x + radius, y - handle), (x + radius, y)),
            Step::Close,
        ]);
        outline
    }

    /// Adds a closed ring.
    pub(crate) fn ring(&mut self, points: impl IntoIterator<Item = Point>) {
        let before = self.steps.len();
        self.open(points);
        if self.steps.len() > before {
            self.steps.push(Step::Close);
        }
    }

    /// Adds an open line.
    pub(crate) fn open(&mut self, points: impl IntoIterator<Item = Point>) {
        for (position, point) in points.into_iter().enumerate() {
            self.steps.push(if position == 0 { Step::Move(point) } else { Step::Line(point) });
        }
    }

    pub(crate) fn extend(&mut self, other: &Self) {
        self.steps.extend_from_slice(&other.steps);
    }

    /// Scaled, then moved.
    #[must_use]
    pub fn placed(&self, scale: f32, right: f32, down: f32) -> Self {
        let at = |point: Point| (point.0 * scale + right, point.1 * scale + down);
        let steps = self.steps.iter().map(|step| match *step {
            Step::Move(a) => Step::Move(at(a)),
            Step::Line(a) => Step::Line(at(a)),
            Step::Quad(a, b) => Step::Quad(at(a), at(b)),
            Step::Cubic(a, b, c) => Step::Cubic(at(a), at(b), at(c)),
            Step::Close => Step::Close,
        });
        Self { steps: steps.collect() }
    }

    /// The highest and the lowest point, control points included.
    pub(crate) fn heights(&self) -> (f32, f32) {
        heights(&self.steps)
    }

    /// Left, top, right and bottom, control points included; none if it has no points.
    pub(crate) fn bounds(&self) -> Option<(f32, f32, f32, f32)> {
        let points = self.steps.iter().flat_map(|step| match *step {
            Step::Move(a) | Step::Line(a) => [Some(a), None, None],
            Step::Quad(a, b) => [Some(a), Some(b), None],
            Step::Cubic(a, b, c) => [Some(a), Some(b), Some(c)],
            Step::Close => [None; 3],
        });
        points.flatten().fold(None, |bounds, (x, y)| {
            let (left, top, right, bottom) = bounds.unwrap_or((x, y, x, y));
            Some((left.min(x), top.min(y), right.max(x), bottom.max(y)))
        })
    }

    /// The rings and lines of it that come between two heights.
    pub(crate) fn between(&self, top: f32, bottom: f32) -> Self {
        let mut steps = Vec::new();
        let starts = |step: &Step| matches!(step, Step::Move(_));
        let mut rest = self.steps.as_slice();
        while !rest.is_empty() {
            let end = rest[1..].iter().position(starts).map_or(rest.len(), |next| next + 1);
            let (piece, after) = rest.split_at(end);
            let (low, high) = heights(piece);
            if low <= bottom && high >= top {
                steps.extend_from_slice(piece);
            }
            rest = after;
        }
        Self { steps }
    }

    pub(crate) fn to_skia(&self) -> Option<tiny_skia::Path> {
        let mut builder = tiny_skia::PathBuilder::with_capacity(self.steps.len(), self.steps.len());
        for step in &self.steps {
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

    /// The `d` of an SVG path, in hundredths of a pixel.
    #[must_use]
    pub fn to_svg(&self) -> String {
        let mut text = String::with_capacity(self.steps.len() * 12);
        let mut put = |letter: char, points: &[Point]| {
            text.push(letter);
            for (position, point) in points.iter().enumerate() {
                if position > 0 {
                    text.push(' ');
                }
                let _ = write!(text, "{} {}", number(point.0), number(point.1));
            }
        };
        for step in &self.steps {
            match step {
                Step::Move(a) => put('M', &[*a]),
                Step::Line(a) => put('L', &[*a]),
                Step::Quad(a, b) => put('Q', &[*a, *b]),
                Step::Cubic(a, b, c) => put('C', &[*a, *b, *c]),
                Step::Close => put('Z', &[]),
            }
        }
        text
    }
}

fn heights(steps: &[Step]) -> (f32, f32) {
    let heights = steps.iter().flat_map(|step| step.heights().into_iter().flatten());
    heights.fold((f32::INFINITY, f32::NEG_INFINITY), |(low, high), y| (f32::min(low, y), f32::max(high, y)))
}

/// A number in hundredths, without trailing zeros.
pub(crate) fn number(value: f32) -> String {
    let hundredths = (f64::from(value) * 100.0).round() as i64;
    let (whole, rest) = (hundredths / 100, (hundredths % 100).abs());
    let sign = if hundredths < 0 && whole == 0 { "-" } else { "" };
    match rest {
        0 => format!("{sign}{whole}"),
        _ if rest % 10 == 0 => format!("{sign}{whole}.{}", rest / 10),
        _ => format!("{sign}{whole}.{rest:02}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_and_paths_are_short() {
        for (value, expected) in [(1.0, "1"), (-0.5, "-0.5"), (2.346, "2.35"), (-3.05, "-3.05"), (0.0, "0")] {
            assert_eq!(number(value), expected);
        }
        let mut outline = Outline::polygon([(0.0, 0.0), (1.5, 0.0)]);
        outline.steps.push(Step::Quad((1.0, 2.0), (3.0, 4.0)));
        assert_eq!(outline.to_svg(), "M0 0L1.5 0ZQ1 2 3 4");
        assert_eq!(outline.placed(2.0, 1.0, 0.0).steps[1], Step::Line((4.0, 0.0)));
        assert!(Outline::new().to_skia().is_none());
    }

    #[test]
    fn an_outline_is_cut_to_the_pieces_that_show() {
        let mut outline = Outline::polygon([(0.0, 0.0), (5.0, 0.0), (5.0, 4.0)]);
        outline.open([(0.0, 10.0), (1.0, 12.0)]);
        outline.extend(&Outline::circle(0.0, 30.0, 5.0));
        let pieces = |top, bottom| {
            outline.between(top, bottom).steps.iter().filter(|step| matches!(step, Step::Move(_))).count()
        };
        assert_eq!((pieces(-9.0, 99.0), pieces(5.0, 9.0), pieces(4.0, 11.0), pieces(26.0, 27.0)), (3, 0, 2, 1));
        assert_eq!(outline.between(-9.0, 99.0), outline);
    }
}
