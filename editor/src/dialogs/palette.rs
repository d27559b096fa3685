//! The command palette: every command, by a few letters.

use egui::{Key, RichText, ScrollArea, TextEdit, Ui};

use super::Dialog;
use crate::app::Editor;
use crate::command::{Action, Command};

/// Commands whose title holds all typed words, in the order of the menus.
pub(super) fn matching(typed: &str) -> Vec<Action> {
    let words: Vec<String> = typed.to_lowercase().split_whitespace().map(str::to_owned).collect();
    let holds = |action: &Action| {
        let title = action.title().to_lowercase();
        words.iter().all(|word| title.contains(word))
    };
    Action::all().into_iter().filter(holds).collect()
}

pub(super) fn ui(ui: &mut Ui, editor: &mut Editor, dialog: &mut Dialog) {
    let Dialog::Palette { typed, chosen } = dialog else { return };
    ui.set_width(460.0);
    let field = ui.add(TextEdit::singleline(typed).hint_text("Type a command").desired_width(f32::INFINITY));
    field.request_focus();
    if field.changed() {
        *chosen = 0;
    }
    let found = matching(typed);
    let (up, down, enter) = ui.input(|input| {
        (input.key_pressed(Key::ArrowUp), input.key_pressed(Key::ArrowDown), input.key_pressed(Key::Enter))
    });
    if down {
        *chosen += 1;
    }
    if up {
        *chosen = chosen.saturating_sub(1);
    }
    *chosen = (*chosen).min(found.len().saturating_sub(1));
    let mut run = if enter { found.get(*chosen).copied() } else { None };
    let weak = editor.tokens().text_weak;
    ScrollArea::vertical().max_height(320.0).show(ui, |ui| {
        for (at, action) in found.iter().enumerate() {
            let keys = editor.shortcut(*action).map(|keys| ui.ctx().format_shortcut(&keys)).unwrap_or_default();
            let response = ui.add(
                egui::Button::selectable(at == *chosen, action.title())
                    .right_text(RichText::new(keys).color(weak))
                    .min_size(egui::vec2(440.0, 24.0)),
            );
            if at == *chosen && (up || down) {
                response.scroll_to_me(None);
            }
            if response.clicked() {
                run = Some(*action);
            }
        }
        if found.is_empty() {
            ui.label("No command has these words.");
        }
    });
    if let Some(action) = run {
        *dialog = Dialog::None;
        // Runs after this dialog has closed, because a command may open another.
        editor.queue.push(Command::Do(action));
        ui.ctx().request_repaint();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_in_any_order_find_a_command() {
        assert_eq!(matching("brush terrain"), [Action::Tool(crate::tools::ToolKind::Terrain)]);
        assert!(matching("").len() > 30);
        assert!(matching("xyzzy").is_empty());
    }
}
