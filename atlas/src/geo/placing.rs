//! Where a latitude and longitude falls on a flat map: two axes, the turn of a globe, and the pulls that bend the map so that
//! known places come out exactly.

use super::projection::Axis;
use super::solve::solve;

/// Degrees to map coordinates and back.
#[derive(Clone, Debug, PartialEq)]
pub struct Placing {
    pub latitude: Axis,
    pub longitude: Axis,
    /// Width of one turn round the globe in map coordinates, where the map closes.
    pub turn: Option<f64>,
    pull: Option<Pull>,
}

/// A point of the map, and how far something moves it east and south.
pub(super) type Pulled = ((f64, f64), (f64, f64));

/// A smooth displacement that is exact at its points and fades to nothing within its reach.
#[derive(Clone, Debug, PartialEq)]
struct Pull {
    reach: f64,
    points: Vec<Pulled>,
}

impl Placing {
    #[must_use]
    pub const fn new(latitude: Axis, longitude: Axis, turn: Option<f64>) -> Self {
        Self { latitude, longitude, turn, pull: None }
    }

    /// Where a place falls. On a map that closes, x is not brought into one turn: outlines must not be torn.
    #[must_use]
    pub fn place(&self, lat: f64, lon: f64) -> (f64, f64) {
        let (x, y) = self.unpulled(lat, lon);
        let (dx, dy) = self.displacement(x, y);
        (x + dx, y + dy)
    }

    pub(super) fn unpulled(&self, lat: f64, lon: f64) -> (f64, f64) {
        (self.longitude.at(lon), self.latitude.at(lat))
    }

    /// Latitude and longitude of a point of the map.
    #[must_use]
    pub fn locate(&self, x: f64, y: f64) -> (f64, f64) {
        // The pull is gentle, so taking it off repeatedly settles quickly.
        let (mut plain_x, mut plain_y) = (x, y);
        for _ in 0..if self.pull.is_some() { 12 } else { 0 } {
            let (dx, dy) = self.displacement(plain_x, plain_y);
            (plain_x, plain_y) = (x - dx, y - dy);
        }
        let lon = self.longitude.back(plain_x);
        (
            self.latitude.back(plain_y),
            if (-180.0..=180.0).contains(&lon) { lon } else { (lon + 180.0).rem_euclid(360.0) - 180.0 },
        )
    }

    /// The same placing on paper that is `factor` times as large.
    #[must_use]
    pub fn scaled(&self, factor: f64) -> Self {
        let axis = |axis: &Axis| Axis { offset: axis.offset * factor, scale: axis.scale * factor, ..axis.clone() };
        let point = |&((x, y), (dx, dy)): &Pulled| ((x * factor, y * factor), (dx * factor, dy * factor));
        Self {
            latitude: axis(&self.latitude),
            longitude: axis(&self.longitude),
            turn: self.turn.map(|turn| turn * factor),
            pull: self
                .pull
                .as_ref()
                .map(|pull| Pull { reach: pull.reach * factor, points: pull.points.iter().map(point).collect() }),
        }
    }

    /// The shortest way from `from` to `to` along x, round the globe where the map closes.
    #[must_use]
    pub fn across(&self, from: f64, to: f64) -> f64 {
        match self.turn {
            Some(turn) => (to - from + turn / 2.0).rem_euclid(turn) - turn / 2.0,
            None => to - from,
        }
    }

    /// Bends the map so that `places` ((x, y) before the pull, wanted displacement) come out right.
    pub(super) fn pulled(mut self, reach: f64, places: &[Pulled]) -> Option<Self> {
        let kernel = |a: (f64, f64), b: (f64, f64)| fade(self.across(a.0, b.0).hypot(b.1 - a.1) / reach);
        // A trace of slack keeps two places that nearly coincide from tearing the map.
        let slack = 0.02;
        let matrix: Vec<Vec<f64>> = (0..places.len())
            .map(|row| {
                let weight =
                    |column: usize| kernel(places[row].0, places[column].0) + if row == column { slack } else { 0.0 };
                (0..places.len()).map(weight).collect()
            })
            .collect();
        let east = solve(matrix.clone(), places.iter().map(|place| place.1.0).collect())?;
        let south = solve(matrix, places.iter().map(|place| place.1.1).collect())?;
        let points =
            places.iter().zip(east.iter().zip(&south)).map(|(place, (&dx, &dy))| (place.0, (dx, dy))).collect();
        self.pull = Some(Pull { reach, points });
        Some(self)
    }

    fn displacement(&self, x: f64, y: f64) -> (f64, f64) {
        let Some(pull) = &self.pull else { return (0.0, 0.0) };
        pull.points.iter().fold((0.0, 0.0), |(dx, dy), &((at_x, at_y), (east, south))| {
            let away = y - at_y;
            if away.abs() >= pull.reach {
                return (dx, dy);
            }
            let weight = fade(self.across(at_x, x).hypot(away) / pull.reach);
            (dx + weight * east, dy + weight * south)
        })
    }
}

/// Wendland's C2 function: 1 at 0, smooth, 0 from 1 on.
fn fade(distance: f64) -> f64 {
    if distance >= 1.0 { 0.0 } else { (1.0 - distance).powi(4) * (4.0 * distance + 1.0) }
}
