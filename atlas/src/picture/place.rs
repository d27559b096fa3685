//! Three points of a picture and where they belong on the map: enough to stretch, turn and shear it into place.

use thiserror::Error;

/// From pixels to map coordinates and back.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Placement {
    /// x = a[0] * px + a[1] * py + a[2]; y = a[3] * px + a[4] * py + a[5].
    to_map: [f64; 6],
    to_picture: [f64; 6],
}

/// A point of the picture, in pixels, and of the map.
pub type Pin = ((f64, f64), (f64, f64));

/// Why three points do not place a picture.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum PlacementError {
    #[error("the three points lie on one line of the {0}; choose them far apart, like the corners of a triangle")]
    OnOneLine(&'static str),
}

impl Placement {
    /// Places a picture by three points.
    pub fn by_three_points(pins: [Pin; 3]) -> Result<Self, PlacementError> {
        let picture = pins.map(|pin| pin.0);
        let map = pins.map(|pin| pin.1);
        let to_map = affine(picture, map).ok_or(PlacementError::OnOneLine("picture"))?;
        let to_picture = affine(map, picture).ok_or(PlacementError::OnOneLine("map"))?;
        Ok(Self { to_map, to_picture })
    }

    #[must_use]
    pub fn to_map(&self, pixel: (f64, f64)) -> (f64, f64) {
        apply(&self.to_map, pixel)
    }

    #[must_use]
    pub fn to_picture(&self, point: (f64, f64)) -> (f64, f64) {
        apply(&self.to_picture, point)
    }
}

fn apply(a: &[f64; 6], (x, y): (f64, f64)) -> (f64, f64) {
    (a[0] * x + a[1] * y + a[2], a[3] * x + a[4] * y + a[5])
}

/// The map that takes three points to three others; `None` when the first three lie on a line.
fn affine(from: [(f64, f64); 3], to: [(f64, f64); 3]) -> Option<[f64; 6]> {
    let (ax, ay) = (from[1].0 - from[0].0, from[1].1 - from[0].1);
    let (bx, by) = (from[2].0 - from[0].0, from[2].1 - from[0].1);
    let area = ax * by - ay * bx;
    let scale = ax.hypot(ay) * bx.hypot(by);
    if !area.is_finite() || area.abs() <= scale * 1e-6 || scale == 0.0 {
        return None;
    }
    let row = |values: [f64; 3]| {
        let (a, b) = (values[1] - values[0], values[2] - values[0]);
        let (along_x, along_y) = ((a * by - b * ay) / area, (b * ax - a * bx) / area);
        [along_x, along_y, values[0] - along_x * from[0].0 - along_y * from[0].1]
    };
    let (x, y) = (row(to.map(|point| point.0)), row(to.map(|point| point.1)));
    Some([x[0], x[1], x[2], y[0], y[1], y[2]])
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn point() -> impl Strategy<Value = (f64, f64)> {
        (-1000.0..1000.0_f64, -1000.0..1000.0_f64)
    }

    proptest! {
        #[test]
        fn the_three_points_land_where_they_belong(from in [point(), point(), point()], to in [point(), point(), point()]) {
            let pins = [(from[0], to[0]), (from[1], to[1]), (from[2], to[2])];
            if let Ok(placement) = Placement::by_three_points(pins) {
                for (pixel, place) in pins {
                    let (x, y) = placement.to_map(pixel);
                    prop_assert!((x - place.0).hypot(y - place.1) < 1e-3);
                    let (x, y) = placement.to_picture(place);
                    prop_assert!((x - pixel.0).hypot(y - pixel.1) < 1e-3);
                }
            }
        }
    }

    #[test]
    fn three_points_in_a_row_are_refused() {
        let row = [((0.0, 0.0), (0.0, 0.0)), ((1.0, 1.0), (1.0, 0.0)), ((2.0, 2.0), (0.0, 1.0))];
        assert_eq!(Placement::by_three_points(row), Err(PlacementError::OnOneLine("picture")));
        let same = [((0.0, 0.0), (5.0, 5.0)), ((1.0, 0.0), (5.0, 5.0)), ((0.0, 2.0), (5.0, 5.0))];
        assert_eq!(Placement::by_three_points(same), Err(PlacementError::OnOneLine("map")));
    }
}
