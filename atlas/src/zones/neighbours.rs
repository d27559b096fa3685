//! Who neighbours whom: zones that share enough border, across the seam too. Never typed by hand.

use std::collections::BTreeMap;

use chartroom_format::schema::ids::SpaceId;
use chartroom_format::schema::map_shapes::Shapes;

/// Pairs of neighbours (smaller name first) with the length of the border they share, in map units.
pub type Neighbours = BTreeMap<(SpaceId, SpaceId), f64>;

/// Zones that share more border than `shapes.shortest_border`.
#[must_use]
pub fn neighbours(shapes: &Shapes) -> Neighbours {
    let mut shared = Neighbours::new();
    let mut add = |a: &SpaceId, b: &SpaceId, length: f64| {
        if a != b {
            let pair = if a < b { (a.clone(), b.clone()) } else { (b.clone(), a.clone()) };
            *shared.entry(pair).or_default() += length;
        }
    };
    for border in &shapes.borders {
        if let (Some(left), Some(right)) = (&border.left, &border.right) {
            add(left, right, border.points.windows(2).map(|pair| length(pair[0], pair[1])).sum());
        }
    }
    if shapes.wraps {
        let (west, east) = (along_seam(shapes, 0), along_seam(shapes, shapes.width as i32));
        for (west_zone, west_from, west_to) in &west {
            for (east_zone, east_from, east_to) in &east {
                let overlap = west_to.min(east_to) - west_from.max(east_from);
                if overlap > 0 {
                    add(west_zone, east_zone, f64::from(overlap));
                }
            }
        }
    }
    shared.retain(|_, length| *length > f64::from(shapes.shortest_border));
    shared
}

/// The zones along one edge of the map, with the stretch they hold from y to y.
fn along_seam(shapes: &Shapes, x: i32) -> Vec<(&SpaceId, i32, i32)> {
    let mut found = Vec::new();
    for border in &shapes.borders {
        let ((Some(zone), None) | (None, Some(zone))) = (&border.left, &border.right) else { continue };
        for pair in border.points.windows(2).filter(|pair| pair[0].0 == x && pair[1].0 == x) {
            found.push((zone, pair[0].1.min(pair[1].1), pair[0].1.max(pair[1].1)));
        }
    }
    found
}

fn length(a: (i32, i32), b: (i32, i32)) -> f64 {
    (f64::from(b.0) - f64::from(a.0)).hypot(f64::from(b.1) - f64::from(a.1))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::raster::Raster;
    use crate::zones::shapes::shapes_from_raster;

    fn pairs(wraps: bool, width: usize, labels: &[u16]) -> Vec<String> {
        let raster = Raster::from_cells(width, labels.len() / width, wraps, labels.to_vec()).expect("fits");
        let names: Vec<SpaceId> = ["a", "b", "c", "d"].map(SpaceId::from).to_vec();
        neighbours(&shapes_from_raster(&raster, &names, 0.0)).keys().map(|(a, b)| format!("{a}{b}")).collect()
    }

    #[test]
    fn shared_borders_make_neighbours_and_corners_do_not() {
        #[rustfmt::skip]
        let quarters = [
            0, 0, 0, 1, 1, 1,
            0, 0, 0, 1, 1, 1,
            0, 0, 0, 1, 1, 1,
            2, 2, 2, 3, 3, 3,
            2, 2, 2, 3, 3, 3,
            2, 2, 2, 3, 3, 3,
        ];
        assert_eq!(pairs(false, 6, &quarters), ["ab", "ac", "bd", "cd"]);
    }

    #[test]
    fn the_seam_joins_east_and_west() {
        let stripes = [0, 1, 2, 0, 1, 2, 0, 1, 2];
        assert_eq!(pairs(false, 3, &stripes), ["ab", "bc"]);
        assert_eq!(pairs(true, 3, &stripes), ["ab", "ac", "bc"]);
    }
}
