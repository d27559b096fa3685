//! Go to a space by its number or name.

use egui::{Key, ScrollArea, TextEdit, Ui};

use super::Dialog;
use crate::app::Editor;
use crate::command::Command;

pub(super) fn ui(ui: &mut Ui, editor: &mut Editor, dialog: &mut Dialog) {
    let Dialog::GoTo { typed } = dialog else { return };
    ui.set_width(340.0);
    let named = ui.label("Go to a space").id;
    let field = TextEdit::singleline(typed).hint_text("Number or name of a space").desired_width(f32::INFINITY);
    let field = ui.add(field).labelled_by(named);
    field.request_focus();
    let Some(session) = &editor.session else {
        *dialog = Dialog::None;
        return;
    };
    let found = crate::map::goto::find(&session.scene, session.document.content(), typed, 12);
    let mut go = if ui.input(|input| input.key_pressed(Key::Enter)) { found.first().map(|(at, _)| *at) } else { None };
    ScrollArea::vertical().max_height(260.0).show(ui, |ui| {
        for (at, title) in &found {
            if ui.button(title).clicked() {
                go = Some(*at);
            }
        }
        if found.is_empty() && !typed.trim().is_empty() {
            ui.label("No space has this number or name.");
        }
    });
    if let Some(at) = go {
        *dialog = Dialog::None;
        editor.queue.push(Command::LookAt(at));
        ui.ctx().request_repaint();
    }
}
