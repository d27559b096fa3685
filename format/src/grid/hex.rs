//! Axial hex coordinates on an endless plane. No boards, no edges, no pixels.
//!
//! `q` grows eastward; `r` grows southward. Coordinates are meant for boards of at most a few thousand columns, so plain `i32`
//! sums are safe; distances are computed in `i64` all the same.

use std::ops::{Add, Mul, Neg, Sub};

use serde::{Deserialize, Serialize};

/// One hex in axial coordinates. The third cube coordinate is `-q - r`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Hex {
    pub q: i32,
    pub r: i32,
}

/// One of the six ways out of a hex, counted counter-clockwise from east (pointy) or from south-east (flat).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Direction(u8);

impl Direction {
    pub const ALL: [Self; 6] = [Self(0), Self(1), Self(2), Self(3), Self(4), Self(5)];

    /// The direction with this number; numbers run on round the hex.
    #[must_use]
    pub const fn new(number: u8) -> Self {
        Self(number % 6)
    }

    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    #[must_use]
    pub const fn opposite(self) -> Self {
        Self((self.0 + 3) % 6)
    }

    /// Turned by `sixths` of a full turn, counter-clockwise when positive.
    #[must_use]
    pub const fn turned(self, sixths: i32) -> Self {
        Self((self.0 as i32 + sixths).rem_euclid(6) as u8)
    }

    #[must_use]
    pub const fn step(self) -> Hex {
        STEPS[self.0 as usize]
    }
}

const STEPS: [Hex; 6] =
    [Hex::new(1, 0), Hex::new(1, -1), Hex::new(0, -1), Hex::new(-1, 0), Hex::new(-1, 1), Hex::new(0, 1)];

impl Hex {
    pub const ORIGIN: Self = Self::new(0, 0);

    #[must_use]
    pub const fn new(q: i32, r: i32) -> Self {
        Self { q, r }
    }

    #[must_use]
    pub const fn neighbour(self, direction: Direction) -> Self {
        let step = direction.step();
        Self::new(self.q + step.q, self.r + step.r)
    }

    #[must_use]
    pub fn neighbours(self) -> [Self; 6] {
        Direction::ALL.map(|direction| self.neighbour(direction))
    }

    /// The direction of a neighbour, if `other` is one.
    #[must_use]
    pub fn direction_to(self, other: Self) -> Option<Direction> {
        Direction::ALL.into_iter().find(|&direction| self.neighbour(direction) == other)
    }

    /// Number of steps between two hexes.
    #[must_use]
    pub const fn distance(self, other: Self) -> u32 {
        let q = self.q as i64 - other.q as i64;
        let r = self.r as i64 - other.r as i64;
        let steps = (q.abs() + r.abs() + (q + r).abs()) / 2;
        if steps > u32::MAX as i64 { u32::MAX } else { steps as u32 }
    }

    /// The hexes exactly `radius` steps away, counter-clockwise, starting in the south-west (direction 4).
    pub fn ring(self, radius: u32) -> impl Iterator<Item = Self> {
        let radius = radius as i32;
        let start = self + Direction(4).step() * radius;
        let walk = Direction::ALL.into_iter().flat_map(move |direction| (0..radius).map(move |_| direction));
        let mut at = start;
        let around = walk.map(move |direction| {
            let here = at;
            at = at.neighbour(direction);
            here
        });
        std::iter::once(self).filter(move |_| radius == 0).chain(around)
    }

    /// All hexes at most `radius` steps away, row by row from the north.
    pub fn range(self, radius: u32) -> impl Iterator<Item = Self> {
        let radius = radius as i32;
        (-radius..=radius).flat_map(move |r| {
            let from = (-radius).max(-radius - r);
            let to = radius.min(radius - r);
            (from..=to).map(move |q| Self::new(self.q + q, self.r + r))
        })
    }

    /// The hexes on the straight line to `other`, both ends included. Where the line runs along an edge the hex on the same
    /// side is always taken, so that the line back is the same line reversed.
    pub fn line(self, other: Self) -> impl Iterator<Item = Self> {
        let steps = i64::from(self.distance(other)).max(1);
        let scale = steps * NUDGE_SCALE;
        (0..=i64::from(self.distance(other))).map(move |step| {
            // A nudge far below half a hex settles ties; it is the same for both directions.
            let at = |from: i32, to: i32, nudge: i64| {
                (i64::from(from) * (steps - step) + i64::from(to) * step) * NUDGE_SCALE + nudge
            };
            round_axial(at(self.q, other.q, 1), at(self.r, other.r, 2), scale)
        })
    }

    /// Turned about `centre` by `sixths` of a full turn, counter-clockwise when positive.
    #[must_use]
    pub fn rotated(self, centre: Self, sixths: i32) -> Self {
        let mut arm = self - centre;
        for _ in 0..sixths.rem_euclid(6) {
            arm = Self::new(arm.q + arm.r, -arm.q);
        }
        centre + arm
    }

