//! A `Drawing` as polygons.txt, centers.txt, place.txt and map.properties.

use std::fmt::Write as _;

use super::super::read::{Drawing, Point};

/// The files of a drawing by name; `places` are where the pictures of units go, by territory.
#[must_use]
pub fn drawing(drawing: &Drawing, places: &[(String, Vec<Point>)]) -> Vec<(&'static str, String)> {
    let mut polygons = String::new();
    for (name, outlines) in &drawing.polygons {
        let _ = write!(polygons, "{name} ");
        for outline in outlines {
            let _ = write!(polygons, " < {}>", points(outline));
        }
        polygons.push('\n');
    }
    let mut centers = String::new();
    for (name, (x, y)) in &drawing.centers {
        let _ = writeln!(centers, "{name}  ({x},{y})");
    }
    let mut place = String::new();
    for (name, at) in places {
        let _ = writeln!(place, "{name}  {}", points(at).trim_end());
    }
    let mut properties = String::new();
    for (name, value) in &drawing.properties {
        let _ = writeln!(properties, "{name}={value}");
    }
    vec![("polygons.txt", polygons), ("centers.txt", centers), ("place.txt", place), ("map.properties", properties)]
}

fn points(points: &[Point]) -> String {
    points.iter().fold(String::new(), |mut out, (x, y)| {
        let _ = write!(out, "({x},{y}) ");
        out
    })
}
