//! Hexes from geography: how much of each is land, whose land, and which small islands it holds.

use std::collections::BTreeMap;

use chartroom_format::grid::{Board, Cell, Hex, Layout, NumberError, Numbering, Orientation};
use chartroom_format::schema::map::Surface;
use chartroom_format::schema::recipe::{HexDrawing, Recipe};
use thiserror::Error;

use crate::geo::fit::{self, Known, Target};
use crate::geo::outlines::{Ring, ring_area, ring_middle};
use crate::geo::{FitError, Outlines, Placing, Residual};
use crate::raster::fill::{for_each_stretch, spans};
use crate::raster::{Label, Raster};
use crate::zones::draw::paint_countries;

/// Why a recipe gives no hexes.
#[derive(Clone, Debug, PartialEq, Error)]
pub enum HexProblem {
    #[error("{0}")]
    Fit(#[from] FitError),
    #[error("calibrated hex: {0}")]
    Number(#[from] NumberError),
    #[error(
        "shares of land run from 0 to 1, and `sea_up_to` must be below `land_from`: not {sea_up_to} and {land_from}"
    )]
    BadShares { sea_up_to: f64, land_from: f64 },
    #[error("the geography has no country `{country}`{}", .suggestion.as_ref().map_or(String::new(), |name| format!("; did you mean `{name}`?")))]
    NoCountry { country: String, suggestion: Option<String> },
    #[error("the island `{name}` at {lat}, {lon} lies off the map")]
    IslandOffMap { name: String, lat: f64, lon: f64 },
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
            Err(error) => problems.push(error.into()),
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
    let (placing, residuals) = place(recipe, board, numbering)?;
    fit::check_residuals(&residuals, recipe.worst_residual).map_err(|error| vec![error.into()])?;
    let outlines = without(outlines, &drawing.without)?;
    let mut survey = Survey::new(board, &placing);
    survey.measure(&outlines);
    survey.find_islands(&outlines, drawing)?;
    let hexes = board
        .cells()
        .enumerate()
        .map(|(index, cell)| survey.hex(index, cell, numbering.format(board, cell), drawing, &outlines))
        .collect();
    Ok(DrawnHexes { placing, residuals, hexes })
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
    let missing: Vec<HexProblem> = left_off
        .iter()
        .filter(|name| outlines.position(name).is_none())
        .map(|name| HexProblem::NoCountry {
            country: name.clone(),
            suggestion: outlines.nearest_name(name).map(str::to_owned),
        })
        .collect();
    if !missing.is_empty() {
        return Err(missing);
    }
    let countries = outlines.countries.iter().filter(|country| !left_off.contains(&country.name)).cloned().collect();
    Ok(Outlines { countries })
}

/// Samples across a hex on boards of ordinary size; a share of land is good to about a two-hundredth.
const SAMPLES_ACROSS: f64 = 24.0;
const MOST_SAMPLES: f64 = 24_000_000.0;

/// What was counted in each hex.
struct Survey<'a> {
    board: &'a Board,
    /// Hexes on the sheet of samples.
    layout: Layout,
    /// Degrees to the sheet of samples.
    placing: Sampled<'a>,
    width: usize,
    height: usize,
    samples: Vec<u32>,
    /// Samples by country; almost always one or two.
    countries: Vec<Vec<(Label, u32)>>,
    /// Samples that belong to islands smaller than a hex.
    island_samples: Vec<u32>,
    islands: Vec<Vec<String>>,
}

/// A placing, scaled to samples.
struct Sampled<'a> {
    placing: &'a Placing,
    scale: f64,
}

impl Sampled<'_> {
    fn place(&self, lat: f64, lon: f64) -> (f64, f64) {
        let (x, y) = self.placing.place(lat, lon);
        (x * self.scale, y * self.scale)
    }

    fn rings(&self, polygon: &[Vec<(f64, f64)>]) -> Vec<Vec<(f64, f64)>> {
        polygon.iter().map(|ring| ring.iter().map(|&(lon, lat)| self.place(lat, lon)).collect()).collect()
    }

    /// A turn round the globe, for copies on boards that do not close.
    fn turn(&self) -> f64 {
        (self.placing.longitude.at(360.0) - self.placing.longitude.at(0.0)) * self.scale
    }
}

impl<'a> Survey<'a> {
    fn new(board: &'a Board, placing: &'a Placing) -> Self {
        let unit = layout(board);
        let column = unit.turn(board) / f64::from(board.columns());
        let (_, _, right, bottom) = unit.bounds(board);
        let wide = if board.wraps() { unit.turn(board) } else { right };
        let wished = SAMPLES_ACROSS / column;
        // A closing sheet must hold a whole number of samples per turn, hence per column.
        let scale = wished.min((MOST_SAMPLES / (wide * bottom)).sqrt());
        let scale = ((scale * column).floor().max(2.0)) / column;
        let layout = Layout { size: unit.size * scale, origin: (unit.origin.0 * scale, unit.origin.1 * scale), ..unit };
        let count = board.len();
        Self {
            board,
            layout,
            placing: Sampled { placing, scale },
            width: (wide * scale).round() as usize,
            height: (bottom * scale).ceil() as usize,
            samples: vec![0; count],
            countries: vec![Vec::new(); count],
            island_samples: vec![0; count],
            islands: vec![Vec::new(); count],
        }
    }

