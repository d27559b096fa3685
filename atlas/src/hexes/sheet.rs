//! The sheet of samples that geography is painted on before it is counted hex by hex.

use chartroom_format::grid::{Board, Hex, Layout};

use super::layout;
use crate::geo::Placing;
use crate::raster::{Label, Raster};

/// Boards whose samples would be more than this are sampled more coarsely.
const MOST_SAMPLES: f64 = 24_000_000.0;

/// Where hexes and degrees fall on the sheet.
pub(super) struct Sheet<'a> {
    pub(super) board: &'a Board,
    /// Hexes on the sheet of samples.
    pub(super) layout: Layout,
    placing: &'a Placing,
    pub(super) scale: f64,
    pub(super) width: usize,
    pub(super) height: usize,
}

impl<'a> Sheet<'a> {
    /// A sheet with so many samples across each hex.
    pub(super) fn new(board: &'a Board, placing: &'a Placing, across: f64) -> Self {
        let unit = layout(board);
        let column = unit.turn(board) / f64::from(board.columns());
        let (_, _, right, bottom) = unit.bounds(board);
        let wide = if board.wraps() { unit.turn(board) } else { right };
        let wished = across / column;
        // A closing sheet must hold a whole number of samples per turn, hence per column.
        let scale = wished.min((MOST_SAMPLES / (wide * bottom)).sqrt());
        let scale = ((scale * column).floor().max(2.0)) / column;
        let layout = Layout { size: unit.size * scale, origin: (unit.origin.0 * scale, unit.origin.1 * scale), ..unit };
        let (width, height) = ((wide * scale).round() as usize, (bottom * scale).ceil() as usize);
        Self { board, layout, placing, scale, width, height }
    }

    pub(super) fn blank(&self, label: Label) -> Raster {
        Raster::new(self.width, self.height, self.board.wraps(), label)
    }

    /// Degrees to samples.
    pub(super) fn placing(&self) -> Placing {
        self.placing.scaled(self.scale)
    }

    pub(super) fn place(&self, lat: f64, lon: f64) -> (f64, f64) {
        let (x, y) = self.placing.place(lat, lon);
        (x * self.scale, y * self.scale)
    }

    pub(super) fn rings(&self, polygon: &[Vec<(f64, f64)>]) -> Vec<Vec<(f64, f64)>> {
        polygon.iter().map(|ring| ring.iter().map(|&(lon, lat)| self.place(lat, lon)).collect()).collect()
    }

    /// A turn round the globe, for copies on boards that do not close.
    pub(super) fn turn(&self) -> f64 {
        (self.placing.longitude.at(360.0) - self.placing.longitude.at(0.0)) * self.scale
    }

    /// The hex a sample lies in.
    pub(super) fn index_of(&self, hex: Hex) -> Option<usize> {
        self.board.cell(hex).and_then(|cell| self.board.index(cell))
    }

    pub(super) fn index_at(&self, x: f64, y: f64) -> Option<usize> {
        self.index_of(self.layout.hex_at((x, y)))
    }
}
