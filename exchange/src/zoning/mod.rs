//! Outlines of areas, from any drawing, to a map of zones that share their borders, and to a pack on that map.
//!
//! `exact`: outlines that meet point by point become borders point by point. `traced`: all others are painted on a sheet and traced.
//! `pack` writes a new pack around the zones.

mod exact;
pub mod pack;
mod traced;

use chartroom_atlas::zones::crossing::crossings;
use chartroom_atlas::zones::{Areas, areas::signed_area};
use chartroom_format::schema::ids::SpaceId;
use chartroom_format::schema::map_shapes::Shapes;
use thiserror::Error;

/// A point of the map.
pub type Point = (i32, i32);

/// One closed line; the first point is not repeated at the end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ring {
    pub points: Vec<Point>,
    /// Whether it cuts a hole out of the area.
    pub is_hole: bool,
}

/// One area.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outline {
    pub id: SpaceId,
    pub rings: Vec<Ring>,
}

/// Zones that share their borders.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Laid {
    pub shapes: Shapes,
    /// Whether a part of the map belongs to no area: it is the zone [`OFF_MAP`] then.
    pub has_rest: bool,
    /// Whether every point is where it was.
    pub is_exact: bool,
}

/// The zone that holds what no area does: a map of zones has no holes.
pub const OFF_MAP: &str = "off-map";

/// Why outlines make no map.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ZoningError {
    #[error("there is no area in it")]
    Empty,
    #[error("{0} areas are more than a map can have")]
    TooMany(usize),
    #[error("the outline of `{zone}` crosses itself near {at:?}; mend the drawing there")]
    CrossesItself { zone: String, at: Point },
    #[error("the area `{0}` has no extent")]
    NoExtent(String),
    #[error("a map of {0} by {1} is too large; draw it smaller")]
    TooLarge(u32, u32),
    #[error("the areas `{0}` and others leave nothing of `{1}`: it lies below them")]
    Hidden(String, String),
}

/// Lays areas out on a map of a size. Outlines that do not meet exactly are traced.
pub fn lay_out(size: (u32, u32), wraps: bool, outlines: &[Outline]) -> Result<Laid, ZoningError> {
    let (width, height) = size;
    if outlines.is_empty() {
        return Err(ZoningError::Empty);
    }
    if outlines.len() > usize::from(u16::MAX) - 2 {
        return Err(ZoningError::TooMany(outlines.len()));
    }
    if width > Areas::LONGEST_SIDE || height > Areas::LONGEST_SIDE || width == 0 || height == 0 {
        return Err(ZoningError::TooLarge(width, height));
    }
    let outlines: Vec<Outline> = outlines.iter().map(tidied).collect();
    for outline in &outlines {
        check(outline)?;
    }
    if let Some((shapes, has_rest)) = exact::borders(size, wraps, &outlines) {
        let (areas, problems) = Areas::read(&shapes);
        if problems.is_empty() && areas.zones.len() == outlines.len() + usize::from(has_rest) {
            return Ok(Laid { shapes, has_rest, is_exact: true });
        }
    }
    let (shapes, has_rest) = traced::borders(size, wraps, &outlines)?;
    Ok(Laid { shapes, has_rest, is_exact: false })
}

/// Repeated points go, rings without extent go, rings run the way their kind runs.
fn tidied(outline: &Outline) -> Outline {
    let ring = |ring: &Ring| {
        let mut points = ring.points.clone();
        points.dedup();
        if points.len() > 1 && points.first() == points.last() {
            points.pop();
        }
        let area = signed_area(&points);
        if points.len() < 3 || area == 0.0 {
            return None;
        }
        // Areas lie on the left hand: outsides run counter-clockwise on paper, holes clockwise.
        if (area < 0.0) != ring.is_hole {
            points.reverse();
        }
        Some(Ring { points, is_hole: ring.is_hole })
    };
    Outline { id: outline.id.clone(), rings: outline.rings.iter().filter_map(ring).collect() }
}

/// A ring cut where it comes back to a point it had before: to touch itself in a corner is no crossing.
fn between_touches(points: &[Point]) -> Vec<Vec<Point>> {
    let mut sorted = points.to_vec();
    sorted.sort_unstable();
    let is_met_again = |point: &Point| {
        let first = sorted.partition_point(|other| other < point);
        sorted.get(first + 1) == Some(point)
    };
    let mut lines = Vec::new();
    let mut line: Vec<Point> = Vec::new();
    for &point in points.iter().chain(points.first()) {
        line.push(point);
        if line.len() > 1 && is_met_again(&point) {
            lines.push(std::mem::replace(&mut line, vec![point]));
        }
    }
    if line.len() > 1 {
        lines.push(line);
    }
    lines
}

fn check(outline: &Outline) -> Result<(), ZoningError> {
    if !outline.rings.iter().any(|ring| !ring.is_hole) {
        return Err(ZoningError::NoExtent(outline.id.to_string()));
    }
    for ring in &outline.rings {
        if let Some(crossing) = crossings(&between_touches(&ring.points)).first() {
            return Err(ZoningError::CrossesItself { zone: outline.id.to_string(), at: crossing.at });
        }
    }
    Ok(())
}
