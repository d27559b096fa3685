//! The scenario panel: what starts when, who is in, what everyone has, how it is won; and a new one from this one.

use egui::{CollapsingHeader, DragValue, Grid, RichText, ScrollArea, TextEdit, Ui};

use crate::command::Command;
use crate::document::ops::{Planned, scenario as ops};
use crate::session::Session;
use crate::theme::Tokens;

pub fn scenario_ui(ui: &mut Ui, session: &mut Session, tokens: Tokens, queue: &mut Vec<Command>) {
    let mut chosen = session.tool.scenario.clone();
    for (id, scenario) in &session.document.content().scenarios {
        ui.radio_value(&mut chosen, Some(id.0.clone()), &scenario.title);
    }
    session.tool.scenario = chosen;
    let Some(id) = session.tool.scenario.clone() else {
        ui.label("This pack has no scenario yet.");
        return;
    };
    ui.separator();
    let mut planned: Vec<(String, Planned)> = Vec::new();
    ScrollArea::vertical().auto_shrink([false, false]).show(ui, |ui| {
        facts(ui, session, &id, tokens, &mut planned);
        new_from(ui, session, &id, tokens, &mut planned);
    });
    for (label, planned) in planned {
        let done = planned
            .and_then(|changes| if changes.is_empty() { Ok(()) } else { session.document.change(&label, &changes) });
        if let Err(message) = done {
            queue.push(Command::Message(message));
        }
    }
}

fn facts(ui: &mut Ui, session: &Session, id: &str, tokens: Tokens, planned: &mut Vec<(String, Planned)>) {
    let content = session.document.content();
    let Some(scenario) = content.scenarios.get(id) else { return };
    if !scenario.about.is_empty() {
        ui.label(RichText::new(&scenario.about).color(tokens.text_weak));
    }
    ui.horizontal(|ui| {
        let (mut first, mut last) = (scenario.turns.first, scenario.turns.last);
        let named = ui.label("Turns").id;
        ui.add(DragValue::new(&mut first).range(0..=999).update_while_editing(false)).labelled_by(named);
        ui.label("to");
        ui.add(DragValue::new(&mut last).range(0..=999).update_while_editing(false)).labelled_by(named);
        if (first, last) != (scenario.turns.first, scenario.turns.last) {
            planned.push(("Change the turns".to_owned(), ops::set_turns(&session.document, id, first, last)));
        }
        if let Some(year) = scenario.year {
            ui.label(RichText::new(format!("from {year}")).color(tokens.text_weak));
        }
    });
    CollapsingHeader::new(format!("Set-up of {} powers", scenario.set_up.len())).default_open(true).show(ui, |ui| {
        let stacks = crate::map::stacks::stacks(scenario);
        for power in scenario.set_up.keys() {
            let title = content.powers.get(power.as_str()).map_or(power.as_str(), |power| power.title.as_str());
            let placed: i64 =
                stacks.values().flatten().filter(|stack| stack.power == power.0).map(|stack| stack.count).sum();
            ui.label(format!("{title}: {placed} units in exact places"));
        }
    });
    CollapsingHeader::new("Money at the start").show(ui, |ui| {
        Grid::new("treasury").num_columns(2).show(ui, |ui| {
            for (power, known) in content.powers.iter().filter(|(_, power)| !power.minor) {
                let label = ui.label(&known.title);
                let before = scenario.treasury.get(power.as_str()).copied().unwrap_or(0);
                let mut money = before;
                ui.add(DragValue::new(&mut money).range(0..=100_000).update_while_editing(false)).labelled_by(label.id);
                if money != before {
                    planned.push((
                        format!("Money of {}", known.title),
                        ops::set_treasury(&session.document, id, power.as_str(), money),
                    ));
                }
                ui.end_row();
            }
        });
    });
    CollapsingHeader::new(format!("{} reinforcements", scenario.reinforcements.len())).show(ui, |ui| {
        for arrival in &scenario.reinforcements {
            let units: Vec<String> = arrival.units.iter().map(|(unit, count)| format!("{count} {unit}")).collect();
            ui.label(format!("Turn {}: {} {}", arrival.turn, arrival.power, units.join(", ")));
        }
    });
    CollapsingHeader::new(format!("{} ways to win", scenario.victory.len())).show(ui, |ui| {
        for victory in &scenario.victory {
            let winner = victory.winner.as_ref().map_or("draw", |id| id.as_str());
            ui.label(format!("{winner} {}", victory.level.as_deref().unwrap_or("")));
            ui.label(RichText::new(&victory.note).color(tokens.text_weak));
        }
    });
}

fn new_from(ui: &mut Ui, session: &mut Session, id: &str, tokens: Tokens, planned: &mut Vec<(String, Planned)>) {
    ui.separator();
    ui.label(
        RichText::new("A new scenario that starts as a copy of this one and shares the map").color(tokens.text_weak),
    );
    ui.horizontal(|ui| {
        ui.add(TextEdit::singleline(&mut session.new_scenario).hint_text("its id: my-scenario").desired_width(150.0));
        if ui.button("Create").clicked() {
            let new = session.new_scenario.trim().to_owned();
            let plan = ops::copy(&session.document, id, &new, &new.replace('-', " "));
            if plan.is_ok() {
                session.tool.scenario = Some(new.clone());
                session.new_scenario.clear();
            }
            planned.push((format!("New scenario {new}"), plan));
        }
    });
}
