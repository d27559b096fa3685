//! Pixel outlines to shared borders: outlines are painted on a sheet, the lines between them given to their neighbours, the sheet traced.
//!
//! A sheet makes borders that neighbours share exactly, whatever gaps and overlaps the outlines had.

use std::collections::BTreeMap;

use chartroom_atlas::raster::components::absorb;
use chartroom_atlas::raster::{Label, Raster, fill};
use chartroom_atlas::zones::shapes_from_raster;
use chartroom_format::schema::ids::SpaceId;
use chartroom_format::schema::map_shapes::Shapes;

use super::error::ImportError;
use super::read::{Drawing, Point, Polygon};

/// Lines between territories are no wider than twice this.
const GAP: usize = 8;
/// Borders may leave the pixels by this much, in pixels.
const SLACK: f64 = 0.75;
/// Height of the strip below the map for territories that are not drawn, and the side of their squares.
const STRIP: usize = 48;
pub(crate) const NOBODY: Label = Label::MAX;
/// Holes smaller than this, in pixels, go to their neighbours.
const SMALLEST_HOLE: usize = 2_000;
/// The space that holds what no territory does: a map of zones has no holes.
pub const OFF_MAP: &str = "off-map";

/// What tracing gives.
#[derive(Clone, Debug, PartialEq)]
pub struct Traced {
    pub shapes: Shapes,
    /// Territories without an outline of their own, which stand in a strip below the map.
    pub undrawn: Vec<String>,
    /// Whether a part of the picture is no territory.
    pub has_rest: bool,
}

/// Traces the territories of a game, `names` from territory to space.
pub fn trace(drawing: &Drawing, names: &[(String, SpaceId)]) -> Result<Traced, ImportError> {
    if names.len() + 1 >= usize::from(NOBODY) {
        return Err(ImportError::Game(format!("{} territories are more than a map can have", names.len())));
    }
    let (width, height) = size(drawing)?;
    let mut sheet = Raster::new(width, height, drawing.wraps(), NOBODY);
    paint(&mut sheet, drawing, names);
    close_gaps(&mut sheet);
    absorb(&mut sheet, |piece| piece.label == NOBODY && piece.area < SMALLEST_HOLE, |_, _| true);
    let mut drawn = vec![false; names.len()];
    for &label in sheet.cells() {
        if let Some(seen) = drawn.get_mut(usize::from(label)) {
            *seen = true;
        }
    }
    let missing: Vec<usize> = (0..names.len()).filter(|&index| !drawn[index]).collect();
    if missing.len() == names.len() {
        return Err(ImportError::Game("no territory of the game has an outline in polygons.txt".to_owned()));
    }
    let mut sheet = if missing.is_empty() { sheet } else { with_strip(&sheet, &missing)? };
    let rest = names.len() as Label;
    let mut has_rest = false;
    for label in sheet.cells_mut().iter_mut().filter(|label| **label == NOBODY) {
        *label = rest;
        has_rest = true;
    }
    let ids: Vec<SpaceId> = names.iter().map(|(_, id)| id.clone()).chain([OFF_MAP.into()]).collect();
    let undrawn = missing.iter().map(|&index| names[index].0.clone()).collect();
    Ok(Traced { shapes: shapes_from_raster(&sheet, &ids, SLACK), undrawn, has_rest })
}

/// The size the map states, or what its outlines need.
fn size(drawing: &Drawing) -> Result<(usize, usize), ImportError> {
    let points = || drawing.polygons.iter().flat_map(|(_, polygons)| polygons).flatten();
    let needed = |side: fn(&Point) -> i32| points().map(side).max().unwrap_or(0).max(0) + 1;
    let stated = |name: &str, needed: i32| drawing.number(name).filter(|&value| value > 0).unwrap_or(i64::from(needed));
    let (width, height) = (stated("map.width", needed(|point| point.0)), stated("map.height", needed(|point| point.1)));
    let most = Raster::MOST_CELLS as i64;
    if width > most || height > most || width.saturating_mul(height) > most {
        return Err(ImportError::Game(format!(
            "a map of {width} by {height} pixels is too large; {most} pixels are the most"
        )));
    }
    Ok((width as usize, height as usize))
}

