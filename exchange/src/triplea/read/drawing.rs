//! The drawing of a map: polygons.txt, centers.txt and map.properties.

use std::collections::BTreeMap;

use super::super::error::ImportError;
use super::super::source::{Source, TextFile};

/// A pixel of the drawing.
pub type Point = (i32, i32);
/// An outline, pixel by pixel.
pub type Polygon = Vec<Point>;

/// Pixels are counted no farther than this in any direction.
const FARTHEST: i32 = 100_000;

/// The drawing of a map.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Drawing {
    /// Outlines by territory, in the order of the file.
    pub polygons: Vec<(String, Vec<Polygon>)>,
    pub centers: BTreeMap<String, Point>,
    pub properties: BTreeMap<String, String>,
}

impl Drawing {
    pub fn number(&self, name: &str) -> Option<i64> {
        self.properties.get(name).and_then(|value| value.parse().ok())
    }

    /// Whether the east edge of the map meets the west edge; it does unless the map says otherwise.
    pub fn wraps(&self) -> bool {
        !self.properties.get("map.scrollWrapX").is_some_and(|value| value.eq_ignore_ascii_case("false"))
    }

    /// The colour of a player, as "#rrggbb".
    pub fn colour(&self, player: &str) -> Option<String> {
        let value = self.properties.get(&format!("color.{player}"))?;
        let is_colour = value.len() == 6 && value.bytes().all(|byte| byte.is_ascii_hexdigit());
        is_colour.then(|| format!("#{}", value.to_ascii_lowercase()))
    }
}

/// Reads what the source has of a drawing.
pub fn drawing(source: &Source) -> Result<Drawing, ImportError> {
    let Some(polygons) = &source.polygons else {
        return Err(ImportError::Source(
            "there is no polygons.txt beside the game: give the folder of the map, with the outlines of its territories".to_owned(),
        ));
    };
    let mut drawing = Drawing { polygons: outlines(polygons)?, ..Drawing::default() };
    for (name, points) in
        source.centers.iter().map(lines_of_points).collect::<Result<Vec<_>, _>>()?.into_iter().flatten()
    {
        if let Some(first) = points.first().and_then(|polygon| polygon.first()) {
            drawing.centers.insert(name, *first);
        }
    }
    for line in source.properties.iter().flat_map(|file| file.text.lines()) {
        let line = line.trim();
        if let Some((name, value)) = line.split_once('=').filter(|_| !line.starts_with(['#', '!'])) {
            drawing.properties.insert(name.trim().to_owned(), value.trim().to_owned());
        }
    }
    Ok(drawing)
}

fn outlines(file: &TextFile) -> Result<Vec<(String, Vec<Polygon>)>, ImportError> {
    let mut found: Vec<(String, Vec<Polygon>)> = Vec::new();
    let mut known: BTreeMap<String, usize> = BTreeMap::new();
    for (name, polygons) in lines_of_points(file)? {
        // A territory on two lines has the parts of both.
        let index = *known.entry(name.clone()).or_insert_with(|| {
            found.push((name, Vec::new()));
            found.len() - 1
        });
        found[index].1.extend(polygons.into_iter().filter(|polygon| !polygon.is_empty()));
    }
    Ok(found)
}

/// `Name < (1,2) (3,4) > < (5,6) >`, or `Name (1,2)`: one territory to a line.
fn lines_of_points(file: &TextFile) -> Result<Vec<(String, Vec<Polygon>)>, ImportError> {
    let mut found = Vec::new();
    for (number, line) in file.text.lines().enumerate() {
        let at =
            |column: usize, message: &str| ImportError::at(&file.name, number as u32 + 1, column as u32 + 1, message);
        if line.trim().is_empty() {
            continue;
        }
        let start = points_start(line).ok_or_else(|| at(0, "a name without points"))?;
        let name = line[..start].trim().to_owned();
        let mut polygons: Vec<Polygon> = Vec::new();
        let mut rest = start;
        while let Some(next) = line[rest..].find(['<', '(', '|']) {
            let here = rest + next;
            match line.as_bytes()[here] {
                b'<' => {
                    polygons.push(Polygon::new());
                    rest = here + 1;
                }
                // What follows a bar is about the drawing of units that do not fit.
                b'|' => break,
                _ => {
                    let end = line[here..].find(')').ok_or_else(|| at(here, "a point that does not end"))? + here;
                    let point = point(&line[here + 1..end])
                        .ok_or_else(|| at(here, "a point is written (x,y), in whole pixels"))?;
                    if polygons.is_empty() {
                        polygons.push(Polygon::new());
                    }
                    if let Some(polygon) = polygons.last_mut() {
                        polygon.push(point);
                    }
                    rest = end + 1;
                }
            }
        }
        found.push((name, polygons));
    }
    Ok(found)
}

/// Where the points of a line begin: names may hold brackets of their own.
fn points_start(line: &str) -> Option<usize> {
    if let Some(open) = line.find('<') {
        return Some(open);
    }
    let is_point = |&(at, _): &(usize, &str)| {
        line[at + 1..].find(')').is_some_and(|end| point(&line[at + 1..at + 1 + end]).is_some())
    };
    line.match_indices('(').find(is_point).map(|(at, _)| at)
}

fn point(text: &str) -> Option<Point> {
    let (x, y) = text.split_once(',')?;
    let whole = |text: &str| {
        text.trim()
            .parse::<f64>()
            .ok()
            .filter(|value| value.abs() <= f64::from(FARTHEST))
            .map(|value| value.round() as i32)
    };
    Some((whole(x)?, whole(y)?))
}
