//! Land and water: tints, the coast, and water that grows lighter toward it. Made ready once, then painted band by band.

use rayon::prelude::*;
use tiny_skia::{Mask, PixmapMut};

use super::band::{self, Rows};
use super::canvas::Canvas;
use super::colour::{BARREN, COAST, DEEP, LAKE, LAND, PAPER, Rgb, SHALLOW, ink};
use super::glyphs::lerp;
use super::hex_ground::{self, HexRows};
use super::page::Page;
use super::path::Outline;
use super::scene::{Ground, Key, Scene, Surface};
use super::svg::SvgCanvas;
use super::water::{Nearness, SHADES};
use super::zone_ground::{self, LandZones};

/// How much of each pixel of the page is land, band by band.
pub(super) struct LandCover {
    bands: Vec<Mask>,
    wide: usize,
}

impl LandCover {
    pub(super) fn row(&self, y: usize) -> &[u8] {
        let start = y % band::ROWS * self.wide;
        &self.bands[y / band::ROWS].data()[start..start + self.wide]
    }

    /// The land of a band.
    pub(super) fn band(&self, number: usize) -> &Mask {
        &self.bands[number]
    }
}

enum Land<'a> {
    Hexes(HexRows<'a>),
    Zones(LandZones),
}

/// The ground of a scene, ready to be painted.
pub(super) struct Layers<'a> {
    page: &'a Page,
    land: Land<'a>,
    pub(super) cover: LandCover,
    water: Nearness,
    shades: Vec<[u8; 4]>,
}

/// How strongly ownership colours the land.
const OWNED: f32 = 0.40;

/// The colour of a land space.
pub(super) fn land_colour(surface: Surface, tint: Option<Rgb>, owner: Option<&Key>) -> Rgb {
    let base = match surface {
        Surface::Impassable => BARREN,
        Surface::Box => PAPER.mix(LAND, 0.5),
        Surface::Lake => LAKE,
        _ => tint.unwrap_or(LAND),
    };
    owner.map_or(base, |owner| base.mix(owner.colour, OWNED))
}

pub(super) fn owner_of(scene: &Scene, owner: Option<u16>) -> Option<&Key> {
    owner.and_then(|owner| scene.owners.get(usize::from(owner)))
}

impl<'a> Layers<'a> {
    /// `None` if the page has no pixels.
    pub(super) fn new(scene: &'a Scene, page: &'a Page) -> Option<Self> {
        let land = match &scene.ground {
            Ground::Hexes(ground) => Land::Hexes(HexRows::new(scene, ground, page)),
            Ground::Zones(ground) => Land::Zones(LandZones::new(scene, ground, page)),
        };
        let (wide, high) = (page.width as usize, page.height as usize);
        let covered = |number: usize| {
            let rows = Rows::of(number, wide, high);
            let mut cover = Mask::from_vec(vec![0; wide * rows.count], rows.size()?)?;
            match &land {
                Land::Hexes(hexes) => hexes.cover(rows, &mut cover),
                Land::Zones(zones) => zones.cover(rows, &mut cover),
            }
            Some(cover)
        };
        let bands: Option<Vec<Mask>> = (0..high.div_ceil(band::ROWS)).into_par_iter().map(covered).collect();
        let cover = LandCover { bands: bands?, wide };
        let water = Nearness::new(page, &cover);
        let shade = |shade: usize| {
            let colour = DEEP.mix(SHALLOW, shade as f32 / SHADES as f32);
            [colour.0, colour.1, colour.2, 255]
        };
        Some(Self { page, land, cover, water, shades: (0..=SHADES).map(shade).collect() })
    }

    /// Paints the ground of a band.
    pub(super) fn paint(&self, rows: Rows, pixels: &mut PixmapMut<'_>) {
        for pixel in pixels.data_mut().chunks_exact_mut(4) {
            pixel.copy_from_slice(&[PAPER.0, PAPER.1, PAPER.2, 255]);
        }
        match &self.land {
            Land::Hexes(hexes) => hexes.colours(rows, pixels),
            Land::Zones(zones) => zones.colours(rows, pixels),
        }
        self.pour_water(rows, pixels.data_mut());
        self.draw_coast(rows, pixels.data_mut());
        if let Land::Hexes(hexes) = &self.land {
            hexes.clear_gaps(rows, pixels.data_mut());
        }
    }

