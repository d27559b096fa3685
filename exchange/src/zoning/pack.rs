//! A new pack around a map of zones: what the drawing says of each zone, and the starter's units, rules and scenario, so that it can be
//! checked and played at once.

use std::collections::BTreeSet;

use chartroom_atlas::zones::shapes_text;
use chartroom_format::content::Content;
use chartroom_format::encode::{self, EncodeError};
use chartroom_format::grid::zones::neighbours;
use chartroom_format::schema::ids::{Capability, PackId, PowerId, RegionId, SideTypeId, SpaceId, TerrainId};
use chartroom_format::schema::map::{
    AddedLink, DeniedLink, Grid, Links, Map, Region, RegionKind, Regions, Space, Spaces, Surface, ZoneGrid,
};
use chartroom_format::schema::pack::Pack;
use chartroom_format::schema::terrain::{FeatureRole, FeatureType, SideType, Terrain, TerrainType};
use chartroom_format::schema::{CURRENT, Document};
use chartroom_format::starter::{self, Cast};
use indexmap::IndexMap;
use thiserror::Error;

use super::{Laid, OFF_MAP};
use crate::report::Report;

/// A map that was read, before it is a pack.
#[derive(Clone, Debug)]
pub struct NewMap {
    pub laid: Laid,
    pub spaces: IndexMap<SpaceId, Space>,
    pub added: Vec<AddedLink>,
    pub denied: Vec<DeniedLink>,
    /// What the program that drew it is called.
    pub from: &'static str,
}

/// A pack made from a map.
#[derive(Clone, Debug, PartialEq)]
pub struct NewPack {
    /// Files by their path in the pack.
    pub files: Vec<(String, String)>,
    pub report: Report,
    pub zones: usize,
}

