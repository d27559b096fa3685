//! Tracing labels into lines. Every border between two labels is found once, from one meeting point to the next, so both
//! sides share it exactly.

use super::{Label, Raster};

/// What lies beyond the edge of the sheet.
pub const OUTSIDE: Label = Label::MAX;

/// A traced border. Corners of squares are the points, so coordinates are whole.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// Left of somebody who walks along the points (y grows downward).
    pub left: Label,
    pub right: Label,
    /// From one meeting point to the next; a closed line ends where it begins.
    pub points: Vec<(i32, i32)>,
}

/// East, south, west, north.
const STEPS: [(i32, i32); 4] = [(1, 0), (0, 1), (-1, 0), (0, -1)];

struct Tracer<'a> {
    raster: &'a Raster,
    /// Sides already walked: of every corner, the one to the east (bit 0) and the one to the south (bit 1).
    walked: Vec<u8>,
}

/// All borders in reading order of their starting points. The edge of the sheet is a border with [`OUTSIDE`]; the seam of a
/// sheet that wraps is an edge on both sides.
#[must_use]
pub fn trace(raster: &Raster) -> Vec<Line> {
    let mut tracer = Tracer { raster, walked: vec![0; (raster.width() + 1) * (raster.height() + 1)] };
    let mut lines = Vec::new();
    // Closed lines touch no meeting point, so they are what is left after the first pass.
    for only_meeting_points in [true, false] {
        for y in 0..=raster.height() as i32 {
            for x in 0..=raster.width() as i32 {
                if only_meeting_points && !tracer.is_meeting_point(x, y) {
                    continue;
                }
                for direction in 0..4 {
                    if tracer.is_border(x, y, direction) && !tracer.was_walked(x, y, direction) {
                        lines.push(tracer.walk(x, y, direction));
                    }
                }
            }
        }
    }
    lines
}

impl Tracer<'_> {
    /// The label of the square whose north-west corner is this; the seam is an edge here.
    fn label(&self, x: i32, y: i32) -> Label {
        let (width, height) = (self.raster.width(), self.raster.height());
        if x < 0 || y < 0 || x as usize >= width || y as usize >= height {
            OUTSIDE
        } else {
            self.raster.cells()[y as usize * width + x as usize]
        }
    }

    /// Labels left and right of the side that leaves the corner in a direction.
    fn sides(&self, x: i32, y: i32, direction: usize) -> (Label, Label) {
        match direction {
            0 => (self.label(x, y - 1), self.label(x, y)),
            1 => (self.label(x, y), self.label(x - 1, y)),
            2 => (self.label(x - 1, y), self.label(x - 1, y - 1)),
            _ => (self.label(x - 1, y - 1), self.label(x, y - 1)),
        }
    }

    fn is_border(&self, x: i32, y: i32, direction: usize) -> bool {
        let (left, right) = self.sides(x, y, direction);
        left != right
    }

    fn is_meeting_point(&self, x: i32, y: i32) -> bool {
        let (right, bottom) = (self.raster.width() as i32, self.raster.height() as i32);
        let is_sheet_corner = (x == 0 || x == right) && (y == 0 || y == bottom);
        is_sheet_corner || (0..4).filter(|&direction| self.is_border(x, y, direction)).count() > 2
    }

    fn side(&self, x: i32, y: i32, direction: usize) -> (usize, u8) {
        let (x, y) = match direction {
            2 => (x - 1, y),
            3 => (x, y - 1),
            _ => (x, y),
        };
        (y as usize * (self.raster.width() + 1) + x as usize, if direction.is_multiple_of(2) { 1 } else { 2 })
    }

    fn was_walked(&self, x: i32, y: i32, direction: usize) -> bool {
        let (slot, bit) = self.side(x, y, direction);
        self.walked[slot] & bit != 0
    }

    fn walk(&mut self, start_x: i32, start_y: i32, start_direction: usize) -> Line {
        let (left, right) = self.sides(start_x, start_y, start_direction);
        let (mut x, mut y, mut direction) = (start_x, start_y, start_direction);
        let mut points = vec![(x, y)];
        loop {
            let (slot, bit) = self.side(x, y, direction);
            self.walked[slot] |= bit;
            x += STEPS[direction].0;
            y += STEPS[direction].1;
            if self.is_meeting_point(x, y) || (x, y) == (start_x, start_y) {
                break;
            }
            let back = (direction + 2) % 4;
            let onward = (0..4).find(|&next| next != back && self.is_border(x, y, next));
            match onward {
                Some(next) if next == direction => {}
                Some(next) => {
                    points.push((x, y));
                    direction = next;
                }
                None => break,
            }
        }
        points.push((x, y));
        Line { left, right, points }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn raster(rows: &[&[Label]]) -> Raster {
        Raster::from_cells(rows[0].len(), rows.len(), false, rows.concat()).expect("rectangular")
    }

    #[test]
    fn two_halves_share_one_line() {
        let lines = trace(&raster(&[&[1, 2], &[1, 2]]));
        let inner: Vec<&Line> = lines.iter().filter(|line| line.left != OUTSIDE && line.right != OUTSIDE).collect();
        assert_eq!(inner.len(), 1);
        assert_eq!((inner[0].left, inner[0].right, inner[0].points.as_slice()), (2, 1, [(1, 0), (1, 2)].as_slice()));
    }

    #[test]
    fn an_island_is_one_closed_line() {
        let lines = trace(&raster(&[&[1, 1, 1], &[1, 2, 1], &[1, 1, 1]]));
        let island: Vec<&Line> = lines.iter().filter(|line| line.left == 2 || line.right == 2).collect();
        assert_eq!(island.len(), 1);
        assert_eq!(island[0].points.first(), island[0].points.last());
        assert_eq!(island[0].points.len(), 5);
    }

    proptest! {
        #[test]
        fn every_side_between_labels_is_walked_exactly_once(
            width in 1..7_usize,
            labels in proptest::collection::vec(0..4_u16, 42),
        ) {
            let height = 6;
            let raster = Raster::from_cells(width, height, false, labels[..width * height].to_vec()).expect("fits");
            let label = |x: i32, y: i32| raster.get(i64::from(x), i64::from(y)).unwrap_or(OUTSIDE);
            let mut length = 0;
            for line in trace(&raster) {
                for pair in line.points.windows(2) {
                    let ((x, y), (to_x, to_y)) = (pair[0], pair[1]);
                    prop_assert!((x == to_x) != (y == to_y));
                    let steps = (to_x - x).abs() + (to_y - y).abs();
                    let (dx, dy) = ((to_x - x).signum(), (to_y - y).signum());
                    for step in 0..steps {
                        // The middle of the side, moved half a square to each hand.
                        let (mx, my) = (2 * (x + dx * step) + dx, 2 * (y + dy * step) + dy);
                        let at = |sx: i32, sy: i32| label((mx + sx).div_euclid(2), (my + sy).div_euclid(2));
                        prop_assert_eq!((at(dy, -dx), at(-dy, dx)), (line.left, line.right));
                        length += 1;
                    }
                }
            }
            let mut expected = 0;
            for y in 0..=height as i32 {
                for x in 0..=width as i32 {
                    expected += i32::from(label(x, y - 1) != label(x, y)) + i32::from(label(x - 1, y) != label(x, y));
                }
            }
            prop_assert_eq!(length, expected);
        }
    }
}
