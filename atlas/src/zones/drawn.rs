//! What drawing zones gives back: the map, what it had to decide by itself, or everything that is wrong with the recipe.

use chartroom_format::schema::ids::SpaceId;
use chartroom_format::schema::map_shapes::Shapes;
use chartroom_format::schema::recipe::LatLon;
use thiserror::Error;

use crate::geo::Placing;
use crate::raster::Raster;

/// Why a recipe gives no map. `zone` counts from 0 in the order of the recipe, `number` the seeds of that zone.
#[derive(Clone, Debug, PartialEq, Error)]
pub enum ZoneProblem {
    #[error("the extent is empty or leaves the globe: north {north}, south {south}, west {west}, east {east}")]
    BadExtent { north: f64, south: f64, west: f64, east: f64 },
    #[error(
        "a map of {width} x {height} units is not possible: at least 16 x 16, at most {} in all",
        Raster::MOST_CELLS
    )]
    BadSize { width: u64, height: u64 },
    #[error("zones are drawn in Equirectangular, Miller or Mercator; anchors and knots belong to hex maps")]
    BadProjection,
    #[error("{0} zones are more than a map may have")]
    TooMany(usize),
    #[error("`{id}` is drawn twice")]
    Duplicate { zone: usize, id: String },
    #[error("`{id}` has neither a seed nor an outline")]
    NoSeed { zone: usize, id: String },
    #[error("`{id}`: the geography has no country `{country}`{}", hint(.suggestion.as_ref()))]
    NoCountry { zone: usize, id: String, country: String, suggestion: Option<String> },
    #[error("`{id}`: the seed at {lat}, {lon} lies off the map")]
    SeedOffMap { zone: usize, number: usize, id: String, lat: f64, lon: f64 },
    #[error("`{id}`: the seed at {lat}, {lon} lies in the sea")]
    SeedInSea { zone: usize, number: usize, id: String, lat: f64, lon: f64 },
    #[error("`{id}`: the seed at {lat}, {lon} lies on land ({country})")]
    SeedOnLand { zone: usize, number: usize, id: String, lat: f64, lon: f64, country: String },
    #[error("`{id}`: the seed at {lat}, {lon} lies in {country}, which this zone does not claim")]
    SeedAbroad { zone: usize, number: usize, id: String, lat: f64, lon: f64, country: String },
    #[error("`{id}`: the seed at {lat}, {lon} is too close to a seed of `{other}` to tell the two apart")]
    SeedsMeet { zone: usize, number: usize, id: String, lat: f64, lon: f64, other: String },
    #[error("`{id}`: the outline crosses itself near {lat}, {lon}")]
    OutlineCrosses { zone: usize, id: String, lat: f64, lon: f64 },
    #[error("`{id}` was left without any square: its seed was covered by the outline of another zone")]
    Covered { zone: usize, id: String },
}

fn hint(suggestion: Option<&String>) -> String {
    suggestion.map_or(String::new(), |name| format!("; did you mean `{name}`?"))
}

/// Something the drawing had to decide by itself; worth a look, no fault.
#[derive(Clone, Debug, PartialEq, Error)]
pub enum Note {
    /// Land of a country no zone claims went to the nearest zone.
    #[error("no zone claims the land of {country} near {at:?}; {squares} square units went to `{given_to}`")]
    UnclaimedLand { country: String, at: LatLon, squares: usize, given_to: SpaceId },
    /// Water that no sea zone reaches went to the land around it.
    #[error("no sea zone reaches the water near {at:?}; {squares} square units went to `{given_to}`")]
    UnclaimedWater { at: LatLon, squares: usize, given_to: SpaceId },
}

/// One zone as drawn.
#[derive(Clone, Debug, PartialEq)]
pub struct DrawnZone {
    pub id: SpaceId,
    pub is_sea: bool,
    /// In square map units.
    pub area: usize,
    /// Today's countries under it and their share, the largest first.
    pub countries: Vec<(String, f64)>,
}

/// A map of zones, ready to be written.
#[derive(Clone, Debug, PartialEq)]
pub struct DrawnZones {
    pub shapes: Shapes,
    pub placing: Placing,
    pub zones: Vec<DrawnZone>,
    pub notes: Vec<Note>,
}
