//! Outlines of areas for formats that know no holes.

use chartroom_atlas::zones::areas::signed_area;

/// A closed line; its last point is joined to the first.
pub(crate) type Outline = Vec<(i32, i32)>;

/// Rings as outlines without holes: each hole is joined to what surrounds it by a slit of no width.
pub(crate) fn keyholes(rings: &[Vec<(i32, i32)>]) -> Vec<Outline> {
    let (mut outsides, mut holes): (Vec<Outline>, Vec<Outline>) = (Vec::new(), Vec::new());
    for ring in rings.iter().filter(|ring| ring.len() > 2) {
        // Outsides run counter-clockwise as seen on paper, holes the other way.
        if signed_area(ring) > 0.0 { outsides.push(ring.clone()) } else { holes.push(ring.clone()) }
    }
    if outsides.is_empty() {
        return holes;
    }
    // From west to east, so that what lies west of a hole is joined already.
    holes.sort_by_key(|hole| hole.iter().min().copied());
    for hole in holes {
        let Some(start) = (0..hole.len()).min_by_key(|&place| hole[place]) else { continue };
        let from = hole[start];
        let nearest = outsides
            .iter()
            .enumerate()
            .filter_map(|(index, ring)| west_of(ring, from).map(|(edge, x)| (x, index, edge)))
            .max();
        let Some((x, index, edge)) = nearest else {
            outsides.push(hole);
            continue;
        };
        let gate = (x, from.1);
        let round = (0..=hole.len()).map(|step| hole[(start + step) % hole.len()]);
        let slit: Vec<(i32, i32)> = [gate].into_iter().chain(round).chain([gate]).collect();
        outsides[index].splice(edge + 1..edge + 1, slit);
    }
    outsides
}

/// The edge that a line westward from a point meets first, and where.
fn west_of(ring: &[(i32, i32)], from: (i32, i32)) -> Option<(usize, i32)> {
    let mut best: Option<(i32, usize)> = None;
    for (edge, &(ax, ay)) in ring.iter().enumerate() {
        let (bx, by) = ring[(edge + 1) % ring.len()];
        if ay == by || !(ay.min(by)..ay.max(by)).contains(&from.1) {
            continue;
        }
        let along = f64::from(from.1 - ay) / f64::from(by - ay);
        let x = (f64::from(ax) + along * f64::from(bx - ax)).round() as i32;
        if x <= from.0 && best.is_none_or(|(known, _)| x > known) {
            best = Some((x, edge));
        }
    }
    best.map(|(x, edge)| (edge, x))
}

/// Whether a point lies inside rings, holes left out.
pub(crate) fn inside(rings: &[Vec<(f64, f64)>], (x, y): (f64, f64)) -> bool {
    let crossed = |ring: &Vec<(f64, f64)>| {
        let edges = ring.iter().zip(ring.iter().cycle().skip(1));
        edges.filter(|((ax, ay), (bx, by))| (*ay > y) != (*by > y) && x < ax + (y - ay) / (by - ay) * (bx - ax)).count()
    };
    rings.iter().map(crossed).sum::<usize>() % 2 == 1
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn holes_are_joined_to_what_surrounds_them() {
        // A square with two holes side by side, as a map with islands has them.
        let square = vec![(0, 0), (0, 100), (100, 100), (100, 0)];
        let hole = |x: i32| vec![(x, 40), (x + 10, 40), (x + 10, 50), (x, 50)];
        let rings = [square, hole(20), hole(60)];
        let outlines = keyholes(&rings);
        assert_eq!(outlines.len(), 1);
        let joined: Vec<Vec<(f64, f64)>> =
            outlines.iter().map(|ring| ring.iter().map(|&(x, y)| (f64::from(x), f64::from(y))).collect()).collect();
        for (point, expected) in
            [((10.5, 10.5), true), ((25.5, 45.5), false), ((65.5, 45.5), false), ((45.5, 45.5), true)]
        {
            assert_eq!(inside(&joined, point), expected, "{point:?}");
        }
    }
}
