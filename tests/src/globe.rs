//! Where the hexes of a pack's map lie on the globe, by the pack's own recipe. Knows no facts and no spaces.

use chartroom_atlas::geo::{Placing, Residual};
use chartroom_atlas::hexes;
use chartroom_format::content::Content;
use chartroom_format::grid::numbering::Vertical;
use chartroom_format::grid::{Board, Numbering};
use chartroom_format::schema::map::Grid;

/// Where the hexes of a map lie on the globe, by the pack's own recipe.
pub(crate) struct Globe {
    pub(crate) board: Board,
    pub(crate) numbering: Numbering,
    placing: Placing,
    pub(crate) residuals: Vec<Residual>,
}

impl Globe {
    pub(crate) fn of(content: &Content) -> Result<Option<Self>, String> {
        let (Some(map), Some(recipe)) = (&content.map, &content.recipe) else { return Ok(None) };
        let Grid::Hexes(grid) = &map.grid else { return Ok(None) };
        let board = grid.board().map_err(|error| error.to_string())?;
        let placed = hexes::place(recipe, &board, &grid.numbering);
        let (placing, residuals) = placed.map_err(|problems| format!("{problems:?}"))?;
        Ok(Some(Self { board, numbering: grid.numbering.clone(), placing, residuals }))
    }

    fn centre(&self, id: &str) -> Result<(f64, f64), String> {
        let cell = self.numbering.parse(&self.board, id).map_err(|error| error.to_string())?;
        Ok(hexes::layout(&self.board).centre(self.board.to_hex(cell)))
    }

    pub(crate) fn locate(&self, id: &str) -> Result<(f64, f64), String> {
        let (x, y) = self.centre(id)?;
        Ok(self.placing.locate(x, y))
    }

    /// How many hexes a place lies from the middle of a hex.
    pub(crate) fn off(&self, id: &str, lat: f64, lon: f64) -> Result<f64, String> {
        let (x, y) = self.centre(id)?;
        let (placed_x, placed_y) = self.placing.place(lat, lon);
        Ok(self.placing.across(x, placed_x).hypot(placed_y - y) / 3.0_f64.sqrt())
    }

    /// The number of the row as printed; letters count A as 1.
    pub(crate) fn printed_row(&self, id: &str) -> Option<i64> {
        let row = i64::from(self.numbering.parse(&self.board, id).ok()?.row);
        let first = i64::from(self.numbering.rows.first);
        Some(match self.numbering.rows.toward {
            Vertical::South => first + row,
            Vertical::North => first + i64::from(self.board.rows()) - 1 - row,
        })
    }
}
