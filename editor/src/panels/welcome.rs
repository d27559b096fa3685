//! The welcome page: every pack as a card with a picture of its map, and what was opened lately.

use std::collections::BTreeMap;
use std::path::PathBuf;

use egui::{Frame, Label, Margin, Rect, RichText, ScrollArea, Sense, Stroke, TextureHandle, Ui, UiBuilder, pos2, vec2};

use crate::command::{Action, Command};
use crate::theme::Tokens;
use crate::view_model::problems::counted;
use crate::view_model::welcome::Card;

const CARD: egui::Vec2 = vec2(330.0, 290.0);
const PICTURE: egui::Vec2 = vec2(302.0, 138.0);

/// What the page shows.
pub struct Welcome<'a> {
    pub cards: &'a [Card],
    pub pictures: &'a BTreeMap<PathBuf, TextureHandle>,
    pub recent: &'a [PathBuf],
}

pub fn welcome_ui(ui: &mut Ui, page: &Welcome<'_>, tokens: Tokens, queue: &mut Vec<Command>) {
    ScrollArea::vertical().auto_shrink([false, false]).show(ui, |ui| {
        ui.add_space(10.0);
        ui.label(RichText::new("Chartroom").size(34.0).strong().color(tokens.text_strong));
        ui.label(
            RichText::new("Paint the map, tune the tables, prove the scenario.").size(16.0).color(tokens.text_weak),
        );
        ui.add_space(14.0);
        ui.horizontal(|ui| {
            for action in [Action::Open, Action::New] {
                if ui.button(action.title()).clicked() {
                    queue.push(Command::Do(action));
                }
            }
            ui.label(RichText::new("Ctrl+Shift+P finds every command.").color(tokens.text_weak));
        });
        ui.add_space(14.0);
        if page.cards.is_empty() {
            ui.label("There are no packs in the content folder.");
        }
        ui.horizontal_wrapped(|ui| {
            ui.spacing_mut().item_spacing = vec2(16.0, 16.0);
            for card in page.cards {
                card_ui(ui, card, page.pictures.get(&card.path), tokens, queue);
            }
        });
        if !page.recent.is_empty() {
            ui.add_space(18.0);
            ui.label(RichText::new("Opened lately").strong());
            for path in page.recent {
                if ui.link(path.display().to_string()).clicked() {
                    queue.push(Command::OpenPack(path.clone()));
                }
            }
        }
    });
}

fn card_ui(ui: &mut Ui, card: &Card, picture: Option<&TextureHandle>, tokens: Tokens, queue: &mut Vec<Command>) {
    let (rect, response) = ui.allocate_exact_size(CARD, Sense::click());
    response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Button, true, format!("Open {}", card.title)));
    let lit = response.hovered() || response.has_focus();
    let frame = Frame::new()
        .fill(tokens.raised)
        .stroke(Stroke::new(if lit { 1.5 } else { 1.0 }, if lit { tokens.accent } else { tokens.line }))
        .corner_radius(8)
        .inner_margin(Margin::same(14));
    let down = egui::Layout::top_down(egui::Align::LEFT);
    let mut child = ui.new_child(UiBuilder::new().max_rect(rect).layout(down));
    child.spacing_mut().item_spacing = vec2(6.0, 5.0);
    frame.show(&mut child, |ui| {
        ui.set_min_size(CARD - vec2(28.0, 28.0));
        ui.set_max_size(CARD - vec2(28.0, 28.0));
        map_picture(ui, picture, tokens);
        ui.add_space(4.0);
        let plain = |text: RichText| Label::new(text).wrap().selectable(false);
        ui.add(plain(RichText::new(&card.title).size(16.5).strong().color(tokens.text_strong)));
        let base = card.extends.as_ref().map(|base| format!(" · builds on {base}")).unwrap_or_default();
        let map = card.map.map(|map| format!("{map} · ")).unwrap_or_default();
        let facts = format!("{map}{} · {}{base}", counted(card.tables, "table"), counted(card.scenarios, "scenario"));
        ui.add(plain(RichText::new(facts).small().color(tokens.accent)));
        let mut about: String = card.about.chars().take(150).collect();
        if about.len() < card.about.len() {
            about.push('…');
        }
        ui.add(plain(RichText::new(about).color(tokens.text)));
    });
    if response.clicked() {
        queue.push(Command::OpenPack(card.path.clone()));
    }
}

/// The map, cut to the picture's frame; plain sea until it has been drawn.
fn map_picture(ui: &mut Ui, picture: Option<&TextureHandle>, tokens: Tokens) {
    let (rect, _) = ui.allocate_exact_size(PICTURE, Sense::hover());
    ui.painter().rect_filled(rect, 5.0, tokens.sea);
    let Some(picture) = picture else { return };
    let size = picture.size_vec2();
    // What is too high or too wide for the frame is cut off on both sides.
    let (frame, own) = (rect.width() / rect.height(), size.x / size.y.max(1.0));
    let cut = if own > frame { vec2((1.0 - frame / own) / 2.0, 0.0) } else { vec2(0.0, (1.0 - own / frame) / 2.0) };
    let part = Rect::from_min_max(pos2(cut.x, cut.y), pos2(1.0 - cut.x, 1.0 - cut.y));
    egui::Image::new((picture.id(), size)).uv(part).corner_radius(5).paint_at(ui, rect);
}
