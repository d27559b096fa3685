//! Neighbours on a map of zones: those that share enough border, across the seam too; never typed by hand. Lengths are whole
//! sixteenths of a map unit, so that every machine agrees.

use std::collections::BTreeMap;

use crate::schema::ids::SpaceId;
use crate::schema::map_shapes::Shapes;

/// How finely border lengths are measured: parts of a map unit.
const SCALE: u64 = 16;

/// Pairs of zones, smaller name first, with the length of the border they share in sixteenths of a map unit.
pub type Neighbours<'a> = BTreeMap<(&'a SpaceId, &'a SpaceId), u64>;

/// Zones that share more border than `shapes.shortest_border`.
#[must_use]
pub fn neighbours(shapes: &Shapes) -> Neighbours<'_> {
    let mut shared = Neighbours::new();
    let mut add = |a, b, length: u64| {
        if a != b {
            *shared.entry(if a < b { (a, b) } else { (b, a) }).or_default() += length;
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
                    add(west_zone, east_zone, overlap as u64 * SCALE);
                }
            }
        }
    }
    shared.retain(|_, length| *length > u64::from(shapes.shortest_border) * SCALE);
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

fn length(a: (i32, i32), b: (i32, i32)) -> u64 {
    let (dx, dy) = (i64::from(b.0) - i64::from(a.0), i64::from(b.1) - i64::from(a.1));
    (((dx * dx + dy * dy) as u64).saturating_mul(SCALE * SCALE)).isqrt()
}

#[cfg(test)]
mod tests {
    #[test]
    fn lengths_are_whole_sixteenths() {
        assert_eq!(super::length((0, 0), (3, 4)), 5 * super::SCALE);
        assert_eq!(super::length((0, 0), (1, 1)), 22);
    }
}
