//! Everything above the ground, in the order it is drawn.

use super::canvas::{Canvas, Layer, OnLand, Text};
use super::colour::{BORDER, PAPER, Rgb, TEXT, ink};
use super::font::{self, Typeface};
use super::labels::{self, Labels, LeftOut};
use super::page::Page;
use super::path::Outline;
use super::scene::{BorderKind, Ground, HexGround, Scene, Surface, ZoneGround};
use super::{counters, frame, hex_lines, legend, symbols};

/// Draws it, and tells which names found no room.
pub(super) fn draw(scene: &Scene, page: &Page, canvas: &mut impl Canvas) -> Vec<LeftOut> {
    match &scene.ground {
        Ground::Hexes(ground) => {
            canvas.layer(Some(Layer::Owners));
            hex_lines::owner_bands(scene, ground, page, canvas);
            canvas.layer(Some(Layer::Terrain));
            terrain(ground, page, canvas);
            canvas.layer(Some(Layer::Grid));
            hex_lines::grid(ground, page, canvas);
            canvas.layer(Some(Layer::Sides));
            hex_lines::features(ground, page, canvas);
            canvas.layer(Some(Layer::Borders));
            hex_lines::borders(ground, page, canvas);
            canvas.layer(Some(Layer::Numbers));
            numbers(ground, page, canvas);
        }
        Ground::Zones(ground) => {
            canvas.layer(Some(Layer::Terrain));
            zone_terrain(ground, page, canvas);
            canvas.layer(Some(Layer::Borders));
            zone_borders(ground, page, canvas);
        }
    }
    let mut labels = Labels::new(page);
    counters::draw(scene, page, canvas, &mut labels);
    canvas.layer(Some(Layer::Areas));
    labels::draw_areas(scene, page, canvas, &mut labels);
    canvas.layer(Some(Layer::Names));
    let left_out = labels::draw_names(scene, page, canvas, &mut labels);
    canvas.layer(None);
    frame::draw(scene, page, canvas);
    legend::draw(scene, page, canvas);
    left_out
}

/// Terrain symbols, where hexes are large enough to show them.
fn terrain(ground: &HexGround, page: &Page, canvas: &mut impl Canvas) {
    if page.space < 7.0 {
        return;
    }
    let layout = ground.layout();
    for (hex, cell) in ground.hexes.iter().zip(ground.board.cells()) {
        if let Some(symbol) = hex.symbol {
            let (x, y) = page.at(layout.centre(ground.board.to_hex(cell)));
            let colour = hex.tint.unwrap_or(TEXT).mix(TEXT, 0.55);
            let at = (x, y + page.space * 0.12);
            symbols::terrain(&mut OnLand(canvas), symbol, at, page.space * 0.55, ink(colour, 0.55));
        }
    }
}

/// The printed numbers, where they can be read.
fn numbers(ground: &HexGround, page: &Page, canvas: &mut impl Canvas) {
    let size = page.space * 0.36;
    if size < 5.5 {
        return;
    }
    let layout = ground.layout();
    for (hex, cell) in ground.hexes.iter().zip(ground.board.cells()) {
        let (x, y) = page.at(layout.centre(ground.board.to_hex(cell)));
        let wide = font::width(Typeface::Plain, &hex.number, 0.0) * size;
        let colour = if hex.surface == Surface::Sea { Rgb(0x4C, 0x74, 0x88) } else { Rgb(0x5C, 0x52, 0x42) };
        canvas.text(&Text {
            words: &hex.number,
            typeface: Typeface::Plain,
            size,
            x: x - wide / 2.0,
            baseline: y - page.space * 0.48,
            spacing: 0.0,
            ink: ink(colour, 0.85),
            halo: None,
        });
    }
}

fn zone_terrain(ground: &ZoneGround, page: &Page, canvas: &mut impl Canvas) {
    for zone in ground.zones.iter().filter(|zone| zone.symbol.is_some()) {
        let Some(((x, y), room)) = crate::zones::middle(&zone.rings) else { continue };
        let Some(symbol) = zone.symbol else { continue };
        let at = page.at((x, y));
        let size = (room as f32 * page.scale * 0.3).min(page.unit * 7.0);
        let colour = zone.tint.unwrap_or(TEXT).mix(TEXT, 0.55);
        symbols::terrain(canvas, symbol, (at.0, at.1 - size * 1.2), size, ink(colour, 0.5));
    }
}

fn zone_borders(ground: &ZoneGround, page: &Page, canvas: &mut impl Canvas) {
    let lines = |kind: BorderKind| {
        let mut outline = Outline::new();
        for border in ground.borders.iter().filter(|border| border.kind == kind) {
            outline.open(border.points.iter().map(|&point| page.at(point)));
        }
        outline
    };
    let unit = page.unit;
    canvas.stroke(
        &lines(BorderKind::Sea),
        ink(Rgb(0x4C, 0x74, 0x88), 0.75),
        (unit * 0.4).max(0.6),
        Some([unit * 3.0, unit * 1.6]),
    );
    canvas.stroke(&lines(BorderKind::Territory), ink(Rgb(0x5A, 0x4C, 0x38), 0.8), (unit * 0.45).max(0.6), None);
    let countries = lines(BorderKind::Country);
    canvas.stroke(&countries, ink(PAPER, 0.6), unit * 1.9, None);
    canvas.stroke(&countries, BORDER.into(), (unit * 0.85).max(0.8), None);
}
