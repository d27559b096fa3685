//! What lies on the sides between spaces: mountains, rivers, crossings, hostile borders.

use super::super::draw::{Flat, View, corner_offsets, hex_corners};
use super::super::scene::Geometry;
use crate::theme::fade;

pub fn draw(view: &View<'_>, opacity: f32) {
    if view.radius() < 4.0 {
        return;
    }
    let seen = view.camera.visible(view.rect).expand(40.0);
    let offsets = corner_offsets(view.scene);
    let width = (view.radius() * 0.17).clamp(2.0, 7.0);
    let mut flat = Flat::default();
    for (a, b, colours) in view.scene.sides.iter().filter(|(a, _, _)| {
        seen.contains(view.scene.middle(*a)) || matches!(view.scene.geometry, Geometry::Zones { .. })
    }) {
        match &view.scene.geometry {
            Geometry::Hexes { board, .. } => {
                let (Some(here), Some(there)) = (board.at(*a), board.at(*b)) else { continue };
                let Some(direction) = board.direction_to(here, there) else { continue };
                let corners = hex_corners(view, &offsets, view.scene.middle(*a), 0.0);
                let (from, to) = (corners[direction.index()], corners[(direction.index() + 1) % 6]);
                let step = (to - from) / colours.len().max(1) as f32;
                for (at, colour) in colours.iter().enumerate() {
                    flat.stroke(from + step * at as f32, from + step * (at + 1) as f32, width, fade(*colour, opacity));
                }
            }
            Geometry::Zones { borders, .. } => {
                let (a, b) = (Some(view.scene.id(*a)), Some(view.scene.id(*b)));
                let colour = colours.first().copied().unwrap_or(view.tokens.border);
                for line in borders.iter().filter(|line| {
                    let (left, right) = (line.left.as_deref(), line.right.as_deref());
                    (left, right) == (a, b) || (left, right) == (b, a)
                }) {
                    for pair in line.points.windows(2) {
                        flat.stroke(
                            view.to_screen(pair[0]),
                            view.to_screen(pair[1]),
                            width.min(4.0),
                            fade(colour, opacity),
                        );
                    }
                }
            }
            Geometry::Nothing(_) => {}
        }
    }
    view.add(flat);
}
