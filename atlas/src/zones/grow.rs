//! Growing seeds over a sheet: every square goes to the nearest seed that can reach it over squares it may claim.
//!
//! Distance is measured straight from the seed, so borders between two seeds run straight; but a seed only spreads from
//! square to square, so every zone hangs together and never leaps over a strait or a foreign country.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use crate::raster::{Label, Raster};

/// A point a zone grows from, as a square of the sheet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Seed {
    pub(super) zone: Label,
    pub(super) square: usize,
}

/// Squares nobody has claimed yet bear this label.
pub(super) const FREE: Label = Label::MAX - 1;

/// Lets the seeds claim free squares of `sheet`. `may_claim(zone, square)` says where a zone may spread; `waver` bends
/// borders by up to so many squares.
pub(super) fn grow(sheet: &mut Raster, seeds: &[Seed], waver: f64, may_claim: impl Fn(Label, usize) -> bool) {
    // Distance first; then the earlier seed, then the earlier square, so that ties never depend on the order of work.
    let mut front = BinaryHeap::new();
    let middles: Vec<(f32, f32)> = seeds
        .iter()
        .map(|seed| {
            let (x, y) = sheet.at(seed.square);
            (x as f32, y as f32)
        })
        .collect();
    let bends = Bends::new(sheet.width(), waver as f32);
    for (number, seed) in seeds.iter().enumerate() {
        front.push(Reverse((0_u32, number as u32, seed.square as u32)));
    }
    let (width, wraps) = (sheet.width() as f32, sheet.wraps());
    while let Some(Reverse((reached, number, square))) = front.pop() {
        let (seed, square) = (seeds[number as usize], square as usize);
        if sheet.cells()[square] != FREE || !may_claim(seed.zone, square) {
            continue;
        }
        sheet.cells_mut()[square] = seed.zone;
        for next in sheet.beside(square) {
            if sheet.cells()[next] != FREE {
                continue;
            }
            let (x, y) = sheet.at(next);
            let (bend_x, bend_y) = bends.at(x, y);
            let mut across = x as f32 + bend_x - middles[number as usize].0;
            if wraps {
                across = (across + width / 2.0).rem_euclid(width) - width / 2.0;
            }
            let down = y as f32 + bend_y - middles[number as usize].1;
            // Bits of positive floats sort like the floats; never falling keeps the front moving outward.
            let distance = (across * across + down * down).to_bits().max(reached);
            front.push(Reverse((distance, number, next as u32)));
        }
    }
}

/// Smooth, repeatable displacements that make borders look drawn by rivers and hills rather than by a ruler.
struct Bends {
    strength: f32,
    /// Lattice points across, so that the pattern closes round the globe.
    columns: usize,
    pitch: f32,
}

const LATTICE: f32 = 28.0;

impl Bends {
    fn new(width: usize, strength: f32) -> Self {
        let columns = ((width as f32 / LATTICE).round() as usize).max(1);
        Self { strength, columns, pitch: width as f32 / columns as f32 }
    }

    fn at(&self, x: usize, y: usize) -> (f32, f32) {
        if self.strength <= 0.0 {
            return (0.0, 0.0);
        }
        let broad = self.layer(x as f32, y as f32, 0);
        let fine = self.layer(x as f32 * 3.0, y as f32 * 3.0, 1);
        let mix = |a: f32, b: f32| self.strength * (a * 0.75 + b * 0.25);
        (mix(broad.0, fine.0), mix(broad.1, fine.1))
    }

    fn layer(&self, x: f32, y: f32, layer: u32) -> (f32, f32) {
        let (column, row) = ((x / self.pitch).floor(), (y / self.pitch).floor());
        let (u, v) = (smooth(x / self.pitch - column), smooth(y / self.pitch - row));
        let corner = |dx: usize, dy: usize| {
            let column = (column as usize + dx) % (self.columns * 3_usize.pow(layer));
            noise(column as u32, row as u32 + dy as u32, layer)
        };
        let blend = |a: (f32, f32), b: (f32, f32), share: f32| (a.0 + (b.0 - a.0) * share, a.1 + (b.1 - a.1) * share);
        blend(blend(corner(0, 0), corner(1, 0), u), blend(corner(0, 1), corner(1, 1), u), v)
    }
}

fn smooth(share: f32) -> f32 {
    share * share * (3.0 - 2.0 * share)
}

/// Two values from -1 to 1 that depend on nothing but the lattice point.
fn noise(column: u32, row: u32, layer: u32) -> (f32, f32) {
    let mut mixed = column.wrapping_mul(0x9E37_79B1) ^ row.wrapping_mul(0x85EB_CA77) ^ layer.wrapping_mul(0xC2B2_AE3D);
    for shift in [15, 13, 16] {
        mixed ^= mixed >> shift;
        mixed = mixed.wrapping_mul(0x2C1B_3C6D);
    }
    let unit = |bits: u32| f32::from((bits & 0xFFFF) as u16) / 32_767.5 - 1.0;
    (unit(mixed), unit(mixed >> 16))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn borders_are_straight_and_walls_are_not_leapt() {
        let mut open = Raster::new(9, 5, false, FREE);
        let seeds = [Seed { zone: 0, square: 2 * 9 }, Seed { zone: 1, square: 2 * 9 + 8 }];
        grow(&mut open, &seeds, 0.0, |_, _| true);
        assert!(open.cells().chunks(9).all(|row| row == [0, 0, 0, 0, 0, 1, 1, 1, 1]), "{open:?}");

        let mut walled = Raster::new(9, 5, false, FREE);
        grow(&mut walled, &[seeds[0]], 0.0, |_, square| square % 9 != 4);
        assert!(walled.cells().chunks(9).all(|row| row[..4] == [0; 4] && row[4..] == [FREE; 5]));
    }

    #[test]
    fn growth_goes_round_the_globe() {
        let mut sheet = Raster::new(10, 1, true, FREE);
        grow(&mut sheet, &[Seed { zone: 0, square: 1 }, Seed { zone: 1, square: 5 }], 0.0, |_, _| true);
        assert_eq!(sheet.cells(), [0, 0, 0, 0, 1, 1, 1, 1, 0, 0]);
    }

    #[test]
    fn wavering_is_repeatable_and_keeps_zones_whole() {
        let draw = || {
            let mut sheet = Raster::new(120, 80, true, FREE);
            let seeds = [Seed { zone: 0, square: 40 * 120 + 30 }, Seed { zone: 1, square: 40 * 120 + 90 }];
            grow(&mut sheet, &seeds, 9.0, |_, _| true);
            sheet
        };
        let sheet = draw();
        assert_eq!(sheet, draw());
        assert_eq!(crate::raster::components::pieces(&sheet, |a, b| a == b).0.len(), 2);
        assert!(sheet.cells().chunks(120).any(|row| row != &sheet.cells()[..120]), "no border wavers");
    }
}