/// Why a map makes no pack.
#[derive(Debug, Error)]
pub enum PackError {
    #[error("a pack needs two land zones for its two capitals; the map has {0}")]
    TooFewLands(usize),
    #[error("a file cannot be written: {0}")]
    Encode(#[from] EncodeError),
}

/// The ids of terrain, features and links that a starter knows.
const TERRAINS: [&str; 2] = ["clear", "mountain"];
const FEATURES: [&str; 3] = ["factory", "port", "capital"];
const SIDES: [&str; 1] = ["river"];
const LINKS: [&str; 2] = ["land", "sea"];
/// What stands at kinds that only the drawing knows.
const UNKNOWN: &str = "Named by the drawing; what it does is still to be said.";

/// Makes the files of a new pack.
pub fn pack(map: NewMap, id: &str, mut report: Report) -> Result<NewPack, PackError> {
    let NewMap { laid, mut spaces, added, denied, from } = map;
    let zones = spaces.len();
    let capitals = capitals(&laid, &spaces)?;
    let countries = countries(&mut spaces, &capitals);
    for capital in &capitals {
        if let Some(space) = spaces.get_mut(capital) {
            for feature in ["capital", "factory"] {
                space.features.entry(feature.into()).or_insert(1);
            }
        }
    }
    if laid.has_rest {
        let space =
            Space { name: None, note: "What no area of the drawing covers.".to_owned(), ..plain(Surface::Impassable) };
        spaces.insert(OFF_MAP.into(), space);
        report.near("part of the drawing that is no area", "it is the impassable zone `off-map`", None);
    }
    if !laid.is_exact {
        report.near(
            "outlines",
            "they do not meet point by point: they were painted and traced, which moves borders by a unit",
            None,
        );
    } else {
        report.exact("outlines", None);
    }
    let country = |at: usize| countries.get_index(at).map_or("", |(id, _)| id.as_str()).to_owned();
    let (red, blue) = (country(0), country(1));
    let cast = Cast { red: (capitals[0].as_str(), &red), blue: (capitals[1].as_str(), &blue) };
    let mut files: Vec<(String, String)> = starter::shared(cast)
        .into_iter()
        .filter(|(file, _)| *file != "map/regions.ron")
        .map(|(file, text)| (file.to_owned(), text))
        .collect();
    let borders =
        shapes_text(&laid.shapes).replacen("// Drawn from recipe.ron; redrawing writes this file anew.\n", "", 1);
    files.push(("map/shapes.ron".to_owned(), borders));
    let size = (laid.shapes.width, laid.shapes.height, laid.shapes.wraps);
    let kinds = kinds(&spaces, std::iter::empty());
    let mut documents = vec![
        ("pack.ron", Document::Pack(Box::new(about(id, "zone-map", from)))),
        ("map/map.ron", Document::Map(Box::new(board(id, size, from)))),
        (
            "map/regions.ron",
            Document::Regions(Box::new(Regions { schema: CURRENT, requires: Vec::new(), regions: countries })),
        ),
        ("map/spaces.ron", Document::Spaces(Box::new(Spaces { schema: CURRENT, requires: Vec::new(), spaces }))),
        ("map/links.ron", Document::Links(Box::new(links(added, denied)))),
    ];
    documents.extend(kinds.map(|kinds| ("map/kinds.ron", Document::Terrain(Box::new(kinds)))));
    for (file, document) in documents {
        files.push((file.to_owned(), encode::document(&document)?));
    }
    Ok(NewPack { files, report, zones })
}

/// A space about which nothing but its surface is known.
#[must_use]
pub fn plain(surface: Surface) -> Space {
    Space {
        surface,
        terrain: None,
        name: None,
        country: None,
        regions: Vec::new(),
        features: IndexMap::new(),
        value: None,
        source: None,
        reconstructed: Vec::new(),
        note: String::new(),
    }
}

pub(crate) const fn is_land(surface: Surface) -> bool {
    matches!(surface, Surface::Land | Surface::Coast | Surface::Island)
}

/// The two spaces the starter's powers begin in: capitals that the drawing marks, else the two lands with most neighbours, of two
/// countries where there are two.
fn capitals(laid: &Laid, spaces: &IndexMap<SpaceId, Space>) -> Result<[SpaceId; 2], PackError> {
    let near = neighbours(&laid.shapes);
    let count = |id: &SpaceId| near.keys().filter(|(one, other)| *one == id || *other == id).count();
    let marked = |space: &Space| space.features.contains_key("capital");
    let mut lands: Vec<(&SpaceId, &Space)> = spaces.iter().filter(|(_, space)| is_land(space.surface)).collect();
    lands.sort_by_cached_key(|(id, space)| (!marked(space), std::cmp::Reverse(count(id)), (*id).clone()));
    let first = lands.first().ok_or(PackError::TooFewLands(0))?;
    let apart = lands.iter().skip(1).find(|(_, space)| space.country.is_none() || space.country != first.1.country);
    let second = apart.or(lands.get(1)).ok_or(PackError::TooFewLands(1))?;
    Ok([first.0.clone(), second.0.clone()])
}

/// The countries, those of the two capitals first; a capital without one gets one.
pub(crate) fn countries(spaces: &mut IndexMap<SpaceId, Space>, capitals: &[SpaceId; 2]) -> IndexMap<RegionId, Region> {
    let mut taken = BTreeSet::new();
    let mut countries = IndexMap::new();
    for (capital, (fallback, power)) in capitals.iter().zip([("redland", "red"), ("blueland", "blue")]) {
        let Some(space) = spaces.get_mut(capital) else { continue };
        let shared = space.country.as_ref().is_some_and(|country| taken.contains(country));
        let country = match &space.country {
            Some(country) if !shared => country.clone(),
            _ => RegionId::from(fallback),
        };
        space.country = Some(country.clone());
        taken.insert(country.clone());
        countries.insert(country.clone(), region(&country, RegionKind::Country, Some(power.into())));
    }
    for space in spaces.values() {
        for (id, kind) in space
            .country
            .iter()
            .map(|id| (id, RegionKind::Country))
            .chain(space.regions.iter().map(|id| (id, RegionKind::Group)))
        {
            countries.entry(id.clone()).or_insert_with(|| region(id, kind, None));
        }
    }
    countries
}

fn region(id: &RegionId, kind: RegionKind, power: Option<PowerId>) -> Region {
    Region {
        title: starter::title(id.as_str()),
        kind,
        spaces: Vec::new(),
        includes: Vec::new(),
        rows: None,
        columns: None,
        power,
        colour: None,
        source: None,
        note: String::new(),
    }
}

pub(crate) fn about(id: &str, board: &str, from: &str) -> Pack {
    Pack {
        schema: CURRENT,
        requires: vec![Capability(board.to_owned()), Capability("hit-rolls".to_owned())],
        id: PackId(id.to_owned()),
        title: starter::title(id),
        version: "0.1.0".to_owned(),
        extends: None,
        removes: Vec::new(),
        about: format!("A map from {from}, with the units, rules and scenario of a starter."),
        licence: String::new(),
        rulebook: None,
        reconstructed: Vec::new(),
        checks: None,
    }
}

fn board(id: &str, (width, height, wrap): (u32, u32, bool), from: &str) -> Map {
    Map {
        schema: CURRENT,
        requires: Vec::new(),
        provides: Vec::new(),
        title: starter::title(id),
        source: None,
        grid: Grid::Zones(ZoneGrid { width, height, wrap }),
        unlisted: None,
        note: format!("Taken over from {from}."),
    }
}

fn links(mut added: Vec<AddedLink>, denied: Vec<DeniedLink>) -> Links {
    for link in &mut added {
        if !LINKS.contains(&link.class.as_str()) {
            link.note = format!("it was a link of the kind {}", link.class);
            link.class = "land".into();
        }
    }
    Links {
        schema: CURRENT,
        requires: Vec::new(),
        sides: IndexMap::new(),
        stated: IndexMap::new(),
        added,
        denied,
        passages: IndexMap::new(),
    }
}

/// Kinds of terrain, hexside and feature that the starter lacks.
pub(crate) fn kinds<'a>(
    spaces: &IndexMap<SpaceId, Space>,
    sides: impl Iterator<Item = &'a SideTypeId>,
) -> Option<Terrain> {
    let mut kinds = Terrain {
        schema: CURRENT,
        requires: Vec::new(),
        default: None,
        terrains: IndexMap::new(),
        sides: IndexMap::new(),
        features: IndexMap::new(),
        links: IndexMap::new(),
    };
    for space in spaces.values() {
        for terrain in space.terrain.iter().filter(|terrain| !TERRAINS.contains(&terrain.as_str())) {
            kinds.terrains.entry(terrain.clone()).or_insert_with(|| terrain_type(terrain));
        }
        for feature in space.features.keys().filter(|feature| !FEATURES.contains(&feature.as_str())) {
            kinds.features.entry(feature.clone()).or_insert_with(|| feature_type(feature.as_str()));
        }
    }
    for side in sides.filter(|side| !SIDES.contains(&side.as_str())) {
        kinds.sides.entry(side.clone()).or_insert_with(|| side_type(side.as_str()));
    }
    let is_empty = kinds.terrains.is_empty() && kinds.features.is_empty() && kinds.sides.is_empty();
    (!is_empty).then_some(kinds)
}

