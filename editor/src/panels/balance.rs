//! Games before and after a change, beside the table that was changed: who wins, how long it takes, what is bought.

use egui::{ComboBox, DragValue, ProgressBar, RichText, ScrollArea, Ui};

use super::bars::share_bar;
use crate::app::jobs::JobKind;
use crate::command::Command;
use crate::games::trial::{Balance, MOST_PAIRS, Paired};
use crate::session::Session;
use crate::theme::Tokens;

pub(super) fn balance_ui(ui: &mut Ui, session: &mut Session, tokens: Tokens, queue: &mut Vec<Command>) {
    let content = session.document.content();
    let desk = &mut session.games.trial;
    if !content.scenarios.contains_key(desk.scenario.as_str()) {
        let shown = session.tool.scenario.clone();
        desk.scenario = shown.or_else(|| content.scenarios.keys().next().map(|id| id.0.clone())).unwrap_or_default();
    }
    if desk.pairs == 0 {
        desk.pairs = 48;
    }
    ui.label(RichText::new("Whole games, as saved and as it stands").strong().color(tokens.text_strong));
    ui.horizontal_wrapped(|ui| {
        let title = content.scenarios.get(desk.scenario.as_str()).map_or("", |scenario| scenario.title.as_str());
        let named = ui.label("Scenario").id;
        let combo = ComboBox::from_id_salt("tried scenario").selected_text(title).show_ui(ui, |ui| {
            for (id, scenario) in &content.scenarios {
                ui.selectable_value(&mut desk.scenario, id.0.clone(), &scenario.title);
            }
        });
        combo.response.labelled_by(named);
        let named = ui.label("Games each").id;
        ui.add(DragValue::new(&mut desk.pairs).range(2..=MOST_PAIRS)).labelled_by(named);
        if desk.is_running() {
            if ui.button("Stop").clicked() {
                queue.push(Command::Cancel(JobKind::Trial));
            }
            let (done, of) = desk.progress.parts();
            let bar = ProgressBar::new(done as f32 / of.max(1) as f32).desired_width(110.0);
            ui.add(bar.text(format!("{done} of {of}")));
        } else if ui.add(egui::Button::new("Play before and after")).clicked() {
            queue.push(Command::TryChange);
        }
    });
    if let Some(failure) = &desk.failure {
        ui.add(egui::Label::new(RichText::new(failure).color(tokens.error)).wrap());
    }
    let Some(balance) = &desk.balance else {
        let text = if desk.is_running() {
            "The first games are under way."
        } else {
            "Both rule sets play the same games on the same luck: what differs is what your change does."
        };
        ui.add(egui::Label::new(RichText::new(text).color(tokens.text_weak)).wrap());
        return;
    };
    if desk.revision != session.document.revision() {
        let text = "The pack has changed since these games were played.";
        ui.label(RichText::new(text).color(tokens.changed));
    }
    ScrollArea::vertical().id_salt("balance").auto_shrink([false, false]).show(ui, |ui| chart(ui, balance, tokens));
}

fn chart(ui: &mut Ui, balance: &Balance, tokens: Tokens) {
    ui.label(RichText::new(format!("{} games each, 95% intervals", balance.games)).color(tokens.text_weak));
    for line in &balance.wins {
        ui.add_space(3.0);
        ui.label(format!("{} wins{}", line.name, verdict(line, 100.0, " points")));
        share_bar(ui, "before", line.before, line.before_interval, tokens.text_weak, tokens);
        share_bar(ui, "after", line.after, line.after_interval, tokens.accent, tokens);
    }
    ui.add_space(6.0);
    if let Some(length) = &balance.length {
        let words = format!("Last turn {:.1} → {:.1}{}", length.before, length.after, verdict(length, 1.0, ""));
        ui.label(words);
    }
    if balance.bought.is_empty() {
        return;
    }
    ui.add_space(6.0);
    ui.label(RichText::new("Bought per game").color(tokens.text_weak));
    egui::Grid::new("bought").striped(true).spacing([12.0, 3.0]).show(ui, |ui| {
        for line in balance.bought.iter().take(16) {
            ui.label(&line.name);
            let colour = if line.is_certain() { tokens.changed } else { tokens.text };
            ui.label(RichText::new(format!("{:.1} → {:.1}", line.before, line.after)).color(colour));
            ui.end_row();
        }
    });
}

/// Whether the pairs show a change, in words.
fn verdict(line: &Paired, scale: f64, unit: &str) -> String {
    let change = line.after - line.before;
    if line.is_certain() {
        format!(
            ": {:+.1}{unit} (between {:+.1} and {:+.1})",
            change * scale,
            line.change.low * scale,
            line.change.high * scale
        )
    } else {
        ": no change that these games can show".to_owned()
    }
}
