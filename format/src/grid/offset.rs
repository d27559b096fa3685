//! A board: columns and rows of hexes, which of them are pushed half a hex, where it ends, and where east meets west.
//! Rows count southward from 0 at the north edge, columns eastward from 0 at the west edge, whatever the printed numbers do.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::hex::{Direction, Hex};

/// Which way the points of the hexes look.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
pub enum Orientation {
    /// Points north and south: straight rows, every other row pushed east.
    #[default]
    Pointy,
    /// Points east and west: straight columns, every other column pushed south.
    Flat,
}

/// Which rows (pointy) are pushed half a hex east, or which columns (flat) half a hex south.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
pub enum OffsetParity {
    #[default]
    Odd,
    Even,
}

impl OffsetParity {
    /// 1 when the line with this number is pushed, else 0.
    const fn push(self, line: i32) -> i32 {
        let odd = line & 1;
        match self {
            Self::Odd => odd,
            Self::Even => 1 - odd,
        }
    }

    #[must_use]
    pub const fn other(self) -> Self {
        match self {
            Self::Odd => Self::Even,
            Self::Even => Self::Odd,
        }
    }
}

/// A place on a board, counted from its north-west corner.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Cell {
    pub row: i32,
    pub column: i32,
}

impl Cell {
    #[must_use]
    pub const fn new(column: i32, row: i32) -> Self {
        Self { row, column }
    }

    #[must_use]
    pub const fn to_hex(self, orientation: Orientation, shifted: OffsetParity) -> Hex {
        match orientation {
            Orientation::Pointy => Hex::new(
                self.column - (self.row - shifted.push(self.row)).div_euclid(2) - origin_push(shifted),
                self.row,
            ),
            Orientation::Flat => Hex::new(
                self.column,
                self.row - (self.column - shifted.push(self.column)).div_euclid(2) - origin_push(shifted),
            ),
        }
    }

    #[must_use]
    pub const fn from_hex(hex: Hex, orientation: Orientation, shifted: OffsetParity) -> Self {
        match orientation {
            Orientation::Pointy => {
                Self::new(hex.q + (hex.r - shifted.push(hex.r)).div_euclid(2) + origin_push(shifted), hex.r)
            }
            Orientation::Flat => {
                Self::new(hex.q, hex.r + (hex.q - shifted.push(hex.q)).div_euclid(2) + origin_push(shifted))
            }
        }
    }
}

/// `(line - push) / 2` is -1 instead of 0 on line 0 when the even lines are pushed; this brings cell (0, 0) back to the origin.
const fn origin_push(shifted: OffsetParity) -> i32 {
    match shifted {
        OffsetParity::Odd => 0,
        OffsetParity::Even => 1,
    }
}

/// Why a board cannot exist.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum BoardError {
    #[error("a board needs at least one column and one row, not {columns} x {rows}")]
    Empty { columns: u32, rows: u32 },
    #[error("{columns} x {rows} hexes are more than the {} a board may have", Board::MOST_HEXES)]
    TooLarge { columns: u32, rows: u32 },
    #[error(
        "a board of flat-topped hexes can only close round the globe with an even number of columns, not {columns}"
    )]
    OddSeam { columns: u32 },
    #[error("a board that closes round the globe needs at least 3 columns, not {columns}")]
    NarrowSeam { columns: u32 },
}

/// A rectangular board of hexes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Board {
    orientation: Orientation,
    shifted: OffsetParity,
    columns: i32,
    rows: i32,
    wraps: bool,
}

impl Board {
    pub const MOST_HEXES: u32 = 4_000_000;

    pub const fn new(
        orientation: Orientation,
        shifted: OffsetParity,
        columns: u32,
        rows: u32,
        wraps: bool,
    ) -> Result<Self, BoardError> {
        if columns == 0 || rows == 0 {
            return Err(BoardError::Empty { columns, rows });
        }
        if columns as u64 * rows as u64 > Self::MOST_HEXES as u64 {
            return Err(BoardError::TooLarge { columns, rows });
        }
        if wraps && columns < 3 {
            return Err(BoardError::NarrowSeam { columns });
        }
        if wraps && matches!(orientation, Orientation::Flat) && columns % 2 == 1 {
            return Err(BoardError::OddSeam { columns });
        }
        Ok(Self { orientation, shifted, columns: columns as i32, rows: rows as i32, wraps })
    }

