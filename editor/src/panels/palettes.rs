//! The palettes of the larger tools: units to set up, links, zones, the scanned picture.

use chartroom_atlas::counter::Counter;
use chartroom_format::content::Content;
use chartroom_format::schema::ids::UnitId;
use chartroom_format::schema::units::UnitType;
use egui::{ComboBox, RichText, Sense, Slider, TextEdit, Ui, pos2, vec2};

use super::tools::{list, scenario, swatch};
use crate::command::{Action, Command};
use crate::document::ops::setup::Manner;
use crate::map::counter_sheets::{self, CounterSheets};
use crate::map::stacks;
use crate::session::Session;
use crate::theme::Tokens;
use crate::tools::link::{DOMAINS, LinkMode, OPENINGS};
use crate::tools::zone::ZoneMode;
use crate::tools::{PaintSurface, ToolSettings};

/// Units of a power as counters, and how they are put down.
pub(super) fn set_up(
    ui: &mut Ui,
    content: &Content,
    settings: &mut ToolSettings,
    sheets: &mut CounterSheets,
    tokens: Tokens,
) {
    scenario(ui, content, settings);
    let title = content.powers.get(settings.power.as_str()).map_or("", |power| power.title.as_str());
    let named = ui.label("Power").id;
    let combo =
        ComboBox::from_id_salt("power").selected_text(title).width(ui.available_width() - 8.0).show_ui(ui, |ui| {
            for (id, power) in &content.powers {
                ui.selectable_value(&mut settings.power, id.0.clone(), &power.title);
            }
        });
    combo.response.labelled_by(named);
    manner(ui, content, settings, tokens);
    ui.add_space(4.0);
    ui.label(RichText::new("Unit").color(tokens.text_weak));
    for (id, unit) in &content.units {
        let face = stacks::counter(content, &settings.power, id.as_str());
        if counter(ui, &face, settings.unit == id.0, &unit.title, sheets, tokens) {
            settings.unit.clone_from(&id.0);
        }
    }
}

fn manner(ui: &mut Ui, content: &Content, settings: &mut ToolSettings, tokens: Tokens) {
    ui.add_space(4.0);
    ui.label(RichText::new("Place as").color(tokens.text_weak));
    let carriers: Vec<(&UnitId, &UnitType)> = content.units.iter().filter(|(_, unit)| carries(unit)).collect();
    let mut choices = vec![
        ("single", Manner::Plain, matches!(settings.manner, Manner::Plain)),
        ("damaged", Manner::Damaged, matches!(settings.manner, Manner::Damaged)),
    ];
    // Where nothing carries anything, there is no cargo.
    if let Some((first, _)) = carriers.first() {
        choices.push(("cargo", Manner::Aboard(first.0.clone()), matches!(settings.manner, Manner::Aboard(_))));
    }
    choices.push((
        "in an army or fleet",
        Manner::Formation(String::new()),
        matches!(settings.manner, Manner::Formation(_)),
    ));
    ui.horizontal_wrapped(|ui| {
        for (title, manner, chosen) in choices {
            if ui.selectable_label(chosen, title).clicked() && !chosen {
                settings.manner = manner;
            }
        }
    });
    match &mut settings.manner {
        Manner::Plain | Manner::Damaged => {}
        Manner::Aboard(carrier) => {
            let named = ui.label("Aboard").id;
            let shown =
                content.units.get(carrier.as_str()).map_or(carrier.as_str(), |unit| unit.title.as_str()).to_owned();
            let combo = ComboBox::from_id_salt("carrier").selected_text(shown).width(ui.available_width() - 8.0);
            let combo = combo.show_ui(ui, |ui| {
                for (id, unit) in &carriers {
                    ui.selectable_value(carrier, id.0.clone(), &unit.title);
                }
            });
            combo.response.labelled_by(named);
        }
        Manner::Formation(name) => {
            let named = ui.label("Name of the army or fleet").id;
            ui.add(TextEdit::singleline(name).hint_text("First Army").desired_width(f32::INFINITY)).labelled_by(named);
        }
    }
}

/// Whether anything can be aboard of it.
fn carries(unit: &UnitType) -> bool {
    !unit.carries.is_empty() || unit.airlift.is_some() || unit.drops.is_some()
}

/// A line with a counter to choose. The numbers on it are the unit's own.
fn counter(ui: &mut Ui, face: &Counter, chosen: bool, title: &str, sheets: &mut CounterSheets, tokens: Tokens) -> bool {
    let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), 42.0), Sense::click());
    response.widget_info(|| egui::WidgetInfo::selected(egui::Role::RadioButton, true, chosen, title));
    if !ui.is_rect_visible(rect) {
        return response.clicked();
    }
    if chosen || response.hovered() {
        ui.painter().rect_filled(rect, 4.0, if chosen { tokens.accent_soft } else { tokens.raised });
    }
    let middle = pos2(rect.left() + 26.0, rect.center().y);
    counter_sheets::paint_one(sheets, ui.painter(), face, middle, 32.0);
    let ink = if chosen { tokens.text_strong } else { tokens.text };
    let text = ui.painter().layout_no_wrap(title.to_owned(), egui::FontId::proportional(13.5), ink);
    let inside = ui.painter().with_clip_rect(rect.intersect(ui.clip_rect()));
    inside.galley(pos2(rect.left() + 52.0, rect.center().y - text.size().y / 2.0), text, ink);
    response.clicked()
}

