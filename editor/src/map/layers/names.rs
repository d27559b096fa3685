//! Names and hex numbers.

use egui::{Align2, Color32, FontId, Pos2, vec2};

use super::super::draw::View;
use super::super::scene::Geometry;
use crate::theme::fade;

pub fn draw(view: &View<'_>, opacity: f32) {
    let radius = view.radius();
    let ink = fade(view.tokens.map_text, opacity);
    let halo = fade(view.tokens.map_halo, opacity * 0.85);
    let hexes = matches!(view.scene.geometry, Geometry::Hexes { .. });
    if hexes && radius < 15.0 || !hexes && radius < 9.0 {
        return;
    }
    let size = (radius * if hexes { 0.33 } else { 0.5 }).clamp(8.5, 14.0);
    let first_box = view.scene.first_box();
    for at in view.visible_places() {
        let cell = &view.scene.cells[at];
        let middle = view.to_screen(view.scene.middle(at));
        if hexes && at < first_box && radius >= 32.0 {
            let number = FontId::monospace((radius * 0.22).clamp(7.0, 11.0));
            view.painter.text(
                middle - vec2(0.0, radius * 0.78),
                Align2::CENTER_CENTER,
                view.scene.id(at),
                number,
                fade(ink, 0.55),
            );
        }
        let Some(name) = &cell.name else { continue };
        if !hexes && !fits(view, at, name, size) {
            continue;
        }
        let place = if hexes && at < first_box { middle + vec2(0.0, radius * 0.52) } else { middle };
        with_halo(view, place, name, size, ink, halo);
    }
}

fn fits(view: &View<'_>, at: usize, name: &str, size: f32) -> bool {
    match &view.scene.geometry {
        Geometry::Zones { shapes, .. } => shapes
            .get(at)
            .is_none_or(|shape| shape.bounds.width() * view.camera.zoom > name.chars().count() as f32 * size * 0.42),
        _ => true,
    }
}

fn with_halo(view: &View<'_>, place: Pos2, name: &str, size: f32, ink: Color32, halo: Color32) {
    let font = FontId::proportional(size);
    for (x, y) in [(-1.0, 0.0), (1.0, 0.0), (0.0, -1.0), (0.0, 1.0)] {
        view.painter.text(place + vec2(x, y), Align2::CENTER_CENTER, name, font.clone(), halo);
    }
    view.painter.text(place, Align2::CENTER_CENTER, name, font, ink);
}