    /// Mirrored at the line through `centre` that runs along `axis`.
    #[must_use]
    pub fn reflected(self, centre: Self, axis: Direction) -> Self {
        let arm = (self - centre).rotated(Self::ORIGIN, -i32::from(axis.0));
        let mirrored = Self::new(arm.q + arm.r, -arm.r);
        centre + mirrored.rotated(Self::ORIGIN, i32::from(axis.0))
    }
}

const NUDGE_SCALE: i64 = 1024;

/// Nearest hex to the point `(q, r) / scale`.
fn round_axial(q: i64, r: i64, scale: i64) -> Hex {
    let nearest = |value: i64| (2 * value + scale).div_euclid(2 * scale);
    let s = -q - r;
    let (rounded_q, rounded_r, rounded_s) = (nearest(q), nearest(r), nearest(s));
    let error = |rounded: i64, exact: i64| (rounded * scale - exact).abs();
    let (error_q, error_r, error_s) = (error(rounded_q, q), error(rounded_r, r), error(rounded_s, s));
    if error_q > error_r && error_q > error_s {
        Hex::new((-rounded_r - rounded_s) as i32, rounded_r as i32)
    } else if error_r > error_s {
        Hex::new(rounded_q as i32, (-rounded_q - rounded_s) as i32)
    } else {
        Hex::new(rounded_q as i32, rounded_r as i32)
    }
}

impl Add for Hex {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        Self::new(self.q + other.q, self.r + other.r)
    }
}

impl Sub for Hex {
    type Output = Self;
    fn sub(self, other: Self) -> Self {
        Self::new(self.q - other.q, self.r - other.r)
    }
}

impl Neg for Hex {
    type Output = Self;
    fn neg(self) -> Self {
        Self::new(-self.q, -self.r)
    }
}

impl Mul<i32> for Hex {
    type Output = Self;
    fn mul(self, factor: i32) -> Self {
        Self::new(self.q * factor, self.r * factor)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn any_hex() -> impl Strategy<Value = Hex> {
        (-200..200_i32, -200..200_i32).prop_map(|(q, r)| Hex::new(q, r))
    }

    #[test]
    fn six_neighbours_stand_one_step_away_and_opposite_leads_back() {
        for direction in Direction::ALL {
            let next = Hex::ORIGIN.neighbour(direction);
            assert_eq!(next.distance(Hex::ORIGIN), 1);
            assert_eq!(next.neighbour(direction.opposite()), Hex::ORIGIN);
            assert_eq!(Hex::ORIGIN.direction_to(next), Some(direction));
            assert_eq!(Hex::ORIGIN.neighbour(Direction::new(0)).rotated(Hex::ORIGIN, direction.index() as i32), next);
        }
    }

    proptest! {
        #[test]
        fn ring_and_range_agree_with_distance(centre in any_hex(), radius in 0..12_u32) {
            let ring: Vec<Hex> = centre.ring(radius).collect();
            prop_assert_eq!(ring.len() as u32, if radius == 0 { 1 } else { 6 * radius });
            prop_assert!(ring.iter().all(|hex| hex.distance(centre) == radius));
            let mut distinct = ring.clone();
            distinct.sort();
            distinct.dedup();
            prop_assert_eq!(distinct.len(), ring.len());
            let range: Vec<Hex> = centre.range(radius).collect();
            prop_assert_eq!(range.len() as u32, 1 + 3 * radius * (radius + 1));
            prop_assert!(range.iter().all(|hex| hex.distance(centre) <= radius));
        }

        #[test]
        fn line_walks_in_single_steps_and_reverses(a in any_hex(), b in any_hex()) {
            let line: Vec<Hex> = a.line(b).collect();
            prop_assert_eq!((line[0], line[line.len() - 1]), (a, b));
            prop_assert_eq!(line.len() as u32, a.distance(b) + 1);
            prop_assert!(line.windows(2).all(|pair| pair[0].distance(pair[1]) == 1));
            let mut back: Vec<Hex> = b.line(a).collect();
            back.reverse();
            prop_assert_eq!(line, back);
        }

        #[test]
        fn turning_and_mirroring_keep_distances(a in any_hex(), b in any_hex(), centre in any_hex(), sixths in -9..9_i32) {
            prop_assert_eq!(a.rotated(centre, sixths).distance(b.rotated(centre, sixths)), a.distance(b));
            prop_assert_eq!(a.rotated(centre, sixths).rotated(centre, -sixths), a);
            let axis = Direction::new(sixths.rem_euclid(6) as u8);
            prop_assert_eq!(a.reflected(centre, axis).reflected(centre, axis), a);
            prop_assert_eq!(a.reflected(centre, axis).distance(b.reflected(centre, axis)), a.distance(b));
            let on_axis = centre + axis.step() * 5;
            prop_assert_eq!(on_axis.reflected(centre, axis), on_axis);
        }
    }
}