/// Paints large outlines first, so that islands lie in their seas.
fn paint(sheet: &mut Raster, drawing: &Drawing, names: &[(String, SpaceId)]) {
    let labels: BTreeMap<&str, Label> =
        names.iter().enumerate().map(|(index, (name, _))| (name.as_str(), index as Label)).collect();
    let mut all: Vec<(i64, Label, &Polygon)> = Vec::new();
    for (name, polygons) in &drawing.polygons {
        if let Some(&label) = labels.get(name.as_str()) {
            all.extend(polygons.iter().map(|polygon| (doubled_area(polygon), label, polygon)));
        }
    }
    all.sort_by_key(|&(area, label, _)| (std::cmp::Reverse(area), label));
    for (_, label, polygon) in all {
        // Outlines name pixels, and a pixel's middle is half a pixel from its corner.
        let ring = polygon.iter().map(|&(x, y)| (f64::from(x) + 0.5, f64::from(y) + 0.5)).collect();
        fill::fill(sheet, &[ring], label);
        stroke(sheet, polygon, label);
    }
}

fn doubled_area(polygon: &Polygon) -> i64 {
    let next = polygon.iter().cycle().skip(1);
    let cross = |(a, b): (&Point, &Point)| i64::from(a.0) * i64::from(b.1) - i64::from(b.0) * i64::from(a.1);
    polygon.iter().zip(next).map(cross).sum::<i64>().abs()
}

/// The pixels of the outline itself.
fn stroke(sheet: &mut Raster, polygon: &Polygon, label: Label) {
    let (Some(&last), width, height) = (polygon.last(), sheet.width() as i64, sheet.height() as i64) else { return };
    let mut from = last;
    for &to in polygon {
        let (dx, dy) = (i64::from(to.0) - i64::from(from.0), i64::from(to.1) - i64::from(from.1));
        let steps = dx.abs().max(dy.abs()).max(1);
        for step in 0..=steps {
            let along = |start: i32, way: i64| i64::from(start) + (2 * way * step + steps * way.signum()) / (2 * steps);
            let (x, y) = (along(from.0, dx), along(from.1, dy));
            // Outlines that run off the map are not carried round the globe.
            if (0..width).contains(&x) && (0..height).contains(&y) {
                sheet.row_mut(y as usize)[x as usize] = label;
            }
        }
        from = to;
    }
}

/// Gives the pixels between territories to the nearest, one ring at a time.
pub(crate) fn close_gaps(sheet: &mut Raster) {
    let cells = sheet.cells();
    let at_edge = |index: &usize| cells[*index] != NOBODY && sheet.beside(*index).any(|beside| cells[beside] == NOBODY);
    let mut front: Vec<usize> = (0..cells.len()).filter(at_edge).collect();
    for _ in 0..GAP {
        let mut next = Vec::new();
        for index in front {
            let label = sheet.cells()[index];
            for beside in sheet.beside(index) {
                if sheet.cells()[beside] == NOBODY {
                    sheet.cells_mut()[beside] = label;
                    next.push(beside);
                }
            }
        }
        front = next;
    }
}

/// The sheet with a strip below it: a square for each territory that is not drawn, with nothing between them.
fn with_strip(sheet: &Raster, missing: &[usize]) -> Result<Raster, ImportError> {
    let in_row = (sheet.width() / (2 * STRIP)).max(1);
    let rows = missing.len().div_ceil(in_row);
    let (width, height) = (sheet.width().max(2 * STRIP), sheet.height() + rows * 2 * STRIP);
    if width.saturating_mul(height) > Raster::MOST_CELLS {
        return Err(ImportError::Game(format!("{} territories have no outline", missing.len())));
    }
    let mut larger = Raster::new(width, height, sheet.wraps(), NOBODY);
    for y in 0..sheet.height() {
        let row = &sheet.cells()[y * sheet.width()..(y + 1) * sheet.width()];
        larger.row_mut(y)[..row.len()].copy_from_slice(row);
    }
    for (place, &index) in missing.iter().enumerate() {
        let (x, y) =
            ((place % in_row) * 2 * STRIP + STRIP / 2, sheet.height() + (place / in_row) * 2 * STRIP + STRIP / 2);
        for row in y..y + STRIP {
            larger.row_mut(row)[x..x + STRIP].fill(index as Label);
        }
    }
    Ok(larger)
}
