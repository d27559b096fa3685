//! Filled outlines: four fine lines through every row of pixels, each knowing exactly from where to where it lies inside.

use super::coverage::Coverage;
use super::flat;
use super::path::{Outline, Point};

/// Fine lines in a row of pixels.
const FINE: i32 = 4;
/// Parts of a pixel on a fine line.
const PARTS: f32 = 256.0;
/// A pixel that is covered entirely: `FINE` times `PARTS`, as a power of two.
const FULL: u32 = 10;

/// A straight side of a shape, as far as it crosses the band.
#[derive(Clone, Copy)]
struct Side {
    /// The first fine line that it crosses, and the first that it does not cross any more, counted from the top of the band.
    from: i32,
    to: i32,
    /// Where it crosses the next fine line, and how much farther right it crosses each one after that.
    x: f32,
    slope: f32,
    /// Whether it runs down or up.
    turn: i32,
}

/// Fills outlines, one after the other. Keeps its room between them.
#[derive(Default)]
pub(super) struct Filler {
    sides: Vec<Side>,
    /// Sides that cross a fine line, from left to right.
    crossing: Vec<Side>,
    /// How much more of a pixel of the row is covered than of the one before it.
    changes: Vec<i32>,
}

impl Filler {
    /// Covers what an outline encloses: whatever it goes around more often in one direction than in the other.
    pub(super) fn fill(&mut self, outline: &Outline, cover: &mut Coverage) {
        self.fill_lines(cover, |visit| flat::lines(outline, true, visit));
    }

    /// The same for an outline of straight lines.
    pub(super) fn fill_lines(&mut self, cover: &mut Coverage, lines: impl FnOnce(&mut dyn FnMut(Point, Point))) {
        let rows = cover.rows();
        self.sides.clear();
        self.crossing.clear();
        self.changes.resize(rows.wide + 2, 0);
        let end = rows.count as i32 * FINE;
        let top = rows.top as f32;
        lines(&mut |from, to| self.sides.extend(side((from.0, from.1 - top), (to.0, to.1 - top), end)));
        self.sides.sort_unstable_by_key(|side| side.from);
        let mut next = 0;
        let mut line = 0;
        while next < self.sides.len() || !self.crossing.is_empty() {
            if self.crossing.is_empty() {
                line = self.sides[next].from;
            }
            let row = line / FINE;
            let (mut least, mut most) = (usize::MAX, 0);
            while line / FINE == row {
                while let Some(side) = self.sides.get(next).filter(|side| side.from <= line) {
                    self.crossing.push(*side);
                    next += 1;
                }
                let (from, to) = self.cross(line, rows.wide);
                (least, most) = (least.min(from), most.max(to));
                line += 1;
            }
            if least < most {
                self.cover_row(cover, row as usize, least, most.min(rows.wide));
            }
        }
    }

    /// Notes what lies inside on one fine line; says from where to where something changes.
    fn cross(&mut self, line: i32, wide: usize) -> (usize, usize) {
        self.crossing.retain(|side| side.to > line);
        sort(&mut self.crossing);
        let (mut least, mut most) = (usize::MAX, 0);
        let mut around = 0;
        for side in &mut self.crossing {
            let before = around;
            around += side.turn;
            if (before == 0) != (around == 0) {
                let x = side.x.max(0.0).min(wide as f32);
                let at = x as usize;
                let behind = ((x - at as f32) * PARTS) as i32;
                let sign = if before == 0 { 1 } else { -1 };
                self.changes[at] += sign * (PARTS as i32 - behind);
                self.changes[at + 1] += sign * behind;
                (least, most) = (least.min(at), most.max(at + 1));
            }
            side.x += side.slope;
        }
        (least, most)
    }

    fn cover_row(&mut self, cover: &mut Coverage, row: usize, from: usize, to: usize) {
        let mut sum = 0;
        let (eights, rest) = cover.part(row, from, to).as_chunks_mut::<8>();
        let (changes, last) = self.changes[from..to].as_chunks_mut::<8>();
        let mut one = |value: &mut u8, change: &mut i32| {
            sum += std::mem::take(change);
            *value = ((sum as u32 * 255) >> FULL) as u8;
            *value
        };
        let mut here = 0;
        for (values, changes) in eights.iter_mut().zip(changes) {
            // Inside a large shape nothing changes for long.
            if *changes == [0; 8] {
                *values = [here; 8];
                continue;
            }
            for (value, change) in values.iter_mut().zip(changes) {
                here = one(value, change);
            }
        }
        for (value, change) in rest.iter_mut().zip(last) {
            one(value, change);
        }
        let end = (to + 2).min(self.changes.len());
        self.changes[to..end].fill(0);
    }
}

