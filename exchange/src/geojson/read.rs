//! Features to areas: polygons with an id or a name, whatever program wrote them.

use std::collections::BTreeSet;

use chartroom_format::names::to_id;
use chartroom_format::schema::ids::{Shape, SpaceId};
use chartroom_format::schema::map::{AddedLink, DeniedLink, Space, Surface};
use indexmap::IndexMap;
use serde_json::{Map, Value};
use thiserror::Error;

use super::MEMBER;
use crate::report::Report;
use crate::zoning::pack::{NewMap, plain};
use crate::zoning::{Outline, Ring, ZoningError, lay_out};

/// No file is larger.
const MOST_BYTES: usize = 64 * 1024 * 1024;
const MOST_POINTS: usize = 2_000_000;
/// How wide a map becomes whose file says nothing of its size, and how much room is left around it.
const USUAL_WIDTH: f64 = 4000.0;
const MARGIN: f64 = 40.0;

/// Why a file makes no map.
#[derive(Debug, Error)]
pub enum ReadError {
    #[error("the file has {0} bytes; at most {MOST_BYTES} are read")]
    TooLarge(usize),
    #[error("the file is no JSON: {0}")]
    Json(#[from] serde_json::Error),
    #[error("{0}")]
    NotGeoJson(String),
    #[error("feature {at}{named}: {message}")]
    Feature { at: usize, named: String, message: String },
    #[error("{0}")]
    Zoning(#[from] ZoningError),
}

/// A map and what was not taken over.
#[derive(Clone, Debug)]
pub struct Read {
    pub map: NewMap,
    pub report: Report,
}

/// One area as it stands in the file, in degrees or whatever its places are.
struct Found {
    id: SpaceId,
    /// Outsides and holes of all its polygons.
    rings: Vec<(Vec<(f64, f64)>, bool)>,
}

/// Reads a collection of features. `name` is the property that names areas, where it is neither `id` nor `name`.
pub fn read(text: &str, name: Option<&str>) -> Result<Read, ReadError> {
    if text.len() > MOST_BYTES {
        return Err(ReadError::TooLarge(text.len()));
    }
    let root: Value = serde_json::from_str(text.strip_prefix('\u{feff}').unwrap_or(text))?;
    let not = |message: &str| ReadError::NotGeoJson(message.to_owned());
    if root.get("type").and_then(Value::as_str) == Some("Topology") {
        return Err(not("this is TopoJSON; export GeoJSON instead"));
    }
    let features = root.get("features").and_then(Value::as_array);
    let features = features.ok_or_else(|| not("this is no GeoJSON of areas: it lacks a list of `features`"))?;
    let member = root.get(MEMBER);
    if member.and_then(|member| member.get("hexes")).is_some() {
        return Err(not("this is a board of hexes; GeoJSON is read as a map of zones only. Tiled files keep hexes"));
    }
    let mut reader = Reader {
        name,
        report: Report::default(),
        taken: BTreeSet::new(),
        points: 0,
        links: Vec::new(),
        denied: Vec::new(),
    };
    let mut spaces = IndexMap::new();
    let mut areas = Vec::new();
    for (at, feature) in features.iter().enumerate() {
        if let Some((found, space)) = reader.feature(at + 1, feature)? {
            spaces.insert(found.id.clone(), space);
            areas.push(found);
        }
    }
    let (size, wraps, outlines) = placed(&areas, member);
    let laid = lay_out(size, wraps, &outlines)?;
    let known = |id: &SpaceId| spaces.contains_key(id);
    let added = reader.links.into_iter().filter(|link| known(&link.from) && known(&link.to)).collect();
    let denied = reader.denied.into_iter().filter(|link| known(&link.from) && known(&link.to)).collect();
    Ok(Read { map: NewMap { laid, spaces, added, denied, from: "GeoJSON" }, report: reader.report })
}

struct Reader<'a> {
    name: Option<&'a str>,
    report: Report,
    taken: BTreeSet<String>,
    points: usize,
    links: Vec<AddedLink>,
    denied: Vec<DeniedLink>,
}

impl Reader<'_> {
    fn feature(&mut self, at: usize, feature: &Value) -> Result<Option<(Found, Space)>, ReadError> {
        let empty = Map::new();
        let properties = feature.get("properties").and_then(Value::as_object).unwrap_or(&empty);
        let geometry = feature.get("geometry").unwrap_or(&Value::Null);
        let named = self.named(feature, properties);
        let fault = |message: String| ReadError::Feature {
            at,
            named: named.as_ref().map(|name| format!(" (`{name}`)")).unwrap_or_default(),
            message,
        };
        match properties.get("kind").and_then(Value::as_str) {
            Some("link") => {
                self.links.extend(link(properties));
                return Ok(None);
            }
            Some("denied") => {
                self.denied.extend(denied(properties));
                return Ok(None);
            }
            _ => {}
        }
        let kind = geometry.get("type").and_then(Value::as_str).unwrap_or("nothing");
        let coordinates = geometry.get("coordinates").and_then(Value::as_array);
        let polygons: Vec<&Value> = match (kind, coordinates) {
            ("Polygon", Some(_)) => vec![&geometry["coordinates"]],
            ("MultiPolygon", Some(parts)) => parts.iter().collect(),
            _ => {
                self.report.left_out(
                    &format!("features that are no area ({kind})"),
                    "only polygons become zones",
                    None,
                );
                return Ok(None);
            }
        };
        let mut rings = Vec::new();
        for polygon in polygons {
            let all = polygon.as_array().ok_or_else(|| fault("a polygon is a list of rings".to_owned()))?;
            for (place, ring) in all.iter().enumerate() {
                rings.push((self.ring(ring).map_err(&fault)?, place > 0));
            }
        }
        let Some(name) = named.clone() else {
            return Err(fault(
                "it has neither an id nor a name; say with --name which property names areas".to_owned(),
            ));
        };
        let id = self.id(&name).ok_or_else(|| fault(format!("`{name}` gives no id: it needs letters or digits")))?;
        let space = self.space(properties, &name, &id);
        Ok(Some((Found { id, rings }, space)))
    }

