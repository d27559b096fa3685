//! Where supply reaches when the scenario starts, as the engine traces it: a band in the colour of the side; and hatching
//! over spaces that a side holds and cannot supply.

use egui::{Color32, Stroke};

use super::super::draw::View;
use super::super::supply::SupplyView;
use super::regions::shade_places;
use crate::theme::fade;

pub fn draw(view: &View<'_>, supply: &SupplyView, opacity: f32) {
    for side in &supply.sides {
        let color = side.colour.unwrap_or(view.tokens.accent);
        let indices = |ids: &[String]| -> Vec<usize> { ids.iter().filter_map(|id| view.scene.index(id)).collect() };
        shade_places(view, indices(&side.supplied).into_iter(), fade(color, 0.32 * opacity));
        cross_out(view, &indices(&side.cut_off), fade(view.tokens.error, opacity));
    }
}

fn cross_out(view: &View<'_>, places: &[usize], color: Color32) {
    let reach = view.radius() * 0.4;
    if reach < 2.0 {
        return;
    }
    let seen = view.camera.visible(view.rect);
    for at in places.iter().filter(|at| seen.contains(view.scene.middle(**at))) {
        let middle = view.to_screen(view.scene.middle(*at));
        let stroke = Stroke::new(1.5, color);
        view.painter.line_segment([middle - egui::vec2(reach, reach), middle + egui::vec2(reach, reach)], stroke);
        view.painter.line_segment([middle - egui::vec2(reach, -reach), middle + egui::vec2(reach, -reach)], stroke);
    }
}
