//! A rule of the rulebook in our own words, and every place of the pack that rests on it.

use egui::{RichText, ScrollArea, Ui};

use super::Dialog;
use crate::app::Editor;
use crate::command::Command;
use crate::document::Document;

/// Lines of the pack that name a rule: file, line, and what stands there.
fn resting(document: &Document, rule: &str) -> Vec<(String, usize, String)> {
    let quoted = format!("\"{rule}\"");
    let mut found = Vec::new();
    for (name, file) in document.files() {
        if !file.text.contains(&quoted) {
            continue;
        }
        for (at, line) in file.text.lines().enumerate().filter(|(_, line)| line.contains(&quoted)) {
            found.push((name.clone(), at + 1, line.trim().to_owned()));
        }
    }
    found
}

pub(super) fn ui(ui: &mut Ui, editor: &mut Editor, dialog: &mut Dialog) {
    let Dialog::Rule { id } = dialog else { return };
    let tokens = editor.tokens();
    ui.set_width(560.0);
    ui.heading(format!("Rule {id}"));
    let Some(session) = &editor.session else {
        *dialog = Dialog::None;
        return;
    };
    let text = session.rulebook.text(id).unwrap_or("The pack has no index of this rule.");
    ui.add(egui::Label::new(text).wrap());
    ui.add_space(6.0);
    let places = resting(&session.document, id);
    ui.label(RichText::new(format!("Named in {} places of this pack", places.len())).color(tokens.text_weak));
    let mut chosen = None;
    ScrollArea::vertical().max_height(300.0).show(ui, |ui| {
        for (file, line, words) in places.iter().take(200) {
            ui.horizontal(|ui| {
                if ui.link(format!("{file}:{line}")).clicked() {
                    chosen = Some(Command::ShowSource(file.clone(), *line));
                }
                ui.add(egui::Label::new(RichText::new(words).small().color(tokens.text_weak)).truncate());
            });
        }
    });
    if ui.button("Close").clicked() {
        *dialog = Dialog::None;
    }
    if let Some(command) = chosen {
        *dialog = Dialog::None;
        editor.queue.push(command);
        ui.ctx().request_repaint();
    }
}
