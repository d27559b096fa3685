//! Zones as a collection of features.

use std::collections::BTreeMap;

use chartroom_atlas::hexes;
use chartroom_atlas::zones::areas::signed_area;
use chartroom_atlas::zones::{Areas, middle};
use chartroom_format::content::Content;
use chartroom_format::grid::zones::neighbours;
use chartroom_format::schema::ids::SpaceId;
use chartroom_format::schema::map::{Grid, HexGrid, Space};
use serde_json::{Map, Value, json};
use thiserror::Error;

use super::MEMBER;
use crate::zoning::pack::zones_of;

/// Why a pack has no GeoJSON.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum WriteError {
    #[error("the pack has no map")]
    NoMap,
    #[error("the map has zones but no shapes; draw them from the recipe first")]
    NoShapes,
    #[error("the board is not possible: {0}")]
    Board(String),
}

/// From map units to degrees.
struct Scale {
    width: f64,
    height: f64,
    degrees: f64,
}

impl Scale {
    fn new(width: f64, height: f64) -> Self {
        Self { width, height, degrees: (360.0 / width.max(1.0)).min(170.0 / height.max(1.0)) }
    }

    fn place(&self, (x, y): (f64, f64)) -> Value {
        let tidy = |degrees: f64| (degrees * 1e7).round() / 1e7;
        json!([tidy((x - self.width / 2.0) * self.degrees), tidy((self.height / 2.0 - y) * self.degrees)])
    }

    fn ring(&self, points: impl Iterator<Item = (f64, f64)>) -> Vec<Value> {
        let mut ring: Vec<Value> = points.map(|point| self.place(point)).collect();
        ring.extend(ring.first().cloned());
        ring
    }
}

/// The map of a pack as GeoJSON.
pub fn write(content: &Content) -> Result<String, WriteError> {
    let map = content.map.as_ref().ok_or(WriteError::NoMap)?;
    let collection = match &map.grid {
        Grid::Zones(_) => zones(content)?,
        Grid::Hexes(grid) => hexes(content, grid)?,
    };
    Ok(format!("{}\n", Value::Object(collection)))
}

fn collection(content: &Content, member: Value, features: Vec<Value>) -> Map<String, Value> {
    let mut collection = Map::new();
    collection.insert("type".to_owned(), "FeatureCollection".into());
    collection.insert("name".to_owned(), content.pack().map_or("map", |pack| pack.id.as_str()).into());
    collection.insert(MEMBER.to_owned(), member);
    collection.insert("features".to_owned(), features.into());
    collection
}

fn zones(content: &Content) -> Result<Map<String, Value>, WriteError> {
    let (grid, shapes) = zones_of(content).ok_or(WriteError::NoShapes)?;
    let (areas, _) = Areas::read(shapes);
    let scale = Scale::new(f64::from(shapes.width), f64::from(shapes.height));
    let near = neighbours(shapes);
    let mut features = Vec::new();
    let mut middles: BTreeMap<&SpaceId, (f64, f64)> = BTreeMap::new();
    for (id, area) in &areas.zones {
        let rings: Vec<Vec<(f64, f64)>> = area.rings.iter().map(|ring| floats(ring)).collect();
        middles.extend(middle(&rings).map(|(at, _)| (id, at)));
        let touching = near.keys().filter(|(one, other)| *one == id || *other == id);
        let touching = touching.map(|(one, other)| if *one == id { other.to_string() } else { one.to_string() });
        let mut properties = properties(id, content.spaces.get(id));
        properties.insert("neighbours".to_owned(), touching.collect::<Vec<_>>().into());
        features.push(feature(&polygons(&area.rings, &scale), properties));
    }
    for link in &content.added_links {
        let Some(line) = between(&middles, &scale, &link.from, &link.to) else { continue };
        let mut properties = ends("link", &link.from, &link.to);
        properties.insert("class".to_owned(), link.class.as_str().into());
        properties.insert("one_way".to_owned(), link.one_way.into());
        features.push(feature(&line, properties));
    }
    for link in &content.denied_links {
        let Some(line) = between(&middles, &scale, &link.from, &link.to) else { continue };
        let mut properties = ends("denied", &link.from, &link.to);
        let domains: Vec<String> = link.domains.iter().map(|domain| format!("{domain:?}")).collect();
        properties.insert("domains".to_owned(), domains.into());
        features.push(feature(&line, properties));
    }
    let member = json!({ "width": shapes.width, "height": shapes.height, "wrap": grid.wrap || shapes.wraps });
    Ok(collection(content, member, features))
}

