//! The keys of every command, and changing them.

use egui::{Grid, ScrollArea, TextEdit, Ui};

use super::Dialog;
use crate::app::Editor;
use crate::command::{Action, parse_shortcut};

pub(super) fn ui(ui: &mut Ui, editor: &mut Editor, dialog: &mut Dialog) {
    ui.set_width(460.0);
    ui.heading("Keyboard shortcuts");
    ui.label("Type keys such as Ctrl+Shift+P; an empty field brings the usual ones back.");
    let tokens = editor.tokens();
    ScrollArea::vertical().max_height(380.0).show(ui, |ui| {
        Grid::new("shortcuts").num_columns(2).striped(true).show(ui, |ui| {
            for action in Action::all() {
                let label = ui.label(action.title());
                let usual = action.usual_shortcut().map(|keys| ui.ctx().format_shortcut(&keys)).unwrap_or_default();
                let mut text = editor.settings.shortcuts.get(&action.name()).cloned().unwrap_or_default();
                let wrong = !text.is_empty() && parse_shortcut(&text).is_none();
                let field = TextEdit::singleline(&mut text).hint_text(usual).desired_width(150.0);
                let field = if wrong { field.text_color(tokens.error) } else { field };
                if ui.add(field).labelled_by(label.id).changed() {
                    if text.trim().is_empty() {
                        editor.settings.shortcuts.remove(&action.name());
                    } else {
                        editor.settings.shortcuts.insert(action.name(), text);
                    }
                }
                ui.end_row();
            }
        });
    });
    if ui.button("Close").clicked() {
        *dialog = Dialog::None;
    }
}
