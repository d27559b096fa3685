//! Outlines, understood by every canvas: on a page in pixels, on a counter in parts of its width.

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

    /// The `d` of an SVG path, in tenths of a pixel.
    #[must_use]
    pub fn to_svg(&self) -> String {
        let (first, steps) = self.to_svg_steps();
        if steps.is_empty() { String::new() } else { format!("M{}{steps}", Pen::point(first)) }
    }

    /// Where an SVG path begins, in tenths of a pixel, and its `d` as steps from there: the same shape gives the same text wherever it
    /// stands. Steps of long outlines that cannot be seen are left out; what is left is right to a tenth.
    pub(super) fn to_svg_steps(&self) -> ((i64, i64), String) {
        let Some(Step::Move(first)) = self.steps.first().copied() else { return ((0, 0), String::new()) };
        let least = if self.steps.len() > MANY { SEEN } else { 1 };
        let mut pen = Pen {
            text: String::with_capacity(self.steps.len() * 6),
            first,
            least,
            start: (0, 0),
            at: (0, 0),
            letter: 'M',
        };
        for step in &self.steps[1..] {
            match *step {
                Step::Move(a) => pen.go('m', &[a]),
                Step::Line(a) => pen.go('l', &[a]),
                Step::Quad(a, b) => pen.go('q', &[a, b]),
                Step::Cubic(a, b, c) => pen.go('c', &[a, b, c]),
                Step::Close => pen.close(),
            }
        }
        ((tenths(first.0), tenths(first.1)), pen.text)
    }
}

/// Outlines with more steps than this are coasts and borders.
const MANY: usize = 200;
/// Tenths of a pixel, along and down together, from which on a step of those can be seen.
const SEEN: i64 = 12;

/// Writes the steps of a path.
struct Pen {
    text: String,
    /// Where the path begins; everything is reckoned from there, so that nothing adds up.
    first: Point,
    least: i64,
    /// Where the piece at hand begins, and where the pen is, in tenths from the first point.
    start: (i64, i64),
    at: (i64, i64),
    letter: char,
}

impl Pen {
    fn go(&mut self, letter: char, points: &[Point]) {
        let from_first = |point: &Point| (tenths(point.0 - self.first.0), tenths(point.1 - self.first.1));
        let targets: Vec<(i64, i64)> = points.iter().map(from_first).collect();
        let far = (targets[0].0 - self.at.0).abs() + (targets[0].1 - self.at.1).abs();
        // A step too small to be seen, unless it is all there is: a point with round ends.
        if letter == 'l' && far < self.least && !matches!(self.letter, 'M' | 'm') {
            return;
        }
        // What follows a second `m` without a letter would be a line.
        if self.letter != letter || letter == 'm' {
            self.text.push(letter);
            self.letter = letter;
        }
        let from = self.at;
        for (x, y) in targets {
            self.put(x - from.0);
            self.put(y - from.1);
            self.at = (x, y);
        }
        if letter == 'm' {
            self.start = self.at;
        }
    }

    fn close(&mut self) {
        self.text.push('z');
        self.letter = 'z';
        self.at = self.start;
    }

    fn put(&mut self, tenths: i64) {
        // A space where the last number would run into this one.
        if tenths >= 0 && self.text.ends_with(|last: char| last.is_ascii_digit()) {
            self.text.push(' ');
        }
        self.text.push_str(&tenth(tenths));
    }

    fn point((x, y): (i64, i64)) -> String {
        let gap = if y < 0 { "" } else { " " };
        format!("{}{gap}{}", tenth(x), tenth(y))
    }
}

/// A number of tenths as it is written.
pub(super) fn tenth(tenths: i64) -> String {
    let (sign, whole, rest) = (if tenths < 0 { "-" } else { "" }, tenths.abs() / 10, tenths.abs() % 10);
    match (whole, rest) {
        (_, 0) => format!("{sign}{whole}"),
        (0, _) => format!("{sign}.{rest}"),
        _ => format!("{sign}{whole}.{rest}"),
    }
}

fn tenths(value: f32) -> i64 {
    (f64::from(value) * 10.0).round() as i64
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
        assert_eq!(outline.to_svg(), "M0 0l1.5 0zq1 2 3 4");
        // The same shape elsewhere differs in its first point only.
        let shape = Outline::polygon([(0.04, 0.0), (0.27, -0.5), (10.5, 20.26)]);
        assert_eq!(shape.to_svg(), "M0 0l.2-.5 10.3 20.8z");
        assert_eq!(shape.placed(1.0, 7.03, 7.0).to_svg(), "M7.1 7l.2-.5 10.3 20.8z");
        let mut two = Outline::rect(1.0, 1.0, 2.0, 2.0);
        two.extend(&Outline::rect(5.0, 6.0, 1.0, 1.0));
        assert_eq!(two.to_svg(), "M1 1l2 0 0 2-2 0zm4 5l1 0 0 1-1 0z");
        let far = two.placed(1.0, 10.0, 0.0);
        assert_eq!(two.to_svg_steps().1, far.to_svg_steps().1);
        assert_eq!(outline.placed(2.0, 1.0, 0.0).steps[1], Step::Line((4.0, 0.0)));
        assert!(Outline::new().to_skia().is_none() && Outline::new().to_svg().is_empty());
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
