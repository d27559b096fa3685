//! The layers panel: show, lock, opacity.

use egui::{Grid, RichText, ScrollArea, Slider, Ui};

use crate::map::layers::Layers;
use crate::theme::Tokens;

pub fn layers_ui(ui: &mut Ui, layers: &mut Layers, tokens: Tokens) {
    ui.label(RichText::new("Show · lock · strength").color(tokens.text_weak));
    ScrollArea::vertical().auto_shrink([false, false]).show(ui, |ui| list(ui, layers));
}

fn list(ui: &mut Ui, layers: &mut Layers) {
    Grid::new("layers").num_columns(3).spacing([6.0, 6.0]).show(ui, |ui| {
        for layer in &mut layers.list {
            let title = layer.kind.title();
            let named = ui.checkbox(&mut layer.shown, title).id;
            ui.checkbox(&mut layer.locked, "lock").on_hover_text(format!("Lock {title}: tools leave it alone"));
            ui.spacing_mut().slider_width = 40.0;
            ui.add(Slider::new(&mut layer.opacity, 0.1..=1.0).show_value(false))
                .on_hover_text(format!("Strength of {title}"))
                .labelled_by(named);
            ui.end_row();
        }
    });
}