    /// Covers with water what is not land.
    fn pour_water(&self, rows: Rows, pixels: &mut [u8]) {
        let (left, length) = (self.page.map.x as usize, map_width(self.page));
        let mut water = vec![0_u8; length];
        for (y, start) in map_rows(self.page, rows) {
            self.water.row(y - self.page.map.y as usize, &mut water);
            let target = &mut pixels[start * 4..(start + length) * 4];
            let cover = &self.cover.row(y)[left..left + length];
            let stretches = target.chunks_mut(8 * 4).zip(cover.chunks(8)).zip(water.chunks(8));
            for ((target, cover), water) in stretches.filter(|((_, cover), _)| **cover != [255; 8]) {
                for ((pixel, &cover), &water) in target.chunks_exact_mut(4).zip(cover).zip(water) {
                    let water = self.shades[usize::from(water)];
                    match cover {
                        255 => {}
                        0 => pixel.copy_from_slice(&water),
                        _ => lerp(&mut pixel[..3], ink(Rgb(water[0], water[1], water[2]), 1.0), u32::from(255 - cover)),
                    }
                }
            }
        }
    }

    /// Darkens the pixels where land meets water.
    fn draw_coast(&self, rows: Rows, pixels: &mut [u8]) {
        let page = self.page;
        let reach = ((page.unit * 0.35).round() as usize).max(1);
        let left = page.map.x as usize;
        let right = left + map_width(page) - reach;
        let bottom = (page.map.y as usize + page.map.height as usize).min(page.height as usize) - reach;
        for (y, start) in map_rows(page, rows).filter(|(y, _)| *y < bottom) {
            let (row, below) = (self.cover.row(y), self.cover.row(y + reach));
            let mut x = left;
            while x < right {
                // Most of a map is plain land or plain water: skip it eight pixels at a time.
                let end = x + 8 + reach;
                if end <= right && is_even(&row[x..end], row[x]) && is_even(&below[x..x + 8], row[x]) {
                    x += 8;
                    continue;
                }
                let edge = row[x].abs_diff(row[x + reach]).max(row[x].abs_diff(below[x]));
                if edge > 24 {
                    let at = (start + x - left) * 4;
                    lerp(&mut pixels[at..at + 3], ink(COAST, 1.0), u32::from(edge) * 7 / 8);
                }
                x += 1;
            }
        }
    }
}

/// How many pixels of the map a row of the page shows.
pub(super) fn map_width(page: &Page) -> usize {
    (page.map.width as usize).min(page.width as usize - page.map.x as usize)
}

/// The rows of a band that show the map: height on the page, and where the map begins among the pixels of the band.
pub(super) fn map_rows(page: &Page, rows: Rows) -> impl Iterator<Item = (usize, usize)> + use<> {
    let (top, left) = (page.map.y as usize, page.map.x as usize);
    let end = (top + page.map.height as usize).min(rows.top + rows.count);
    (rows.top.max(top)..end).map(move |y| (y, (y - rows.top) * rows.wide + left))
}

fn is_even(values: &[u8], value: u8) -> bool {
    (value == 0 || value == 255) && values.iter().all(|&other| other == value)
}

/// Draws the ground as outlines.
pub(super) fn outline(scene: &Scene, page: &Page, canvas: &mut SvgCanvas) {
    canvas.fill(&Outline::rect(page.map.x, page.map.y, page.map.width, page.map.height), DEEP.into());
    match &scene.ground {
        Ground::Hexes(ground) => hex_ground::outlines(scene, ground, page, canvas),
        Ground::Zones(ground) => zone_ground::outlines(scene, ground, page, canvas),
    }
}
