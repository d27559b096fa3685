//! Marks where the check found something.

use egui::{Align2, Color32, FontId, Stroke, vec2};

use super::super::draw::View;
use crate::theme::ink_on;

pub fn draw(view: &View<'_>, problems: &[(usize, Color32)]) {
    let seen = view.camera.visible(view.rect);
    for (at, color) in problems.iter().filter(|(at, _)| seen.contains(view.scene.middle(*at))) {
        let size = (view.radius() * 0.4).clamp(6.0, 12.0);
        let place = view.to_screen(view.scene.middle(*at)) + vec2(view.radius() * 0.45, -view.radius() * 0.4);
        view.painter.circle(place, size * 0.7, *color, Stroke::new(1.0, view.tokens.raised));
        view.painter.text(place, Align2::CENTER_CENTER, "!", FontId::proportional(size), ink_on(*color));
    }
}
