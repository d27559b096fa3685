//! The first steps in five short pages: what a pack is, how to paint, how prices become odds, how games are watched, how work is kept.

use egui::{RichText, Ui};

use super::Dialog;
use crate::app::Editor;
use crate::command::{Action, Command};
use crate::panels::dock::Tab;
use crate::tools::ToolKind;

/// A page: its title, what it says, and a command that shows it.
const PAGES: [(&str, &str, &str, Action); 5] = [
    (
        "A pack is a game",
        "Map, units, tables, rules and scenarios lie in plain files of one folder. What you change here changes only those lines, and every change can be taken back (Ctrl+Z).",
        "Show what this pack holds",
        Action::Show(Tab::Content),
    ),
    (
        "Paint the map",
        "Choose a tool on the left and drag over the map: terrain, owners, features, units. The line below the map says what the tool does next; the wheel zooms, the middle button moves.",
        "Take the terrain brush",
        Action::Tool(ToolKind::Terrain),
    ),
    (
        "Change a price, see the odds",
        "Tables are grids: type a number, and beside it stands what the change does to battles, exactly. \"Whole games\" lets bots play before and after.",
        "Show the tables",
        Action::Show(Tab::Tables),
    ),
    (
        "Watch games",
        "F6 lets bots play the scenario: who wins, how long it takes, why. Any game can be watched on the map, action by action, and a position of it saved as a new scenario.",
        "Play some games",
        Action::PlayGames,
    ),
    (
        "Nothing is lost",
        "Problems are found while you work, with the place and a way out. A killed editor gives your work back on the next start. Ctrl+Shift+P finds every command, space, unit and rule.",
        "Show the problems",
        Action::Show(Tab::Problems),
    ),
];

pub(super) fn ui(ui: &mut Ui, editor: &mut Editor, dialog: &mut Dialog) {
    let tokens = editor.tokens();
    let Dialog::Tour { step } = dialog else { return };
    let at = (*step).min(PAGES.len() - 1);
    let (title, text, button, action) = PAGES[at];
    ui.set_width(440.0);
    ui.label(RichText::new(format!("First steps, {} of {}", at + 1, PAGES.len())).color(tokens.text_weak));
    ui.heading(title);
    ui.add(egui::Label::new(text).wrap());
    ui.add_space(8.0);
    let mut closes = false;
    if editor.session.is_some() && ui.button(button).clicked() {
        editor.queue.push(Command::Do(action));
        ui.ctx().request_repaint();
    }
    ui.add_space(4.0);
    ui.horizontal(|ui| {
        if ui.add_enabled(at > 0, egui::Button::new("Back")).clicked() {
            *step = at - 1;
        }
        if at + 1 < PAGES.len() {
            if ui.button("Next").clicked() {
                *step = at + 1;
            }
        } else {
            closes |= ui.button("Done").clicked();
        }
        if at + 1 < PAGES.len() {
            closes |= ui.button("Skip the tour").clicked();
        }
    });
    if closes {
        *dialog = Dialog::None;
    }
}
