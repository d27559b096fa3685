//! The keys of every command, and changing them: a click on the keys, then the new ones are pressed.

use egui::{Button, Grid, RichText, ScrollArea, Ui, vec2};

use super::Dialog;
use crate::app::Editor;
use crate::command::Action;

pub(super) fn ui(ui: &mut Ui, editor: &mut Editor, dialog: &mut Dialog) {
    ui.set_width(480.0);
    ui.heading("Keyboard shortcuts");
    ui.label("Click the keys of a command and press new ones. Escape leaves them as they are.");
    let tokens = editor.tokens();
    ScrollArea::vertical().max_height(380.0).show(ui, |ui| {
        Grid::new("shortcuts").num_columns(3).striped(true).show(ui, |ui| {
            for action in Action::all() {
                row(ui, editor, action, tokens);
                ui.end_row();
            }
        });
    });
    if ui.button("Close").clicked() {
        editor.capturing = None;
        *dialog = Dialog::None;
    }
}

fn row(ui: &mut Ui, editor: &mut Editor, action: Action, tokens: crate::theme::Tokens) {
    ui.label(action.title());
    let own = editor.settings.shortcuts.contains_key(&action.name());
    let keys = editor.shortcut(action).map(|keys| ui.ctx().format_shortcut(&keys)).unwrap_or_default();
    let waits = editor.capturing == Some(action);
    let words = match (waits, keys.is_empty()) {
        (true, _) => RichText::new("press keys…").color(tokens.accent),
        (false, true) => RichText::new("none").color(tokens.text_weak),
        (false, false) => RichText::new(&keys).color(if own { tokens.changed } else { tokens.text }),
    };
    let button = ui.add(Button::new(words).min_size(vec2(150.0, 22.0)));
    let name = format!("Keys of {}", action.title());
    button.widget_info(|| {
        let mut info = egui::WidgetInfo::labeled(egui::Role::Button, true, &name);
        info.current_text_value = Some(keys.clone());
        info
    });
    if button.clicked() {
        editor.capturing = (!waits).then_some(action);
    }
    if own && ui.small_button("As usual").on_hover_text("Back to the keys it has at first").clicked() {
        editor.settings.shortcuts.remove(&action.name());
    }
}
