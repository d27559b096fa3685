//! The scenario panel: what starts when, who is in, what everyone has, how it is won.

use egui::{CollapsingHeader, RichText, ScrollArea, Ui};

use crate::command::Command;
use crate::session::Session;
use crate::theme::Tokens;

pub fn scenario_ui(ui: &mut Ui, session: &mut Session, tokens: Tokens, queue: &mut Vec<Command>) {
    let content = session.document.content();
    let mut chosen = session.tool.scenario.clone();
    for (id, scenario) in &content.scenarios {
        ui.radio_value(&mut chosen, Some(id.0.clone()), &scenario.title);
    }
    let Some(scenario) = chosen.as_ref().and_then(|id| content.scenarios.get(id.as_str())) else {
        ui.label("This pack has no scenario yet.");
        return;
    };
    ui.separator();
    ScrollArea::vertical().auto_shrink([false, false]).show(ui, |ui| {
        let year = scenario.year.map(|year| format!(" from {year}")).unwrap_or_default();
        ui.label(format!("Turns {} to {}{year}", scenario.turns.0, scenario.turns.1));
        if !scenario.about.is_empty() {
            ui.label(RichText::new(&scenario.about).color(tokens.text_weak));
        }
        CollapsingHeader::new(format!("Set-up: {} powers", scenario.set_up.len())).default_open(true).show(ui, |ui| {
            let stacks = crate::map::stacks::stacks(scenario);
            for power in scenario.set_up.keys() {
                let title = content.powers.get(power.as_str()).map_or(power.as_str(), |power| power.title.as_str());
                let placed: i64 = stacks.values().flatten().filter(|stack| stack.power == power.0).map(|stack| stack.count).sum();
                ui.label(format!("{title}: {placed} units in exact places"));
            }
        });
        CollapsingHeader::new(format!("Money: {}", scenario.treasury.len())).show(ui, |ui| {
            for (actor, money) in &scenario.treasury {
                ui.label(format!("{actor}: {money}"));
            }
        });
        CollapsingHeader::new(format!("Reinforcements: {}", scenario.reinforcements.len())).show(ui, |ui| {
            for arrival in &scenario.reinforcements {
                let units: Vec<String> = arrival.units.iter().map(|(unit, count)| format!("{count} {unit}")).collect();
                ui.label(format!("Turn {}: {} {}", arrival.turn, arrival.power, units.join(", ")));
            }
        });
        CollapsingHeader::new(format!("Victory: {}", scenario.victory.len())).show(ui, |ui| {
            for victory in &scenario.victory {
                let winner = victory.winner.as_ref().map_or("draw", |id| id.as_str());
                ui.label(format!("{winner} {}", victory.level.as_deref().unwrap_or("")));
                ui.label(RichText::new(&victory.note).color(tokens.text_weak));
            }
        });
    });
    if chosen != session.tool.scenario {
        session.tool.scenario = chosen;
        queue.push(Command::Message("The map shows this scenario now.".to_owned()));
    }
}
