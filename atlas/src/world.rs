//! A new pack on a part of the real world: the recipe, the countries and the map that go with the files all starters share.
//! Reads and writes no files.

mod cast;
mod parts;
mod text;

use std::path::Path;

use chartroom_format::fs::MemoryFs;
use chartroom_format::grid::{Board, BoardError, Cell, Numbering, OffsetParity, Orientation};
use chartroom_format::schema::CURRENT;
use chartroom_format::schema::ids::SpaceId;
use chartroom_format::schema::recipe::{Drawing, Extent, HexDrawing, LatLon, Projection, Recipe};
use chartroom_format::{load, starter};
use thiserror::Error;

use crate::geo::{self, Projector};
use crate::hexes::{self, layout};
use crate::redraw::redraw;
use crate::source::Sources;

pub use parts::Part;

/// A part of the world and how finely it is cut into hexes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct World {
    pub extent: Extent,
    pub columns: u32,
}

/// Why there can be no such map.
#[derive(Clone, Debug, PartialEq, Error)]
pub enum WorldError {
    #[error(
        "an extent needs its north above its south and its east beyond its west, by at most 360 degrees, and no latitude beyond 84: not {north}, {south}, {west}, {east}"
    )]
    BadExtent { north: f64, south: f64, west: f64, east: f64 },
    #[error("{0}")]
    Board(#[from] BoardError),
    #[error(
        "at most {most} columns are possible, and a map this wide has {rows} rows; choose fewer columns",
        most = World::MOST_COLUMNS
    )]
    TooFine { rows: u32 },
    #[error("this part of the world has no two countries that meet by land; choose a larger one or more columns")]
    NobodyToFight,
    #[error("{0}")]
    Drawing(String),
}

impl World {
    pub const MOST_COLUMNS: u32 = 500;
    /// Everything but the poles, cut in the Pacific.
    pub const WHOLE: Extent = Extent { north: 80.0, south: -58.0, west: -170.0, east: 190.0 };

    fn wraps(&self) -> bool {
        self.extent.east - self.extent.west >= 360.0
    }

    /// Paper per degree of longitude; Miller's latitudes have the same scale at the equator.
    fn scale(&self) -> f64 {
        f64::from(self.columns) * 3.0_f64.sqrt() / (self.extent.east - self.extent.west)
    }

    fn board(&self) -> Result<Board, WorldError> {
        let Extent { north, south, west, east } = self.extent;
        let sound = [north, south, west, east].iter().all(|degrees| degrees.is_finite());
        let ordered = north > south && east > west && east - west <= 360.0 && west >= -180.0;
        if !(sound && ordered && north <= 84.0 && south >= -84.0) {
            return Err(WorldError::BadExtent { north, south, west, east });
        }
        let height = (Projector::Miller.at(north) - Projector::Miller.at(south)) * self.scale();
        let rows = (height / 1.5).ceil().max(1.0) as u32;
        if self.columns > Self::MOST_COLUMNS || rows > 2 * Self::MOST_COLUMNS {
            return Err(WorldError::TooFine { rows });
        }
        Ok(Board::new(Orientation::Pointy, OffsetParity::Odd, self.columns, rows, self.wraps())?)
    }

    /// Latitude and longitude of the middle of a hex, to a hundredth of a degree.
    fn at(&self, board: &Board, cell: Cell) -> LatLon {
        let (x, y) = layout(board).centre(board.to_hex(cell));
        let latitude = Projector::Miller.back(Projector::Miller.at(self.extent.north) - y / self.scale());
        let longitude = self.extent.west + x / self.scale();
        let hundredths = |degrees: f64| (degrees * 100.0).round() / 100.0;
        (hundredths(latitude), hundredths(longitude))
    }

    /// A recipe that lays the board over the extent: opposite corners are where they must be.
    fn recipe(&self, board: &Board, numbering: &Numbering) -> Recipe {
        let far = Cell::new(board.columns() - 1, board.rows() - 1);
        let corners = [Cell::new(0, 0), far].map(|cell| (SpaceId(numbering.format(board, cell)), self.at(board, cell)));
        Recipe {
            schema: CURRENT,
            requires: Vec::new(),
            note: String::new(),
            geography: geo::BUNDLED.to_owned(),
            projection: Projection::Miller,
            calibrate: corners.into(),
            worst_residual: 1.0,
            pull: None,
            draw: Drawing::Hexes(HexDrawing::default()),
        }
    }
}

/// The files of a new pack on this part of the world: path and text.
pub fn files(id: &str, world: &World, sources: &Sources<'_>) -> Result<Vec<(&'static str, String)>, WorldError> {
    let board = world.board()?;
    let numbering = text::numbering(&board);
    let recipe = world.recipe(&board, &numbering);
    let outlines = sources.needed_outlines(&recipe).map_err(|faults| told(&faults))?;
    let drawn = hexes::draw(&recipe, &HexDrawing::default(), &board, &numbering, &outlines)
        .map_err(|problems| WorldError::Drawing(lines(&problems)))?;
    let cast = cast::choose(&board, &drawn).ok_or(WorldError::NobodyToFight)?;
    let mut files = text::map_files(id, world, &board, &recipe, &cast, &drawn.hexes);
    let capital = |player: &'_ cast::Player| drawn.hexes[player.capital].number.clone();
    let (red, blue) = (capital(&cast.red), capital(&cast.blue));
    let shared = starter::shared(starter::Cast { red: (&red, &cast.red.country), blue: (&blue, &cast.blue.country) });
    files.extend(shared.into_iter().filter(|(file, _)| *file != text::REGIONS));
    let folder = Path::new(id);
    let packed = files.iter().fold(MemoryFs::default(), |fs, (file, text)| fs.with(folder.join(file), text));
    let loaded = load::load(&packed, folder).map_err(WorldError::Drawing)?;
    files.extend(redraw(&loaded, sources).map_err(|faults| told(&faults))?.files);
    Ok(files)
}

fn told(faults: &[crate::recipe_fault::RecipeFault]) -> WorldError {
    WorldError::Drawing(lines(&faults.iter().map(|fault| &fault.message).collect::<Vec<_>>()))
}

fn lines(problems: &[impl ToString]) -> String {
    problems.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n")
}

#[cfg(test)]
mod tests;
