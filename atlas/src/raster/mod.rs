//! A sheet of labelled squares: where areas are filled, grown and traced before they become lines again.

pub mod components;
pub mod fill;
pub mod simplify;
pub mod trace;

/// A label of a square; what it means is the caller's.
pub type Label = u16;

/// Labels in reading order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Raster {
    width: usize,
    height: usize,
    /// Whether the east edge meets the west edge.
    wraps: bool,
    cells: Vec<Label>,
}

impl Raster {
    /// Sheets larger than this are refused by everything that makes one from outside input.
    pub const MOST_CELLS: usize = 64_000_000;

    #[must_use]
    pub fn new(width: usize, height: usize, wraps: bool, label: Label) -> Self {
        Self { width, height, wraps, cells: vec![label; width * height] }
    }

    /// A sheet from labels in reading order; `None` when their number does not fit.
    #[must_use]
    pub fn from_cells(width: usize, height: usize, wraps: bool, cells: Vec<Label>) -> Option<Self> {
        (cells.len() == width * height).then_some(Self { width, height, wraps, cells })
    }

    pub const fn width(&self) -> usize {
        self.width
    }

    pub const fn height(&self) -> usize {
        self.height
    }

    pub const fn wraps(&self) -> bool {
        self.wraps
    }

    pub fn cells(&self) -> &[Label] {
        &self.cells
    }

    pub fn cells_mut(&mut self) -> &mut [Label] {
        &mut self.cells
    }

    pub fn row_mut(&mut self, y: usize) -> &mut [Label] {
        &mut self.cells[y * self.width..(y + 1) * self.width]
    }

    /// The label of a square, taken round the globe where the sheet wraps; `None` outside.
    #[must_use]
    pub fn get(&self, x: i64, y: i64) -> Option<Label> {
        self.index(x, y).map(|index| self.cells[index])
    }

    /// Position of a square in reading order.
    #[must_use]
    pub fn index(&self, x: i64, y: i64) -> Option<usize> {
        let x = if self.wraps { x.rem_euclid(self.width as i64) } else { x };
        let inside = (0..self.width as i64).contains(&x) && (0..self.height as i64).contains(&y);
        inside.then(|| y as usize * self.width + x as usize)
    }

    #[must_use]
    pub const fn at(&self, index: usize) -> (usize, usize) {
        (index % self.width, index / self.width)
    }

    /// The squares that share a side with this one, north, west, east, south.
    pub fn beside(&self, index: usize) -> impl Iterator<Item = usize> + use<> {
        let (width, wraps) = (self.width, self.wraps);
        let (x, y) = self.at(index);
        let west = if x > 0 { Some(index - 1) } else { wraps.then(|| index + width - 1) };
        let east = if x + 1 < width { Some(index + 1) } else { wraps.then(|| index + 1 - width) };
        let north = (y > 0).then(|| index - width);
        let south = (y + 1 < self.height).then(|| index + width);
        [north, west, east, south].into_iter().flatten()
    }
}
