//! A recipe looked through without drawing its map: everything that would stop the drawing, at its place.

use chartroom_format::schema::map::{Grid, HexGrid, Map};
use chartroom_format::schema::recipe::{Drawing, HexDrawing, Recipe, ZoneDrawing};

use crate::geo::fit;
use crate::picture::draw as from_picture;
use crate::recipe_fault::RecipeFault;
use crate::source::Sources;
use crate::{hexes, zones};

/// The faults of a recipe. Where its geography is not at hand, nothing is said about what would need it.
#[must_use]
pub fn faults(recipe: &Recipe, map: &Map, sources: &Sources<'_>) -> Vec<RecipeFault> {
    match (&recipe.draw, &map.grid) {
        (Drawing::Hexes(drawing), Grid::Hexes(grid)) => of_hexes(recipe, drawing, grid, sources),
        (Drawing::Zones(drawing), Grid::Zones(_)) => of_zones(recipe, drawing, sources),
        (Drawing::HexPicture(drawing), Grid::Hexes(grid)) => {
            from_picture::hexes(drawing, grid, sources).err().unwrap_or_default()
        }
        (Drawing::ZonePicture(drawing), Grid::Zones(_)) => {
            from_picture::zones(drawing, sources).err().unwrap_or_default()
        }
        (Drawing::Hexes(_) | Drawing::HexPicture(_), Grid::Zones(_)) => {
            vec![RecipeFault::plain(&["draw".into()], "the recipe draws hexes, but map.ron has zones")]
        }
        (Drawing::Zones(_) | Drawing::ZonePicture(_), Grid::Hexes(_)) => {
            vec![RecipeFault::plain(&["draw".into()], "the recipe draws zones, but map.ron has hexes")]
        }
    }
}

fn of_hexes(recipe: &Recipe, drawing: &HexDrawing, grid: &HexGrid, sources: &Sources<'_>) -> Vec<RecipeFault> {
    // A grid that cannot be is a finding of its own.
    let Ok(board) = grid.board() else { return Vec::new() };
    let fitted = hexes::place(recipe, &board, &grid.numbering).and_then(|(_, residuals)| {
        fit::check_residuals(&residuals, recipe.worst_residual).map_err(|error| vec![error.into()])
    });
    let mut problems = fitted.err().unwrap_or_default();
    let outlines = match sources.outlines(recipe) {
        None => None,
        Some(Ok(outlines)) => Some(outlines),
        Some(Err(fault)) => return vec![fault],
    };
    problems.extend(hexes::check(drawing, outlines.as_deref()));
    problems.iter().map(RecipeFault::of_hexes).collect()
}

fn of_zones(recipe: &Recipe, drawing: &ZoneDrawing, sources: &Sources<'_>) -> Vec<RecipeFault> {
    let problems = match sources.outlines(recipe) {
        None => zones::draw::check_names(drawing),
        Some(Ok(outlines)) => zones::draw::check(drawing, &recipe.projection, &outlines).err().unwrap_or_default(),
        Some(Err(fault)) => return vec![fault],
    };
    problems.iter().map(RecipeFault::of_zones).collect()
}
