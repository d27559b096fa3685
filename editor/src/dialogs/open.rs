//! Choosing a pack folder, without any help from the desktop.

use std::path::PathBuf;

use egui::{Key, RichText, ScrollArea, TextEdit, Ui};

use super::Dialog;
use crate::app::Editor;
use crate::command::Command;

/// Folders inside a folder, packs first, hidden ones left out.
fn folders(folder: &std::path::Path) -> Vec<(PathBuf, bool)> {
    let Ok(entries) = std::fs::read_dir(folder) else { return Vec::new() };
    let mut found: Vec<(PathBuf, bool)> = entries
        .filter_map(Result::ok)
        .map(|entry| entry.path())
        .filter(|path| path.is_dir() && !path.file_name().is_some_and(|name| name.to_string_lossy().starts_with('.')))
        .map(|path| (path.clone(), path.join("pack.ron").is_file()))
        .collect();
    found.sort_by(|a, b| (!a.1, &a.0).cmp(&(!b.1, &b.0)));
    found
}

pub(super) fn ui(ui: &mut Ui, editor: &mut Editor, dialog: &mut Dialog) {
    let tokens = editor.tokens();
    let Dialog::Open { folder, typed } = dialog else { return };
    ui.set_width(480.0);
    ui.heading("Open a pack");
    ui.label(RichText::new(folder.display().to_string()).color(tokens.text_weak));
    let mut open: Option<PathBuf> = None;
    let mut go: Option<PathBuf> = None;
    ui.horizontal(|ui| {
        if ui.button("Up").clicked() {
            let absolute = folder.canonicalize().unwrap_or_else(|_| folder.clone());
            go = absolute.parent().map(std::path::Path::to_owned);
        }
        let field = ui.add(TextEdit::singleline(typed).hint_text("Path of a pack").desired_width(330.0));
        let entered = field.lost_focus() && ui.input(|input| input.key_pressed(Key::Enter));
        if (ui.button("Open").clicked() || entered) && !typed.trim().is_empty() {
            open = Some(PathBuf::from(typed.trim()));
        }
    });
    ScrollArea::vertical().max_height(320.0).auto_shrink([false, false]).show(ui, |ui| {
        for (path, is_pack) in folders(folder) {
            let name = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
            let text = if is_pack {
                RichText::new(format!("■ {name}")).strong()
            } else {
                RichText::new(format!("▶ {name}")).color(tokens.text_weak)
            };
            if ui.add(egui::Button::new(text).frame(false)).clicked() {
                if is_pack { open = Some(path) } else { go = Some(path) }
            }
        }
    });
    if let Some(path) = go {
        *folder = path;
    }
    if let Some(path) = open {
        *dialog = Dialog::None;
        editor.queue.push(Command::OpenPack(path));
        ui.ctx().request_repaint();
    }
}
