//! Land and water: tints, the coast, and water that grows lighter toward it.

use tiny_skia::{FillRule, Mask, Pixmap, Transform};

use super::canvas::{Canvas, PixelCanvas};
use super::colour::{BARREN, COAST, DEEP, LAKE, LAND, PAPER, Rgb, SHALLOW, ink};
use super::glyphs::lerp;
use super::page::Page;
use super::path::Outline;
use super::row_spans::{Span, row_spans};
use super::scene::{Ground, HexGround, HexView, Key, Scene, Surface};
use super::svg::SvgCanvas;
use super::zone_ground;

/// The land of a map in pixels, before it is laid over the water.
pub(super) struct LandLayer {
    pub(super) colours: Pixmap,
    /// How much of each pixel is land; as large as the page.
    pub(super) cover: Mask,
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

/// Paints the ground in pixels.
pub(super) fn paint(scene: &Scene, page: &Page, canvas: &mut PixelCanvas) {
    let layer = match &scene.ground {
        Ground::Hexes(ground) => hex_layer(scene, ground, page),
        Ground::Zones(ground) => zone_ground::layer(scene, ground, page),
    };
    let Some(layer) = layer else { return };
    compose(page, canvas.pixels_mut(), &layer);
    draw_coast(page, canvas.pixels_mut(), &layer.cover);
    if let Ground::Hexes(ground) = &scene.ground {
        clear_gaps(ground, page, canvas.pixels_mut());
    }
    canvas.land = Some(layer.cover);
}

fn hex_layer(scene: &Scene, ground: &HexGround, page: &Page) -> Option<LandLayer> {
    let mut colours = Pixmap::new(page.width, page.height)?;
    let mut cover = coast_cover(ground, page)?;
    let has_coast = !ground.coast.is_empty();
    let shades: Vec<(Rgb, Cover)> = ground
        .hexes
        .iter()
        .map(|hex| (land_colour(hex.surface, hex.tint, owner_of(scene, hex.owner)), Cover::of(hex, has_coast)))
        .collect();
    let layout = page.hex_layout(&ground.layout());
    let (left, wide) = (page.map.x as usize, page.width as usize);
    let mut spans = Vec::new();
    for row in 0..page.map.height as usize {
        row_spans(&ground.board, &layout, row as f64 + 0.5, &mut spans);
        let start = (page.map.y as usize + row) * wide + left;
        let length = (page.map.width as usize).min(wide - left);
        let pixels = &mut colours.data_mut()[start * 4..(start + length) * 4];
        let covers = &mut cover.data_mut()[start..start + length];
        paint_row(&spans, &shades, pixels, covers);
    }
    Some(LandLayer { colours, cover })
}

/// Paper shows where the ragged edge of the board leaves pixels without a hex.
fn clear_gaps(ground: &HexGround, page: &Page, pixels: &mut Pixmap) {
    let layout = page.hex_layout(&ground.layout());
    let (left, wide) = (page.map.x as usize, page.width as usize);
    let length = (page.map.width as usize).min(wide - left);
    let mut spans = Vec::new();
    for row in 0..page.map.height as usize {
        row_spans(&ground.board, &layout, row as f64 + 0.5, &mut spans);
        let start = ((page.map.y as usize + row) * wide + left) * 4;
        let pixels = &mut pixels.data_mut()[start..start + length * 4];
        let mut clear = |from: f64, to: f64| {
            let (from, to) = ((from.round().max(0.0) as usize).min(length), (to.round().max(0.0) as usize).min(length));
            for pixel in pixels[from * 4..to.max(from) * 4].chunks_exact_mut(4) {
                pixel.copy_from_slice(&[PAPER.0, PAPER.1, PAPER.2, 255]);
            }
        };
        let mut end = 0.0;
        for span in &spans {
            if span.from - end > 0.75 {
                clear(end, span.from);
            }
            end = span.to;
        }
        clear(end, length as f64);
    }
}

/// How a hex covers its pixels with land.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Cover {
    Full,
    None,
    /// As the true coastline says.
    Coast,
}

impl Cover {
    fn of(hex: &HexView, has_coast: bool) -> Self {
        match hex.surface {
            Surface::Sea => Self::None,
            Surface::Coast | Surface::Island if has_coast => Self::Coast,
            _ => Self::Full,
        }
    }
}

