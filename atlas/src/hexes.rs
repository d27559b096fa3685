//! Hexes from geography: how much of each is land, whose land, what lies on it, and which small islands it holds.
//!
//! `recipe -> fitted projection (place) -> samples counted per hex (survey) -> countries, terrain, regions (belongs) -> where one
//! walks and sails from hex to hex (ways) -> text (write)`

mod belongs;
mod sheet;
mod survey;
pub mod ways;
pub mod write;

use chartroom_format::grid::{Board, Cell, Layout, NumberError, Numbering, Orientation};
use chartroom_format::schema::map::Surface;
use chartroom_format::schema::recipe::{HexDrawing, Recipe};
use thiserror::Error;

pub use self::belongs::{Belongs, check};
use self::survey::Survey;
use crate::geo::fit::{self, Known, Target};
use crate::geo::outlines::Ring;
use crate::geo::{FitError, Outlines, Placing, Residual};

/// Why a recipe gives no hexes.
#[derive(Clone, Debug, PartialEq, Error)]
pub enum HexProblem {
    #[error("{0}")]
    Fit(#[from] FitError),
    #[error("calibrated hex: {error}")]
    Number { number: String, error: NumberError },
    #[error(
        "shares of land run from 0 to 1, and `sea_up_to` must be below `land_from`: not {sea_up_to} and {land_from}"
    )]
    BadShares { sea_up_to: f64, land_from: f64 },
    #[error("the geography has no country `{country}`{}", .suggestion.as_ref().map_or(String::new(), |name| format!("; did you mean `{name}`?")))]
    NoCountry { country: String, suggestion: Option<String> },
    #[error("the island `{name}` at {lat}, {lon} lies off the map")]
    IslandOffMap { name: String, lat: f64, lon: f64 },
    #[error("the outline of an area needs at least three corners, not {corners}")]
    NoOutline { area: usize, corners: usize },
    #[error("the outline of an area crosses itself near {lat}, {lon}")]
    OutlineCrosses { area: usize, lat: f64, lon: f64 },
}

/// One hex as drawn.
#[derive(Clone, Debug, PartialEq)]
pub struct DrawnHex {
    pub cell: Cell,
    pub number: String,
    pub surface: Surface,
    /// Share of land, from 0 to 1.
    pub land: f64,
    /// Today's countries in it and the share of the hex each covers, the largest first.
    pub countries: Vec<(String, f64)>,
    /// Names of the small islands that made it more than sea.
    pub islands: Vec<String>,
    /// Whose it is and what lies on it, by the recipe's countries and areas.
    pub belongs: Belongs,
}

/// A side between two hexes of the board (positions in reading order).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Shore {
    pub hexes: (usize, usize),
    /// Share of its length that lies on land, from 0 to 1.
    pub land: f64,
}

/// A map of hexes, and how well it fits the places the recipe knows.
#[derive(Clone, Debug, PartialEq)]
pub struct DrawnHexes {
    /// Degrees to the paper of [`layout`].
    pub placing: Placing,
    /// How far the fit put each calibrated hex off, in hexes, before any pull; in the order of the recipe.
    pub residuals: Vec<Residual>,
    /// In reading order.
    pub hexes: Vec<DrawnHex>,
    /// Every side between two hexes once, in reading order of the first.
    pub shores: Vec<Shore>,
}

/// The paper maps are drawn on: hexes of size 1, the north-west hex at the corner.
#[must_use]
pub fn layout(board: &Board) -> Layout {
    Layout::for_board(board, 1.0)
}

