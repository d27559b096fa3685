//! How far a share is from what its author wants, and the points of a plane where a change makes that better by so much.

use serde::{Deserialize, Serialize};

/// A wanted share: 0.45 to 0.55.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Wanted {
    pub from: f64,
    pub to: f64,
}

impl Wanted {
    /// How far a share is from it; 0 inside.
    pub fn distance(self, share: f64) -> f64 {
        (self.from - share).max(share - self.to).max(0.0)
    }

    /// How much nearer a change brings: positive is fairer.
    pub fn gain(self, base: f64, change: f64) -> f64 {
        self.distance(base) - self.distance(change)
    }

    /// The least `(m - p)' W (m - p)` over the points `p` where the gain is exactly this; `weight` is symmetric. The distance
    /// is straight between its bends, so that nine boxes hold all there is.
    pub fn nearest(self, mean: (f64, f64), weight: [f64; 3], gain: f64) -> f64 {
        // Shares taken free of luck may lie a little outside 0..1.
        let cuts = [-1.0, self.from, self.to, 2.0];
        let slope = [-1.0, 0.0, 1.0];
        let mut least = f64::INFINITY;
        for base in 0..3 {
            for change in 0..3 {
                let piece = Piece { b: (cuts[base], cuts[base + 1]), c: (cuts[change], cuts[change + 1]) };
                let (along, across) = (slope[base], -slope[change]);
                // gain = along * x + across * y + at, inside the box
                let at = self.distance(piece.b.0) - along * piece.b.0 - self.distance(piece.c.0) - across * piece.c.0;
                for ends in piece.line(along, across, gain - at, mean) {
                    least = least.min(to_segment(mean, weight, ends));
                }
            }
        }
        least
    }
}

const NEAR: f64 = 1e-12;

/// A box of the plane: base shares, changed shares.
struct Piece {
    b: (f64, f64),
    c: (f64, f64),
}

impl Piece {
    fn contains(&self, point: (f64, f64)) -> bool {
        let within = |value: f64, (low, high): (f64, f64)| value >= low - NEAR && value <= high + NEAR;
        within(point.0, self.b) && within(point.1, self.c)
    }

    /// The part of `along x + across y = value` inside. Where nothing depends on either, all of the box: the point itself
    /// if it lies there, else the edges, since the nearest point lies on one.
    fn line(&self, along: f64, across: f64, value: f64, mean: (f64, f64)) -> Vec<[(f64, f64); 2]> {
        let Self { b, c } = self;
        if along == 0.0 && across == 0.0 {
            return match (value.abs() < NEAR, self.contains(mean)) {
                (false, _) => Vec::new(),
                (true, true) => vec![[mean, mean]],
                (true, false) => {
                    let corners = [(b.0, c.0), (b.1, c.0), (b.1, c.1), (b.0, c.1)];
                    (0..4).map(|at| [corners[at], corners[(at + 1) % 4]]).collect()
                }
            };
        }
        let mut ends: Vec<(f64, f64)> = Vec::new();
        if across != 0.0 {
            ends.extend([b.0, b.1].map(|x| (x, (value - along * x) / across)));
        }
        if along != 0.0 {
            ends.extend([c.0, c.1].map(|y| ((value - across * y) / along, y)));
        }
        ends.retain(|point| self.contains(*point));
        ends.sort_by(|p, q| p.0.total_cmp(&q.0).then(p.1.total_cmp(&q.1)));
        ends.first().zip(ends.last()).map(|(first, last)| [*first, *last]).into_iter().collect()
    }
}

fn to_segment(mean: (f64, f64), [xx, xy, yy]: [f64; 3], [a, b]: [(f64, f64); 2]) -> f64 {
    let form = |u: (f64, f64), v: (f64, f64)| u.0 * v.0 * xx + (u.0 * v.1 + u.1 * v.0) * xy + u.1 * v.1 * yy;
    let (way, off) = ((b.0 - a.0, b.1 - a.1), (mean.0 - a.0, mean.1 - a.1));
    let length = form(way, way);
    let along = if length > 0.0 { (form(way, off) / length).clamp(0.0, 1.0) } else { 0.0 };
    let left = (off.0 - along * way.0, off.1 - along * way.1);
    form(left, left)
}
