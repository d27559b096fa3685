//! Filling polygons: a square belongs to a polygon when its middle does.

use super::{Label, Raster};

/// The stretches of squares inside a polygon, row by row: (y, first x, one past the last x). May lie outside any sheet.
/// Holes are rings too; a point is inside when it is inside an odd number of rings.
#[must_use]
pub fn spans(rings: &[Vec<(f64, f64)>], height: usize) -> Vec<(usize, i64, i64)> {
    let (top, bottom) = rings
        .iter()
        .flatten()
        .fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), point| (low.min(point.1), high.max(point.1)));
    if !(top.is_finite() && bottom.is_finite()) {
        return Vec::new();
    }
    let first = (top - 0.5).ceil().clamp(0.0, height as f64) as usize;
    let end = ((bottom - 0.5).floor() + 1.0).clamp(first as f64, height as f64) as usize;
    // Where the edges cross the middle of each row: counted first, so that all rows share one list.
    let mut ends = vec![0_usize; end - first + 1];
    each_crossing(rings, first, end, |row, _| ends[row + 1] += 1);
    for row in 1..ends.len() {
        ends[row] += ends[row - 1];
    }
    let mut crossings = vec![0.0; ends[end - first]];
    let mut next = ends.clone();
    each_crossing(rings, first, end, |row, x| {
        crossings[next[row]] = x;
        next[row] += 1;
    });
    let mut spans = Vec::new();
    for (offset, bounds) in ends.windows(2).enumerate() {
        let row = &mut crossings[bounds[0]..bounds[1]];
        row.sort_unstable_by(f64::total_cmp);
        for pair in row.chunks_exact(2) {
            let (from, to) = ((pair[0] - 0.5).ceil() as i64, (pair[1] - 0.5).ceil() as i64);
            if from < to {
                spans.push((first + offset, from, to));
            }
        }
    }
    spans
}

/// Tells of every edge that crosses the middle of a row: the row, counted from the first, and where.
fn each_crossing(rings: &[Vec<(f64, f64)>], first: usize, end: usize, mut found: impl FnMut(usize, f64)) {
    // The first row whose middle lies at or below a corner: reckoned once for the two edges that meet there.
    let row_from = |corner: (f64, f64)| (corner.1 - 0.5).ceil();
    for ring in rings {
        let Some(&last) = ring.last() else { continue };
        let (mut from, mut from_row) = (last, row_from(last));
        for &to in ring {
            let to_row = row_from(to);
            // Most edges of a fine outline lie between the middles of two rows and cross none.
            if from_row.to_bits() != to_row.to_bits() {
                let (upper, lower, start, stop) =
                    if from.1 <= to.1 { (from, to, from_row, to_row) } else { (to, from, to_row, from_row) };
                // Rows whose middle lies in [upper, lower): each corner is counted once.
                let (start, stop) = (start.max(first as f64) as usize, stop.clamp(0.0, end as f64) as usize);
                for row in start..stop {
                    let share = (row as f64 + 0.5 - upper.1) / (lower.1 - upper.1);
                    found(row - first, upper.0 + share * (lower.0 - upper.0));
                }
            }
            (from, from_row) = (to, to_row);
        }
    }
}

/// Paints a polygon, round the globe where the sheet wraps.
pub fn fill(raster: &mut Raster, rings: &[Vec<(f64, f64)>], label: Label) {
    for (y, from, to) in spans(rings, raster.height()) {
        for_each_stretch(raster.width(), raster.wraps(), from, to, |start, end| {
            raster.row_mut(y)[start..end].fill(label);
        });
    }
}

/// The parts of a stretch that lie on the sheet.
pub fn for_each_stretch(width: usize, wraps: bool, from: i64, to: i64, mut visit: impl FnMut(usize, usize)) {
    let width = width as i64;
    if !wraps {
        let (from, to) = (from.clamp(0, width), to.clamp(0, width));
        if from < to {
            visit(from as usize, to as usize);
        }
        return;
    }
    if to.saturating_sub(from) >= width {
        visit(0, width as usize);
        return;
    }
    let start = from.rem_euclid(width);
    let end = start + (to - from);
    visit(start as usize, end.min(width) as usize);
    if end > width {
        visit(0, (end - width) as usize);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn picture(raster: &Raster) -> String {
        let row = |row: &[Label]| row.iter().map(|&label| if label == 0 { '.' } else { '#' }).collect::<String>();
        raster.cells().chunks(raster.width()).map(row).collect::<Vec<_>>().join("\n")
    }

    #[test]
    fn squares_holes_and_the_seam() {
        let square = |left: f64, top: f64, size: f64| {
            vec![(left, top), (left + size, top), (left + size, top + size), (left, top + size)]
        };
        let check = |wraps: bool, rings: &[Vec<(f64, f64)>], expected: &str| {
            let mut raster = Raster::new(6, 4, wraps, 0);
            fill(&mut raster, rings, 1);
            assert_eq!(picture(&raster), expected);
        };
        check(false, &[square(1.0, 0.0, 3.0)], ".###..\n.###..\n.###..\n......");
        check(false, &[square(0.0, 0.0, 4.0), square(1.0, 1.0, 2.0)], "####..\n#..#..\n#..#..\n####..");
        check(true, &[square(4.6, 1.0, 2.0)], "......\n#....#\n#....#\n......");
        check(false, &[square(-3.0, -3.0, 5.0)], "##....\n##....\n......\n......");
        check(true, &[square(-30.0, 1.0, 50.0)], "......\n######\n######\n######");
        check(false, &[vec![(f64::NAN, 1.0), (2.0, f64::NAN)]], "......\n......\n......\n......");
        check(false, &[vec![]], "......\n......\n......\n......");
    }
}