fn side_type(id: &str) -> SideType {
    SideType {
        title: starter::title(id),
        colour: "#7a6a55".to_owned(),
        cost: IndexMap::new(),
        bars: Vec::new(),
        bars_attack: Vec::new(),
        bars_retreat: false,
        bars_supply: false,
        bars_control: false,
        crossing: false,
        road: false,
        hazard: None,
        source: None,
        note: UNKNOWN.to_owned(),
    }
}

fn terrain_type(id: &TerrainId) -> TerrainType {
    TerrainType {
        title: starter::title(id.as_str()),
        colour: "#d8cfa8".to_owned(),
        symbol: None,
        cost: IndexMap::new(),
        bars: Vec::new(),
        supply: None,
        source: None,
        note: UNKNOWN.to_owned(),
    }
}

fn feature_type(id: &str) -> FeatureType {
    FeatureType {
        title: starter::title(id),
        symbol: None,
        role: FeatureRole::Other,
        on: Vec::new(),
        holds: IndexMap::new(),
        builds: None,
        damage: None,
        captured_as: None,
        lost_on_capture: false,
        idle_from: None,
        serves_coast: false,
        source: None,
        note: UNKNOWN.to_owned(),
    }
}

/// The size, zones and spaces of a pack's map, for exports.
pub(crate) fn zones_of(content: &Content) -> Option<(&ZoneGrid, &chartroom_format::schema::map_shapes::Shapes)> {
    match (content.map.as_ref().map(|map| &map.grid), &content.shapes) {
        (Some(Grid::Zones(grid)), Some(shapes)) => Some((grid, shapes)),
        _ => None,
    }
}
