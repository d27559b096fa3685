//! Outlines that leave gaps or lie over each other: painted on a sheet, the largest first, gaps closed, the sheet traced.

use chartroom_atlas::raster::components::absorb;
use chartroom_atlas::raster::{Label, Raster, fill};
use chartroom_atlas::zones::areas::signed_area;
use chartroom_atlas::zones::shapes_from_raster;
use chartroom_format::schema::ids::SpaceId;
use chartroom_format::schema::map_shapes::Shapes;

use super::{OFF_MAP, Outline, ZoningError};
use crate::triplea::outline::{NOBODY, close_gaps};

/// Sheets larger than this are refused here.
const MOST_CELLS: usize = 32_000_000;
/// Borders may leave the pixels by this much.
const SLACK: f64 = 0.75;
/// Holes smaller than this share of the sheet go to their neighbours.
const SMALLEST_HOLE: usize = 20_000;

pub(super) fn borders(size: (u32, u32), wraps: bool, outlines: &[Outline]) -> Result<(Shapes, bool), ZoningError> {
    let (width, height) = (size.0 as usize, size.1 as usize);
    if width.saturating_mul(height) > MOST_CELLS {
        return Err(ZoningError::TooLarge(size.0, size.1));
    }
    let mut sheet = Raster::new(width, height, wraps, NOBODY);
    let extent = |outline: &Outline| outline.rings.iter().map(|ring| signed_area(&ring.points)).sum::<f64>();
    let mut order: Vec<usize> = (0..outlines.len()).collect();
    order.sort_by(|&a, &b| extent(&outlines[b]).total_cmp(&extent(&outlines[a])).then(a.cmp(&b)));
    for &area in &order {
        let floats = |&(x, y): &(i32, i32)| (f64::from(x), f64::from(y));
        let rings: Vec<Vec<(f64, f64)>> =
            outlines[area].rings.iter().map(|ring| ring.points.iter().map(floats).collect()).collect();
        fill::fill(&mut sheet, &rings, area as Label);
    }
    close_gaps(&mut sheet);
    let smallest = (width * height / SMALLEST_HOLE).max(4);
    absorb(&mut sheet, |piece| piece.label == NOBODY && piece.area < smallest, |_, _| true);
    let mut drawn = vec![false; outlines.len() + 1];
    let rest = outlines.len() as Label;
    for label in sheet.cells_mut() {
        *label = if *label == NOBODY { rest } else { *label };
        drawn[usize::from(*label)] = true;
    }
    if let Some(hidden) = (0..outlines.len()).find(|&area| !drawn[area]) {
        let last = order.last().map_or(hidden, |&last| last);
        return Err(ZoningError::Hidden(outlines[last].id.to_string(), outlines[hidden].id.to_string()));
    }
    let names: Vec<SpaceId> = outlines.iter().map(|outline| outline.id.clone()).chain([OFF_MAP.into()]).collect();
    Ok((shapes_from_raster(&sheet, &names, SLACK), drawn[outlines.len()]))
}