/// What the link tool does with the next two spaces.
pub(super) fn link(ui: &mut Ui, content: &Content, settings: &mut ToolSettings, keys: usize, tokens: Tokens) {
    ui.horizontal(|ui| {
        for mode in LinkMode::ALL {
            ui.selectable_value(&mut settings.link_mode, mode, mode.title());
        }
    });
    ui.add_space(4.0);
    match settings.link_mode {
        LinkMode::Add => {
            ui.checkbox(&mut settings.one_way, "One way only");
            let classes = content.link_classes.iter().map(|(id, class)| (id.0.as_str(), class.title.as_str(), None));
            list(ui, "Class of link", classes, &mut settings.link_class, tokens);
        }
        LinkMode::Deny => {
            ui.label(RichText::new("Deny the way to").color(tokens.text_weak));
            for (at, (_, title)) in DOMAINS.iter().enumerate() {
                if swatch(ui, settings.denied_domain == at, None, title, tokens) {
                    settings.denied_domain = at;
                }
            }
        }
        LinkMode::Condition => {
            ui.label(RichText::new("Open while").color(tokens.text_weak));
            for (at, (_, title)) in OPENINGS.iter().enumerate() {
                if swatch(ui, settings.opening == at, None, title, tokens) {
                    settings.opening = at;
                }
            }
            let text = match keys {
                0 => "No key is selected: choose the Select tool and the spaces whose holder decides.".to_owned(),
                1 => "1 selected space is the key.".to_owned(),
                keys => format!("{keys} selected spaces are the keys."),
            };
            ui.label(RichText::new(text).color(tokens.text_weak));
        }
    }
}

/// What the zone tool does, what a new zone is, and whom the zone under the pointer touches.
pub(super) fn zone(ui: &mut Ui, session: &mut Session, tokens: Tokens) {
    ui.horizontal_wrapped(|ui| {
        for mode in ZoneMode::ALL {
            if ui.selectable_label(session.tool.zone_mode == mode, mode.title()).clicked() {
                session.tool.zone_mode = mode;
                session.tools.zone = crate::tools::zone::ZoneTool::Ready;
            }
        }
    });
    ui.add_space(4.0);
    if matches!(session.tool.zone_mode, ZoneMode::Draw | ZoneMode::Split) {
        let named = ui.label("Id of the new zone").id;
        let field = TextEdit::singleline(&mut session.tool.new_zone).hint_text("the next free number");
        ui.add(field.desired_width(f32::INFINITY)).labelled_by(named);
    }
    if session.tool.zone_mode == ZoneMode::Draw {
        ui.label(RichText::new("It is").color(tokens.text_weak));
        for surface in PaintSurface::ALL {
            if swatch(ui, session.tool.new_surface == surface, None, &format!("{surface:?}"), tokens) {
                session.tool.new_surface = surface;
            }
        }
    }
    let Some(at) = session.hovered.or_else(|| session.selection.first().copied()) else { return };
    ui.add_space(6.0);
    let name = |at: usize| session.scene.cells[at].name.clone().unwrap_or_else(|| session.scene.id(at).to_owned());
    let neighbours: Vec<String> = session.scene.neighbours(at).into_iter().map(name).collect();
    ui.label(RichText::new(format!("{} touches {}", name(at), neighbours.len())).color(tokens.text_weak));
    ui.label(neighbours.join(", "));
}

/// The scanned picture: which, how strong, and how far its placing has come.
pub(super) fn picture(ui: &mut Ui, session: &mut Session, tokens: Tokens, queue: &mut Vec<Command>) {
    if let Some(opening) = &session.opening {
        ui.horizontal(|ui| {
            ui.spinner();
            ui.label(format!("Opening {}", opening.path.display()));
        });
        if ui.button("Cancel").clicked() {
            queue.push(Command::UsePicture(None));
        }
        return;
    }
    if ui.button("Choose a picture…").clicked() {
        queue.push(Command::Do(Action::Picture));
    }
    let Some(underlay) = &mut session.underlay else {
        ui.label(RichText::new("A scan or drawing to trace from: PNG or JPEG.").color(tokens.text_weak));
        return;
    };
    let name = underlay.path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    ui.label(
        RichText::new(format!("{name}, {} x {} pixels", underlay.size[0], underlay.size[1])).color(tokens.text_weak),
    );
    let named = ui.label("Strength").id;
    ui.add(Slider::new(&mut underlay.opacity, 0.05..=1.0).show_value(false)).labelled_by(named);
    ui.add_space(4.0);
    ui.label("Place it by three points: click a place in the picture, then where it belongs on the map, three times.");
    ui.label(
        RichText::new(format!("{} of 3 points are set.", session.tools.picture.pins.len())).color(tokens.text_weak),
    );
    ui.add_space(4.0);
    if ui.button("Take it away").clicked() {
        queue.push(Command::UsePicture(None));
    }
}
