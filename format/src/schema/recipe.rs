//! How a map was drawn, from geography or from a picture: projection, calibration, what counts as land, whose land it is, and
//! the seeds of zones. Nothing here is needed to play; it is what `chartroom draw` reads. What hands have corrected stands in
//! the other files of the map, which no drawing touches.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::ids::{Capability, RegionId, SideTypeId, SpaceId, TerrainId};
use super::map::Surface;

/// Latitude and longitude in degrees; north and east are positive.
pub type LatLon = (f64, f64);

/// `map/recipe.ron`
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Recipe {
    /// The schema version this file is written for.
    pub schema: u32,
    /// What the program must be able to do before it may use this file.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub requires: Vec<Capability>,
    /// What the map shows and how far it can be trusted, for readers.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub note: String,
    /// File under `content/geo/`, without its ending.
    #[serde(default = "default_geography")]
    pub geography: String,
    /// How the globe becomes flat. Pictures need none.
    #[serde(default)]
    pub projection: Projection,
    /// Spaces whose true place is known: hex number = (latitude, longitude). The projection is fitted to them.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub calibrate: BTreeMap<SpaceId, LatLon>,
    /// How many hexes a calibrated space may lie from its place before the recipe is refused.
    #[serde(default = "default_worst")]
    pub worst_residual: f64,
    /// Bend the fitted map so that calibrated hexes come out exactly: how many hexes a pull reaches.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pull: Option<f64>,
    pub draw: Drawing,
}

/// How the globe becomes flat.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub enum Projection {
    /// Degrees as they are; scale fitted separately for rows and columns.
    #[default]
    Equirectangular,
    Miller,
    Mercator,
    /// Straight between anchors: printed row or column (pushed rows count halves) at a latitude or longitude.
    PlateCarree {
        latitudes: Vec<Anchor>,
        longitudes: Vec<Anchor>,
    },
    /// Straight between these latitudes and longitudes; where they fall is fitted to the calibrated spaces.
    Knots {
        latitudes: Vec<f64>,
        longitudes: Vec<f64>,
    },
}

/// A latitude or longitude in degrees, and the row or column where it falls, counted from the north-west corner of the board.
pub type Anchor = (f64, f64);

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub enum Drawing {
    /// Hexes from geography, written to `map/drawn.ron`.
    Hexes(HexDrawing),
    /// Zones from geography, written to `map/shapes.ron`.
    Zones(ZoneDrawing),
    /// Hexes from the colours of a picture, written to `map/drawn.ron`.
    HexPicture(HexPicture),
    /// Zones from the flat colours of a picture, written to `map/shapes.ron`.
    ZonePicture(ZonePicture),
}

/// Which hexes are land, whose, and what lies on it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct HexDrawing {
    /// From this share of land on (0 to 1) a hex counts as all land.
    pub land_from: f64,
    /// Up to this share a hex counts as all sea, unless it holds an island worth keeping.
    pub sea_up_to: f64,
    /// Islands are kept from this size in square kilometres.
    pub smallest_island: f64,
    /// Extra islands too small for the geography: name = (latitude, longitude).
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub islands: BTreeMap<String, LatLon>,
    /// Countries that are left off the map.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub without: Vec<String>,
    /// Whose land it is: a country of today = a country of the pack. A hex belongs to the one that holds most of it.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub countries: BTreeMap<String, RegionId>,
    /// What outlines lay over that, the later over the earlier: borders of another year, terrain, seas.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub areas: Vec<HexArea>,
    /// Hexes with several lands, such as both shores of a strait: a place on the one that armies stand on.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub stands_on: BTreeMap<SpaceId, LatLon>,
    /// Hexes with several waters, such as both seas of an isthmus: a place on the one that ships reach them by.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub lies_on: BTreeMap<SpaceId, LatLon>,
    /// Hexsides read off the coast, written to `map/drawn-sides.ron`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sides: Option<MeasuredSides>,
}

/// Something that holds for all hexes whose middle lies inside an outline.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct HexArea {
    /// The country it belongs to.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub country: Option<RegionId>,
    /// The terrain on it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub terrain: Option<TerrainId>,
    /// Regions it is part of, beside those that other areas give.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub regions: Vec<RegionId>,
    /// Only hexes of these surfaces; all that hold land if left out.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub on: Vec<Surface>,
    /// Corners as (latitude, longitude), in order.
    pub outline: Vec<LatLon>,
}