/// Nearly in order, as the fine line before left them.
fn sort(crossing: &mut [Side]) {
    for place in 1..crossing.len() {
        let mut at = place;
        while at > 0 && crossing[at - 1].x > crossing[at].x {
            crossing.swap(at - 1, at);
            at -= 1;
        }
    }
}

/// The first fine line at or under a height. What is too far away to be counted lies outside anyway.
fn line_under(y: f32) -> i32 {
    let y = y * FINE as f32 - 0.5;
    let whole = y as i32;
    whole.saturating_add(i32::from((whole as f32) < y))
}

fn side(from: Point, to: Point, last: i32) -> Option<Side> {
    let (upper, lower, turn) = if from.1 <= to.1 { (from, to, 1) } else { (to, from, -1) };
    let is_sound = [upper.0, upper.1, lower.0, lower.1].iter().all(|value| value.is_finite());
    let (first, to) = (line_under(upper.1).max(0), line_under(lower.1).min(last));
    if !is_sound || first >= to {
        return None;
    }
    let slope = (lower.0 - upper.0) / (lower.1 - upper.1);
    let down = (first as f32 + 0.5) / FINE as f32 - upper.1;
    Some(Side { from: first, to, x: upper.0 + slope * down, slope: slope / FINE as f32, turn })
}

#[cfg(test)]
mod tests {
    use super::super::band::Rows;
    use super::super::colour::{Rgb, ink};
    use super::*;

    fn filled(outline: &Outline, rows: Rows) -> Vec<u8> {
        let mut cover = Coverage::new(rows);
        let mut filler = Filler::default();
        let mut pixels = Vec::new();
        // Twice, because nothing of the first may be left.
        for _ in 0..2 {
            filler.fill(outline, &mut cover);
            pixels = vec![0; rows.wide * rows.count * 4];
            cover.blend(&mut pixels, ink(Rgb(255, 255, 255), 1.0), None);
        }
        pixels.chunks_exact(4).map(|pixel| pixel[0]).collect()
    }

    const ALL: Rows = Rows { top: 0, count: 40, wide: 50 };

    fn area(outline: &Outline) -> f32 {
        filled(outline, ALL).iter().map(|&value| f32::from(value) / 255.0).sum()
    }

    #[test]
    fn shapes_cover_their_area() {
        let circle = std::f32::consts::PI * 12.3 * 12.3;
        for (outline, expected) in [
            (Outline::rect(3.3, 4.25, 10.5, 7.5), 78.75),
            (Outline::circle(20.2, 19.7, 12.3), circle),
            (Outline::polygon([(5.0, 5.0), (30.0, 8.0), (12.0, 33.0)]), 339.5),
            (Outline::rect(-20.0, -20.0, 100.0, 100.0), 2000.0),
        ] {
            let found = area(&outline);
            assert!((found / expected - 1.0).abs() < 0.01, "{found} for {expected}");
        }
    }

    #[test]
    fn overlaps_count_once_and_holes_stay_open() {
        let mut outline = Outline::rect(10.0, 10.0, 20.0, 20.0);
        outline.extend(&Outline::rect(20.0, 20.0, 20.0, 10.0));
        assert!((area(&outline) - 500.0).abs() < 0.5);
        let mut ring = Outline::rect(10.0, 10.0, 20.0, 20.0);
        ring.ring([(15.0, 15.0), (15.0, 25.0), (25.0, 25.0), (25.0, 15.0)]);
        assert!((area(&ring) - 300.0).abs() < 0.5);
    }

    #[test]
    fn bands_show_their_part_of_the_whole() {
        let mut outline = Outline::circle(20.0, 21.0, 18.6);
        outline.ring([(f32::NAN, 3.0), (4.0, 1e30), (f32::INFINITY, 2.0)]);
        let lower = filled(&outline, Rows { top: 16, count: 24, wide: 50 });
        let whole = filled(&outline, ALL);
        assert!(whole[16 * 50..].iter().zip(&lower).all(|(one, other)| one.abs_diff(*other) <= 2));
        assert!(lower.contains(&255));
    }
}
