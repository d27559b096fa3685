//! Reading quantised TopoJSON. Knows the file format and nothing about maps.

use serde::Deserialize;

use super::outlines::GeographyError;

#[derive(Deserialize)]
pub(super) struct Topology {
    transform: Option<Transform>,
    arcs: Vec<Vec<Vec<f64>>>,
    objects: std::collections::BTreeMap<String, Object>,
}

#[derive(Deserialize)]
struct Transform {
    scale: [f64; 2],
    translate: [f64; 2],
}

#[derive(Deserialize)]
struct Object {
    #[serde(default)]
    geometries: Vec<Geometry>,
}

#[derive(Deserialize)]
struct Geometry {
    #[serde(rename = "type")]
    kind: Option<String>,
    #[serde(default)]
    arcs: serde_json::Value,
    #[serde(default)]
    properties: Properties,
}

#[derive(Default, Deserialize)]
struct Properties {
    #[serde(default)]
    name: String,
}

/// A named shape: polygons of rings of (longitude, latitude). The first ring of a polygon is its outside.
pub(super) struct Shape {
    pub(super) name: String,
    pub(super) polygons: Vec<Vec<Vec<(f64, f64)>>>,
}

pub(super) fn read(text: &str, object: &str) -> Result<Vec<Shape>, GeographyError> {
    let topology: Topology =
        serde_json::from_str(text).map_err(|error| GeographyError::NotTopoJson(error.to_string()))?;
    let lines: Vec<Vec<(f64, f64)>> =
        topology.arcs.iter().map(|arc| unpack(arc, topology.transform.as_ref())).collect();
    let object = topology.objects.get(object).ok_or_else(|| GeographyError::NoObject(object.to_owned()))?;
    object.geometries.iter().map(|geometry| shape(geometry, &lines)).collect()
}

/// Undoes delta packing and quantisation.
fn unpack(arc: &[Vec<f64>], transform: Option<&Transform>) -> Vec<(f64, f64)> {
    let (mut x, mut y) = (0.0, 0.0);
    let pairs = arc.iter().map(|point| (point.first().copied().unwrap_or(0.0), point.get(1).copied().unwrap_or(0.0)));
    match transform {
        None => pairs.collect(),
        Some(transform) => pairs
            .map(|(dx, dy)| {
                x += dx;
                y += dy;
                (x * transform.scale[0] + transform.translate[0], y * transform.scale[1] + transform.translate[1])
            })
            .collect(),
    }
}

fn shape(geometry: &Geometry, lines: &[Vec<(f64, f64)>]) -> Result<Shape, GeographyError> {
    let name = geometry.properties.name.clone();
    let broken = |reason: &str| GeographyError::BrokenShape { name: name.clone(), reason: reason.to_owned() };
    let polygons: Vec<Vec<Vec<i64>>> = match geometry.kind.as_deref() {
        Some("Polygon") => {
            vec![serde_json::from_value(geometry.arcs.clone()).map_err(|error| broken(&error.to_string()))?]
        }
        Some("MultiPolygon") => {
            serde_json::from_value(geometry.arcs.clone()).map_err(|error| broken(&error.to_string()))?
        }
        // A country without an outline is allowed and simply covers nothing.
        None => Vec::new(),
        Some(other) => return Err(broken(&format!("a {other} is no area"))),
    };
    let polygons = polygons
        .iter()
        .map(|rings| {
            rings
                .iter()
                .map(|ring| join(ring, lines).ok_or_else(|| broken("it names a line that does not exist")))
                .collect()
        })
        .collect::<Result<_, _>>()?;
    Ok(Shape { name, polygons })
}

/// Joins arcs to a ring; a negative number is the complement of an arc walked backward.
fn join(ring: &[i64], lines: &[Vec<(f64, f64)>]) -> Option<Vec<(f64, f64)>> {
    let mut points: Vec<(f64, f64)> = Vec::new();
    for &number in ring {
        let line = lines.get(usize::try_from(if number < 0 { !number } else { number }).ok()?)?;
        // Neighbouring arcs share their meeting point.
        points.pop();
        if number < 0 {
            points.extend(line.iter().rev());
        } else {
            points.extend(line);
        }
    }
    Some(unrolled(points))
}

/// Takes rings across the date line without a leap, so that longitudes may run beyond 180. A ring round a pole is closed
/// through the pole.
fn unrolled(mut points: Vec<(f64, f64)>) -> Vec<(f64, f64)> {
    let mut turns = 0.0;
    let mut before = points.first().map_or(0.0, |point| point.0);
    for point in &mut points {
        let leap = point.0 - before;
        before = point.0;
        if leap.abs() > 180.0 {
            turns -= leap.signum();
        }
        point.0 += 360.0 * turns;
    }
    if let (Some(&first), Some(&last)) = (points.first(), points.last())
        && (last.0 - first.0).abs() > 180.0
    {
        let pole = if first.1 < 0.0 { -90.0 } else { 90.0 };
        points.extend([(last.0, pole), (first.0, pole)]);
    }
    points
}
