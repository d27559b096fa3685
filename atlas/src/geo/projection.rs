//! One axis of a projection: degrees to a coordinate and back. All our projections treat latitude and longitude separately.

use std::f64::consts::{FRAC_PI_4, PI};

/// Latitudes beyond this are drawn as if they were this: Mercator has no poles.
const HIGHEST_LATITUDE: f64 = 85.0;

/// How degrees along one axis become a coordinate, before scaling.
#[derive(Clone, Debug, PartialEq)]
pub enum Projector {
    Degrees,
    Miller,
    Mercator,
    /// Straight between (degrees, value) pairs, sorted by degrees; the first and last slope go on.
    Straight(Vec<(f64, f64)>),
}

impl Projector {
    #[must_use]
    pub fn at(&self, degrees: f64) -> f64 {
        match self {
            Self::Degrees => degrees,
            Self::Miller => mercator(degrees * 0.8) / 0.8,
            Self::Mercator => mercator(degrees),
            Self::Straight(knots) => straight(knots, degrees, |knot| *knot),
        }
    }

    #[must_use]
    pub fn back(&self, value: f64) -> f64 {
        match self {
            Self::Degrees => value,
            Self::Miller => inverse_mercator(value * 0.8) / 0.8,
            Self::Mercator => inverse_mercator(value),
            Self::Straight(knots) => straight_back(knots, value),
        }
    }
}

fn mercator(degrees: f64) -> f64 {
    let radians = degrees.clamp(-HIGHEST_LATITUDE, HIGHEST_LATITUDE).to_radians();
    (FRAC_PI_4 + radians / 2.0).tan().ln().to_degrees()
}

fn inverse_mercator(value: f64) -> f64 {
    (2.0 * value.to_radians().exp().atan() - PI / 2.0).to_degrees()
}

fn straight(knots: &[(f64, f64)], at: f64, read: impl Fn(&(f64, f64)) -> (f64, f64)) -> f64 {
    let after = knots.iter().position(|knot| read(knot).0 > at).unwrap_or(knots.len());
    let last = knots.len().saturating_sub(1);
    let upper = after.clamp(1.min(last), last);
    let lower = upper.saturating_sub(1);
    match (knots.get(lower), knots.get(upper)) {
        (Some(from), Some(to)) if lower != upper => {
            let ((from_x, from_y), (to_x, to_y)) = (read(from), read(to));
            from_y + (at - from_x) * (to_y - from_y) / (to_x - from_x)
        }
        (Some(only), _) => read(only).1,
        _ => at,
    }
}

fn straight_back(knots: &[(f64, f64)], value: f64) -> f64 {
    let falling = knots.first().zip(knots.last()).is_some_and(|(first, last)| last.1 < first.1);
    if falling {
        let mirrored: Vec<(f64, f64)> = knots.iter().rev().copied().collect();
        straight(&mirrored, value, |&(degrees, value)| (value, degrees))
    } else {
        straight(knots, value, |&(degrees, value)| (value, degrees))
    }
}

/// A projector with its scale: coordinate = offset + scale * projected degrees.
#[derive(Clone, Debug, PartialEq)]
pub struct Axis {
    pub projector: Projector,
    pub offset: f64,
    pub scale: f64,
}

impl Axis {
    #[must_use]
    pub fn at(&self, degrees: f64) -> f64 {
        self.offset + self.scale * self.projector.at(degrees)
    }

    #[must_use]
    pub fn back(&self, value: f64) -> f64 {
        self.projector.back((value - self.offset) / self.scale)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn known_values() {
        let check = |projector: &Projector, degrees: f64, expected: f64| {
            let value = projector.at(degrees);
            assert!((value - expected).abs() < 1e-3, "{projector:?} at {degrees}: {value}, not {expected}");
        };
        check(&Projector::Mercator, 45.0, 50.4987);
        check(&Projector::Miller, 45.0, 48.2914);
        check(&Projector::Mercator, 90.0, Projector::Mercator.at(85.0));
        let straight = Projector::Straight(vec![(0.0, 10.0), (10.0, 30.0), (20.0, 40.0)]);
        check(&straight, 5.0, 20.0);
        check(&straight, -5.0, 0.0);
        check(&straight, 30.0, 50.0);
    }

    proptest! {
        #[test]
        fn back_undoes_at(degrees in -80.0..80.0_f64, rising: bool) {
            let sign = if rising { 1.0 } else { -1.0 };
            let straight = Projector::Straight(vec![(-50.0, -9.0 * sign), (0.0, 1.0 * sign), (30.0, 2.0 * sign)]);
            for projector in [Projector::Degrees, Projector::Miller, Projector::Mercator, straight] {
                let axis = Axis { projector, offset: 7.0, scale: -2.5 };
                let back = axis.back(axis.at(degrees));
                prop_assert!((back - degrees).abs() < 1e-6, "{:?}: {} came back as {}", axis, degrees, back);
            }
        }
    }
}
