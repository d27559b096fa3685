//! Land and water: tints, the coast, and water that grows lighter toward it. Made ready once, then painted band by band.

use rayon::prelude::*;
use tiny_skia::PixmapMut;

use super::band::{self, Rows};
use super::canvas::Canvas;
use super::colour::{BARREN, COAST, DEEP, LAKE, LAND, PAPER, Rgb, SHALLOW, ink};
use super::coverage::Coverage;
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
    bands: Vec<Vec<u8>>,
    wide: usize,
}

impl LandCover {
    pub(super) fn row(&self, y: usize) -> &[u8] {
        let start = y % band::ROWS * self.wide;
        &self.bands[y / band::ROWS][start..start + self.wide]
    }

    /// The land of a band.
    pub(super) fn band(&self, number: usize) -> &[u8] {
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
    pub(super) fn new(scene: &'a Scene, page: &'a Page) -> Self {
        let land = match &scene.ground {
            Ground::Hexes(ground) => Land::Hexes(HexRows::new(scene, ground, page)),
            Ground::Zones(ground) => Land::Zones(LandZones::new(scene, ground, page)),
        };
        let (wide, high) = (page.width as usize, page.height as usize);
        let covered = |number: usize| {
            let rows = Rows::of(number, wide, high);
            let mut cover = Coverage::new(rows);
            match &land {
                Land::Hexes(hexes) => hexes.cover(&mut cover),
                Land::Zones(zones) => zones.cover(&mut cover),
            }
            cover.into_values()
        };
        let bands = (0..high.div_ceil(band::ROWS)).into_par_iter().map(covered).collect();
        let cover = LandCover { bands, wide };
        let water = Nearness::new(page, &cover);
        let shade = |shade: usize| {
            let colour = DEEP.mix(SHALLOW, shade as f32 / SHADES as f32);
            [colour.0, colour.1, colour.2, 255]
        };
        Self { page, land, cover, water, shades: (0..=SHADES).map(shade).collect() }
    }

    /// Paints the ground of a band.
    pub(super) fn paint(&self, rows: Rows, pixels: &mut PixmapMut<'_>) {
        plain(pixels.data_mut(), PAPER);
        if let Land::Zones(zones) = &self.land {
            zones.colours(rows, pixels);
        }
        let data = pixels.data_mut();
        let length = map_width(self.page);
        let (mut near, mut spans) = (Vec::new(), Vec::new());
        // Row by row, so that a row stays near the processor until it is done.
        for (y, start) in map_rows(self.page, rows) {
            let row = &mut data[start * 4..(start + length) * 4];
            if let Land::Hexes(hexes) = &self.land {
                hexes.spans(y, &mut spans);
                hexes.colour_row(&spans, row);
            }
            self.pour_water(y, row, &mut near);
            self.draw_coast(y, row);
            if let Land::Hexes(_) = &self.land {
                HexRows::clear_gaps(&spans, row);
            }
        }
    }

    /// Covers with water what is not land of a row of the map.
    fn pour_water(&self, y: usize, row: &mut [u8], near: &mut Vec<u16>) {
        let left = self.page.map.x as usize;
        self.water.row(y - self.page.map.y as usize, near);
        let (pixels, _) = row.as_chunks_mut::<4>();
        let (covers, last) = self.cover.row(y)[left..left + pixels.len()].as_chunks::<8>();
        for (eight, (cover, pixels)) in covers.iter().zip(pixels.chunks_exact_mut(8)).enumerate() {
            if *cover == [255; 8] {
                continue;
            }
            match self.water.common_shade(near, eight * 8).filter(|_| *cover == [0; 8]) {
                Some(shade) => pixels.fill(self.shades[usize::from(shade)]),
                None => self.pour(eight * 8, pixels, cover, near),
            }
        }
        let rest = covers.len() * 8;
        self.pour(rest, &mut pixels[rest..], last, near);
    }

    fn pour(&self, x: usize, pixels: &mut [[u8; 4]], cover: &[u8], near: &[u16]) {
        for (x, (pixel, &cover)) in (x..).zip(pixels.iter_mut().zip(cover)) {
            if cover == 255 {
                continue;
            }
            let water = self.shades[usize::from(self.water.shade(near, x))];
            match cover {
                0 => *pixel = water,
                _ => lerp(&mut pixel[..3], ink(Rgb(water[0], water[1], water[2]), 1.0), u32::from(255 - cover)),
            }
        }
    }

    /// Darkens the pixels of a row where land meets water.
    fn draw_coast(&self, y: usize, pixels: &mut [u8]) {
        let page = self.page;
        let reach = ((page.unit * 0.35).round() as usize).max(1);
        let left = page.map.x as usize;
        let right = left + map_width(page) - reach;
        let bottom = (page.map.y as usize + page.map.height as usize).min(page.height as usize) - reach;
        if y >= bottom {
            return;
        }
        let (row, below) = (self.cover.row(y), self.cover.row(y + reach));
        let mut x = left;
        while x < right {
            // Most of a map is plain land or plain water: skip it sixteen pixels at a time.
            if x + 16 + reach <= right && is_even(&row[x..], &row[x + reach..], &below[x..]) {
                x += 16;
                continue;
            }
            let end = (x + 16).min(right);
            while x < end {
                let edge = row[x].abs_diff(row[x + reach]).max(row[x].abs_diff(below[x]));
                if edge > 24 {
                    let at = (x - left) * 4;
                    lerp(&mut pixels[at..at + 3], ink(COAST, 1.0), u32::from(edge) * 7 / 8);
                }
                x += 1;
            }
        }
    }
}

/// Makes pixels all of one colour.
pub(super) fn plain(pixels: &mut [u8], colour: Rgb) {
    pixels.as_chunks_mut::<4>().0.fill([colour.0, colour.1, colour.2, 255]);
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

/// Whether the next sixteen pixels of three rows are alike.
fn is_even(row: &[u8], beside: &[u8], below: &[u8]) -> bool {
    let sixteen = row.first_chunk::<16>();
    sixteen == beside.first_chunk() && sixteen == below.first_chunk()
}

/// Draws the ground as outlines.
pub(super) fn outline(scene: &Scene, page: &Page, canvas: &mut SvgCanvas) {
    canvas.fill(&Outline::rect(page.map.x, page.map.y, page.map.width, page.map.height), DEEP.into());
    match &scene.ground {
        Ground::Hexes(ground) => hex_ground::outlines(scene, ground, page, canvas),
        Ground::Zones(ground) => zone_ground::outlines(scene, ground, page, canvas),
    }
}
