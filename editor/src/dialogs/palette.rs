//! The command palette: every command, space, unit, table, scenario and rule, by a few letters.

use egui::{Key, RichText, ScrollArea, TextEdit, Ui, vec2};

use super::Dialog;
use crate::app::Editor;
use crate::command::{Action, Command};
use crate::view_model::search::{self, Hit};

/// What is offered at most of each kind but commands.
const MOST: usize = 8;

/// Commands whose title holds all typed words, in the order of the menus.
pub(super) fn matching(typed: &str) -> Vec<Action> {
    Action::all().into_iter().filter(|action| search::holds(&action.title(), typed)).collect()
}

pub(super) fn ui(ui: &mut Ui, editor: &mut Editor, dialog: &mut Dialog) {
    let Dialog::Palette { typed, chosen } = dialog else { return };
    ui.set_width(500.0);
    let hint = "A command, space, unit, table, scenario or rule";
    let field = ui.add(TextEdit::singleline(typed).hint_text(hint).desired_width(f32::INFINITY));
    field.request_focus();
    if field.changed() {
        *chosen = 0;
    }
    let actions = matching(typed).into_iter().map(|action| Hit {
        title: action.title(),
        about: editor.shortcut(action).map(|keys| ui.ctx().format_shortcut(&keys)).unwrap_or_default(),
        command: Command::Do(action),
    });
    let mut found: Vec<Hit> = actions.collect();
    if let Some(session) = &editor.session {
        let things = search::things(&session.document, &session.scene, &session.rulebook, typed, MOST);
        // A word that is a thing's own name is meant rather than a command that holds it.
        let exact = things.iter().any(|hit| hit.title.to_lowercase() == typed.trim().to_lowercase());
        let place = if exact { 0 } else { found.len() };
        found.splice(place..place, things);
    }
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
    let mut run = if enter { found.get(*chosen).map(|hit| hit.command.clone()) } else { None };
    let weak = editor.tokens().text_weak;
    // As high with one line in it as with many: a list that jumps while one types cannot be read.
    ScrollArea::vertical().min_scrolled_height(320.0).max_height(320.0).auto_shrink([false, false]).show(ui, |ui| {
        for (at, hit) in found.iter().enumerate() {
            let response = ui.add(
                egui::Button::selectable(at == *chosen, hit.title.as_str())
                    .right_text(RichText::new(&hit.about).color(weak))
                    .truncate()
                    .min_size(vec2(480.0, 24.0)),
            );
            if at == *chosen && (up || down) {
                response.scroll_to_me(None);
            }
            if response.clicked() {
                run = Some(hit.command.clone());
            }
        }
        if found.is_empty() {
            ui.label("Nothing has these words.");
        }
    });
    if let Some(command) = run {
        *dialog = Dialog::None;
        // Runs after this dialog has closed, because a command may open another.
        editor.queue.push(command);
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
