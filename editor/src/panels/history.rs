//! The history: every step since the pack was opened, with rewind.

use egui::{RichText, ScrollArea, Ui};

use crate::command::Command;
use crate::session::Session;
use crate::theme::Tokens;

pub fn history_ui(ui: &mut Ui, session: &Session, tokens: Tokens, queue: &mut Vec<Command>) {
    let history = session.document.history();
    ui.label(RichText::new("Click a line to go back or forth to it.").color(tokens.text_weak));
    ScrollArea::vertical().auto_shrink([false, false]).stick_to_bottom(true).show(ui, |ui| {
        let labels = std::iter::once("Opened").chain(history.steps().iter().map(|step| step.label.as_str()));
        for (at, label) in labels.enumerate() {
            let color = if at <= history.done() { tokens.text } else { tokens.text_weak };
            let saved = if history.saved() == Some(at) { "  · saved" } else { "" };
            let text = RichText::new(format!("{at}. {label}{saved}")).color(color);
            if ui.selectable_label(at == history.done(), text).clicked() {
                queue.push(Command::Rewind(at));
            }
        }
    });
}