fn paint_row(spans: &[Span], shades: &[(Rgb, Cover)], pixels: &mut [u8], covers: &mut [u8]) {
    let count = covers.len();
    let whole = |x: f64| (x.max(0.0) as usize).min(count);
    // What ends where the next hex begins, for the pixel they share.
    let mut before: Option<(f64, Rgb, Cover)> = None;
    for span in spans {
        let (colour, cover) = shades[span.hex];
        let (from, to) = (whole(span.from), whole(span.to));
        if from < to {
            match cover {
                Cover::Full => covers[from..to].fill(255),
                Cover::None => covers[from..to].fill(0),
                Cover::Coast => {}
            }
            if cover != Cover::None {
                let value = [colour.0, colour.1, colour.2, 255];
                for pixel in pixels[from * 4..to * 4].chunks_exact_mut(4) {
                    pixel.copy_from_slice(&value);
                }
            }
            if let Some((end, other, other_cover)) = before
                && whole(end) == from
            {
                let share = span.from.max(0.0) - from as f64;
                let edge = (colour, cover, other, other_cover, share as f32);
                soften(edge, &mut pixels[from * 4..from * 4 + 4], &mut covers[from]);
            }
        }
        before = Some((span.to, colour, cover));
    }
}

/// Mixes two hexes in the pixel they share; `share` of it belongs to the other one.
fn soften((colour, cover, other, other_cover, share): (Rgb, Cover, Rgb, Cover, f32), pixel: &mut [u8], land: &mut u8) {
    let mixed = match (cover, other_cover) {
        (Cover::None, _) => other,
        (_, Cover::None) => colour,
        _ => colour.mix(other, share),
    };
    pixel.copy_from_slice(&[mixed.0, mixed.1, mixed.2, 255]);
    match (cover, other_cover) {
        (Cover::Full, Cover::None) => *land = ((1.0 - share) * 255.0) as u8,
        (Cover::None, Cover::Full) => *land = (share * 255.0) as u8,
        _ => {}
    }
}

/// The true coastline as coverage, clipped to nothing yet.
fn coast_cover(ground: &HexGround, page: &Page) -> Option<Mask> {
    let mut mask = Mask::new(page.width, page.height)?;
    let mut outline = Outline::new();
    for ring in &ground.coast {
        outline.ring(ring.iter().map(|&point| page.at(point)));
    }
    if let Some(path) = outline.to_skia() {
        mask.fill_path(&path, FillRule::Winding, true, Transform::identity());
    }
    Some(mask)
}

/// Low resolution for the shading of water: one value per block of this many pixels.
const BLOCK: usize = 4;
/// Shades of water between deep and shallow.
const SHADES: usize = 7;

/// Lays the land over water.
fn compose(page: &Page, pixels: &mut Pixmap, layer: &LandLayer) {
    let nearness = Nearness::new(page, &layer.cover);
    let shades: Vec<[u8; 4]> = (0..=SHADES)
        .map(|shade| {
            let colour = DEEP.mix(SHALLOW, shade as f32 / SHADES as f32);
            [colour.0, colour.1, colour.2, 255]
        })
        .collect();
    let wide = page.width as usize;
    let (left, top) = (page.map.x as usize, page.map.y as usize);
    let length = (page.map.width as usize).min(wide - left);
    let mut water = vec![0_u8; length];
    for row in 0..page.map.height as usize {
        nearness.row(row, &mut water);
        let start = (top + row) * wide + left;
        let target = &mut pixels.data_mut()[start * 4..(start + length) * 4];
        let land = &layer.colours.data()[start * 4..(start + length) * 4];
        let cover = &layer.cover.data()[start..start + length];
        for (x, &cover) in cover.iter().enumerate() {
            let pixel = &mut target[x * 4..x * 4 + 4];
            match cover {
                255 => pixel.copy_from_slice(&land[x * 4..x * 4 + 4]),
                0 => pixel.copy_from_slice(&shades[usize::from(water[x])]),
                _ => {
                    pixel.copy_from_slice(&shades[usize::from(water[x])]);
                    let colour = Rgb(land[x * 4], land[x * 4 + 1], land[x * 4 + 2]);
                    lerp(&mut pixel[..3], ink(colour, 1.0), u32::from(cover));
                }
            }
        }
    }
}

