//! Where the hexes of a pack's map lie on the globe, by the pack's own recipe. Knows no facts and no spaces.

use chartroom_atlas::geo::Placing;
use chartroom_atlas::hexes;
use chartroom_format::content::Content;
use chartroom_format::grid::numbering::Vertical;
use chartroom_format::grid::{Board, Numbering};
use chartroom_format::schema::map::Grid;
use chartroom_format::schema::recipe::{Projection, Recipe};

/// Where the hexes of a map lie on the globe, by the pack's own recipe.
pub(crate) struct Globe {
    pub(crate) board: Board,
    pub(crate) numbering: Numbering,
    recipe: Recipe,
    placing: Placing,
}

impl Globe {
    pub(crate) fn of(content: &Content) -> Result<Option<Self>, String> {
        let (Some(map), Some(recipe)) = (&content.map, &content.recipe) else { return Ok(None) };
        let Grid::Hexes(grid) = &map.grid else { return Ok(None) };
        let board = grid.board().map_err(|error| error.to_string())?;
        let placing = place(recipe, &board, &grid.numbering)?;
        Ok(Some(Self { board, numbering: grid.numbering.clone(), recipe: recipe.clone(), placing }))
    }

    /// The same map on another projection, to see that the projection matters.
    pub(crate) fn projected(mut self, projection: Projection) -> Result<Self, String> {
        self.recipe.projection = projection;
        self.placing = place(&self.recipe, &self.board, &self.numbering)?;
        Ok(self)
    }

    pub(crate) fn is_calibrated(&self, id: &str) -> bool {
        self.recipe.calibrate.contains_key(id)
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
        self.off_by(&self.placing, id, lat, lon)
    }

    /// The same by what the recipe makes of all other calibrated hexes, this one left out of the fit and of the pull: how well
    /// they foretell it.
    pub(crate) fn off_unaided(&self, id: &str, lat: f64, lon: f64) -> Result<f64, String> {
        let mut recipe = self.recipe.clone();
        recipe.calibrate.remove(id);
        self.off_by(&place(&recipe, &self.board, &self.numbering)?, id, lat, lon)
    }

    fn off_by(&self, placing: &Placing, id: &str, lat: f64, lon: f64) -> Result<f64, String> {
        let (x, y) = self.centre(id)?;
        let (placed_x, placed_y) = placing.place(lat, lon);
        Ok(placing.across(x, placed_x).hypot(placed_y - y) / 3.0_f64.sqrt())
    }

    /// The numbers of row and column as printed; letters count A as 1.
    pub(crate) fn printed(&self, id: &str) -> Option<(i64, i64)> {
        let cell = self.numbering.parse(&self.board, id).ok()?;
        let (row, column) = (i64::from(cell.row), i64::from(cell.column));
        let first = i64::from(self.numbering.rows.first);
        let row = match self.numbering.rows.toward {
            Vertical::South => first + row,
            Vertical::North => first + i64::from(self.board.rows()) - 1 - row,
        };
        Some((row, i64::from(self.numbering.columns.first) + column))
    }
}

fn place(recipe: &Recipe, board: &Board, numbering: &Numbering) -> Result<Placing, String> {
    hexes::place(recipe, board, numbering).map(|(placing, _)| placing).map_err(|problems| format!("{problems:?}"))
}
