//! The games panel: who plays, how often, with which dice; what came of it; which game is shown on the map.

use chartroom_engine::bots::Kind;
use chartroom_lab::stats::interval::wilson;
use egui::{Align, ComboBox, DragValue, Layout, ProgressBar, RichText, ScrollArea, TextEdit, Ui, vec2};

use super::bars::share_bar;
use crate::app::jobs::JobKind;
use crate::command::{Action, Command};
use crate::games::batch::MOST_GAMES;
use crate::games::trial::CONFIDENCE;
use crate::games::{Batch, HeatKind};
use crate::session::Session;
use crate::theme::Tokens;

/// Bots by the names that the command line knows, and what they are.
const BOTS: [(Kind, &str); 4] = [
    (Kind::Greedy, "quick and sensible"),
    (Kind::Strong, "looks ahead: slow and better"),
    (Kind::Random, "any legal action"),
    (Kind::Greedy0, "the quick one of before, as a measure"),
];

pub fn games_ui(ui: &mut Ui, session: &mut Session, tokens: Tokens, queue: &mut Vec<Command>) {
    let shown = session.tool.scenario.clone();
    session.games.settle(&session.document, shown.as_deref());
    if session.document.content().scenarios.is_empty() {
        ui.label(RichText::new("Games need a scenario, and this pack has none yet.").color(tokens.text_weak));
        return;
    }
    let room = ui.available_size();
    let left = 264.0_f32.min(room.x * 0.45);
    let right = (room.x - left - 24.0).max(40.0);
    ui.horizontal_top(|ui| {
        ui.allocate_ui_with_layout(vec2(left, room.y), Layout::top_down(Align::Min), |ui| {
            // What is too wide is cut off here rather than take the room of the table.
            ui.set_max_width(left);
            ScrollArea::vertical().id_salt("plan").auto_shrink([false, false]).show(ui, |ui| {
                plan(ui, session, tokens, queue);
                summary(ui, session, tokens);
            });
        });
        ui.separator();
        ui.allocate_ui_with_layout(vec2(right, room.y), Layout::top_down(Align::Min), |ui| {
            ui.set_max_width(right);
            table(ui, right, session, tokens, queue);
        });
    });
}

fn plan(ui: &mut Ui, session: &mut Session, tokens: Tokens, queue: &mut Vec<Command>) {
    let content = session.document.content();
    let plan = &mut session.games.plan;
    let named = ui.label("Scenario").id;
    let title = content.scenarios.get(plan.scenario.as_str()).map_or("", |scenario| scenario.title.as_str());
    let combo = ComboBox::from_id_salt("played scenario").selected_text(title).width(ui.available_width() - 8.0);
    let combo = combo.show_ui(ui, |ui| {
        for (id, scenario) in &content.scenarios {
            ui.selectable_value(&mut plan.scenario, id.0.clone(), &scenario.title);
        }
    });
    combo.response.labelled_by(named);
    bot(ui, "Bots", &mut plan.bot, None);
    ui.collapsing("A bot for each side", |ui| {
        for (id, side) in &content.sides {
            let mut chosen = plan.sides.get(id.as_str()).cloned().unwrap_or_default();
            bot(ui, &side.title, &mut chosen, Some("as all"));
            if chosen.is_empty() {
                plan.sides.remove(id.as_str());
            } else {
                plan.sides.insert(id.0.clone(), chosen);
            }
        }
    });
    ui.horizontal(|ui| {
        let named = ui.label("Games").id;
        ui.add(DragValue::new(&mut plan.games).range(1..=MOST_GAMES)).labelled_by(named);
        let named = ui.label("First seed").id;
        ui.add(DragValue::new(&mut plan.seed))
            .labelled_by(named)
            .on_hover_text("The same seed gives the same game again");
    });
    ui.add_space(4.0);
    ui.horizontal(|ui| {
        match session.games.batch.as_ref().filter(|batch| batch.is_running()) {
            Some(batch) => {
                if ui.button("Stop").clicked() {
                    queue.push(Command::Cancel(JobKind::Playing));
                }
                let (done, of) = batch.progress.parts();
                let bar = ProgressBar::new(done as f32 / of.max(1) as f32).desired_width(110.0);
                ui.add(bar.text(format!("{done} of {of}")));
            }
            None => {
                let text = RichText::new("Play").color(tokens.on_accent);
                if ui.add(egui::Button::new(text).fill(tokens.accent)).clicked() {
                    queue.push(Command::Do(Action::PlayGames));
                }
            }
        }
        let open = ui.button("Open a recorded game…");
        if open.on_hover_text("A file written by `chartroom play --record`").clicked() {
            queue.push(Command::Do(Action::OpenReplay));
        }
    });
}

