//! A new pack from a starter: a name, where it goes, hexes, zones or a part of the real world.

use chartroom_atlas::world::{Part, World};
use chartroom_format::names::to_id;
use chartroom_format::starter::Starter;
use egui::{ComboBox, DragValue, Key, RichText, TextEdit, Ui};

use super::Dialog;
use crate::app::Editor;
use crate::command::{Command, NewMap};

pub(super) fn ui(ui: &mut Ui, editor: &mut Editor, dialog: &mut Dialog) {
    let tokens = editor.tokens();
    let Dialog::NewPack { folder, name, map } = dialog else { return };
    ui.set_width(440.0);
    ui.heading("New pack from a starter");
    ui.label(
        RichText::new("A small map, two powers, units with prices and one scenario that can be played.")
            .color(tokens.text_weak),
    );
    ui.add_space(6.0);
    let named = ui.label("Name").id;
    let field =
        ui.add(TextEdit::singleline(name).hint_text("west-front").desired_width(f32::INFINITY)).labelled_by(named);
    if name.is_empty() && !field.has_focus() {
        field.request_focus();
    }
    ui.horizontal(|ui| {
        ui.radio_value(map, NewMap::Starter(Starter::Hexes), "Hexes");
        ui.radio_value(map, NewMap::Starter(Starter::Zones), "Zones");
        let real = matches!(map, NewMap::World(..));
        if ui.radio(real, "Real world").clicked() && !real {
            *map = NewMap::World(Part::World, Part::World.world().columns);
        }
    });
    if let NewMap::World(part, columns) = map {
        let before = *part;
        ComboBox::from_label("Part of the world").selected_text(part.title()).show_ui(ui, |ui| {
            for offered in Part::ALL {
                ui.selectable_value(part, offered, offered.title());
            }
        });
        if *part != before {
            *columns = part.world().columns;
        }
        ui.horizontal(|ui| {
            let named = ui.label("Hexes from west to east").id;
            ui.add(DragValue::new(columns).range(10..=World::MOST_COLUMNS)).labelled_by(named);
            let extent = part.world().extent;
            // At the middle of the part a degree of longitude is this many miles.
            let middle = f64::midpoint(extent.north, extent.south).to_radians().cos();
            let miles = (extent.east - extent.west) * 69.17 * middle / f64::from((*columns).max(1));
            ui.label(RichText::new(format!("about {miles:.0} miles across each")).color(tokens.text_weak));
        });
        ui.label(
            RichText::new("Hexes with today's coasts and countries; map/recipe.ron can redraw them.")
                .color(tokens.text_weak),
        );
    }
    let id = to_id(name.trim());
    let path = folder.join(&id);
    let taken = !id.is_empty() && path.exists();
    let about = if id.is_empty() {
        format!("It becomes a folder in {}.", folder.display())
    } else if taken {
        format!("{} exists already.", path.display())
    } else {
        format!("It becomes the folder {}.", path.display())
    };
    ui.label(RichText::new(about).color(if taken { tokens.error } else { tokens.text_weak }));
    ui.add_space(8.0);
    let enter = ui.input(|input| input.key_pressed(Key::Enter));
    let create = ui.add_enabled(!id.is_empty() && !taken, egui::Button::new("Create and open"));
    if !id.is_empty() && !taken && (create.clicked() || enter) {
        editor.queue.push(Command::NewPack(path, *map, name.trim().to_owned()));
        *dialog = Dialog::None;
        ui.ctx().request_repaint();
    }
}
