//! The inspector: typed fields for the selected spaces, with several at once.

use chartroom_format::content::Content;
use chartroom_format::entries::EntryKind;
use egui::{ComboBox, DragValue, Grid, RichText, ScrollArea, TextEdit, Ui};

use crate::command::Command;
use crate::document::ops::Planned;
use crate::document::ops::setup::{self, Manner, Place};
use crate::document::ops::space::{self, SpaceFact};
use crate::session::Session;
use crate::theme::Tokens;
use crate::tools::PaintSurface;
use crate::view_model::inspector::{Common, SpacesView, spaces};
use crate::view_model::rulebook::Rulebook;

pub fn inspector_ui(ui: &mut Ui, session: &mut Session, tokens: Tokens, queue: &mut Vec<Command>) {
    let Some(view) = spaces(&session.document, &session.scene, &session.selection) else {
        ui.add_space(8.0);
        ui.label(RichText::new("Nothing is selected.").color(tokens.text_weak));
        ui.label(
            RichText::new("Choose the Select tool (V) and click a space, or go to one with Ctrl+G.")
                .color(tokens.text_weak),
        );
        return;
    };
    let mut facts: Vec<(&'static str, SpaceFact)> = Vec::new();
    let mut units = None;
    ScrollArea::vertical().auto_shrink([false, false]).show(ui, |ui| {
        heading(ui, &view, tokens);
        Grid::new("space")
            .num_columns(2)
            .spacing([8.0, 6.0])
            .show(ui, |ui| fields(ui, session.document.content(), &session.rulebook, &view, tokens, &mut facts));
        features(ui, session.document.content(), &view, tokens, &mut facts);
        regions(ui, session.document.content(), &view, tokens, &mut facts);
        units = stacks(ui, session, &view, tokens);
        sources(ui, &session.rulebook, &view, tokens);
        if let ([id], Some(_)) = (view.ids.as_slice(), &view.inherited_from) {
            super::content::inherited(ui, session, EntryKind::Space, id, tokens, queue);
        }
        if let ([id], None) = (view.ids.as_slice(), &view.inherited_from) {
            let more = ui.button("Rename, used by, delete…");
            if more.on_hover_text("Opens it in the Content panel").clicked() {
                queue.push(Command::ShowEntry(EntryKind::Space, id.clone()));
            }
        }
    });
    let facts =
        facts.into_iter().map(|(label, fact)| (label.to_owned(), space::set(&session.document, &view.ids, &fact)));
    let planned: Vec<(String, Planned)> = facts.chain(units).collect();
    for (label, planned) in planned {
        let done = planned
            .and_then(|changes| if changes.is_empty() { Ok(()) } else { session.document.change(&label, &changes) });
        if let Err(message) = done {
            queue.push(Command::Message(message));
        }
    }
}

fn heading(ui: &mut Ui, view: &SpacesView, tokens: Tokens) {
    match view.ids.as_slice() {
        [id] => {
            ui.label(RichText::new(id).size(18.0).strong().color(tokens.text_strong));
        }
        ids => {
            ui.label(RichText::new(format!("{} spaces", ids.len())).size(18.0).strong().color(tokens.text_strong));
            ui.label(RichText::new("A change applies to all of them.").color(tokens.text_weak));
        }
    }
}

fn fields(
    ui: &mut Ui,
    content: &Content,
    rulebook: &Rulebook,
    view: &SpacesView,
    tokens: Tokens,
    facts: &mut Vec<(&'static str, SpaceFact)>,
) {
    let ink = if view.inherited_from.is_some() { tokens.text_weak } else { tokens.text };
    let label = |ui: &mut Ui, text: &str| {
        let response = ui.label(RichText::new(text).color(ink));
        match behind(rulebook, view, &text.to_lowercase()) {
            Some(reason) => response.on_hover_text(reason),
            None => response,
        }
    };
    if view.ids.len() == 1 {
        let name_label = label(ui, "Name");
        let id = ui.scope_id().with(("name", &view.ids[0]));
        let shown = view.name.same().cloned().flatten().unwrap_or_default();
        let mut text = ui.data(|data| data.get_temp::<String>(id)).unwrap_or_else(|| shown.clone());
        let response = ui.add(TextEdit::singleline(&mut text).desired_width(150.0)).labelled_by(name_label.id);
        if response.changed() {
            ui.data_mut(|data| data.insert_temp(id, text.clone()));
        }
        if response.lost_focus() {
            ui.data_mut(|data| data.remove::<String>(id));
            if text != shown {
                facts.push((
                    "Name a space",
                    SpaceFact::Name(Some(text.trim().to_owned()).filter(|name| !name.is_empty())),
                ));
            }
        }
        ui.end_row();
    }
    let named = label(ui, "Surface").id;
    let shown = view.surface.same().map_or_else(|| "different".to_owned(), |surface| format!("{surface:?}"));
    let combo = ComboBox::from_id_salt("surface").selected_text(shown).show_ui(ui, |ui| {
        for surface in PaintSurface::ALL {
            if ui.selectable_label(view.surface == Common::Same(surface.surface()), format!("{surface:?}")).clicked() {
                facts.push(("Change the surface", SpaceFact::Surface(surface.surface())));
            }
        }
    });
    combo.response.labelled_by(named);
    ui.end_row();
    let named = label(ui, "Terrain").id;
    let default = content.default_terrain.as_ref().map(|id| id.0.clone());
    let title = |id: Option<&String>| {
        id.map_or_else(
            || {
                let known = default.as_deref().and_then(|id| content.terrains.get(id));
                format!("as the map: {}", known.map_or("none", |terrain| terrain.title.as_str()))
            },
            |id| content.terrains.get(id.as_str()).map_or_else(|| id.clone(), |terrain| terrain.title.clone()),
        )
    };
    let shown = view.terrain.same().map_or_else(|| "different".to_owned(), |terrain| title(terrain.as_ref()));
    let combo = ComboBox::from_id_salt("terrain").selected_text(shown).show_ui(ui, |ui| {
        let choices = std::iter::once(None).chain(content.terrains.keys().map(|id| Some(id.0.clone())));
        for choice in choices {
            if ui.selectable_label(view.terrain == Common::Same(choice.clone()), title(choice.as_ref())).clicked() {
                facts.push(("Change the terrain", SpaceFact::Terrain(choice)));
            }
        }
    });
    combo.response.labelled_by(named);
    ui.end_row();
    let named = label(ui, "Country").id;
    let shown = view
        .country
        .same()
        .map_or_else(|| "different".to_owned(), |country| country.clone().unwrap_or_else(|| "none".to_owned()));
    let combo = ComboBox::from_id_salt("country").selected_text(shown).show_ui(ui, |ui| {
        let countries = content
            .regions
            .iter()
            .filter(|(_, region)| region.kind == chartroom_format::schema::map::RegionKind::Country);
        let choices = std::iter::once((None, "none".to_owned()))
            .chain(countries.map(|(id, region)| (Some(id.0.clone()), region.title.clone())));
        for (choice, title) in choices {
            if ui.selectable_label(view.country == Common::Same(choice.clone()), title).clicked() {
                facts.push(("Change the country", SpaceFact::Country(choice)));
            }
        }
    });
    combo.response.labelled_by(named);
    ui.end_row();
    let named = label(ui, "Value").id;
    ui.horizontal(|ui| {
        let shown = view.value.same().copied().flatten();
        let mut value = shown.unwrap_or(0);
        let response = ui.add(DragValue::new(&mut value).range(0..=999).update_while_editing(false)).labelled_by(named);
        if response.changed() && Some(value) != shown {
            facts.push(("Change the value", SpaceFact::Value(Some(value))));
        }
        if shown.is_some() && ui.small_button("×").on_hover_text("No value").clicked() {
            facts.push(("Remove the value", SpaceFact::Value(None)));
        }
        if view.value == Common::Different {
            ui.label(RichText::new("different").color(tokens.text_weak));
        }
    });
    ui.end_row();
}

fn features(
    ui: &mut Ui,
    content: &Content,
    view: &SpacesView,
    tokens: Tokens,
    facts: &mut Vec<(&'static str, SpaceFact)>,
) {
    ui.add_space(6.0);
    ui.label(RichText::new("Features").color(tokens.text_weak));
    for (id, amount) in &view.features {
        ui.horizontal(|ui| {
            let title = content.features.get(id.as_str()).map_or(id.as_str(), |feature| feature.title.as_str());
            let mut value = amount.same().copied().unwrap_or(0);
            let before = value;
            let drag = ui.add(DragValue::new(&mut value).range(0..=999).update_while_editing(false));
            let changed = drag.changed();
            let named = ui.label(title).id;
            drag.labelled_by(named);
            if changed && value != before {
                facts.push(("Change a feature", SpaceFact::Feature(id.clone(), value)));
            }
            if ui.small_button("×").on_hover_text(format!("Remove {title}")).clicked() {
                facts.push(("Remove a feature", SpaceFact::Feature(id.clone(), 0)));
            }
        });
    }
    ui.menu_button("Add a feature", |ui| {
        for (id, feature) in &content.features {
            if ui.button(&feature.title).clicked() {
                facts.push(("Add a feature", SpaceFact::Feature(id.0.clone(), 1)));
                ui.close();
            }
        }
    });
}

fn regions(
    ui: &mut Ui,
    content: &Content,
    view: &SpacesView,
    tokens: Tokens,
    facts: &mut Vec<(&'static str, SpaceFact)>,
) {
    if view.regions.is_empty() {
        return;
    }
    ui.add_space(6.0);
    ui.label(RichText::new("Regions").color(tokens.text_weak));
    for (id, member) in &view.regions {
        ui.horizontal(|ui| {
            ui.label(content.regions.get(id.as_str()).map_or(id.as_str(), |region| region.title.as_str()));
            if *member == Common::Different {
                ui.label(RichText::new("(some)").color(tokens.text_weak));
            }
            if ui.small_button("×").on_hover_text("Remove from the region").clicked() {
                facts.push(("Remove from region", SpaceFact::Region(id.clone(), false)));
            }
        });
    }
}

/// The units of the shown scenario, with their numbers to change; returns what was changed.
fn stacks(ui: &mut Ui, session: &Session, view: &SpacesView, tokens: Tokens) -> Option<(String, Planned)> {
    let ([space], Some(scenario), false) = (view.ids.as_slice(), &session.tool.scenario, view.stacks.is_empty()) else {
        return None;
    };
    ui.add_space(6.0);
    ui.label(RichText::new("Set-up").color(tokens.text_weak));
    let mut changed = None;
    for stack in &view.stacks {
        let content = session.document.content();
        let unit = content.units.get(stack.unit.as_str()).map_or(stack.unit.as_str(), |unit| unit.title.as_str());
        let power = content.powers.get(stack.power.as_str()).map_or(stack.power.as_str(), |power| power.title.as_str());
        let manner = match &stack.manner {
            Manner::Plain => String::new(),
            Manner::Damaged => ", damaged".to_owned(),
            Manner::Aboard(carrier) => format!(" aboard {carrier}"),
            Manner::Formation(name) => format!(" in {name}"),
        };
        ui.horizontal(|ui| {
            let mut count = stack.count;
            let drag = ui.add(DragValue::new(&mut count).range(0..=999).update_while_editing(false));
            let named = ui.label(format!("{unit} ({power}{manner})")).id;
            drag.labelled_by(named);
            if count != stack.count {
                let place = Place { power: &stack.power, space, unit: &stack.unit, manner: &stack.manner };
                let planned = setup::set_count(&session.document, scenario, &place, count);
                changed = Some((format!("{count} {unit} in {space}"), planned));
            }
        });
    }
    changed
}

/// What stands behind a field of a space.
fn behind(rulebook: &Rulebook, view: &SpacesView, field: &str) -> Option<String> {
    let _single = view.ids.first().filter(|_| view.ids.len() == 1)?;
    Some(match &view.source {
        Some(rule) if !view.reconstructed.iter().any(|known| known == field) => rulebook.quote(rule),
        _ if view.note.is_empty() => "Reconstructed: no rule states this.".to_owned(),
        _ => format!("Reconstructed: {}", view.note),
    })
}

fn sources(ui: &mut Ui, rulebook: &Rulebook, view: &SpacesView, tokens: Tokens) {
    if view.ids.len() != 1 {
        return;
    }
    ui.add_space(6.0);
    let source = view
        .source
        .as_ref()
        .map_or_else(|| "Reconstructed: no rule states this space.".to_owned(), |rule| rulebook.quote(rule));
    ui.label(RichText::new(source).color(tokens.marked));
    if !view.reconstructed.is_empty() {
        ui.label(RichText::new(format!("Reconstructed: {}", view.reconstructed.join(", "))).color(tokens.text_weak));
    }
    if !view.note.is_empty() {
        ui.label(RichText::new(&view.note).color(tokens.text_weak));
    }
    if !view.used_by.is_empty() {
        ui.label(RichText::new(format!("Used by: {}", view.used_by.join(", "))).color(tokens.text_weak));
    }
}
