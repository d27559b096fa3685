//! Outlines given by their corners in degrees: what lies inside, and whether they cross themselves.

use chartroom_format::schema::recipe::LatLon;

use crate::zones::crossing::crossings;

/// Whether a place lies inside an outline. Longitudes of both may be written on either side of the date line.
#[must_use]
pub fn is_inside(outline: &[LatLon], (lat, lon): LatLon) -> bool {
    [lon, lon - 360.0, lon + 360.0].into_iter().any(|lon| is_inside_flat(outline, (lat, lon)))
}

/// Counts the sides that a line toward the east crosses: an odd number from inside.
fn is_inside_flat(outline: &[LatLon], (lat, lon): LatLon) -> bool {
    let sides = outline.iter().zip(outline.iter().cycle().skip(1));
    let crossed =
        sides.filter(|&(a, b)| (a.0 > lat) != (b.0 > lat) && lon < a.1 + (lat - a.0) / (b.0 - a.0) * (b.1 - a.1));
    crossed.count() % 2 == 1
}

/// Parts of a degree that outlines are compared in.
const FINENESS: f64 = 1000.0;

/// A corner near the place where an outline crosses itself.
#[must_use]
pub fn crosses_itself(outline: &[LatLon]) -> Option<LatLon> {
    let whole = |degrees: f64| (degrees * FINENESS).round().clamp(-1e6, 1e6) as i32;
    let mut ring: Vec<(i32, i32)> = outline.iter().map(|&(lat, lon)| (whole(lon), whole(lat))).collect();
    ring.extend(ring.first().copied());
    let crossing = crossings(&[ring]).into_iter().next()?;
    Some((f64::from(crossing.at.1) / FINENESS, f64::from(crossing.at.0) / FINENESS))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn inside_outside_and_across_the_date_line() {
        let square = [(10.0, 170.0), (10.0, 190.0), (-10.0, 190.0), (-10.0, 170.0)];
        for (place, expected) in [
            ((0.0, 180.0), true),
            ((0.0, -175.0), true),
            ((0.0, 185.0), true),
            ((0.0, -165.0), false),
            ((11.0, 175.0), false),
        ] {
            assert_eq!(is_inside(&square, place), expected, "{place:?}");
        }
    }

    #[test]
    fn a_bow_tie_crosses_itself() {
        assert_eq!(crosses_itself(&[(0.0, 0.0), (0.0, 10.0), (10.0, 10.0), (10.0, 0.0)]), None);
        assert!(crosses_itself(&[(0.0, 0.0), (10.0, 10.0), (0.0, 10.0), (10.0, 0.0)]).is_some());
    }
}