    pub const fn orientation(&self) -> Orientation {
        self.orientation
    }

    pub const fn shifted(&self) -> OffsetParity {
        self.shifted
    }

    pub const fn columns(&self) -> i32 {
        self.columns
    }

    pub const fn rows(&self) -> i32 {
        self.rows
    }

    /// Whether the east edge meets the west edge.
    pub const fn wraps(&self) -> bool {
        self.wraps
    }

    /// Number of hexes.
    #[allow(clippy::len_without_is_empty)] // a board is never empty
    pub const fn len(&self) -> usize {
        self.columns as usize * self.rows as usize
    }

    pub const fn contains(&self, cell: Cell) -> bool {
        0 <= cell.column && cell.column < self.columns && 0 <= cell.row && cell.row < self.rows
    }

    pub const fn to_hex(&self, cell: Cell) -> Hex {
        cell.to_hex(self.orientation, self.shifted)
    }

    /// The cell of a hex, taken round the globe where the board wraps; `None` off the board.
    pub const fn cell(&self, hex: Hex) -> Option<Cell> {
        let mut cell = Cell::from_hex(hex, self.orientation, self.shifted);
        if self.wraps {
            // An even seam keeps the push of a flat column, so the row stays.
            cell.column = cell.column.rem_euclid(self.columns);
        }
        if self.contains(cell) { Some(cell) } else { None }
    }

    /// Cells in reading order, with [`Board::index`] as their position.
    pub fn cells(&self) -> impl Iterator<Item = Cell> + use<> {
        let columns = self.columns;
        (0..self.rows).flat_map(move |row| (0..columns).map(move |column| Cell::new(column, row)))
    }

    pub const fn index(&self, cell: Cell) -> Option<usize> {
        if self.contains(cell) { Some(cell.row as usize * self.columns as usize + cell.column as usize) } else { None }
    }

    pub const fn at(&self, index: usize) -> Option<Cell> {
        if index < self.len() {
            Some(Cell::new((index % self.columns as usize) as i32, (index / self.columns as usize) as i32))
        } else {
            None
        }
    }

    pub const fn neighbour(&self, cell: Cell, direction: Direction) -> Option<Cell> {
        self.cell(self.to_hex(cell).neighbour(direction))
    }

    /// The neighbours that exist, with the direction they lie in.
    pub fn neighbours(&self, cell: Cell) -> impl Iterator<Item = (Direction, Cell)> + use<> {
        let board = *self;
        Direction::ALL.into_iter().filter_map(move |direction| Some((direction, board.neighbour(cell, direction)?)))
    }

    /// The neighbour direction from one cell to another, across the seam too.
    pub fn direction_to(&self, from: Cell, to: Cell) -> Option<Direction> {
        self.neighbours(from).find(|&(_, cell)| cell == to).map(|(direction, _)| direction)
    }

    /// One turn round the globe as a hex vector.
    const fn seam(&self) -> Hex {
        match self.orientation {
            Orientation::Pointy => Hex::new(self.columns, 0),
            Orientation::Flat => Hex::new(self.columns, -self.columns / 2),
        }
    }

    /// The copy of `to` nearest to `from` on the unrolled plane: `to` itself, or one turn east or west of it.
    pub fn nearest_copy(&self, from: Cell, to: Cell) -> Hex {
        let (start, end) = (self.to_hex(from), self.to_hex(to));
        if !self.wraps {
            return end;
        }
        let copies = [end, end + self.seam(), end - self.seam()];
        copies.into_iter().min_by_key(|copy| start.distance(*copy)).unwrap_or(end)
    }

    /// Steps between two cells, the short way round the globe where the board wraps.
    pub fn distance(&self, from: Cell, to: Cell) -> u32 {
        self.to_hex(from).distance(self.nearest_copy(from, to))
    }

    /// Cells within `radius` steps, in reading order, each once.
    pub fn range(&self, centre: Cell, radius: u32) -> Vec<Cell> {
        let reach = radius.min((self.columns + self.rows) as u32);
        let mut cells: Vec<Cell> = self.to_hex(centre).range(reach).filter_map(|hex| self.cell(hex)).collect();
        cells.sort_unstable();
        cells.dedup();
        cells
    }

