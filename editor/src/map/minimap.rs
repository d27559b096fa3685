//! The small map in the corner: where the view is, and a click to go elsewhere.

use egui::{Color32, Rect, Response, Sense, Shape, Stroke, StrokeKind, TextureHandle, Ui, pos2};

use super::camera::Camera;
use super::overview;
use super::scene::Scene;
use crate::theme::Tokens;

/// Draws the minimap in the lower right corner of the view; a click or drag moves the camera.
pub fn minimap_ui(
    ui: &mut Ui,
    view: Rect,
    scene: &Scene,
    camera: &mut Camera,
    texture: &TextureHandle,
    tokens: &Tokens,
) -> Response {
    let shown = overview::covers(scene);
    let width = 190.0_f32.min(view.width() * 0.3);
    let height = (width * shown.height() / shown.width().max(1.0)).min(view.height() * 0.3);
    let place = Rect::from_min_max(
        view.right_bottom() - egui::vec2(width + 12.0, height + 12.0),
        view.right_bottom() - egui::vec2(12.0, 12.0),
    );
    let response = ui.interact(place, ui.scope_id().with("minimap"), Sense::click_and_drag());
    response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Image, true, "Minimap"));
    let painter = ui.painter();
    painter.rect_filled(place.expand(4.0), 5.0, tokens.panel);
    painter.add(Shape::image(texture.id(), place, Rect::from_min_max(pos2(0.0, 0.0), pos2(1.0, 1.0)), Color32::WHITE));
    painter.rect_stroke(place.expand(4.0), 5.0, Stroke::new(1.0, tokens.line), StrokeKind::Inside);
    let scale = place.width() / shown.width().max(1.0);
    let seen = camera.visible(view);
    let to_mini = |p: egui::Pos2| place.min + (p - shown.min) * scale;
    let frame = Rect::from_min_max(to_mini(seen.min), to_mini(seen.max)).intersect(place);
    painter.rect_stroke(frame, 1.0, Stroke::new(1.5, tokens.selection), StrokeKind::Inside);
    if let Some(pointer) = response.interact_pointer_pos() {
        camera.middle = shown.min + (pointer - place.min) / scale;
        camera.keep_near(scene.size);
    }
    response
}
