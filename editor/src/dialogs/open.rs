//! Choosing a pack folder or a picture: a list of our own, which works without any desktop, and a way to the desktop's file dialog.

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
        Wants::Replay => {
            let ending = path.extension().map(|ending| ending.to_ascii_lowercase().to_string_lossy().into_owned());
            path.is_file() && ending.is_some_and(|ending| matches!(ending.as_str(), "jsonl" | "json" | "replay"))
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

/// What a typed path leads to.
#[derive(Debug, PartialEq, Eq)]
enum Chosen {
    Open(PathBuf),
    Folder(PathBuf),
}

/// What was typed: a name of the list or a path from the shown folder, and `~` for the home of the user.
fn chosen(folder: &Path, typed: &str, wants: Wants) -> Result<Chosen, String> {
    let typed = match typed.strip_prefix("~/") {
        Some(rest) => std::env::home_dir().unwrap_or_default().join(rest),
        None => PathBuf::from(typed),
    };
    // An absolute path stays as it is.
    let path = folder.join(&typed);
    let what = match wants {
        Wants::Pack => "pack",
        Wants::Picture => "picture",
        Wants::Replay => "recorded game",
    };
    if !path.exists() {
        return Err(format!("There is no {what} at {}.", path.display()));
    }
    let is_wanted = match wants {
        Wants::Pack => path.join("pack.ron").is_file(),
        Wants::Picture | Wants::Replay => path.is_file(),
    };
    match (is_wanted, wants) {
        (true, _) => Ok(Chosen::Open(path)),
        (false, Wants::Pack) if path.ends_with("pack.ron") => {
            Ok(Chosen::Open(path.parent().map(Path::to_owned).unwrap_or_default()))
        }
        (false, _) if path.is_dir() => Ok(Chosen::Folder(path)),
        _ => Err(format!("{} is no {what}: choose the folder with pack.ron.", path.display())),
    }
}

pub(super) fn ui(ui: &mut Ui, editor: &mut Editor, dialog: &mut Dialog) {
    let tokens = editor.tokens();
    let Dialog::Open { folder, typed, wants } = dialog else { return };
    let wants = *wants;
    let (title, hint) = match wants {
        Wants::Pack => ("Open a pack", "Path of a pack"),
        Wants::Picture => ("Picture under the map", "Path of a PNG or JPEG picture"),
        Wants::Replay => ("Open a recorded game", "Path of a file of chartroom play --record"),
    };
    ui.set_width(520.0);
    ui.heading(title);
    let here = folder.canonicalize().unwrap_or_else(|_| folder.clone());
    ui.label(RichText::new(here.display().to_string()).color(tokens.text_weak));
    let mut open: Option<PathBuf> = None;
    let mut go: Option<PathBuf> = None;
    let mut cancelled = false;
    ui.horizontal(|ui| {
        if ui.button("Up").on_hover_text("The folder this one lies in").clicked() {
            go = here.parent().map(Path::to_owned);
        }
        let field = ui.add(TextEdit::singleline(typed).hint_text(hint).desired_width(230.0));
        // The first thing somebody does here is type: the field has the keyboard until it is given away.
        if ui.memory(|memory| memory.focused().is_none()) {
            field.request_focus();
        }
        let entered = field.lost_focus() && ui.input(|input| input.key_pressed(Key::Enter));
        if (ui.button("Open").clicked() || entered) && !typed.trim().is_empty() {
            match chosen(folder, typed.trim(), wants) {
                Ok(Chosen::Open(path)) => open = Some(path),
                Ok(Chosen::Folder(path)) => {
                    typed.clear();
                    go = Some(path);
                }
                Err(message) => editor.complain(message),
            }
            field.request_focus();
        }
        if ui.button("Browse…").on_hover_text("The file dialog of the desktop").clicked() {
            editor.browse(&here, wants);
            cancelled = true;
        }
        cancelled |= ui.button("Cancel").clicked();
    });
    if let Some((message, _)) = editor.message.as_ref().filter(|_| editor.trouble) {
        ui.label(RichText::new(message).color(tokens.error));
    }
    ScrollArea::vertical().max_height(320.0).auto_shrink([false, false]).show(ui, |ui| {
        for (path, wanted) in entries(folder, wants) {
            let name = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
            let text = if wanted {
                RichText::new(format!("■ {name}")).color(tokens.text_strong)
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
    if cancelled {
        *dialog = Dialog::None;
    }
    if let Some(path) = open {
        *dialog = Dialog::None;
        editor.queue.push(match wants {
            Wants::Pack => Command::OpenPack(path),
            Wants::Picture => Command::UsePicture(Some(path)),
            Wants::Replay => Command::OpenRecorded(path),
        });
        ui.ctx().request_repaint();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_the_list_paths_and_folders_are_told_apart() {
        let place = tempfile::tempdir().expect("a folder");
        let root = place.path();
        std::fs::create_dir_all(root.join("games/demo")).expect("a folder");
        std::fs::write(root.join("games/demo/pack.ron"), "Pack()").expect("a file");
        std::fs::write(root.join("games/notes.txt"), "").expect("a file");
        let games = root.join("games");
        let pack = Chosen::Open(games.join("demo"));
        assert_eq!(chosen(&games, "demo", Wants::Pack), Ok(pack));
        assert_eq!(chosen(&games, "demo/pack.ron", Wants::Pack), Ok(Chosen::Open(games.join("demo"))));
        assert_eq!(chosen(root, "games", Wants::Pack), Ok(Chosen::Folder(games.clone())));
        let absolute = games.join("demo").display().to_string();
        assert_eq!(chosen(root, &absolute, Wants::Pack), Ok(Chosen::Open(games.join("demo"))));
        assert!(chosen(&games, "dmeo", Wants::Pack).is_err_and(|message| message.contains("no pack at")));
        assert!(chosen(&games, "notes.txt", Wants::Pack).is_err());
        assert_eq!(chosen(&games, "notes.txt", Wants::Picture), Ok(Chosen::Open(games.join("notes.txt"))));
    }
}
