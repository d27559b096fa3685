//! What stands in the spaces: factories, ports, bases, capitals, forts, values.

use egui::{Align2, FontId, vec2};

use super::super::draw::View;
use super::super::scene::Geometry;
use super::symbols;
use crate::theme::fade;

pub fn draw(view: &View<'_>, opacity: f32) {
    let radius = view.radius();
    if radius < 12.0 {
        return;
    }
    let size = (radius * 0.42).clamp(7.0, 20.0);
    let fill = fade(view.tokens.raised, opacity);
    let line = fade(view.tokens.map_text, opacity);
    for at in view.visible_places() {
        let cell = &view.scene.cells[at];
        if cell.features.is_empty() && cell.value.is_none() {
            continue;
        }
        let middle = view.to_screen(view.scene.middle(at));
        let zones = matches!(view.scene.geometry, Geometry::Zones { .. });
        let value = cell.value.filter(|_| radius >= 16.0);
        // In a zone everything stands in one row above the name; in a hex the value has its place below.
        let features = cell.features.len().min(4);
        let shown = features + usize::from(zones && value.is_some());
        let lift = if zones { -size * 1.3 } else { -radius * 0.45 };
        let beside = !zones && !cell.counters.is_empty();
        let place = |n: usize| {
            let along = (n as f32 - (shown as f32 - 1.0) / 2.0) * size * 1.2;
            // Beside counters there is room at the left edge of a hex only.
            middle + if beside { vec2(radius * -0.68, along - radius * 0.12) } else { vec2(along, lift) }
        };
        for (n, (symbol, amount)) in cell.features.iter().take(4).enumerate() {
            symbols::feature(view.painter, place(n), size, *symbol, *amount, fill, line);
        }
        if let Some(value) = value {
            let place = match (zones, beside) {
                (true, _) => place(features),
                (false, true) => middle + vec2(radius * 0.68, radius * -0.12),
                (false, false) => middle + vec2(0.0, size * 1.25),
            };
            view.painter.circle(place, size * 0.62, fill, egui::Stroke::new(1.0, line));
            view.painter.text(place, Align2::CENTER_CENTER, value.to_string(), FontId::proportional(size * 0.8), line);
        }
    }
}
