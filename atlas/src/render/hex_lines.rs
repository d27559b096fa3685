//! Lines between hexes: the grid, borders of countries, the coloured inside of borders, and hexside features.

use chartroom_format::grid::{Direction, Layout};

use super::canvas::Canvas;
use super::colour::{BORDER, PAPER, Rgb, TEXT, ink};
use super::page::Page;
use super::path::{Outline, Point};
use super::scene::{HexGround, HexView, Scene, SidePattern, SideStyle, Surface};

fn is_land(hex: &HexView) -> bool {
    !matches!(hex.surface, Surface::Sea | Surface::Lake)
}

/// Both ends of a hexside on the page.
fn side(layout: &Layout, page: &Page, ground: &HexGround, hex: usize, direction: Direction) -> Option<(Point, Point)> {
    let cell = ground.board.at(hex)?;
    let corners = layout.corners(ground.board.to_hex(cell));
    let (from, to) = (corners[direction.index()], corners[(direction.index() + 1) % 6]);
    Some((page.at(from), page.at(to)))
}

fn neighbour(ground: &HexGround, hex: usize, direction: Direction) -> Option<usize> {
    let cell = ground.board.at(hex)?;
    ground.board.neighbour(cell, direction).and_then(|cell| ground.board.index(cell))
}

/// The grid itself: every side once, lighter on water.
pub(super) fn grid(ground: &HexGround, page: &Page, canvas: &mut impl Canvas) {
    let layout = ground.layout();
    let (mut land, mut water) = (Outline::new(), Outline::new());
    for (number, hex) in ground.hexes.iter().enumerate() {
        let Some(cell) = ground.board.at(number) else { continue };
        let corners = layout.corners(ground.board.to_hex(cell)).map(|corner| page.at(corner));
        // Three sides in one stroke; the other three belong to the neighbours, unless there are none.
        let target = if hex.surface == Surface::Sea { &mut water } else { &mut land };
        target.open([corners[1], corners[2], corners[3], corners[4]]);
        for direction in [0, 4, 5].map(Direction::new) {
            let other = neighbour(ground, number, direction);
            let wraps_away = other.is_some() && ground.board.wraps() && cell.column + 1 == ground.board.columns();
            if other.is_none() || (wraps_away && direction.index() != 4) {
                target.open([corners[direction.index()], corners[(direction.index() + 1) % 6]]);
            }
        }
    }
    let width = (page.unit * 0.22).max(0.5);
    canvas.stroke(&water, ink(Rgb(0x4C, 0x74, 0x88), 0.42), width, None);
    canvas.stroke(&land, ink(Rgb(0x4A, 0x3E, 0x2A), 0.42), width, None);
}

/// A band of the owner's colour along the inside of its borders.
pub(super) fn owner_bands(scene: &Scene, ground: &HexGround, page: &Page, canvas: &mut impl Canvas) {
    let layout = ground.layout();
    let depth = 0.20;
    for (owner, key) in scene.owners.iter().enumerate() {
        let mut bands = Outline::new();
        for (number, hex) in ground.hexes.iter().enumerate().filter(|(_, hex)| hex.owner == Some(owner as u16)) {
            let Some(cell) = ground.board.at(number) else { continue };
            let middle = page.at(layout.centre(ground.board.to_hex(cell)));
            for direction in Direction::ALL {
                let other = neighbour(ground, number, direction).map(|other| &ground.hexes[other]);
                if other.is_none_or(|other| !is_land(other) || other.owner == hex.owner) {
                    continue;
                }
                let Some((from, to)) = side(&layout, page, ground, number, direction) else { continue };
                let inward =
                    |point: Point| (point.0 + (middle.0 - point.0) * depth, point.1 + (middle.1 - point.1) * depth);
                bands.ring([from, to, inward(to), inward(from)]);
            }
        }
        if !bands.is_empty() {
            canvas.fill_on_land(&bands, ink(key.colour, 0.62));
        }
    }
}

