//! The only bridge between hexes and points on paper. All floats of the grid live here.

use super::hex::Hex;
use super::offset::{Board, Cell, Orientation};

/// A point on paper: x grows rightward, y downward.
pub type Point = (f64, f64);

const SQRT_3: f64 = 1.732_050_807_568_877_2;
const HALF_SQRT_3: f64 = SQRT_3 / 2.0;

/// Where hexes lie on paper.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Layout {
    pub orientation: Orientation,
    /// From the centre of a hex to a corner.
    pub size: f64,
    /// Centre of [`Hex::ORIGIN`].
    pub origin: Point,
}

impl Layout {
    /// A layout for `board` whose outermost points touch x = 0 and y = 0.
    #[must_use]
    pub fn for_board(board: &Board, size: f64) -> Self {
        let mut layout = Self { orientation: board.orientation(), size, origin: (0.0, 0.0) };
        let (left, top, _, _) = layout.bounds(board);
        layout.origin = (-left, -top);
        layout
    }

    #[must_use]
    pub fn centre(&self, hex: Hex) -> Point {
        let (q, r) = (f64::from(hex.q), f64::from(hex.r));
        let (x, y) = match self.orientation {
            Orientation::Pointy => (SQRT_3 * (q + r / 2.0), 1.5 * r),
            Orientation::Flat => (1.5 * q, SQRT_3 * (r + q / 2.0)),
        };
        (self.origin.0 + self.size * x, self.origin.1 + self.size * y)
    }

    /// Corner `n` and corner `n + 1` bound the side toward direction `n`.
    #[must_use]
    pub fn corners(&self, hex: Hex) -> [Point; 6] {
        let (x, y) = self.centre(hex);
        self.corner_offsets().map(|(dx, dy)| (x + dx, y + dy))
    }

    /// Corners relative to the centre, in the order of [`Layout::corners`].
    #[must_use]
    pub fn corner_offsets(&self) -> [Point; 6] {
        let unit = match self.orientation {
            Orientation::Pointy => [
                (HALF_SQRT_3, 0.5),
                (HALF_SQRT_3, -0.5),
                (0.0, -1.0),
                (-HALF_SQRT_3, -0.5),
                (-HALF_SQRT_3, 0.5),
                (0.0, 1.0),
            ],
            Orientation::Flat => [
                (0.5, HALF_SQRT_3),
                (1.0, 0.0),
                (0.5, -HALF_SQRT_3),
                (-0.5, -HALF_SQRT_3),
                (-1.0, 0.0),
                (-0.5, HALF_SQRT_3),
            ],
        };
        unit.map(|(x, y)| (x * self.size, y * self.size))
    }

    /// The hex whose centre is nearest to the point.
    #[must_use]
    pub fn hex_at(&self, point: Point) -> Hex {
        let x = (point.0 - self.origin.0) / self.size;
        let y = (point.1 - self.origin.1) / self.size;
        let (q, r) = match self.orientation {
            Orientation::Pointy => (x / SQRT_3 - y / 3.0, y / 1.5),
            Orientation::Flat => (x / 1.5, y / SQRT_3 - x / 3.0),
        };
        nearest(q, r)
    }

    /// Left, top, right and bottom of everything on the board.
    #[must_use]
    pub fn bounds(&self, board: &Board) -> (f64, f64, f64, f64) {
        let (last_column, last_row) = (board.columns() - 1, board.rows() - 1);
        let near = |last: i32| [0, 1.min(last), (last - 1).max(0), last];
        let mut bounds = (f64::INFINITY, f64::INFINITY, f64::NEG_INFINITY, f64::NEG_INFINITY);
        for column in near(last_column) {
            for row in near(last_row) {
                for (x, y) in self.corners(board.to_hex(Cell::new(column, row))) {
                    bounds = (bounds.0.min(x), bounds.1.min(y), bounds.2.max(x), bounds.3.max(y));
                }
            }
        }
        bounds
    }

    /// How far apart two copies of a hex lie on a board that closes round the globe.
    #[must_use]
    pub fn turn(&self, board: &Board) -> f64 {
        let column = match self.orientation {
            Orientation::Pointy => SQRT_3,
            Orientation::Flat => 1.5,
        };
        f64::from(board.columns()) * column * self.size
    }
}

fn nearest(q: f64, r: f64) -> Hex {
    let s = -q - r;
    let (rounded_q, rounded_r, rounded_s) = (q.round(), r.round(), s.round());
    let (error_q, error_r, error_s) = ((rounded_q - q).abs(), (rounded_r - r).abs(), (rounded_s - s).abs());
    if error_q > error_r && error_q > error_s {
        Hex::new((-rounded_r - rounded_s) as i32, rounded_r as i32)
    } else if error_r > error_s {
        Hex::new(rounded_q as i32, (-rounded_q - rounded_s) as i32)
    } else {
        Hex::new(rounded_q as i32, rounded_r as i32)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::{Direction, OffsetParity};
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn every_point_inside_a_hex_finds_it(q in -99..99_i32, r in -99..99_i32, flat: bool, size in 0.5..40.0_f64) {
            let orientation = if flat { Orientation::Flat } else { Orientation::Pointy };
            let layout = Layout { orientation, size, origin: (17.0, -4.0) };
            let hex = Hex::new(q, r);
            let (x, y) = layout.centre(hex);
            for (corner_x, corner_y) in layout.corners(hex) {
                let inside = (x + (corner_x - x) * 0.95, y + (corner_y - y) * 0.95);
                prop_assert_eq!(layout.hex_at(inside), hex);
            }
        }

        #[test]
        fn two_hexes_share_the_side_between_them(flat: bool, number in 0..6_u8) {
            let orientation = if flat { Orientation::Flat } else { Orientation::Pointy };
            let layout = Layout { orientation, size: 10.0, origin: (0.0, 0.0) };
            let direction = Direction::new(number);
            let (here, there) = (layout.corners(Hex::ORIGIN), layout.corners(Hex::ORIGIN.neighbour(direction)));
            let side = |corners: [Point; 6], direction: Direction| [corners[direction.index()], corners[(direction.index() + 1) % 6]];
            let (mine, theirs) = (side(here, direction), side(there, direction.opposite()));
            for (a, b) in [(mine[0], theirs[1]), (mine[1], theirs[0])] {
                prop_assert!((a.0 - b.0).abs() < 1e-9 && (a.1 - b.1).abs() < 1e-9, "{:?} {:?}", a, b);
            }
        }
    }

    #[test]
    fn board_layout_touches_the_corner_of_the_paper() {
        for shifted in [OffsetParity::Odd, OffsetParity::Even] {
            for orientation in [Orientation::Pointy, Orientation::Flat] {
                let board = Board::new(orientation, shifted, 7, 5, false).expect("legal");
                let (left, top, right, bottom) = Layout::for_board(&board, 3.0).bounds(&board);
                assert!(
                    left.abs() < 1e-9 && top.abs() < 1e-9 && right > 20.0 && bottom > 20.0,
                    "{orientation:?} {shifted:?}"
                );
            }
        }
    }
}
