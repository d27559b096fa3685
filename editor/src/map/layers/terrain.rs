//! The ground: hexes or zones in the colour of their terrain, tinted by their holder, with symbols when near enough.

use chartroom_format::schema::map::Surface;
use egui::{Color32, Rect, Shape, TextureId, pos2};

use super::super::draw::{Flat, View, corner_offsets, hex_corners};
use super::super::overview::{covers, shade};
use super::super::scene::Geometry;
use super::LayerKind;
use super::symbols;
use crate::theme::{fade, mix};

/// Hexes smaller than this are drawn from the overview picture.
pub const LEAST_RADIUS: f32 = 5.0;
/// From here on hexes have outlines.
const OUTLINES: f32 = 8.0;
/// From here on terrain has symbols and coasts have a shore.
const DETAILS: f32 = 13.0;

/// Draws the ground.
pub fn draw(view: &View<'_>, overview: Option<TextureId>) {
    let ownership = view.layers.opacity(LayerKind::Ownership);
    let strength = view.layers.opacity(LayerKind::Terrain);
    match &view.scene.geometry {
        Geometry::Nothing(_) => {}
        Geometry::Hexes { .. } if view.radius() < LEAST_RADIUS => {
            if let Some(texture) = overview {
                let covered = covers(view.scene);
                let place = Rect::from_min_max(view.to_screen(covered.min), view.to_screen(covered.max));
                let tint = Color32::WHITE;
                view.painter.add(Shape::image(
                    texture,
                    place,
                    Rect::from_min_max(pos2(0.0, 0.0), pos2(1.0, 1.0)),
                    tint,
                ));
            }
        }
        Geometry::Hexes { .. } => hexes(view, strength, ownership),
        Geometry::Zones { shapes, .. } => {
            let seen = view.camera.visible(view.rect);
            let mut flat = Flat::default();
            for (at, shape) in shapes.iter().enumerate().filter(|(_, shape)| shape.bounds.intersects(seen)) {
                let cell = &view.scene.cells[at];
                let ground =
                    if strength > 0.0 { mix(view.tokens.desk, cell.fill, strength) } else { view.tokens.panel };
                zone(view, &mut flat, shape, shade(ground, cell.holder, ownership));
            }
            view.add(flat);
        }
    }
    boxes(view, ownership);
}

/// Fills a zone.
pub fn zone(view: &View<'_>, flat: &mut Flat, shape: &super::super::zones::ZoneShape, color: Color32) {
    let screen = |x: f32, y: f32| view.to_screen(pos2(x, y));
    for piece in &shape.pieces {
        let corners = [
            screen(piece.top_x.0, piece.top),
            screen(piece.top_x.1, piece.top),
            screen(piece.bottom_x.1, piece.bottom),
            screen(piece.bottom_x.0, piece.bottom),
        ];
        flat.convex(&corners, color);
    }
}

fn hexes(view: &View<'_>, strength: f32, ownership: f32) {
    let radius = view.radius();
    let visible = view.visible_hexes();
    let offsets = corner_offsets(view.scene);
    let outlined = radius >= OUTLINES;
    let mut flat = Flat::with_room_for(visible.len() * if outlined { 2 } else { 1 });
    let line = mix(view.tokens.hex_line, view.tokens.sea, 0.35);
    if outlined {
        for &at in &visible {
            flat.convex(&hex_corners(view, &offsets, view.scene.middle(at), -0.4), line);
        }
    }
    let inset = if outlined { (radius * 0.02).clamp(0.45, 1.0) } else { -0.3 };
    for &at in &visible {
        let cell = &view.scene.cells[at];
        let ground = if strength >= 1.0 { cell.fill } else { mix(view.tokens.panel, cell.fill, strength) };
        flat.convex(&hex_corners(view, &offsets, view.scene.middle(at), inset), shade(ground, cell.holder, ownership));
    }
    if radius >= DETAILS {
        for &at in &visible {
            shore(view, at, &offsets, &mut flat);
        }
    }
    view.add(flat);
    if radius >= DETAILS && strength > 0.0 {
        for &at in &visible {
            let cell = &view.scene.cells[at];
            if let Some(symbol) = cell.symbol {
                let ink = fade(mix(cell.fill, view.tokens.map_text, 0.45), strength);
                symbols::terrain(view.painter, view.to_screen(view.scene.middle(at)), radius, symbol, ink);
            }
        }
    }
}

/// A strip of water along the sides of a coastal hex that face the sea.
fn shore(view: &View<'_>, at: usize, offsets: &[egui::Vec2; 6], flat: &mut Flat) {
    let Geometry::Hexes { board, .. } = &view.scene.geometry else { return };
    if !matches!(view.scene.cells[at].surface, Surface::Coast | Surface::Island) {
        return;
    }
    let Some(cell) = board.at(at) else { return };
    let corners = hex_corners(view, offsets, view.scene.middle(at), 0.8);
    let inner = hex_corners(view, offsets, view.scene.middle(at), view.radius() * 0.14);
    for (direction, next) in board.neighbours(cell) {
        let wet = board.index(next).is_some_and(|next| matches!(view.scene.cells[next].surface, Surface::Sea));
        if wet {
            let (a, b) = (direction.index(), (direction.index() + 1) % 6);
            flat.convex(&[corners[a], corners[b], inner[b], inner[a]], view.tokens.shore);
        }
    }
}

fn boxes(view: &View<'_>, ownership: f32) {
    let first = view.scene.first_box();
    for (at, rect) in view.scene.boxes.iter().enumerate() {
        let cell = &view.scene.cells[first + at];
        let place = Rect::from_min_max(view.to_screen(rect.min), view.to_screen(rect.max));
        view.painter.rect_filled(place, 4.0, shade(cell.fill, cell.holder, ownership));
        view.painter.rect_stroke(place, 4.0, egui::Stroke::new(1.0, view.tokens.hex_line), egui::StrokeKind::Inside);
    }
}