/// Borders between countries.
pub(super) fn borders(ground: &HexGround, page: &Page, canvas: &mut impl Canvas) {
    let layout = ground.layout();
    let mut lines = Outline::new();
    for (number, hex) in ground.hexes.iter().enumerate().filter(|(_, hex)| is_land(hex)) {
        for direction in [0, 1, 2].map(Direction::new) {
            let Some(other) = neighbour(ground, number, direction).map(|other| &ground.hexes[other]) else { continue };
            if !is_land(other) || other.country == hex.country {
                continue;
            }
            if let Some((from, to)) = side(&layout, page, ground, number, direction) {
                lines.open([from, to]);
            }
        }
    }
    canvas.stroke_on_land(&lines, ink(PAPER, 0.55), page.space * 0.16);
    canvas.stroke_on_land(&lines, BORDER.into(), page.space * 0.075);
}

/// Mountains, rivers, roads and crossings on hexsides.
pub(super) fn features(ground: &HexGround, page: &Page, canvas: &mut impl Canvas) {
    let layout = ground.layout();
    for view in &ground.sides {
        let Some((from, to)) = side(&layout, page, ground, view.hex, view.direction) else { continue };
        draw_side(canvas, view.style, from, to, page.space);
    }
}

/// Draws what stands on a line between two points; `space` is the size of a hex.
pub(super) fn draw_side(canvas: &mut impl Canvas, style: SideStyle, from: Point, to: Point, space: f32) {
    let along = (to.0 - from.0, to.1 - from.1);
    let length = along.0.hypot(along.1).max(0.001);
    let across = (-along.1 / length, along.0 / length);
    let at =
        |share: f32, off: f32| (from.0 + along.0 * share + across.0 * off, from.1 + along.1 * share + across.1 * off);
    let line = || Outline::line([from, to]);
    match style.pattern {
        SidePattern::Line => {
            canvas.stroke(&line(), ink(PAPER, 0.5), space * 0.22, None);
            canvas.stroke(&line(), style.colour.into(), space * 0.13, None);
        }
        SidePattern::Ridge => {
            let mut teeth = Outline::new();
            for tooth in 0..3 {
                let start = tooth as f32 / 3.0;
                teeth.ring([
                    at(start, -space * 0.05),
                    at(start + 1.0 / 6.0, -space * 0.24),
                    at(start + 1.0 / 3.0, -space * 0.05),
                ]);
                teeth.ring([
                    at(start, space * 0.05),
                    at(start + 1.0 / 6.0, space * 0.24),
                    at(start + 1.0 / 3.0, space * 0.05),
                ]);
            }
            canvas.stroke(&line(), style.colour.into(), space * 0.1, None);
            canvas.fill(&teeth, style.colour.into());
        }
        SidePattern::Road => {
            let road = Outline::line([at(0.5, -space * 0.55), at(0.5, space * 0.55)]);
            canvas.stroke(&road, PAPER.into(), space * 0.2, None);
            canvas.stroke(&road, style.colour.into(), space * 0.1, None);
        }
        SidePattern::Crossing => {
            let shaft = Outline::line([at(0.5, -space * 0.3), at(0.5, space * 0.3)]);
            let mut heads = Outline::new();
            heads.ring([at(0.5, -space * 0.5), at(0.36, -space * 0.26), at(0.64, -space * 0.26)]);
            heads.ring([at(0.5, space * 0.5), at(0.36, space * 0.26), at(0.64, space * 0.26)]);
            canvas.stroke(&shaft, style.colour.into(), space * 0.09, None);
            canvas.fill(&heads, style.colour.into());
        }
        SidePattern::Barrier => {
            canvas.stroke(
                &line(),
                style.colour.mix(TEXT, 0.15).into(),
                space * 0.17,
                Some([space * 0.17, space * 0.12]),
            );
        }
    }
}