/// Fits the projection of a recipe to a board. Residuals come even where they are too large for the recipe.
pub fn place(
    recipe: &Recipe,
    board: &Board,
    numbering: &Numbering,
) -> Result<(Placing, Vec<Residual>), Vec<HexProblem>> {
    let layout = layout(board);
    let mut known = Vec::new();
    let mut problems = Vec::new();
    for (number, &(lat, lon)) in &recipe.calibrate {
        match numbering.parse(board, number.as_str()) {
            Ok(cell) => {
                let (x, y) = layout.centre(board.to_hex(cell));
                known.push(Known { label: number.to_string(), lat, lon, x, y });
            }
            Err(error) => problems.push(HexProblem::Number { number: number.to_string(), error }),
        }
    }
    if !problems.is_empty() {
        return Err(problems);
    }
    let across = 3.0_f64.sqrt();
    let pitch = match board.orientation() {
        Orientation::Pointy => (across, 1.5),
        Orientation::Flat => (1.5, across),
    };
    let target = Target { unit: across, turn: board.wraps().then(|| layout.turn(board)), pitch };
    let (placing, residuals) = fit::fit(&recipe.projection, &known, target).map_err(|error| vec![error.into()])?;
    match recipe.pull {
        Some(reach) => {
            let placing = fit::pull(placing, &known, reach * across).map_err(|error| vec![error.into()])?;
            Ok((placing, residuals))
        }
        None => Ok((placing, residuals)),
    }
}

/// Draws the hexes of a recipe.
pub fn draw(
    recipe: &Recipe,
    drawing: &HexDrawing,
    board: &Board,
    numbering: &Numbering,
    outlines: &Outlines,
) -> Result<DrawnHexes, Vec<HexProblem>> {
    let HexDrawing { land_from, sea_up_to, .. } = *drawing;
    if !((0.0..=1.0).contains(&land_from) && (0.0..=1.0).contains(&sea_up_to) && sea_up_to < land_from) {
        return Err(vec![HexProblem::BadShares { sea_up_to, land_from }]);
    }
    let problems = check(drawing, Some(outlines));
    if !problems.is_empty() {
        return Err(problems);
    }
    let (placing, residuals) = place(recipe, board, numbering)?;
    fit::check_residuals(&residuals, recipe.worst_residual).map_err(|error| vec![error.into()])?;
    let outlines = without(outlines, &drawing.without)?;
    let mut survey = Survey::new(board, &placing);
    survey.measure(&outlines);
    survey.find_islands(&outlines, drawing)?;
    let paper = layout(board);
    let hexes = board.cells().enumerate().map(|(index, cell)| {
        let mut hex = survey.hex(index, cell, numbering.format(board, cell), drawing, &outlines);
        let (x, y) = paper.centre(board.to_hex(cell));
        hex.belongs = Belongs::of(&hex, placing.locate(x, y), drawing);
        hex
    });
    let (hexes, shores) = (hexes.collect(), survey.shores());
    Ok(DrawnHexes { placing, residuals, hexes, shores })
}

/// Coastlines as closed rings on the paper of [`layout`], with the copies a board needs that crosses the date line.
#[must_use]
pub fn coastline(land: &[Ring], placing: &Placing, board: &Board) -> Vec<Vec<(f64, f64)>> {
    let (_, _, right, _) = layout(board).bounds(board);
    let turn = placing.longitude.at(360.0) - placing.longitude.at(0.0);
    let mut rings = Vec::new();
    for ring in land {
        let flat: Vec<(f64, f64)> = ring.iter().map(|&(lon, lat)| placing.place(lat, lon)).collect();
        let (west, east) = flat
            .iter()
            .fold((f64::INFINITY, f64::NEG_INFINITY), |(west, east), point| (west.min(point.0), east.max(point.0)));
        for copy in [-2.0, -1.0, 0.0, 1.0, 2.0] {
            let shift = copy * turn;
            if east + shift > 0.0 && west + shift < right {
                rings.push(flat.iter().map(|&(x, y)| (x + shift, y)).collect());
            }
        }
    }
    rings
}

fn without(outlines: &Outlines, left_off: &[String]) -> Result<Outlines, Vec<HexProblem>> {
    let missing = belongs::strangers(left_off.iter(), outlines);
    if !missing.is_empty() {
        return Err(missing);
    }
    let countries = outlines.countries.iter().filter(|country| !left_off.contains(&country.name)).cloned().collect();
    Ok(Outlines { countries })
}

#[cfg(test)]
mod tests;