/// How near the coast water is, as a blurred copy of the land at low resolution.
struct Nearness {
    columns: usize,
    rows: usize,
    values: Vec<u8>,
}

impl Nearness {
    fn new(page: &Page, cover: &Mask) -> Self {
        let (wide, high) = (page.map.width as usize, page.map.height as usize);
        let (columns, rows) = (wide.div_ceil(BLOCK) + 1, high.div_ceil(BLOCK) + 1);
        let (left, top) = (page.map.x as usize, page.map.y as usize);
        let mut values = vec![0_u8; columns * rows];
        for row in 0..rows {
            for column in 0..columns {
                let x = (left + (column * BLOCK).min(wide - 1)).min(page.width as usize - 1);
                let y = (top + (row * BLOCK).min(high - 1)).min(page.height as usize - 1);
                values[row * columns + column] = cover.data()[y * page.width as usize + x];
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

    /// The shade of every pixel of a row.
    fn row(&self, y: usize, shades: &mut [u8]) {
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

/// Darkens the pixels where land meets water.
fn draw_coast(page: &Page, pixels: &mut Pixmap, cover: &Mask) {
    let wide = page.width as usize;
    let reach = ((page.unit * 0.35).round() as usize).max(1);
    let (left, top) = (page.map.x as usize, page.map.y as usize);
    let right = (left + page.map.width as usize).min(wide) - reach;
    let bottom = (top + page.map.height as usize).min(page.height as usize) - reach;
    let cover = cover.data();
    let data = pixels.data_mut();
    for y in top..bottom {
        let row = &cover[y * wide..y * wide + wide];
        let below = &cover[(y + reach) * wide..(y + reach) * wide + wide];
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
                let at = (y * wide + x) * 4;
                lerp(&mut data[at..at + 3], ink(COAST, 1.0), u32::from(edge) * 7 / 8);
            }
            x += 1;
        }
    }
}

fn is_even(values: &[u8], value: u8) -> bool {
    (value == 0 || value == 255) && values.iter().all(|&other| other == value)
}

/// Draws the ground as outlines.
pub(super) fn outline(scene: &Scene, page: &Page, canvas: &mut SvgCanvas) {
    canvas.fill(&Outline::rect(page.map.x, page.map.y, page.map.width, page.map.height), DEEP.into());
    match &scene.ground {
        Ground::Hexes(ground) => hex_outlines(scene, ground, page, canvas),
        Ground::Zones(ground) => zone_ground::outlines(scene, ground, page, canvas),
    }
}

fn hex_outlines(scene: &Scene, ground: &HexGround, page: &Page, canvas: &mut SvgCanvas) {
    let layout = ground.layout();
    let mut full: std::collections::BTreeMap<Rgb, Outline> = std::collections::BTreeMap::new();
    let mut coastal = full.clone();
    let mut land = Outline::new();
    let mut coast = Outline::new();
    for ring in &ground.coast {
        coast.ring(ring.iter().map(|&point| page.at(point)));
    }
    for (hex, cell) in ground.hexes.iter().zip(ground.board.cells()) {
        let colour = land_colour(hex.surface, hex.tint, owner_of(scene, hex.owner));
        let corners = layout.corners(ground.board.to_hex(cell)).map(|corner| page.at(corner));
        match Cover::of(hex, !coast.is_empty()) {
            Cover::None => {}
            Cover::Full => {
                full.entry(colour).or_default().ring(corners);
                land.ring(corners);
            }
            Cover::Coast => coastal.entry(colour).or_default().ring(corners),
        }
    }
    for (steps, shade) in [(9.0, 0.35), (6.0, 0.65), (3.0, 1.0)] {
        let edge = if coast.is_empty() { &land } else { &coast };
        canvas.stroke(edge, DEEP.mix(SHALLOW, shade).into(), steps * page.unit, None);
    }
    for (colour, outline) in &full {
        canvas.fill(outline, (*colour).into());
    }
    if coast.is_empty() {
        canvas.define_land(&land);
        return;
    }
    canvas.define_land(&coast);
    for (colour, outline) in &coastal {
        canvas.fill_on_land(outline, (*colour).into());
    }
    canvas.stroke(&coast, COAST.into(), 0.5 * page.unit, None);
}
