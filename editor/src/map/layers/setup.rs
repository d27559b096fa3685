//! Counters: the units of the shown scenario.

use chartroom_format::content::Content;
use egui::{Align2, FontId, Rect, Stroke, StrokeKind, vec2};

use super::super::draw::View;
use super::super::scene::Geometry;
use super::super::stacks::Stack;
use crate::theme::{content_colour, fade, ink_on};

/// Short texts and colours of counters, looked up once per frame.
pub struct Counters<'a> {
    pub content: &'a Content,
}

impl Counters<'_> {
    pub fn label(&self, unit: &str) -> String {
        let known = self.content.units.get(unit);
        known.and_then(|unit| unit.symbol.clone()).unwrap_or_else(|| {
            let title = known.map_or(unit, |unit| unit.title.as_str());
            title.split([' ', '-']).filter_map(|word| word.chars().next()).take(3).collect::<String>().to_uppercase()
        })
    }
}

pub fn draw(view: &View<'_>, opacity: f32) {
    let radius = view.radius();
    if radius < 7.0 {
        return;
    }
    for at in view.visible_places() {
        let cell = &view.scene.cells[at];
        let Some(first) = cell.stacks.first() else { continue };
        let middle = view.to_screen(view.scene.middle(at));
        let total: i64 = cell.stacks.iter().map(|stack| stack.count).sum();
        let size = (radius * 0.72).clamp(6.0, 30.0);
        let others = cell.stacks.iter().any(|stack| stack.power != first.power);
        // In a zone the name has the middle; counters stand below it.
        let below =
            if matches!(view.scene.geometry, Geometry::Zones { .. }) { size * 0.5 + 10.0 } else { radius * 0.08 };
        counter(view, middle + vec2(0.0, below), size, first, total, cell.stacks.len() > 1 || others, opacity);
    }
}

fn counter(view: &View<'_>, middle: egui::Pos2, size: f32, stack: &Stack, total: i64, more: bool, opacity: f32) {
    let fill =
        view.power_colours.get(&stack.power).and_then(|colour| content_colour(colour)).unwrap_or(view.tokens.raised);
    let fill = fade(fill, opacity);
    let rect = Rect::from_center_size(middle, vec2(size, size));
    let edge = Stroke::new(1.0, fade(view.tokens.map_text, opacity));
    if more && size > 10.0 {
        view.painter.rect(rect.translate(vec2(size * 0.12, -size * 0.12)), 2.0, fill, edge, StrokeKind::Inside);
    }
    view.painter.rect(rect, 2.0, fill, edge, StrokeKind::Inside);
    if size < 12.0 {
        return;
    }
    let ink = ink_on(fill);
    let label = view.unit_labels.get(&stack.unit).map_or("", String::as_str);
    view.painter.text(
        middle - vec2(0.0, size * 0.18),
        Align2::CENTER_CENTER,
        label,
        FontId::proportional(size * 0.36),
        ink,
    );
    view.painter.text(
        middle + vec2(0.0, size * 0.22),
        Align2::CENTER_CENTER,
        total.to_string(),
        FontId::proportional(size * 0.42),
        ink,
    );
}