/// Kinds of hexside that close what the coast closes.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct MeasuredSides {
    /// Between two hexes with land: no strip of land leads from the one to the other.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub all_sea: Option<SideTypeId>,
    /// Between two hexes with water: no strip of water leads from the one to the other.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub all_land: Option<SideTypeId>,
}

/// Hexes read from a scanned map by colour.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct HexPicture {
    /// PNG or JPEG file, beside the recipe.
    pub file: String,
    /// Three hexes far apart, and where their middles lie in the picture, in pixels from its top left corner.
    pub points: Vec<(SpaceId, (f64, f64))>,
    /// What the colours stand for.
    pub palette: Vec<PictureColour>,
    /// How different a colour may look and still count, from 0 to about 765.
    #[serde(default = "default_tolerance")]
    pub tolerance: f64,
}

/// A colour of a scanned map and what it stands for.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PictureColour {
    /// As "#rrggbb".
    pub colour: String,
    pub surface: Surface,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub terrain: Option<TerrainId>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub country: Option<RegionId>,
}

/// Zones traced from the flat-coloured areas of a picture.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ZonePicture {
    /// PNG or JPEG file, beside the recipe.
    pub file: String,
    /// Names of areas: zone = a point inside it, in pixels from the top left corner. Others are called `area-1`, `area-2` ...
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub zones: BTreeMap<SpaceId, (u32, u32)>,
    /// Colours of areas; lines and letters in other colours vanish. Found in the picture, and taken for land, if left out.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub palette: Vec<PictureColour>,
    /// How different a colour may look and still count, from 0 to about 765.
    #[serde(default = "default_tolerance")]
    pub tolerance: f64,
    /// Areas smaller than this many pixels are taken for dirt or letters.
    #[serde(default = "default_smallest_area")]
    pub smallest_area: u32,
    /// How far, in pixels, a drawn border may stray from the true one to save points.
    #[serde(default = "default_slack")]
    pub slack: f64,
    /// The east edge meets the west edge.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub wrap: bool,
}

impl Default for HexDrawing {
    fn default() -> Self {
        Self {
            land_from: 0.92,
            sea_up_to: 0.08,
            smallest_island: 150.0,
            islands: BTreeMap::new(),
            without: Vec::new(),
            countries: BTreeMap::new(),
            areas: Vec::new(),
            stands_on: BTreeMap::new(),
            lies_on: BTreeMap::new(),
            sides: None,
        }
    }
}

/// How a map is cut into zones.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ZoneDrawing {
    pub extent: Extent,
    /// Width of the map in map units; borders are drawn this fine.
    #[serde(default = "default_fineness")]
    pub width: u32,
    /// How far, in map units, a drawn border may stray from the true one to save points.
    #[serde(default = "default_slack")]
    pub slack: f64,
    /// Pieces of land smaller than this many square map units are dropped unless a seed stands on them.
    #[serde(default = "default_speck")]
    pub smallest_piece: u32,
    /// How strongly borders between seeds waver, in map units; 0 draws them straight.
    #[serde(default)]
    pub waver: f64,
    pub zones: Vec<ZoneSeed>,
}

/// The part of the world a map shows. East may be beyond 180 to cross the date line.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Extent {
    pub north: f64,
    pub south: f64,
    pub west: f64,
    pub east: f64,
}

/// A zone to be: where it grows from and what it may grow over.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ZoneSeed {
    pub id: SpaceId,
    #[serde(default)]
    pub of: SeedOf,
    /// Points it grows from, as (latitude, longitude).
    #[serde(default)]
    pub at: Vec<LatLon>,
    /// Corners of an area that belongs to it whatever the other seeds say.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub outline: Vec<LatLon>,
}

/// What a seed may claim.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub enum SeedOf {
    /// Land of these countries (today's outlines); of any country nobody names, when the list is empty.
    Land(Vec<String>),
    Sea,
    /// An island of its own, drawn as a disc with this radius in map units: for atolls the geography leaves out.
    Island(f64),
}

impl Default for SeedOf {
    fn default() -> Self {
        Self::Land(Vec::new())
    }
}

fn default_geography() -> String {
    "countries-50m".to_owned()
}

const fn default_worst() -> f64 {
    1.0
}

const fn default_fineness() -> u32 {
    3600
}

const fn default_slack() -> f64 {
    0.8
}

const fn default_tolerance() -> f64 {
    60.0
}

const fn default_smallest_area() -> u32 {
    60
}

const fn default_speck() -> u32 {
    6
}
