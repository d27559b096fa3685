//! Neighbours on a map of zones: those that share enough border, across the seam too. Lengths are whole sixteenths of a map
//! unit, so that every machine agrees.

use std::collections::BTreeMap;

use chartroom_format::schema::ids::SpaceId;
use chartroom_format::schema::map_shapes::Shapes;

use super::Compiler;
use super::board::{Pairs, class_between};
use crate::codes;

const SCALE: u64 = 16;

pub(super) fn pairs(compiler: &mut Compiler<'_>) -> Pairs {
    let mut pairs = Pairs::new();
    let Some(shapes) = &compiler.content.shapes else {
        compiler.entry = None;
        compiler.fault(codes::NO_BOARD, "the map of zones has no outlines".to_owned());
        return pairs;
    };
    for ((one, other), length) in shared_borders(shapes) {
        if length <= u64::from(shapes.shortest_border) * SCALE {
            continue;
        }
        let (Some(a), Some(b)) = (compiler.space(one.as_str()), compiler.space(other.as_str())) else { continue };
        let surfaces = (compiler.content.spaces.get(one.as_str()), compiler.content.spaces.get(other.as_str()));
        if let (Some(first), Some(second)) = surfaces {
            let class = class_between(first.surface, second.surface);
            pairs.insert((a, b), class);
            pairs.insert((b, a), class);
        }
    }
    pairs
}

fn shared_borders(shapes: &Shapes) -> BTreeMap<(&SpaceId, &SpaceId), u64> {
    let mut shared: BTreeMap<(&SpaceId, &SpaceId), u64> = BTreeMap::new();
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
        let east_edge = shapes.width as i32;
        for (west, west_from, west_to) in along_seam(shapes, 0) {
            for (east, east_from, east_to) in along_seam(shapes, east_edge) {
                let overlap = west_to.min(east_to) - west_from.max(east_from);
                if overlap > 0 {
                    add(west, east, overlap as u64 * SCALE);
                }
            }
        }
    }
    shared
}

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
