//! Small charts in lines of text: a share with its interval.

use chartroom_lab::stats::interval::Interval;
use egui::{Color32, Rect, RichText, Sense, Stroke, Ui, pos2, vec2};

use crate::theme::{Tokens, fade};

const HIGH: f32 = 14.0;

/// A name, a bar as long as the share, whiskers for its interval, and the number.
pub(super) fn share_bar(ui: &mut Ui, name: &str, share: f64, interval: Interval, colour: Color32, tokens: Tokens) {
    let words = format!("{:.0}%", share * 100.0);
    let told = format!(
        "{name}: {words}, between {:.0}% and {:.0}% at 95% confidence",
        interval.low.max(0.0) * 100.0,
        interval.high.min(1.0) * 100.0
    );
    ui.horizontal(|ui| {
        let room = (ui.available_width() - 150.0).clamp(40.0, 260.0);
        let (rect, response) = ui.allocate_exact_size(vec2(room, HIGH), Sense::hover());
        response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Image, true, &told));
        bar(ui, rect, share, interval, colour, tokens);
        response.on_hover_text(&told);
        ui.label(RichText::new(&words).strong().color(tokens.text_strong));
        ui.label(name);
    });
}

fn bar(ui: &Ui, rect: Rect, share: f64, interval: Interval, colour: Color32, tokens: Tokens) {
    let painter = ui.painter();
    let at = |value: f64| rect.left() + rect.width() * value.clamp(0.0, 1.0) as f32;
    painter.rect_filled(rect, 2.0, tokens.raised);
    painter.rect_filled(Rect::from_min_max(rect.min, pos2(at(share), rect.bottom())), 2.0, fade(colour, 0.75));
    let line = Stroke::new(1.5, tokens.text_strong);
    let (low, high, middle) = (at(interval.low), at(interval.high), rect.center().y);
    painter.line_segment([pos2(low, middle), pos2(high, middle)], line);
    for x in [low, high] {
        painter.line_segment([pos2(x, middle - 3.5), pos2(x, middle + 3.5)], line);
    }
}