fn bot(ui: &mut Ui, title: &str, chosen: &mut String, nobody: Option<&str>) {
    let named = ui.label(title).id;
    let shown = if chosen.is_empty() { nobody.unwrap_or_default() } else { chosen.as_str() };
    let combo = ComboBox::from_id_salt(("bot", title)).selected_text(shown.to_owned());
    let combo = combo.width(ui.available_width() - 8.0).show_ui(ui, |ui| {
        if let Some(nobody) = nobody {
            ui.selectable_value(chosen, String::new(), nobody);
        }
        for (kind, about) in BOTS {
            ui.selectable_value(chosen, kind.name().to_owned(), kind.name()).on_hover_text(about);
        }
    });
    combo.response.labelled_by(named);
}

/// Who won how often, how long the games were, and the heat map.
fn summary(ui: &mut Ui, session: &mut Session, tokens: Tokens) {
    let Some(batch) = &session.games.batch else { return };
    ui.add_space(6.0);
    if let Some(failure) = &batch.failure {
        ui.add(egui::Label::new(RichText::new(failure).color(tokens.error)).wrap());
    }
    if batch.rows.is_empty() {
        return;
    }
    if batch.revision != session.document.revision() {
        let text = "The pack has changed since these games were played.";
        ui.label(RichText::new(text).color(tokens.changed));
    }
    let games = batch.rows.len() as f64;
    for (who, wins) in batch.wins() {
        let interval = wilson(wins as f64, games, CONFIDENCE);
        let name = winner(session, batch, Some(&who).filter(|who| !who.is_empty()));
        share_bar(ui, &name, wins as f64 / games, interval, tokens.accent, tokens);
    }
    let turns: f64 = batch.rows.iter().map(|row| f64::from(row.turn)).sum::<f64>() / games;
    let seconds: f32 = batch.rows.iter().map(|row| row.seconds).sum::<f32>() / games as f32;
    let line = format!("{games:.0} games, {turns:.1} turns and {seconds:.1} s on average");
    ui.label(RichText::new(line).color(tokens.text_weak));
    ui.add_space(4.0);
    ui.label("Heat map");
    let heat = &mut session.games.heat;
    ui.horizontal_wrapped(|ui| {
        for kind in HeatKind::ALL {
            ui.selectable_value(heat, kind, kind.title());
        }
    });
}

/// The title of a winner.
fn winner(session: &Session, batch: &Batch, who: Option<&String>) -> String {
    let Some(who) = who else { return "nobody".to_owned() };
    let side = session.document.content().sides.get(who.as_str()).map(|side| side.title.clone());
    side.unwrap_or_else(|| batch.field.as_ref().map_or_else(|| who.clone(), |field| field.actor(who)))
}

/// The games, a line for each; and what happens in the one that is shown.
fn table(ui: &mut Ui, wide: f32, session: &Session, tokens: Tokens, queue: &mut Vec<Command>) {
    if session.games.screen.is_some() {
        ui.horizontal_top(|ui| {
            let half = (wide / 2.0 - 8.0).max(20.0);
            ui.allocate_ui(vec2(half, ui.available_height().max(0.0)), |ui| {
                ui.vertical(|ui| rows(ui, session, tokens, queue))
            });
            ui.separator();
            ui.vertical(|ui| happened(ui, session, tokens));
        });
        return;
    }
    rows(ui, session, tokens, queue);
}

