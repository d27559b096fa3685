//! Borders: between countries on a hex map, between all zones on a zone map.

use egui::Shape;

use super::super::draw::{Flat, View, corner_offsets, hex_corners};
use super::super::scene::Geometry;
use crate::theme::fade;

pub fn draw(view: &View<'_>, opacity: f32) {
    let color = fade(view.tokens.border, opacity);
    match &view.scene.geometry {
        Geometry::Nothing(_) => {}
        Geometry::Hexes { board, .. } => {
            if view.radius() < 6.0 {
                return;
            }
            let offsets = corner_offsets(view.scene);
            let width = (view.radius() * 0.13).clamp(1.2, 4.0);
            let mut flat = Flat::default();
            for at in view.visible_hexes() {
                let Some(cell) = board.at(at) else { continue };
                let country = view.scene.cells[at].country;
                let corners = std::cell::OnceCell::new();
                for (direction, next) in board.neighbours(cell) {
                    let Some(other) = board.index(next).filter(|other| *other > at) else { continue };
                    let theirs = view.scene.cells[other].country;
                    if country != theirs && country.is_some() && theirs.is_some() {
                        let corners = corners.get_or_init(|| hex_corners(view, &offsets, view.scene.middle(at), 0.0));
                        let (a, b) = (direction.index(), (direction.index() + 1) % 6);
                        flat.stroke(corners[a], corners[b], width, color);
                    }
                }
            }
            view.add(flat);
        }
        Geometry::Zones { borders, .. } => {
            let seen = view.camera.visible(view.rect);
            let wet = |id: &Option<String>| {
                id.as_deref()
                    .and_then(|id| view.scene.index(id))
                    .is_none_or(|at| view.scene.cells[at].surface == chartroom_format::schema::map::Surface::Sea)
            };
            for line in borders.iter().filter(|line| line.bounds.intersects(seen)) {
                let at_sea = wet(&line.left) && wet(&line.right);
                let coast = wet(&line.left) != wet(&line.right);
                let color = if at_sea {
                    fade(view.tokens.shore, opacity * 0.9)
                } else if coast {
                    fade(view.tokens.hex_line, opacity)
                } else {
                    color
                };
                // Far away thin lines keep small countries readable.
                let near = (view.camera.zoom * 2.2).clamp(0.55, 1.0);
                let width = near
                    * if at_sea {
                        0.9
                    } else if coast {
                        1.2
                    } else {
                        1.5
                    };
                let points = line.points.iter().map(|point| view.to_screen(*point)).collect();
                view.painter.add(Shape::line(points, egui::Stroke::new(width, color)));
            }
        }
    }
}