    fn index_of(&self, hex: Hex) -> Option<usize> {
        self.board.cell(hex).and_then(|cell| self.board.index(cell))
    }

    fn index_at(&self, x: f64, y: f64) -> Option<usize> {
        self.index_of(self.layout.hex_at((x, y)))
    }

    fn measure(&mut self, outlines: &Outlines) {
        let mut land = Raster::new(self.width, self.height, self.board.wraps(), 0);
        let placing = self.scaled_placing();
        paint_countries(&mut land, outlines, &placing);
        for y in 0..self.height {
            for (x, &country) in land.cells()[y * self.width..(y + 1) * self.width].iter().enumerate() {
                let Some(index) = self.index_at(x as f64 + 0.5, y as f64 + 0.5) else { continue };
                self.samples[index] += 1;
                if country != 0 {
                    let counts = &mut self.countries[index];
                    match counts.iter_mut().find(|count| count.0 == country) {
                        Some(count) => count.1 += 1,
                        None => counts.push((country, 1)),
                    }
                }
            }
        }
    }

    fn scaled_placing(&self) -> Placing {
        self.placing.placing.scaled(self.placing.scale)
    }

    /// Finds the islands smaller than a hex and the hex each belongs to: the one that holds most of it.
    fn find_islands(&mut self, outlines: &Outlines, drawing: &HexDrawing) -> Result<(), Vec<HexProblem>> {
        let hex_area = 2.598 * self.layout.size * self.layout.size;
        for country in &outlines.countries {
            for polygon in &country.polygons {
                let Some(outside) = polygon.first() else { continue };
                if ring_area(outside) < drawing.smallest_island {
                    continue;
                }
                let flat = self.placing.rings(polygon);
                let stretches = spans(&flat, self.height);
                let area: i64 = stretches.iter().map(|(_, from, to)| to - from).sum();
                if area as f64 > hex_area {
                    continue;
                }
                self.add_island(&country.name, outside, &stretches);
            }
        }
        let mut problems = Vec::new();
        for (name, &(lat, lon)) in &drawing.islands {
            let (x, y) = self.placing.place(lat, lon);
            let copies = [x, x - self.placing.turn(), x + self.placing.turn()];
            match copies.into_iter().find_map(|x| self.index_at(x, y)) {
                Some(index) => self.islands[index].push(name.clone()),
                None => problems.push(HexProblem::IslandOffMap { name: name.clone(), lat, lon }),
            }
        }
        if problems.is_empty() { Ok(()) } else { Err(problems) }
    }

    fn add_island(&mut self, country: &str, outside: &[(f64, f64)], stretches: &[(usize, i64, i64)]) {
        let mut held: BTreeMap<usize, u32> = BTreeMap::new();
        let turn = self.placing.turn().round() as i64;
        let copies: &[i64] = if self.board.wraps() { &[0] } else { &[-1, 0, 1] };
        for &(y, from, to) in stretches {
            for copy in copies {
                let (from, to) = (from + copy * turn, to + copy * turn);
                for_each_stretch(self.width, self.board.wraps(), from, to, |start, end| {
                    for x in start..end {
                        if let Some(index) = self.index_at(x as f64 + 0.5, y as f64 + 0.5) {
                            *held.entry(index).or_default() += 1;
                        }
                    }
                });
            }
        }
        for (&index, &samples) in &held {
            self.island_samples[index] += samples;
        }
        let most =
            held.iter().max_by_key(|&(index, samples)| (*samples, std::cmp::Reverse(*index))).map(|(index, _)| *index);
        let home = most.or_else(|| {
            let (lon, lat) = ring_middle(outside)?;
            let (x, y) = self.placing.place(lat, lon);
            self.index_at(x, y)
        });
        if let Some(index) = home
            && !self.islands[index].iter().any(|name| name == country)
        {
            self.islands[index].push(country.to_owned());
        }
    }

    fn hex(&self, index: usize, cell: Cell, number: String, drawing: &HexDrawing, outlines: &Outlines) -> DrawnHex {
        let all = f64::from(self.samples[index].max(1));
        let mut countries: Vec<(String, f64)> = self.countries[index]
            .iter()
            .filter_map(|&(label, samples)| {
                let country = outlines.countries.get(usize::from(label) - 1)?;
                Some((country.name.clone(), f64::from(samples) / all))
            })
            .collect();
        countries.sort_by(|a, b| b.1.total_cmp(&a.1).then_with(|| a.0.cmp(&b.0)));
        let land: f64 = self.countries[index].iter().map(|&(_, samples)| f64::from(samples)).sum::<f64>() / all;
        let mainland = land - f64::from(self.island_samples[index]) / all;
        let islands = self.islands[index].clone();
        let surface = if land >= drawing.land_from {
            Surface::Land
        } else if mainland > drawing.sea_up_to {
            Surface::Coast
        } else if !islands.is_empty() {
            Surface::Island
        } else if land > drawing.sea_up_to {
            Surface::Coast
        } else {
            Surface::Sea
        };
        DrawnHex { cell, number, surface, land, countries, islands }
    }
}

#[cfg(test)]
mod tests;
