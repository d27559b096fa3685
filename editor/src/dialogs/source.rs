//! The text of a file around the place of a problem.

use egui::{RichText, ScrollArea, Ui};

use super::Dialog;
use crate::app::Editor;

const AROUND: usize = 12;

pub(super) fn ui(ui: &mut Ui, editor: &mut Editor, dialog: &mut Dialog) {
    let Dialog::Source { file, line } = dialog.clone() else { return };
    let tokens = editor.tokens();
    ui.set_width(720.0);
    ui.heading(format!("{file}, line {line}"));
    let text = editor
        .session
        .as_ref()
        .and_then(|session| session.document.text(&file).or_else(|| session.document.shown_text(&file)))
        .unwrap_or("");
    let from = line.saturating_sub(AROUND + 1);
    ScrollArea::both().max_height(420.0).show(ui, |ui| {
        for (at, content) in text.lines().enumerate().skip(from).take(AROUND * 2 + 1) {
            let here = at + 1 == line;
            let color = if here { tokens.error } else { tokens.text };
            ui.add(
                egui::Label::new(RichText::new(format!("{:>5}  {content}", at + 1)).monospace().color(color)).extend(),
            );
        }
    });
    if ui.button("Close").clicked() {
        *dialog = Dialog::None;
    }
}
