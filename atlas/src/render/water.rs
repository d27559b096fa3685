//! Water that grows lighter toward the coast: how near it is, as a blurred copy of the land at low resolution.

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
}

impl Nearness {
    pub(super) fn new(page: &Page, cover: &LandCover) -> Self {
        let (wide, high) = (page.map.width as usize, page.map.height as usize);
        let (columns, rows) = (wide.div_ceil(BLOCK) + 1, high.div_ceil(BLOCK) + 1);
        let (left, top) = (page.map.x as usize, page.map.y as usize);
        let mut values = vec![0_u8; columns * rows];
        for row in 0..rows {
            for column in 0..columns {
                let x = (left + (column * BLOCK).min(wide - 1)).min(page.width as usize - 1);
                let y = (top + (row * BLOCK).min(high - 1)).min(page.height as usize - 1);
                values[row * columns + column] = cover.row(y)[x];
            }
        }
        let radius = (page.width as usize / 150 / BLOCK).max(1);
        for _ in 0..2 {
            values = blur_rows(&values, columns, radius);
            values = transpose(&values, columns, rows);
            values = blur_rows(&values, rows, radius);
            values = transpose(&values, rows, columns);
        }
        Self { columns, rows, values }
    }

    /// The shade of every pixel of a row of the map.
    pub(super) fn row(&self, y: usize, shades: &mut [u8]) {
        let upper = (y / BLOCK).min(self.rows - 1);
        let lower = (upper + 1).min(self.rows - 1);
        let share = (y % BLOCK) as u32;
        let value = |column: usize| {
            let (above, below) =
                (self.values[upper * self.columns + column], self.values[lower * self.columns + column]);
            u32::from(above) * (BLOCK as u32 - share) + u32::from(below) * share
        };
        let mut here = value(0);
        for (block, shades) in shades.chunks_mut(BLOCK).enumerate() {
            let next = value((block + 1).min(self.columns - 1));
            for (x, shade) in shades.iter_mut().enumerate() {
                let between = here * (BLOCK - x) as u32 + next * x as u32;
                *shade = shade_of(between / (BLOCK * BLOCK) as u32);
            }
            here = next;
        }
    }
}

/// Blurred land is at most half by the water's edge, so half counts as all.
fn shade_of(value: u32) -> u8 {
    ((value * 2 * SHADES as u32 + 140) / 255).min(SHADES as u32) as u8
}

fn blur_rows(values: &[u8], columns: usize, radius: usize) -> Vec<u8> {
    let mut blurred = vec![0; values.len()];
    let span = (2 * radius + 1) as u32;
    for (row, target) in values.chunks(columns).zip(blurred.chunks_mut(columns)) {
        let value = |position: i64| u32::from(row[position.clamp(0, columns as i64 - 1) as usize]);
        let mut sum: u32 = (-(radius as i64)..=radius as i64).map(value).sum();
        for (x, slot) in target.iter_mut().enumerate() {
            *slot = (sum / span) as u8;
            sum = sum + value((x + radius + 1) as i64) - value(x as i64 - radius as i64);
        }
    }
    blurred
}

fn transpose(values: &[u8], columns: usize, rows: usize) -> Vec<u8> {
    let mut turned = vec![0; values.len()];
    for row in 0..rows {
        for column in 0..columns {
            turned[column * rows + row] = values[row * columns + column];
        }
    }
    turned
}