    /// What names the area: the property asked for, or one of those that usually do.
    fn named(&self, feature: &Value, properties: &Map<String, Value>) -> Option<String> {
        let text = |value: &Value| match value {
            Value::String(text) if !text.trim().is_empty() => Some(text.trim().to_owned()),
            Value::Number(number) => Some(number.to_string()),
            _ => None,
        };
        if let Some(name) = self.name {
            return properties.get(name).and_then(text);
        }
        let usual = ["id", "name", "NAME", "Name", "title", "label", "ADMIN"];
        usual.iter().find_map(|name| properties.get(*name).and_then(text)).or_else(|| feature.get("id").and_then(text))
    }

    /// An id of its own: the name itself where it can be one.
    fn id(&mut self, name: &str) -> Option<SpaceId> {
        let plain = if Shape::Space.fits(name) { name.to_owned() } else { to_id(name) };
        if plain.is_empty() {
            return None;
        }
        let mut id = plain.clone();
        let mut number = 2;
        while !self.taken.insert(id.clone()) {
            id = format!("{plain}-{number}");
            number += 1;
        }
        if id != plain {
            self.report.near("areas of the same name", "their ids are numbered", None);
        }
        Some(SpaceId(id))
    }

    fn space(&mut self, properties: &Map<String, Value>, name: &str, id: &SpaceId) -> Space {
        let mut fields: Map<String, Value> = properties
            .iter()
            .filter(|(_, value)| !value.is_null())
            .map(|(name, value)| (name.clone(), unpacked(value)))
            .collect();
        // Rules and remarks of another pack mean nothing in a new one.
        for left in ["id", "source", "reconstructed", "neighbours"] {
            fields.remove(left);
        }
        let as_written = serde_json::from_value::<Space>(Value::Object(fields.clone()));
        if let Ok(space) = as_written {
            return space;
        }
        let known = ["surface", "terrain", "name", "country", "regions", "features", "value", "note"];
        let foreign = fields.keys().filter(|field| !known.contains(&field.as_str()));
        for field in foreign {
            self.report.left_out(&format!("property `{field}`"), "", None);
        }
        let text = |field: &str| fields.get(field).and_then(Value::as_str).map(str::to_owned);
        let surface = text("surface").and_then(|surface| serde_json::from_value(surface.into()).ok());
        let named_id = |field: &str| text(field).map(|text| to_id(&text)).filter(|id| !id.is_empty());
        let shown = text("name").or_else(|| (name != id.as_str()).then(|| name.to_owned()));
        Space {
            name: shown,
            terrain: named_id("terrain").map(|id| id.as_str().into()),
            country: named_id("country").map(|id| id.as_str().into()),
            value: fields.get("value").and_then(Value::as_i64),
            ..plain(surface.unwrap_or(Surface::Land))
        }
    }

