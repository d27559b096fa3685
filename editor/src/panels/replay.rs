//! The bar below the map while a game is shown: what happens, where in the game it is, and the way to any other moment.

use std::time::Duration;

use egui::{Button, Label, RichText, Slider, Ui, vec2};

use super::games::title_field;
use crate::command::{Action, Command};
use crate::games::screen::SPEEDS;
use crate::session::Session;
use crate::theme::Tokens;

pub fn replay_ui(ui: &mut Ui, session: &mut Session, tokens: Tokens, queue: &mut Vec<Command>) {
    let Some(screen) = &mut session.games.screen else { return };
    if let Some(wait) = screen.tick() {
        ui.ctx().request_repaint_after(wait.min(Duration::from_millis(200)));
    }
    let last = screen.last();
    let (phase, rule) = screen.film.phase(screen.at);
    let moment = &screen.film.moments[screen.at.min(last)];
    ui.horizontal(|ui| {
        ui.label(RichText::new(format!("Turn {}", moment.turn)).strong().color(tokens.text_strong));
        ui.label(RichText::new(&phase).color(tokens.text));
        if let Some(rule) = &rule {
            ui.label(RichText::new(rule).small().color(tokens.marked)).on_hover_text(session.rulebook.quote(rule));
        }
        ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
            if ui.button("Close the game").on_hover_text("Back to the set-up of the scenario").clicked() {
                queue.push(Command::Do(Action::CloseGame));
            }
            ui.menu_button("Save as a scenario…", |ui| {
                ui.set_min_width(240.0);
                ui.label("A new scenario that starts from this position");
                let title = &mut session.new_scenario;
                let field = title_field(ui, title);
                let enter = field.lost_focus() && ui.input(|input| input.key_pressed(egui::Key::Enter));
                if ui.button("Save").clicked() || enter {
                    queue.push(Command::SavePosition(std::mem::take(title)));
                    ui.close();
                }
            });
            ui.label(RichText::new(&screen.film.title).color(tokens.text_weak));
        });
    });
    let words: Vec<&str> = moment.lines.iter().map(|line| line.words.as_str()).collect();
    let all = if screen.at == last { screen.film.end.clone() } else { words.join(" · ") };
    let colour = if moment.has_battle() { tokens.error } else { tokens.text };
    let shown = ui.add_sized(
        vec2(ui.available_width(), 18.0),
        Label::new(RichText::new(if all.is_empty() { "nothing to be seen" } else { &all }).color(colour)).truncate(),
    );
    shown.on_hover_text(words.join("\n"));
    ui.horizontal(|ui| {
        for (words, about, action) in
            [("|<", "The start", Action::FilmStart), ("<", "One action back", Action::FilmBack)]
        {
            if ui.add(Button::new(words).min_size(vec2(28.0, 22.0))).on_hover_text(about).clicked() {
                queue.push(Command::Do(action));
            }
        }
        let play = if screen.is_running() { "Pause" } else { "Play" };
        if ui.add(Button::new(play).min_size(vec2(54.0, 22.0))).clicked() {
            queue.push(Command::Do(Action::FilmPlay));
        }
        for (words, about, action) in [
            (">", "One action on", Action::FilmOn),
            ("Next battle", "On to the next battle", Action::FilmBattle),
            ("Next turn", "On to the next turn", Action::FilmTurn),
        ] {
            if ui.add(Button::new(words).min_size(vec2(28.0, 22.0))).on_hover_text(about).clicked() {
                queue.push(Command::Do(action));
            }
        }
        let named = ui.label("Speed").id;
        let speed = egui::ComboBox::from_id_salt("speed")
            .selected_text(SPEEDS[screen.speed.min(SPEEDS.len() - 1)].0)
            .width(74.0)
            .show_ui(ui, |ui| {
                for (at, (title, _)) in SPEEDS.iter().enumerate() {
                    ui.selectable_value(&mut screen.speed, at, *title);
                }
            });
        speed.response.labelled_by(named);
        ui.label(RichText::new(format!("{} of {last}", screen.at)).color(tokens.text_weak));
        let mut at = screen.at;
        ui.spacing_mut().slider_width = (ui.available_width() - 8.0).max(60.0);
        let slider = ui.add(Slider::new(&mut at, 0..=last).show_value(false));
        slider.widget_info(|| egui::WidgetInfo::slider(true, at as f64, "Moment of the game"));
        if at != screen.at {
            screen.go(at);
        }
    });
}