fn floats(ring: &[(i32, i32)]) -> Vec<(f64, f64)> {
    ring.iter().map(|&(x, y)| (f64::from(x), f64::from(y))).collect()
}

fn ends(kind: &str, from: &SpaceId, to: &SpaceId) -> Map<String, Value> {
    Map::from_iter([
        ("kind".to_owned(), kind.into()),
        ("from".to_owned(), from.as_str().into()),
        ("to".to_owned(), to.as_str().into()),
    ])
}

fn between(middles: &BTreeMap<&SpaceId, (f64, f64)>, scale: &Scale, from: &SpaceId, to: &SpaceId) -> Option<Value> {
    let (from, to) = (middles.get(from)?, middles.get(to)?);
    Some(json!({ "type": "LineString", "coordinates": [scale.place(*from), scale.place(*to)] }))
}

fn feature(geometry: &Value, properties: Map<String, Value>) -> Value {
    let id = properties.get("id").cloned();
    let mut feature = Map::new();
    feature.insert("type".to_owned(), "Feature".into());
    feature.extend(id.map(|id| ("id".to_owned(), id)));
    feature.insert("properties".to_owned(), properties.into());
    feature.insert("geometry".to_owned(), geometry.clone());
    feature.into()
}

/// What the pack says of a space; fields it leaves out are left out.
fn properties(id: &SpaceId, space: Option<&Space>) -> Map<String, Value> {
    let mut properties = Map::from_iter([("id".to_owned(), Value::from(id.as_str()))]);
    // A space serializes: it is made of texts and numbers.
    if let Some(Ok(Value::Object(fields))) = space.map(serde_json::to_value) {
        properties.extend(fields);
    }
    properties
}

/// Outsides with the holes that lie in them.
fn polygons(rings: &[Vec<(i32, i32)>], scale: &Scale) -> Value {
    let (outsides, holes): (Vec<_>, Vec<_>) = rings.iter().partition(|ring| signed_area(ring) >= 0.0);
    let mut parts: Vec<Vec<Value>> =
        outsides.iter().map(|ring| vec![scale.ring(floats(ring).into_iter()).into()]).collect();
    for hole in holes {
        let inside = outsides.iter().position(|ring| holds(ring, hole)).unwrap_or(0);
        if let Some(part) = parts.get_mut(inside) {
            part.push(scale.ring(floats(hole).into_iter()).into());
        }
    }
    match parts.as_slice() {
        [one] => json!({ "type": "Polygon", "coordinates": one }),
        parts => json!({ "type": "MultiPolygon", "coordinates": parts }),
    }
}

/// Whether a ring lies in another one: a point of it that is no corner of the other decides.
fn holds(outer: &[(i32, i32)], inner: &[(i32, i32)]) -> bool {
    let point = inner.iter().find(|point| !outer.contains(point)).or_else(|| inner.first());
    let Some(&(px, py)) = point else { return false };
    let mut inside = false;
    for (at, &(ax, ay)) in outer.iter().enumerate() {
        let (bx, by) = outer[(at + 1) % outer.len()];
        if (ay > py) != (by > py) {
            let x = f64::from(ax) + f64::from(py - ay) / f64::from(by - ay) * f64::from(bx - ax);
            inside ^= f64::from(px) < x;
        }
    }
    inside
}

fn hexes(content: &Content, grid: &HexGrid) -> Result<Map<String, Value>, WriteError> {
    let board = grid.board().map_err(|error| WriteError::Board(error.to_string()))?;
    let layout = hexes::layout(&board);
    let (left, top, right, bottom) = layout.bounds(&board);
    let scale = Scale::new(right - left, bottom - top);
    let mut features = Vec::new();
    for cell in board.cells() {
        let id = SpaceId(grid.numbering.format(&board, cell));
        let Some(space) = content.spaces.get(&id) else { continue };
        let corners = layout.corners(board.to_hex(cell)).into_iter().map(|(x, y)| (x - left, y - top));
        let ring = scale.ring(corners);
        features.push(feature(&json!({ "type": "Polygon", "coordinates": [ring] }), properties(&id, Some(space))));
    }
    Ok(collection(content, json!({ "hexes": true }), features))
}
