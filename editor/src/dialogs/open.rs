//! Choosing a pack folder or a picture, without any help from the desktop.

use std::path::{Path, PathBuf};

use egui::{Key, RichText, ScrollArea, TextEdit, Ui};

use super::{Dialog, Wants};
use crate::app::Editor;
use crate::command::Command;

/// What a folder holds: folders, and files that are wanted; what can be opened first, hidden things left out.
fn entries(folder: &Path, wants: Wants) -> Vec<(PathBuf, bool)> {
    let Ok(entries) = std::fs::read_dir(folder) else { return Vec::new() };
    let is_wanted = |path: &Path| match wants {
        Wants::Pack => path.join("pack.ron").is_file(),
        Wants::Picture => {
            let ending = path.extension().map(|ending| ending.to_ascii_lowercase().to_string_lossy().into_owned());
            path.is_file() && ending.is_some_and(|ending| matches!(ending.as_str(), "png" | "jpg" | "jpeg"))
        }
    };
    let mut found: Vec<(PathBuf, bool)> = entries
        .filter_map(Result::ok)
        .map(|entry| entry.path())
        .filter(|path| !path.file_name().is_some_and(|name| name.to_string_lossy().starts_with('.')))
        .map(|path| (path.clone(), is_wanted(&path)))
        .filter(|(path, wanted)| *wanted || path.is_dir())
        .collect();
    found.sort_by(|a, b| (!a.1, &a.0).cmp(&(!b.1, &b.0)));
    found
}

pub(super) fn ui(ui: &mut Ui, editor: &mut Editor, dialog: &mut Dialog) {
    let tokens = editor.tokens();
    let Dialog::Open { folder, typed, wants } = dialog else { return };
    let wants = *wants;
    let (title, hint) = match wants {
        Wants::Pack => ("Open a pack", "Path of a pack"),
        Wants::Picture => ("Picture under the map", "Path of a PNG or JPEG picture"),
    };
    ui.set_width(480.0);
    ui.heading(title);
    ui.label(RichText::new(folder.display().to_string()).color(tokens.text_weak));
    let mut open: Option<PathBuf> = None;
    let mut go: Option<PathBuf> = None;
    ui.horizontal(|ui| {
        if ui.button("Up").clicked() {
            let absolute = folder.canonicalize().unwrap_or_else(|_| folder.clone());
            go = absolute.parent().map(Path::to_owned);
        }
        let field = ui.add(TextEdit::singleline(typed).hint_text(hint).desired_width(330.0));
        let entered = field.lost_focus() && ui.input(|input| input.key_pressed(Key::Enter));
        if (ui.button("Open").clicked() || entered) && !typed.trim().is_empty() {
            open = Some(PathBuf::from(typed.trim()));
        }
    });
    ScrollArea::vertical().max_height(320.0).auto_shrink([false, false]).show(ui, |ui| {
        for (path, wanted) in entries(folder, wants) {
            let name = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
            let text = if wanted {
                RichText::new(format!("■ {name}")).strong()
            } else {
                RichText::new(format!("▶ {name}")).color(tokens.text_weak)
            };
            if ui.add(egui::Button::new(text).frame(false)).clicked() {
                if wanted { open = Some(path) } else { go = Some(path) }
            }
        }
    });
    if let Some(path) = go {
        *folder = path;
    }
    if let Some(path) = open {
        *dialog = Dialog::None;
        editor.queue.push(match wants {
            Wants::Pack => Command::OpenPack(path),
            Wants::Picture => Command::UsePicture(Some(path)),
        });
        ui.ctx().request_repaint();
    }
}
