//! The scenario panel: when it starts, who is in, what everyone has, how it is won, what happens; and a new one from this
//! one. The forms offer only what the pack has and the schema allows.

use chartroom_format::edit::Edit;
use chartroom_format::entries::EntryKind;
use chartroom_format::names::to_id;
use chartroom_format::schema::Kind;
use egui::{CollapsingHeader, DragValue, Grid, Id, RichText, ScrollArea, TextEdit, Ui};

use super::form::{Form, spaced};
use crate::command::Command;
use crate::document::FileChange;
use crate::document::ops::text::set_field;
use crate::document::ops::{Planned, scenario as ops};
use crate::session::Session;
use crate::theme::Tokens;
use crate::view_model::parsed::{book, scenario_file};
use crate::view_model::problems::counted;

/// Parts of a scenario and the fields that belong to them.
const PARTS: [(&str, &[&str]); 7] = [
    ("Powers and sides", &["powers", "sides", "neutral"]),
    ("Wars and relations", &["wars", "relations"]),
    ("Reinforcements", &["reinforcements", "pipeline", "pools"]),
    ("Victory", &["victory"]),
    ("Events", &["rules", "without"]),
    ("Options and tracks", &["options", "tracks"]),
    ("Wording", &["title", "about", "note"]),
];

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
        parts(ui, session, &id, tokens, &mut planned, queue);
        order(ui, session, tokens, &mut planned);
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
    CollapsingHeader::new(format!("Set-up of {}", counted(scenario.set_up.len(), "power"))).default_open(true).show(
        ui,
        |ui| {
            let stacks = crate::map::stacks::stacks(scenario);
            for power in scenario.set_up.keys() {
                let title = content.powers.get(power.as_str()).map_or(power.as_str(), |power| power.title.as_str());
                let placed: i64 =
                    stacks.values().flatten().filter(|stack| stack.power == power.0).map(|stack| stack.count).sum();
                ui.label(format!("{title}: {placed} units in exact places"));
            }
        },
    );
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
}

/// The forms of the scenario's own file.
fn parts(
    ui: &mut Ui,
    session: &mut Session,
    id: &str,
    tokens: Tokens,
    planned: &mut Vec<(String, Planned)>,
    queue: &mut Vec<Command>,
) {
    let Some(file) = scenario_file(&session.document, id) else {
        super::content::inherited(ui, session, EntryKind::Scenario, id, tokens, queue);
        return;
    };
    for (title, fields) in PARTS {
        let header = CollapsingHeader::new(title).id_salt(("part", title));
        let body = header.show(ui, |ui| file_form(ui, session, &file, Kind::Scenario, fields, tokens));
        if let Some(Some(edit)) = body.body_returned {
            planned.push((format!("{title} of {id}"), Ok(vec![FileChange { file: file.clone(), edits: vec![edit] }])));
        }
    }
}

/// The order in which powers move, which all scenarios of the pack share.
fn order(ui: &mut Ui, session: &mut Session, tokens: Tokens, planned: &mut Vec<(String, Planned)>) {
    let file = session.document.files().iter().find(|(_, file)| file.kind == Some(Kind::Powers));
    let Some(file) = file.map(|(name, _)| name.clone()) else { return };
    let header = CollapsingHeader::new("Turn order (of the whole pack)").id_salt("turn order");
    let body = header.show(ui, |ui| file_form(ui, session, &file, Kind::Powers, &["order"], tokens));
    if let Some(Some(edit)) = body.body_returned {
        planned.push(("Turn order".to_owned(), Ok(vec![FileChange { file, edits: vec![edit] }])));
    }
}

/// Some fields of a file as a form; a field that is left out can be started.
fn file_form(
    ui: &mut Ui,
    session: &mut Session,
    file: &str,
    kind: Kind,
    fields: &[&str],
    tokens: Tokens,
) -> Option<Edit> {
    let tree = session.parsed.tree(&session.document, file)?;
    let text = session.document.files().get(file)?.text.clone();
    let book = book(kind)?;
    let all: Vec<&str> = book.root.get("properties")?.as_object()?.keys().map(String::as_str).collect();
    let mut form = Form { book, content: session.document.content(), text: &text, tokens, label: None, edit: None };
    for name in fields {
        let Some(schema) = book.field(name) else { continue };
        form.label = Some(ui.label(RichText::new(spaced(name)).color(tokens.text_weak)).id);
        match tree.field(name) {
            Some(field) => form.value(ui, schema, &field.value, name, Id::unique((file, *name))),
            None => {
                if ui.small_button("+ start").on_hover_text(format!("Start {}", spaced(name))).clicked() {
                    let new = form.book.new_value(schema, form.content);
                    form.edit = set_field(&text, &tree, name, Some(&new), &all);
                }
            }
        }
    }
    form.edit
}

fn new_from(ui: &mut Ui, session: &mut Session, id: &str, tokens: Tokens, planned: &mut Vec<(String, Planned)>) {
    ui.separator();
    ui.label(
        RichText::new("A new scenario that starts as a copy of this one and shares the map").color(tokens.text_weak),
    );
    ui.horizontal(|ui| {
        let field = TextEdit::singleline(&mut session.new_scenario).hint_text("Winter 1943").desired_width(150.0);
        let named = ui.add(field).on_hover_text("Title of the new scenario; its id is made from it");
        let entered = named.lost_focus() && ui.input(|input| input.key_pressed(egui::Key::Enter));
        if ui.button("Create").clicked() || entered {
            let title = session.new_scenario.trim().to_owned();
            let new = to_id(&title);
            // What is an id already is no title yet.
            let title = if title == new { in_words(&new) } else { title };
            let plan = ops::copy(&session.document, id, &new, &title);
            if plan.is_ok() {
                session.tool.scenario = Some(new.clone());
                session.new_scenario.clear();
            }
            planned.push((format!("New scenario {new}"), plan));
        }
    });
}

/// A title made from an id: "Winter 1943" from "winter-1943".
fn in_words(id: &str) -> String {
    let word = |word: &str| {
        let mut letters = word.chars();
        letters.next().map(|first| first.to_uppercase().chain(letters).collect::<String>()).unwrap_or_default()
    };
    id.split('-').map(word).collect::<Vec<_>>().join(" ")
}
