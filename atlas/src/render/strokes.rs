//! Lines with round ends and round corners: every straight piece covers what lies near it, and pieces of one line cover what they
//! share only once.

use super::coverage::Coverage;
use super::flat;
use super::path::{Outline, Point};

/// Covers what lies within half a width of an outline.
pub(super) fn stroke(outline: &Outline, width: f32, cover: &mut Coverage) {
    flat::lines(outline, false, |from, to| piece(from, to, width / 2.0, cover));
}

fn piece(from: Point, to: Point, radius: f32, cover: &mut Coverage) {
    let rows = cover.rows();
    let (top, wide) = (rows.top as f32, rows.wide as f32);
    let (from, to) = ((from.0, from.1 - top), (to.0, to.1 - top));
    // Pixels farther than this from the line stay as they are.
    let reach = radius + 0.5;
    let (low, high) = (from.1.min(to.1) - reach, from.1.max(to.1) + reach);
    let (left, right) = (from.0.min(to.0) - reach, from.0.max(to.0) + reach);
    let is_near = low < rows.count as f32 && high > 0.0 && left < wide && right > 0.0;
    if !is_near {
        return;
    }
    let (dx, dy) = (to.0 - from.0, to.1 - from.1);
    let length = (dx * dx + dy * dy).sqrt();
    if !length.is_finite() {
        return;
    }
    let along = if length > 1e-6 { (dx / length, dy / length) } else { (1.0, 0.0) };
    // A steep line is near a few pixels of a row only: from its middle there to either side.
    let (slope, side) =
        if along.1.abs() > 0.05 { (along.0 / along.1, reach / along.1.abs()) } else { (0.0, wide * 2.0) };
    let near = Near { along, length, radius };
    for row in low.max(0.0) as usize..(high.max(0.0) as usize + 1).min(rows.count) {
        let down = row as f32 + 0.5 - from.1;
        let middle = from.0 + down * slope;
        let start = left.max(middle - side).max(0.0) as usize;
        let end = (right.min(middle + side).min(wide).max(0.0) as usize + 1).min(rows.wide);
        if start < end {
            near.cover(cover.part(row, start, end), start as f32 + 0.5 - from.0, down);
        }
    }
}

/// A straight piece of a line.
struct Near {
    along: Point,
    length: f32,
    radius: f32,
}

impl Near {
    /// Covers pixels of a row; `right` and `down` say how far the first of them lies from the start of the piece.
    fn cover(&self, values: &mut [u8], right: f32, down: f32) {
        let Self { along, length, radius } = *self;
        for (x, value) in values.iter_mut().enumerate() {
            let right = right + x as f32;
            let nearest = lesser(greater(right * along.0 + down * along.1, 0.0), length);
            let (dx, dy) = (right - nearest * along.0, down - nearest * along.1);
            let away = (dx * dx + dy * dy).sqrt();
            let share = lesser(away + 0.5, radius) - greater(away - 0.5, -radius);
            *value = (*value).max(byte(greater(share, 0.0)));
        }
    }
}

// Plain comparisons, because those of the library also think of numbers that are none and are not done four at a time.

fn greater(a: f32, b: f32) -> f32 {
    if a > b { a } else { b }
}

fn lesser(a: f32, b: f32) -> f32 {
    if a < b { a } else { b }
}

/// A share from 0 to 1 as one from 0 to 255: added to a large number, the whole part becomes its last bits.
fn byte(share: f32) -> u8 {
    (share * 255.0 + 8_388_608.0).to_bits() as u8
}

#[cfg(test)]
mod tests {
    use super::super::band::Rows;
    use super::super::colour::{Rgb, ink};
    use super::*;

    fn drawn(outline: &Outline, width: f32, rows: Rows) -> Vec<u8> {
        let mut cover = Coverage::new(rows);
        stroke(outline, width, &mut cover);
        let mut pixels = vec![0; rows.wide * rows.count * 4];
        cover.blend(&mut pixels, ink(Rgb(255, 255, 255), 1.0), None);
        pixels.chunks_exact(4).map(|pixel| pixel[0]).collect()
    }

    #[test]
    fn a_line_covers_as_much_as_it_is_wide() {
        let rows = Rows { top: 0, count: 30, wide: 40 };
        for (to, width) in [((30.0, 5.5), 3.0), ((5.2, 25.0), 0.7), ((28.0, 21.0), 2.0), ((12.0, 24.0), 1.3)] {
            let line = Outline::line([(5.0, 5.0), to]);
            let sum: f32 = drawn(&line, width, rows).iter().map(|&value| f32::from(value) / 255.0).sum();
            let length = (to.0 - 5.0_f32).hypot(to.1 - 5.0);
            let expected = length * width + std::f32::consts::PI * width * width / 4.0;
            assert!((sum / expected - 1.0).abs() < 0.08, "{to:?}: {sum} for {expected}");
        }
    }

    #[test]
    fn bands_show_their_part_of_the_whole() {
        let line = Outline::line([(-5.0, -3.0), (18.0, 11.3), (2.0, 40.0), (f32::NAN, 3.0)]);
        let whole = drawn(&line, 2.2, Rows { top: 0, count: 24, wide: 20 });
        let lower = drawn(&line, 2.2, Rows { top: 8, count: 16, wide: 20 });
        assert_eq!(whole[8 * 20..], lower);
        assert!(whole.contains(&255));
    }
}
