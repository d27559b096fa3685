//! Outlines as straight lines, fine enough that nobody sees the corners.

use super::path::{Outline, Point, Step};

/// Visits the straight lines of an outline. `close` adds the way back to the start of open ones, as filling wants it.
pub(super) fn lines(outline: &Outline, close: bool, mut visit: impl FnMut(Point, Point)) {
    let (mut start, mut here) = ((0.0, 0.0), (0.0, 0.0));
    for step in &outline.steps {
        match *step {
            Step::Move(to) => {
                if close && here != start {
                    visit(here, start);
                }
                (start, here) = (to, to);
            }
            Step::Line(to) => {
                visit(here, to);
                here = to;
            }
            Step::Quad(bend, to) => {
                let count = pieces(5.0 * turn(here, bend, to));
                let at = |share: f32| mix(mix(here, bend, share), mix(bend, to, share), share);
                here = curve(count, here, to, at, &mut visit);
            }
            Step::Cubic(first, second, to) => {
                let count = pieces(15.0 * turn(here, first, second).max(turn(first, second, to)));
                let at = |share: f32| {
                    let middle = mix(first, second, share);
                    let (a, b) =
                        (mix(mix(here, first, share), middle, share), mix(middle, mix(second, to, share), share));
                    mix(a, b, share)
                };
                here = curve(count, here, to, at, &mut visit);
            }
            Step::Close => {
                if here != start {
                    visit(here, start);
                }
                here = start;
            }
        }
    }
    if close && here != start {
        visit(here, start);
    }
}

/// How sharply three points turn.
fn turn(a: Point, b: Point, c: Point) -> f32 {
    let off = (a.0 - 2.0 * b.0 + c.0, a.1 - 2.0 * b.1 + c.1);
    (off.0 * off.0 + off.1 * off.1).sqrt()
}

/// As many pieces as keep a curve within a twentieth of a pixel.
fn pieces(square: f32) -> usize {
    (square.sqrt().ceil() as usize).clamp(1, 64)
}

fn mix(a: Point, b: Point, share: f32) -> Point {
    (a.0 + (b.0 - a.0) * share, a.1 + (b.1 - a.1) * share)
}

fn curve(
    count: usize,
    from: Point,
    to: Point,
    at: impl Fn(f32) -> Point,
    visit: &mut impl FnMut(Point, Point),
) -> Point {
    let mut here = from;
    for piece in 1..=count {
        let next = if piece == count { to } else { at(piece as f32 / count as f32) };
        visit(here, next);
        here = next;
    }
    to
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn curves_stay_on_their_circle_and_fills_close() {
        let mut count = 0;
        let mut last = (15.0, 5.0);
        lines(&Outline::circle(5.0, 5.0, 10.0), false, |from, to| {
            assert_eq!(from, last);
            let middle = (f32::midpoint(from.0, to.0) - 5.0, f32::midpoint(from.1, to.1) - 5.0);
            assert!((middle.0.hypot(middle.1) - 10.0).abs() < 0.06);
            (last, count) = (to, count + 1);
        });
        assert!((12..80).contains(&count), "{count}");
        assert_eq!(last, (15.0, 5.0));
        let open = Outline::line([(0.0, 0.0), (4.0, 0.0), (4.0, 4.0)]);
        for (close, expected) in [(false, 2), (true, 3)] {
            let mut count = 0;
            lines(&open, close, |_, _| count += 1);
            assert_eq!(count, expected);
        }
    }
}
