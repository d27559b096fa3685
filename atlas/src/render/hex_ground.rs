//! The ground of a map of hexes, row of pixels by row of pixels.

use std::collections::BTreeMap;

use chartroom_format::grid::Layout;

use super::band;
use super::canvas::Canvas;
use super::colour::{COAST, DEEP, PAPER, Rgb, SHALLOW};
use super::coverage::Coverage;
use super::fills::Filler;
use super::flat;
use super::ground::{land_colour, map_rows, map_width, owner_of, plain};
use super::page::Page;
use super::path::{Outline, Point};
use super::row_spans::{Span, row_spans};
use super::scene::{HexGround, HexView, Scene, Surface};
use super::svg::SvgCanvas;

/// Hexes laid out on the page with their colours.
pub(super) struct HexRows<'a> {
    ground: &'a HexGround,
    page: &'a Page,
    layout: Layout,
    shades: Vec<(Rgb, Cover)>,
    /// The lines of the true coast that show in each band.
    coast: Vec<Vec<(Point, Point)>>,
}

impl<'a> HexRows<'a> {
    pub(super) fn new(scene: &Scene, ground: &'a HexGround, page: &'a Page) -> Self {
        let coast = coastline(ground, page);
        let shade = |hex: &HexView| {
            (land_colour(hex.surface, hex.tint, owner_of(scene, hex.owner)), Cover::of(hex, !coast.is_empty()))
        };
        let shades = ground.hexes.iter().map(shade).collect();
        Self { ground, page, layout: page.hex_layout(&ground.layout()), shades, coast: by_band(&coast, page) }
    }

    /// The hexes that lie on a row of pixels of the page.
    pub(super) fn spans(&self, y: usize, spans: &mut Vec<Span>) {
        let down = (y - self.page.map.y as usize) as f64 + 0.5;
        row_spans(&self.ground.board, &self.layout, down, spans);
    }

    /// How much of each pixel of a band is land.
    pub(super) fn cover(&self, cover: &mut Coverage) {
        let rows = cover.rows();
        let coast = &self.coast[rows.top / band::ROWS];
        Filler::default().fill_lines(cover, |visit| coast.iter().for_each(|&(from, to)| visit(from, to)));
        let (left, length) = (self.page.map.x as usize, map_width(self.page));
        let mut spans = Vec::new();
        for (y, _) in map_rows(self.page, rows) {
            self.spans(y, &mut spans);
            self.cover_row(&spans, cover.part(y - rows.top, left, left + length));
        }
    }

    /// Paper shows where the ragged edge of the board leaves pixels of a row without a hex.
    pub(super) fn clear_gaps(spans: &[Span], row: &mut [u8]) {
        let length = row.len() / 4;
        let mut clear = |from: f64, to: f64| {
            let whole = |x: f64| (x.round().max(0.0) as usize).min(length);
            plain(&mut row[whole(from) * 4..whole(to).max(whole(from)) * 4], PAPER);
        };
        let mut end = 0.0;
        for span in spans {
            if span.from - end > 0.75 {
                clear(end, span.from);
            }
            end = span.to;
        }
        clear(end, length as f64);
    }

    fn cover_row(&self, spans: &[Span], covers: &mut [u8]) {
        for Stretch { from, to, cover, before, .. } in self.stretches(spans, covers.len()) {
            match cover {
                Cover::Full => covers[from..to].fill(255),
                Cover::None => covers[from..to].fill(0),
                Cover::Coast => {}
            }
            if let Some((_, other, share)) = before {
                match (cover, other) {
                    (Cover::Full, Cover::None) => covers[from] = ((1.0 - share) * 255.0) as u8,
                    (Cover::None, Cover::Full) => covers[from] = (share * 255.0) as u8,
                    _ => {}
                }
            }
        }
    }

    /// The colours of the land on a row.
    pub(super) fn colour_row(&self, spans: &[Span], pixels: &mut [u8]) {
        for Stretch { from, to, colour, cover, before } in self.stretches(spans, pixels.len() / 4) {
            if cover != Cover::None {
                plain(&mut pixels[from * 4..to * 4], colour);
            }
            // The pixel that two hexes share.
            if let Some((other, other_cover, share)) = before {
                let mixed = match (cover, other_cover) {
                    (Cover::None, _) => other,
                    (_, Cover::None) => colour,
                    _ => colour.mix(other, share),
                };
                plain(&mut pixels[from * 4..from * 4 + 4], mixed);
            }
        }
    }

    /// The whole pixels of each hex on a row.
    fn stretches<'s>(&'s self, spans: &'s [Span], count: usize) -> impl Iterator<Item = Stretch> + use<'s, 'a> {
        let whole = move |x: f64| (x.max(0.0) as usize).min(count);
        let mut last: Option<&Span> = None;
        spans.iter().filter_map(move |span| {
            let before = last.replace(span);
            let (from, to) = (whole(span.from), whole(span.to));
            let (colour, cover) = self.shades[span.hex];
            let before = before.filter(|before| whole(before.to) == from).map(|before| {
                let (other, other_cover) = self.shades[before.hex];
                (other, other_cover, (span.from.max(0.0) - from as f64) as f32)
            });
            (from < to).then_some(Stretch { from, to, colour, cover, before })
        })
    }
}

/// The whole pixels of one hex on a row.
struct Stretch {
    from: usize,
    to: usize,
    colour: Rgb,
    cover: Cover,
    /// The hex that ends in its first pixel, and how much of that pixel it has.
    before: Option<(Rgb, Cover, f32)>,
}

fn coastline(ground: &HexGround, page: &Page) -> Outline {
    let mut coast = Outline::new();
    for ring in &ground.coast {
        coast.ring(ring.iter().map(|&point| page.at(point)));
    }
    coast
}

/// The lines of an outline by the bands in which they show.
fn by_band(outline: &Outline, page: &Page) -> Vec<Vec<(Point, Point)>> {
    let mut bands = vec![Vec::new(); (page.height as usize).div_ceil(band::ROWS)];
    flat::lines(outline, true, |from, to| {
        let number = |y: f32| (y.max(0.0) as usize / band::ROWS).min(bands.len() - 1);
        let (first, last) = (number(from.1.min(to.1)), number(from.1.max(to.1)));
        for band in &mut bands[first..=last] {
            band.push((from, to));
        }
    });
    bands
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

/// The ground as outlines.
pub(super) fn outlines(scene: &Scene, ground: &HexGround, page: &Page, canvas: &mut SvgCanvas) {
    let layout = ground.layout();
    let mut full: BTreeMap<Rgb, Outline> = BTreeMap::new();
    let mut coastal = full.clone();
    let mut land = Outline::new();
    let coast = coastline(ground, page);
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
