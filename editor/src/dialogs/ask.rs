//! Questions: unsaved work on quitting, work left behind, files that others changed.

use egui::Ui;

use super::Dialog;
use crate::app::Editor;
use crate::command::{Command, ExternalChoice};

pub(super) fn recover(ui: &mut Ui, editor: &mut Editor) {
    let Some(session) = &editor.session else { return };
    ui.set_width(440.0);
    ui.heading("Unsaved work was found");
    ui.label("An editor ended without saving. These files have work that is not on disk:");
    for left in &session.left_behind {
        for file in left.texts.keys() {
            let moved = if left.moved_on.contains(file) { " (changed on disk since then)" } else { "" };
            ui.label(format!("• {file}{moved}"));
        }
    }
    ui.add_space(8.0);
    ui.horizontal(|ui| {
        if ui.button("Recover it").clicked() {
            editor.queue.push(Command::Recover(true));
        }
        if ui.button("Discard").clicked() {
            editor.queue.push(Command::Recover(false));
        }
    });
}

pub(super) fn external(ui: &mut Ui, editor: &mut Editor) {
    let Some(session) = &editor.session else { return };
    ui.set_width(520.0);
    ui.heading("Changed by another program");
    ui.label("These files have unsaved changes here and were changed on disk, too. Whatever you choose can be undone.");
    for (at, change) in session.external.iter().enumerate() {
        ui.separator();
        ui.label(&change.file);
        ui.horizontal(|ui| {
            if ui.button("Keep mine").clicked() {
                editor.queue.push(Command::External(at, ExternalChoice::Mine));
            }
            if change.text.is_some() {
                if ui.button("Take theirs").clicked() {
                    editor.queue.push(Command::External(at, ExternalChoice::Theirs));
                }
                if ui.button("Merge both").clicked() {
                    editor.queue.push(Command::External(at, ExternalChoice::Merge));
                }
            } else {
                ui.label("(the file is gone; saving writes it again)");
            }
        });
    }
}

pub(super) fn quit(ui: &mut Ui, editor: &mut Editor, dialog: &mut Dialog) {
    let Some(session) = &editor.session else { return };
    ui.set_width(380.0);
    ui.heading("There is unsaved work");
    for file in session.document.unsaved() {
        ui.label(format!("• {file}"));
    }
    ui.add_space(8.0);
    ui.horizontal(|ui| {
        if ui.button("Save and quit").clicked() {
            editor.queue.push(Command::QuitAndSave);
            *dialog = Dialog::None;
        }
        if ui.button("Quit without saving").clicked() {
            editor.queue.push(Command::QuitAnyway);
            *dialog = Dialog::None;
        }
        if ui.button("Go on working").clicked() {
            *dialog = Dialog::None;
        }
    });
}
