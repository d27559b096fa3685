//! Water that grows lighter toward the coast: how near it is, as a blurred copy of the land at low resolution.

use rayon::prelude::*;

use super::ground::LandCover;
use super::page::Page;

/// Low resolution for the shading of water: one value per block of this many pixels.
const BLOCK: usize = 4;
/// Shades of water between deep and shallow.
pub(super) const SHADES: usize = 7;

/// How near the coast water is, as a blurred copy of the land at low resolution.
pub(super) struct Nearness {
    columns: usize,
    rows: usize,
    values: Vec<u8>,
    /// The shade of each value.
    shades: [u8; 256],
}

impl Nearness {
    pub(super) fn new(page: &Page, cover: &LandCover) -> Self {
        let (wide, high) = (page.map.width as usize, page.map.height as usize);
        let (columns, rows) = (wide.div_ceil(BLOCK) + 1, high.div_ceil(BLOCK) + 1);
        let (left, top) = (page.map.x as usize, page.map.y as usize);
        let mut values = vec![0_u8; columns * rows];
        for (row, values) in values.chunks_mut(columns).enumerate() {
            let y = (top + (row * BLOCK).min(high.saturating_sub(1))).min(page.height as usize - 1);
            let cover = cover.row(y);
            for (column, value) in values.iter_mut().enumerate() {
                *value = cover[(left + (column * BLOCK).min(wide.saturating_sub(1))).min(page.width as usize - 1)];
            }
        }
        let radius = (page.width as usize / 150 / BLOCK).max(1);
        for _ in 0..2 {
            values = turned_and_blurred(&values, columns, rows, radius);
            values = turned_and_blurred(&values, rows, columns, radius);
        }
        Self { columns, rows, values, shades: std::array::from_fn(|value| shade_of(value as u32)) }
    }

    /// How near the coast a row of the map is at the start of each block, and at its end.
    pub(super) fn row(&self, y: usize, near: &mut Vec<u16>) {
        let upper = (y / BLOCK).min(self.rows - 1);
        let lower = (upper + 1).min(self.rows - 1);
        let share = (y % BLOCK) as u16;
        let line = |row: usize| &self.values[row * self.columns..(row + 1) * self.columns];
        near.clear();
        let between = line(upper).iter().zip(line(lower));
        near.extend(between.map(|(a, b)| u16::from(*a) * (BLOCK as u16 - share) + u16::from(*b) * share));
    }

    /// The shade of pixels of such a row.
    pub(super) fn shade(&self, near: &[u16], x: usize) -> u8 {
        let block = (x / BLOCK).min(near.len() - 1);
        let (here, next) = (near[block], near[(block + 1).min(near.len() - 1)]);
        let share = (x % BLOCK) as u16;
        let value = (here * (BLOCK as u16 - share) + next * share) / (BLOCK * BLOCK) as u16;
        self.shades[usize::from(value.min(255))]
    }

    /// The shade of eight pixels of such a row, if they have the same.
    pub(super) fn common_shade(&self, near: &[u16], x: usize) -> Option<u8> {
        let block = x / BLOCK;
        let [a, b, c] = *near.get(block..block + 3)?.first_chunk()?;
        (a == b && b == c).then(|| self.shades[usize::from(a) / BLOCK])
    }
}

/// Blurred land is at most half by the water's edge, so half counts as all.
fn shade_of(value: u32) -> u8 {
    ((value * 2 * SHADES as u32 + 140) / 255).min(SHADES as u32) as u8
}

/// Blurs along the columns and turns them into rows.
fn turned_and_blurred(values: &[u8], columns: usize, rows: usize, radius: usize) -> Vec<u8> {
    let mut turned = vec![0; values.len()];
    turned.par_chunks_mut(rows * 16).enumerate().for_each(|(number, target)| {
        let mut line = vec![0; rows];
        for (column, target) in target.chunks_mut(rows).enumerate() {
            let column = number * 16 + column;
            for (value, row) in line.iter_mut().zip(values.chunks(columns)) {
                *value = row[column];
            }
            blur(&line, target, radius);
        }
    });
    turned
}

fn blur(line: &[u8], target: &mut [u8], radius: usize) {
    let span = (2 * radius + 1) as u32;
    let last = line.len() - 1;
    let value = |position: usize| u32::from(line[position.min(last)]);
    // The line goes on at both ends as it began and ended.
    let mut sum = value(0) * radius as u32 + (0..=radius).map(value).sum::<u32>();
    for (x, slot) in target.iter_mut().enumerate() {
        *slot = (sum / span) as u8;
        sum = sum + value(x + radius + 1) - value(x.saturating_sub(radius));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_step_becomes_a_slope_in_both_directions() {
        let line: Vec<u8> = (0..20).map(|x| if x < 10 { 0 } else { 210 }).collect();
        let mut blurred = vec![0; 20];
        blur(&line, &mut blurred, 3);
        assert_eq!(blurred[5..15], [0, 0, 30, 60, 90, 120, 150, 180, 210, 210]);
        assert_eq!((blurred[0], blurred[19]), (0, 210));
        let field: Vec<u8> = line.iter().copied().cycle().take(20 * 40).collect();
        let turned = turned_and_blurred(&field, 20, 40, 3);
        assert_eq!(turned[9 * 40..10 * 40], [0; 40], "blurred along the columns only");
        let back = turned_and_blurred(&turned, 40, 20, 3);
        assert_eq!(back[..20], blurred);
    }
}