fn rows(ui: &mut Ui, session: &Session, tokens: Tokens, queue: &mut Vec<Command>) {
    let Some(batch) = &session.games.batch else {
        let text = "Bots play the scenario: who wins, how long it takes, why. Any game can then be watched on the map.";
        ui.add(egui::Label::new(RichText::new(text).color(tokens.text_weak)).wrap());
        return;
    };
    if batch.rows.is_empty() && batch.is_running() {
        ui.horizontal(|ui| {
            ui.spinner();
            ui.label(RichText::new("The first game is under way.").color(tokens.text_weak));
        });
    }
    let height = 24.0;
    ScrollArea::both().id_salt("games").auto_shrink([false, false]).show_rows(
        ui,
        height,
        batch.rows.len(),
        |ui, range| {
            egui::Grid::new("games").striped(true).min_row_height(height).spacing([14.0, 0.0]).show(ui, |ui| {
                for at in range {
                    let Some(row) = batch.rows.get(at) else { continue };
                    let shown = session.games.shown_row == Some(at);
                    let button = ui.selectable_label(shown, "Watch");
                    let name = format!("Watch the game of seed {}", row.seed);
                    button.widget_info(|| egui::WidgetInfo::selected(egui::Role::Button, true, shown, &name));
                    if button.on_hover_text("Show it on the map, action by action").clicked() {
                        queue.push(Command::WatchGame(at));
                    }
                    ui.label(RichText::new(format!("seed {}", row.seed)).color(tokens.text_weak));
                    ui.label(RichText::new(winner(session, batch, row.winner.as_ref())).color(tokens.text_strong));
                    ui.label(format!("turn {}", row.turn));
                    let level = row.level.as_ref().map(|level| format!("{level}: ")).unwrap_or_default();
                    ui.label(format!("{level}{}", row.reason));
                    let effort = format!("{} actions, {:.1} s", row.replay.actions.len(), row.seconds);
                    ui.label(RichText::new(effort).color(tokens.text_weak));
                    ui.end_row();
                }
            });
        },
    );
}

/// What happens at the moment that is shown, with the rules behind it.
fn happened(ui: &mut Ui, session: &Session, tokens: Tokens) {
    let Some(screen) = &session.games.screen else { return };
    let Some(moment) = screen.film.moments.get(screen.at) else { return };
    let (phase, rule) = screen.film.phase(screen.at);
    ui.label(RichText::new(format!("Turn {}, {phase}", moment.turn)).strong().color(tokens.text_strong));
    ScrollArea::vertical().id_salt("happened").auto_shrink([false, false]).show(ui, |ui| {
        for line in &moment.lines {
            let colour = if line.battle.is_some() { tokens.error } else { tokens.text };
            ui.add(egui::Label::new(RichText::new(&line.words).color(colour)).wrap());
            if let Some(rule) = &line.rule {
                rule_label(ui, session, rule, tokens);
            }
        }
        if let Some(rule) = &rule {
            ui.add_space(6.0);
            ui.label(RichText::new("The rule of this phase").color(tokens.text_weak));
            rule_label(ui, session, rule, tokens);
        }
        if screen.at == screen.last() {
            ui.add_space(6.0);
            ui.label(RichText::new(&screen.film.end).strong().color(tokens.text_strong));
        }
    });
}

fn rule_label(ui: &mut Ui, session: &Session, rule: &str, tokens: Tokens) {
    ui.add(egui::Label::new(RichText::new(session.rulebook.quote(rule)).small().color(tokens.marked)).wrap());
}

/// The field for the title of a scenario that starts from the position shown.
pub(super) fn title_field(ui: &mut Ui, title: &mut String) -> egui::Response {
    ui.add(TextEdit::singleline(title).hint_text("Title of the new scenario").desired_width(220.0))
}
