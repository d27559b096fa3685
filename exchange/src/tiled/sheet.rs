//! A map of Tiled as plain data: only what a board of hexes needs.

use std::collections::BTreeMap;

use thiserror::Error;

use crate::xml::XmlError;

/// No file is larger.
pub(super) const MOST_BYTES: usize = 64 * 1024 * 1024;
/// No board has more hexes.
pub(super) const MOST_CELLS: usize = 4_000_000;

/// Why a file is no board.
#[derive(Debug, Error)]
pub enum TiledError {
    #[error("{0}")]
    Xml(#[from] XmlError),
    #[error("the file is no JSON: {0}")]
    Json(#[from] serde_json::Error),
    #[error("{0}")]
    Map(String),
    #[error("the map is too large: {0}")]
    TooLarge(String),
}

/// Which lines are shifted: rows (hexes with a point up) or columns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Axis {
    /// Columns are shifted.
    X,
    /// Rows are shifted.
    Y,
}

/// Names and texts.
pub type Properties = BTreeMap<String, String>;

/// Cells in reading order: numbers of tiles, 0 for none.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Layer {
    pub name: String,
    pub cells: Vec<u32>,
}

/// A point with a name.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Object {
    pub name: String,
    /// What Tiled calls class or type.
    pub kind: String,
    pub at: (f64, f64),
    pub properties: Properties,
}

/// A map.
#[derive(Clone, Debug, PartialEq)]
pub struct Sheet {
    pub columns: u32,
    pub rows: u32,
    pub axis: Axis,
    /// Whether odd lines are shifted, counted from 0; else even ones.
    pub odd: bool,
    /// Width and height of a hex, and the length of its upright or level side, in pixels.
    pub tile: (u32, u32),
    pub side: u32,
    pub properties: Properties,
    /// What each tile is, by its number in layers: its class, and its properties.
    pub tiles: BTreeMap<u32, (String, Properties)>,
    /// The picture of the tiles, where we write one.
    pub picture: String,
    pub layers: Vec<Layer>,
    pub objects: Vec<Object>,
}

impl Sheet {
    /// Where the middle of a hex lies, in pixels.
    #[must_use]
    pub fn middle(&self, column: u32, row: u32) -> (f64, f64) {
        let (wide, high, side) = (f64::from(self.tile.0), f64::from(self.tile.1), f64::from(self.side));
        let shifted = |line: u32| f64::from(u8::from((line % 2 == 1) == self.odd));
        let (column_at, row_at) = (f64::from(column), f64::from(row));
        match self.axis {
            Axis::Y => {
                (column_at * wide + wide / 2.0 + shifted(row) * wide / 2.0, row_at * (high + side) / 2.0 + high / 2.0)
            }
            Axis::X => (
                column_at * (wide + side) / 2.0 + wide / 2.0,
                row_at * high + high / 2.0 + shifted(column) * high / 2.0,
            ),
        }
    }

    /// The hex whose middle is nearest to a place, by column and row.
    #[must_use]
    pub fn hex_at(&self, (x, y): (f64, f64)) -> Option<(u32, u32)> {
        let (step_x, step_y) = match self.axis {
            Axis::Y => (f64::from(self.tile.0), f64::from(self.tile.1 + self.side) / 2.0),
            Axis::X => (f64::from(self.tile.0 + self.side) / 2.0, f64::from(self.tile.1)),
        };
        let around = |value: f64, step: f64, most: u32| {
            let middle = (value / step).floor().clamp(0.0, f64::from(most)) as u32;
            middle.saturating_sub(1)..=(middle + 1).min(most.saturating_sub(1))
        };
        let mut best: Option<(f64, (u32, u32))> = None;
        for column in around(x, step_x, self.columns) {
            for row in around(y, step_y, self.rows) {
                let (mx, my) = self.middle(column, row);
                let far = (mx - x).hypot(my - y);
                if best.is_none_or(|(least, _)| far < least) {
                    best = Some((far, (column, row)));
                }
            }
        }
        best.filter(|(far, _)| *far <= f64::from(self.tile.0.max(self.tile.1))).map(|(_, hex)| hex)
    }

    /// Checks what both formats must hold to.
    pub(super) fn checked(self) -> Result<Self, TiledError> {
        let cells = self.columns as usize * self.rows as usize;
        if cells == 0 || self.tile.0 == 0 || self.tile.1 == 0 {
            return Err(TiledError::Map("the map has no size".to_owned()));
        }
        if cells > MOST_CELLS {
            return Err(TiledError::TooLarge(format!("{} by {} hexes", self.columns, self.rows)));
        }
        for layer in &self.layers {
            if layer.cells.len() != cells {
                let found = layer.cells.len();
                return Err(TiledError::Map(format!(
                    "the layer `{}` has {found} cells; the map has {cells}",
                    layer.name
                )));
            }
        }
        Ok(self)
    }
}

/// The number of a tile without the marks of its turning.
pub(super) const fn unturned(cell: u32) -> u32 {
    cell & 0x0FFF_FFFF
}

/// What both formats say of maps that are no boards of ours.
pub(super) fn check_kind(orientation: &str, infinite: bool) -> Result<(), TiledError> {
    if orientation != "hexagonal" {
        let message = format!("the map is {orientation}; only hexagonal maps are boards here");
        return Err(TiledError::Map(message));
    }
    if infinite {
        return Err(TiledError::Map("the map is infinite; switch that off in its properties".to_owned()));
    }
    Ok(())
}
