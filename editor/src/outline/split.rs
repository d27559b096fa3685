//! A zone cut in two along a line from one of its borders to another.

use chartroom_atlas::zones::Areas;
use chartroom_format::schema::ids::SpaceId;
use chartroom_format::schema::map_shapes::Shapes;

use super::carve::carve;
use super::{Changes, Point, real, turning};

/// Splits a zone. The smaller part becomes `new`. The ends of the line go to the nearest place of the zone's outline.
pub fn split(
    shapes: &Shapes,
    zone: &SpaceId,
    line: &[Point],
    new: &SpaceId,
    zone_at: &dyn Fn((f64, f64)) -> Option<SpaceId>,
) -> Changes {
    let [first, .., last] = line else {
        return Err("A cut needs at least two points.".to_owned());
    };
    let (areas, _) = Areas::read(shapes);
    let area = areas.zones.get(zone).ok_or_else(|| format!("{zone} has no outline"))?;
    let nearest = |point: Point| {
        let rings = area.rings.iter().enumerate();
        rings
            .filter_map(|(ring, points)| on_ring(points, point).map(|found| (found.away, ring, found)))
            .min_by(|a, b| a.0.total_cmp(&b.0))
    };
    let (Some((_, ring, start)), Some((_, other, end))) = (nearest(*first), nearest(*last)) else {
        return Err(format!("{zone} has no outline"));
    };
    if ring != other || start.at == end.at {
        return Err("Both ends must lie on the same outline of the zone, apart from each other.".to_owned());
    }
    let middle = &line[1..line.len() - 1];
    let cut: Vec<Point> = std::iter::once(start.at).chain(middle.iter().copied()).chain([end.at]).collect();
    let (one, two) = parts(&area.rings[ring], &start, &end, &cut);
    let smaller = if turning(&one).abs() <= turning(&two).abs() { one } else { two };
    carve(shapes, &smaller, new, Some(zone), zone_at)
}

/// A place on a ring: behind which of its corners, and how far from what was asked.
struct OnRing {
    at: Point,
    behind: usize,
    away: f64,
}

fn on_ring(ring: &[Point], point: Point) -> Option<OnRing> {
    let (px, py) = real(point);
    (0..ring.len())
        .map(|behind| {
            let ((ax, ay), (bx, by)) = (real(ring[behind]), real(ring[(behind + 1) % ring.len()]));
            let length = (bx - ax).powi(2) + (by - ay).powi(2);
            let share = if length > 0.0 {
                (((px - ax) * (bx - ax) + (py - ay) * (by - ay)) / length).clamp(0.0, 1.0)
            } else {
                0.0
            };
            let (x, y) = (ax + (bx - ax) * share, ay + (by - ay) * share);
            let at = (x.round() as i32, y.round() as i32);
            OnRing { at, behind, away: (x - px).hypot(y - py) }
        })
        .min_by(|a, b| a.away.total_cmp(&b.away))
}

/// The two rings that a cut makes of one.
fn parts(ring: &[Point], start: &OnRing, end: &OnRing, cut: &[Point]) -> (Vec<Point>, Vec<Point>) {
    let corners = |from: &OnRing, to: &OnRing| -> Vec<Point> {
        let mut count = (to.behind + ring.len() - from.behind) % ring.len();
        // On one side of the ring the order of the two places decides whether the way leads all round.
        if count == 0 && away(ring[from.behind], from.at) > away(ring[from.behind], to.at) {
            count = ring.len();
        }
        (1..=count).map(|n| ring[(from.behind + n) % ring.len()]).collect()
    };
    let back: Vec<Point> = cut.iter().rev().copied().collect();
    let one = back.iter().copied().chain(corners(start, end)).collect();
    let two = cut.iter().copied().chain(corners(end, start)).collect();
    (one, two)
}

fn away(a: Point, b: Point) -> i64 {
    let (x, y) = (i64::from(a.0 - b.0), i64::from(a.1 - b.1));
    x * x + y * y
}
