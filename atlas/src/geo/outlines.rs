//! The world as outlines: countries as they are today, each a set of polygons in degrees.

use thiserror::Error;

use super::topojson;

/// Why a geography file cannot be used.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum GeographyError {
    #[error("this is no TopoJSON: {0}")]
    NotTopoJson(String),
    #[error("the geography has no object `{0}`")]
    NoObject(String),
    #[error("the outline of `{name}` is broken: {reason}")]
    BrokenShape { name: String, reason: String },
}

/// A closed line of (longitude, latitude).
pub type Ring = Vec<(f64, f64)>;

/// One country: its name, and polygons whose first ring is the outside and whose others are holes.
#[derive(Clone, Debug, PartialEq)]
pub struct Country {
    pub name: String,
    pub polygons: Vec<Vec<Ring>>,
}

/// All countries, sorted by name, so that a country's position never depends on the file.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Outlines {
    pub countries: Vec<Country>,
}

impl Outlines {
    /// Reads the `countries` of a TopoJSON text.
    pub fn read(text: &str) -> Result<Self, GeographyError> {
        let shapes = topojson::read(text, "countries")?;
        let mut countries: Vec<Country> =
            shapes.into_iter().map(|shape| Country { name: shape.name, polygons: shape.polygons }).collect();
        countries.sort_by(|a, b| a.name.cmp(&b.name));
        Ok(Self { countries })
    }

    /// Reads the `land` of a TopoJSON text: all coasts and no borders.
    pub fn read_land(text: &str) -> Result<Vec<Ring>, GeographyError> {
        let shapes = topojson::read(text, "land")?;
        Ok(shapes.into_iter().flat_map(|shape| shape.polygons).flatten().collect())
    }

    /// Position of a country by its name.
    #[must_use]
    pub fn position(&self, name: &str) -> Option<usize> {
        self.countries.binary_search_by(|country| country.name.as_str().cmp(name)).ok()
    }

    /// The known name nearest to a wrong one.
    #[must_use]
    pub fn nearest_name(&self, wrong: &str) -> Option<&str> {
        let wanted = wrong.to_lowercase();
        let shared = |name: &str| name.to_lowercase().chars().zip(wanted.chars()).take_while(|(a, b)| a == b).count();
        let best = self.countries.iter().map(|country| country.name.as_str()).max_by_key(|name| shared(name))?;
        (shared(best) >= 2).then_some(best)
    }
}

const EARTH_RADIUS_KM: f64 = 6371.0;

/// Area of a ring on the globe in square kilometres, good to a per cent for anything island-sized.
#[must_use]
pub fn ring_area(ring: &[(f64, f64)]) -> f64 {
    let mut doubled = 0.0;
    for (position, &(lon, lat)) in ring.iter().enumerate() {
        let (next_lon, next_lat) = ring[(position + 1) % ring.len()];
        let width = (next_lon - lon).to_radians();
        doubled += width * (2.0 + lat.to_radians().sin() + next_lat.to_radians().sin());
    }
    (doubled * EARTH_RADIUS_KM * EARTH_RADIUS_KM / 2.0).abs()
}

/// The middle of a ring's corners, as (longitude, latitude).
#[must_use]
pub fn ring_middle(ring: &[(f64, f64)]) -> Option<(f64, f64)> {
    let count = ring.len() as f64;
    let (lon, lat) = ring.iter().fold((0.0, 0.0), |(lon, lat), point| (lon + point.0, lat + point.1));
    (!ring.is_empty()).then_some((lon / count, lat / count))
}

#[cfg(test)]
mod tests {
    use super::*;

    const SQUARE: &str = r#"{"type":"Topology","arcs":[[[0,0],[10,0],[0,10]],[[10,10],[-10,0],[0,-10]]],
        "transform":{"scale":[0.1,0.1],"translate":[5,50]},
        "objects":{"countries":{"type":"GeometryCollection","geometries":[
            {"type":"Polygon","arcs":[[0,1]],"properties":{"name":"Squareland"}},
            {"type":"MultiPolygon","arcs":[[[-2,-1]]],"properties":{"name":"Mirrorland"}}]}}}"#;

    #[test]
    fn arcs_are_unpacked_and_joined_both_ways() {
        let outlines = Outlines::read(SQUARE).expect("a sound file");
        let ring = |name: &str| &outlines.countries[outlines.position(name).expect("there")].polygons[0][0];
        assert_eq!(ring("Squareland"), &[(5.0, 50.0), (6.0, 50.0), (6.0, 51.0), (5.0, 51.0), (5.0, 50.0)]);
        assert_eq!(ring("Mirrorland"), &[(5.0, 50.0), (5.0, 51.0), (6.0, 51.0), (6.0, 50.0), (5.0, 50.0)]);
        assert!((ring_area(ring("Squareland")) - 7890.0).abs() < 80.0, "{}", ring_area(ring("Squareland")));
        assert_eq!(outlines.nearest_name("Squareland Republic"), Some("Squareland"));
    }

    #[test]
    fn rings_cross_the_date_line_without_a_leap() {
        let east = SQUARE.replace("\"translate\":[5,50]", "\"translate\":[179.5,50]");
        let folded = east.replace("[[0,0],[10,0],[0,10]]", "[[0,0],[-3590,0],[0,10]]");
        let folded = folded.replace("[[10,10],[-10,0],[0,-10]]", "[[-3590,10],[3590,0],[0,-10]]");
        let ring = |text: &str| Outlines::read(text).expect("sound").countries[1].polygons[0][0].clone();
        let (plain, folded) = (ring(&east), ring(&folded));
        assert_eq!(plain.len(), folded.len());
        assert!(plain.iter().zip(&folded).all(|(a, b)| (a.0 - b.0).hypot(a.1 - b.1) < 1e-6), "{folded:?}");
    }

    #[test]
    fn broken_files_are_told_why() {
        let check = |text: &str, expected: &str| {
            let error = Outlines::read(text).expect_err("broken").to_string();
            assert!(error.starts_with(expected), "{error}");
        };
        check("[]", "this is no TopoJSON");
        check(r#"{"arcs":[],"objects":{}}"#, "the geography has no object `countries`");
        check(
            &SQUARE.replace("[[0,1]]", "[[0,7]]"),
            "the outline of `Squareland` is broken: it names a line that does not exist",
        );
        check(&SQUARE.replace("\"Polygon\"", "\"Point\""), "the outline of `Squareland` is broken: a Point is no area");
    }
}
