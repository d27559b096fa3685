//! Whether zones tile their map: along a line through every row of the map, one zone ends where the next begins.

use chartroom_format::schema::ids::SpaceId;
use chartroom_format::schema::map_shapes::Shapes;

use super::areas::Areas;

/// A place where zones leave a gap or lie over each other.
#[derive(Clone, Debug, PartialEq)]
pub struct Untidy {
    /// Where it begins.
    pub at: (f64, f64),
    /// How wide it is there.
    pub width: f64,
    /// The zones that lie over each other; none at a gap.
    pub zones: Option<(SpaceId, SpaceId)>,
}

/// Shared borders are reckoned from both sides, which costs the last digits.
const TOLERANCE: f64 = 1e-6;

/// The first untidy place of every row that has one, from north to south.
#[must_use]
pub fn untidy(shapes: &Shapes, areas: &Areas) -> Vec<Untidy> {
    let width = f64::from(shapes.width);
    let names: Vec<&SpaceId> = areas.zones.keys().collect();
    let rows = crossings(shapes, areas);
    let mut found = Vec::new();
    let mut stretches: Vec<Stretch> = Vec::new();
    for (row, mut crossed) in rows.into_iter().enumerate() {
        let y = row as f64 + 0.5;
        // A zone's crossings in order are where it begins and ends, in turn.
        // Zones come in their order already.
        for of_zone in crossed.chunk_by_mut(|a, b| a.0 == b.0) {
            of_zone.sort_unstable_by(|a, b| a.1.total_cmp(&b.1));
        }
        stretches.clear();
        stretches.extend(crossed.chunks(2).map(|ends| (ends[0].1, ends.last().map_or(width, |end| end.1), ends[0].0)));
        stretches.sort_unstable_by(|a, b| a.0.total_cmp(&b.0).then(a.1.total_cmp(&b.1)).then(a.2.cmp(&b.2)));
        found.extend(first_untidy(&stretches, &names, y, width));
    }
    found
}

/// A stretch of a row inside a zone: where it begins and ends, and the zone by its number.
type Stretch = (f64, f64, u32);

fn first_untidy(stretches: &[Stretch], names: &[&SpaceId], y: f64, width: f64) -> Option<Untidy> {
    let name = |zone: u32| names[zone as usize].clone();
    let mut before: Option<(f64, u32)> = None;
    for &(from, to, zone) in stretches {
        let end = before.map_or(0.0, |(end, _)| end);
        if from > end + TOLERANCE {
            return Some(Untidy { at: (end, y), width: from - end, zones: None });
        }
        if let Some((end, other)) = before
            && from < end - TOLERANCE
        {
            let zones = Some((name(other), name(zone)));
            return Some(Untidy { at: (from, y), width: end.min(to) - from, zones });
        }
        before = Some((to, zone));
    }
    let end = before.map_or(0.0, |(end, _)| end);
    (end < width - TOLERANCE).then_some(Untidy { at: (end, y), width: width - end, zones: None })
}

/// Where the outlines of zones, counted in their order, cross the middle of each row.
fn crossings(shapes: &Shapes, areas: &Areas) -> Vec<Vec<(u32, f64)>> {
    let mut rows: Vec<Vec<(u32, f64)>> = vec![Vec::new(); shapes.height as usize];
    for (zone, area) in (0_u32..).zip(areas.zones.values()) {
        for ring in &area.rings {
            for (&a, &b) in ring.iter().zip(ring.iter().cycle().skip(1)) {
                let (upper, lower) = if a.1 <= b.1 { (a, b) } else { (b, a) };
                for row in upper.1.max(0)..lower.1.min(shapes.height as i32) {
                    let share = (f64::from(row) + 0.5 - f64::from(upper.1)) / f64::from(lower.1 - upper.1);
                    let x = f64::from(upper.0) + share * f64::from(lower.0 - upper.0);
                    rows[row as usize].push((zone, x));
                }
            }
        }
    }
    rows
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::raster::Raster;
    use crate::zones::shapes_from_raster;
    use chartroom_format::schema::map_shapes::Border;
    use proptest::prelude::*;

    fn look(shapes: &Shapes) -> Vec<Untidy> {
        untidy(shapes, &Areas::read(shapes).0)
    }

    fn square(zone: &str, left: i32, top: i32, side: i32) -> Border {
        let (right, bottom) = (left + side, top + side);
        let points = vec![(left, top), (left, bottom), (right, bottom), (right, top), (left, top)];
        Border { left: Some(zone.into()), right: None, points }
    }

    fn sheet(borders: Vec<Border>) -> Shapes {
        Shapes { schema: 2, requires: Vec::new(), width: 10, height: 10, wraps: false, shortest_border: 2, borders }
    }

    #[test]
    fn gaps_and_overlaps_are_found() {
        assert_eq!(look(&sheet(vec![square("all", 0, 0, 10)])), vec![]);
        let gap = look(&sheet(vec![square("small", 0, 0, 6)]));
        assert_eq!((gap.len(), &gap[0]), (10, &Untidy { at: (6.0, 0.5), width: 4.0, zones: None }));
        let over = look(&sheet(vec![square("all", 0, 0, 10), square("over", 2, 3, 4)]));
        assert_eq!(over.len(), 4);
        assert_eq!(over[0], Untidy { at: (2.0, 3.5), width: 4.0, zones: Some(("all".into(), "over".into())) });
    }

    proptest! {
        #[test]
        fn traced_maps_tile(cells in proptest::collection::vec(0_u16..4, 8 * 6), slack in 0.0..3.0_f64, wraps: bool) {
            let raster = Raster::from_cells(8, 6, wraps, cells).expect("fits");
            let names: Vec<SpaceId> = (0..4).map(|number| SpaceId(format!("zone-{number}"))).collect();
            prop_assert_eq!(look(&shapes_from_raster(&raster, &names, slack)), vec![]);
        }
    }
}