    fn ring(&mut self, ring: &Value) -> Result<Vec<(f64, f64)>, String> {
        let points = ring.as_array().ok_or("a ring is a list of places")?;
        self.points += points.len();
        if self.points > MOST_POINTS {
            return Err(format!("the file has more than {MOST_POINTS} points; simplify it first"));
        }
        let place = |point: &Value| {
            let pair = point.as_array()?;
            Some((pair.first()?.as_f64()?, pair.get(1)?.as_f64()?)).filter(|(x, y)| x.is_finite() && y.is_finite())
        };
        points.iter().map(|point| place(point).ok_or_else(|| format!("`{point}` is no place"))).collect()
    }
}

/// Programs that know no lists and tables in properties write them as text.
fn unpacked(value: &Value) -> Value {
    match value.as_str().map(str::trim) {
        Some(text) if text.starts_with(['[', '{']) => serde_json::from_str(text).unwrap_or_else(|_| value.clone()),
        _ => value.clone(),
    }
}

fn link(properties: &Map<String, Value>) -> Option<AddedLink> {
    let text = |name: &str| properties.get(name).and_then(Value::as_str);
    Some(AddedLink {
        from: text("from")?.into(),
        to: text("to")?.into(),
        class: text("class").unwrap_or("land").into(),
        one_way: properties.get("one_way").and_then(Value::as_bool).unwrap_or(false),
        source: None,
        note: String::new(),
    })
}

fn denied(properties: &Map<String, Value>) -> Option<DeniedLink> {
    let text = |name: &str| properties.get(name).and_then(Value::as_str);
    let domains = properties.get("domains").map(unpacked).unwrap_or_default();
    Some(DeniedLink {
        from: text("from")?.into(),
        to: text("to")?.into(),
        domains: serde_json::from_value(domains).unwrap_or_default(),
        source: None,
        note: String::new(),
    })
}

/// Takes a place of the file to one of the map.
type Placing = Box<dyn Fn((f64, f64)) -> (i32, i32)>;

/// The areas on a map: exactly where they were if the file says how large its map was, else fitted to a usual size.
fn placed(areas: &[Found], member: Option<&Value>) -> ((u32, u32), bool, Vec<Outline>) {
    let number =
        |name: &str| member.and_then(|member| member.get(name)?.as_u64()).and_then(|value| u32::try_from(value).ok());
    let wraps = member.and_then(|member| member.get("wrap")?.as_bool()).unwrap_or(false);
    let points = || areas.iter().flat_map(|area| &area.rings).flat_map(|(ring, _)| ring);
    let bounds = points().fold((f64::MAX, f64::MAX, f64::MIN, f64::MIN), |(west, south, east, north), &(x, y)| {
        (west.min(x), south.min(y), east.max(x), north.max(y))
    });
    let (west, south, east, north) = bounds;
    let (size, place): ((u32, u32), Placing) = match (number("width"), number("height")) {
        (Some(width), Some(height)) if width > 0 && height > 0 => {
            let (wide, high) = (f64::from(width), f64::from(height));
            let degrees = (360.0 / wide).min(170.0 / high);
            let place = move |(x, y): (f64, f64)| {
                ((x / degrees + wide / 2.0).round() as i32, (high / 2.0 - y / degrees).round() as i32)
            };
            ((width, height), Box::new(place))
        }
        _ => {
            // Degrees of longitude are shorter away from the equator; other units are as wide as high.
            let are_degrees = west >= -180.0 && east <= 180.0 && south >= -90.0 && north <= 90.0;
            let squeeze = if are_degrees { ((south + north) / 2.0).to_radians().cos().max(0.1) } else { 1.0 };
            let wide = ((east - west) * squeeze).max(1e-9);
            let scale = USUAL_WIDTH / wide.max((north - south).max(1e-9));
            let place = move |(x, y): (f64, f64)| {
                (((x - west) * squeeze * scale + MARGIN).round() as i32, ((north - y) * scale + MARGIN).round() as i32)
            };
            let side = |extent: f64| (extent * scale + 2.0 * MARGIN).ceil().clamp(1.0, 1e6) as u32;
            ((side(wide), side(north - south)), Box::new(place))
        }
    };
    let outline = |area: &Found| Outline {
        id: area.id.clone(),
        rings: area
            .rings
            .iter()
            .map(|(ring, is_hole)| Ring { points: ring.iter().map(|&point| place(point)).collect(), is_hole: *is_hole })
            .collect(),
    };
    (size, wraps, areas.iter().map(outline).collect())
}