    /// Cells on the straight line between two cells, the short way round; hexes off the board are left out.
    pub fn line(&self, from: Cell, to: Cell) -> Vec<Cell> {
        self.to_hex(from).line(self.nearest_copy(from, to)).filter_map(|hex| self.cell(hex)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn any_board() -> impl Strategy<Value = Board> {
        (any::<bool>(), any::<bool>(), 2..12_u32, 1..15_u32, any::<bool>()).prop_map(
            |(flat, even, half_columns, rows, wraps)| {
                let orientation = if flat { Orientation::Flat } else { Orientation::Pointy };
                let shifted = if even { OffsetParity::Even } else { OffsetParity::Odd };
                Board::new(orientation, shifted, half_columns * 2, rows, wraps).expect("a small even board is legal")
            },
        )
    }

    fn board_and_two_cells() -> impl Strategy<Value = (Board, Cell, Cell)> {
        any_board().prop_flat_map(|board| {
            let cell = move || (0..board.columns(), 0..board.rows()).prop_map(|(column, row)| Cell::new(column, row));
            (Just(board), cell(), cell())
        })
    }

    #[test]
    fn pushed_rows_have_their_northern_neighbours_further_east() {
        let check = |shifted, row, expected: [i32; 2]| {
            let board = Board::new(Orientation::Pointy, shifted, 10, 10, false).expect("legal");
            let [north_east, north_west] =
                [1, 2].map(|number| board.neighbour(Cell::new(5, row), Direction::new(number)).expect("inside").column);
            assert_eq!([north_west, north_east], expected, "{shifted:?} row {row}");
        };
        check(OffsetParity::Odd, 3, [5, 6]);
        check(OffsetParity::Odd, 4, [4, 5]);
        check(OffsetParity::Even, 3, [4, 5]);
        check(OffsetParity::Even, 4, [5, 6]);
    }

    #[test]
    fn impossible_boards_are_refused() {
        let flat = |columns| Board::new(Orientation::Flat, OffsetParity::Odd, columns, 5, true);
        assert_eq!(flat(7), Err(BoardError::OddSeam { columns: 7 }));
        assert_eq!(flat(2), Err(BoardError::NarrowSeam { columns: 2 }));
        assert_eq!(flat(0), Err(BoardError::Empty { columns: 0, rows: 5 }));
        assert_eq!(flat(u32::MAX), Err(BoardError::TooLarge { columns: u32::MAX, rows: 5 }));
    }

    proptest! {
        #[test]
        fn cells_and_hexes_are_one_to_one((board, cell, _) in board_and_two_cells()) {
            prop_assert_eq!(board.cell(board.to_hex(cell)), Some(cell));
            prop_assert_eq!(board.index(cell).and_then(|index| board.at(index)), Some(cell));
        }

        #[test]
        fn neighbours_are_mutual_and_six_except_at_an_edge((board, cell, _) in board_and_two_cells()) {
            let neighbours: Vec<_> = board.neighbours(cell).collect();
            for &(direction, next) in &neighbours {
                prop_assert_eq!(board.neighbour(next, direction.opposite()), Some(cell));
                prop_assert_eq!(board.distance(cell, next), 1);
            }
            let inner_row = cell.row > 0 && cell.row + 1 < board.rows();
            let inner_column = board.wraps() || (cell.column > 0 && cell.column + 1 < board.columns());
            if inner_row && inner_column {
                prop_assert_eq!(neighbours.len(), 6);
            }
        }

        #[test]
        fn distance_is_what_a_search_over_neighbours_finds((board, from, to) in board_and_two_cells()) {
            let mut steps = vec![u32::MAX; board.len()];
            steps[board.index(from).expect("on the board")] = 0;
            let mut queue = std::collections::VecDeque::from([from]);
            while let Some(cell) = queue.pop_front() {
                let here = steps[board.index(cell).expect("on the board")];
                for (_, next) in board.neighbours(cell) {
                    let slot = &mut steps[board.index(next).expect("on the board")];
                    if *slot == u32::MAX {
                        *slot = here + 1;
                        queue.push_back(next);
                    }
                }
            }
            // A board one row or column wide may force the search off the straight way.
            if board.rows() > 1 || board.orientation() == Orientation::Pointy {
                prop_assert_eq!(board.distance(from, to), steps[board.index(to).expect("on the board")]);
            }
            prop_assert_eq!(board.distance(from, to), board.distance(to, from));
        }
    }
}
