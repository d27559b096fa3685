//! The battle beside a combat or cost table: two forces to choose, and the odds before and after the change.

use egui::{ComboBox, Grid, RichText, ScrollArea, TextEdit, Ui, vec2};

use super::tables::change_label;
use crate::session::Session;
use crate::theme::Tokens;
use crate::view_model::battle::{BattleView, Ground, is_readable};

/// How wide the choice of a power is.
const POWER: f32 = 120.0;

pub(super) fn battle_ui(ui: &mut Ui, session: &mut Session, ground: Ground, tokens: Tokens) {
    let context = ui.ctx().clone();
    session.battle.watch(&session.document, ground, move || context.request_repaint());
    ui.horizontal(|ui| {
        ui.label(RichText::new("A battle, before and after").strong().color(tokens.text_strong));
        if session.battle.is_running() {
            ui.spinner();
        }
    });
    fields(ui, session, tokens);
    match &session.battle.shown {
        None => {}
        Some(Err(message)) => {
            ui.label(RichText::new(message).color(tokens.error));
        }
        Some(Ok(view)) => answer(ui, view, tokens),
    }
}

fn fields(ui: &mut Ui, session: &mut Session, tokens: Tokens) {
    let content = session.document.content();
    let forces = &mut session.battle.forces;
    // A grid knows only exact sizes; a force is long to write and takes whatever labels and powers leave.
    let room = (ui.available_width() - 56.0 - POWER - 24.0).clamp(110.0, 340.0);
    let field_size = vec2(room, ui.spacing().interact_size.y);
    Grid::new("forces").num_columns(3).spacing([8.0, 4.0]).show(ui, |ui| {
        for (title, by, force, power) in [
            ("Attack", "Attacker", &mut forces.attack, &mut forces.attacker),
            ("Defend", "Defender", &mut forces.defend, &mut forces.defender),
        ] {
            let named = ui.label(RichText::new(title).color(tokens.text_weak)).id;
            let wrong = !force.trim().is_empty() && !is_readable(content, force);
            let field = TextEdit::singleline(force).hint_text("10 infantry, 5 armor");
            ui.add_sized(field_size, if wrong { field.text_color(tokens.error) } else { field }).labelled_by(named);
            let shown = power.as_ref().and_then(|id| content.powers.get(id.as_str())).map_or("anybody", |it| &it.title);
            let combo = ComboBox::from_id_salt(by).selected_text(shown).width(POWER).show_ui(ui, |ui| {
                ui.selectable_value(power, None, "anybody");
                for (id, known) in content.powers.iter().filter(|(_, known)| !known.minor) {
                    ui.selectable_value(power, Some(id.0.clone()), &known.title);
                }
            });
            combo.response.on_hover_text(format!("{by}: whose prices and modifiers count"));
            ui.end_row();
        }
        let named = ui.label(RichText::new("In").color(tokens.text_weak)).id;
        let place = TextEdit::singleline(&mut forces.at).hint_text("any space");
        ui.add_sized(field_size, place).on_hover_text("The space fought over, for its terrain").labelled_by(named);
        ui.end_row();
    });
}

fn answer(ui: &mut Ui, view: &BattleView, tokens: Tokens) {
    ui.label(RichText::new(&view.about).small().color(tokens.text_weak));
    ScrollArea::both().id_salt("battle").auto_shrink([false, false]).show(ui, |ui| {
        Grid::new("battle").striped(true).num_columns(2).spacing([12.0, 3.0]).show(ui, |ui| {
            for line in &view.lines {
                ui.label(&line.name);
                change_label(ui, line.change, line.percent, tokens);
                ui.end_row();
            }
        });
        for note in &view.notes {
            ui.label(RichText::new(note).small().color(tokens.text_weak));
        }
    });
}
