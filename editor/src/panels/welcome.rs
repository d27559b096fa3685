//! The welcome page: every pack as a card with a picture of its map, and what was opened lately.

use std::collections::BTreeMap;
use std::path::PathBuf;

use egui::{Frame, Label, Margin, Rect, RichText, ScrollArea, Sense, Stroke, TextureHandle, Ui, UiBuilder, pos2, vec2};

use crate::command::{Action, Command};
use crate::theme::Tokens;
use crate::view_model::problems::counted;
use crate::view_model::welcome::Card;

/// Between cards.
const GAP: f32 = 16.0;
/// Around what stands on a card.
const MARGIN: f32 = 14.0;

/// How wide a card is: as many in a line as have room, the lines of one length, and no card wider than is good to read.
fn card_width(room: f32, cards: usize) -> f32 {
    let fit = ((room + GAP) / (330.0 + GAP)).floor().max(1.0);
    let lines = (cards as f32 / fit).ceil().max(1.0);
    let columns = (cards as f32 / lines).ceil().max(1.0);
    ((room - GAP * (columns - 1.0)) / columns).floor().clamp(240.0, 460.0)
}

/// The map on a card, and the card around it.
fn sizes(width: f32) -> (egui::Vec2, egui::Vec2) {
    let picture = vec2(width - 2.0 * MARGIN, ((width - 2.0 * MARGIN) * 0.38).round());
    (picture, vec2(width, picture.y + 148.0))
}

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
            for action in [Action::Open, Action::New, Action::Tour] {
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
        let width = card_width(ui.available_width(), page.cards.len());
        ui.horizontal_wrapped(|ui| {
            ui.spacing_mut().item_spacing = vec2(GAP, GAP);
            for card in page.cards {
                card_ui(ui, card, width, page.pictures.get(&card.path), tokens, queue);
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

fn card_ui(
    ui: &mut Ui,
    card: &Card,
    width: f32,
    picture: Option<&TextureHandle>,
    tokens: Tokens,
    queue: &mut Vec<Command>,
) {
    let (picture_size, card_size) = sizes(width);
    let (rect, response) = ui.allocate_exact_size(card_size, Sense::click());
    response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Button, true, format!("Open {}", card.title)));
    let lit = response.hovered() || response.has_focus();
    let frame = Frame::new()
        .fill(tokens.raised)
        .stroke(Stroke::new(if lit { 1.5 } else { 1.0 }, if lit { tokens.accent } else { tokens.line }))
        .corner_radius(8)
        .inner_margin(Margin::same(MARGIN as i8));
    let down = egui::Layout::top_down(egui::Align::LEFT);
    let mut child = ui.new_child(UiBuilder::new().max_rect(rect).layout(down));
    child.spacing_mut().item_spacing = vec2(6.0, 5.0);
    frame.show(&mut child, |ui| {
        let inside = card_size - vec2(2.0 * MARGIN, 2.0 * MARGIN);
        ui.set_min_size(inside);
        ui.set_max_size(inside);
        map_picture(ui, picture_size, picture, tokens);
        ui.add_space(4.0);
        let plain = |text: RichText| Label::new(text).wrap().selectable(false);
        ui.add(plain(RichText::new(&card.title).size(16.5).strong().color(tokens.text_strong)));
        let base = card.extends.as_ref().map(|base| format!(" · builds on {base}")).unwrap_or_default();
        let map = card.map.map(|map| format!("{map} · ")).unwrap_or_default();
        let facts = format!("{map}{} · {}{base}", counted(card.tables, "table"), counted(card.scenarios, "scenario"));
        ui.add(plain(RichText::new(facts).small().color(tokens.accent)));
        // Three lines of text have room; what is cut ends with a whole word.
        let room = (picture_size.x * 0.42) as usize;
        let mut about: String = card.about.chars().take(room).collect();
        if about.len() < card.about.len() {
            about.truncate(about.rfind(' ').unwrap_or(about.len()));
            about.push('…');
        }
        ui.add(plain(RichText::new(about).color(tokens.text)));
    });
    if response.clicked() {
        queue.push(Command::OpenPack(card.path.clone()));
    }
}

/// The map, cut to the picture's frame; plain sea until it has been drawn.
fn map_picture(ui: &mut Ui, size: egui::Vec2, picture: Option<&TextureHandle>, tokens: Tokens) {
    let (rect, _) = ui.allocate_exact_size(size, Sense::hover());
    ui.painter().rect_filled(rect, 5.0, tokens.sea);
    let Some(picture) = picture else { return };
    let size = picture.size_vec2();
    // What is too high or too wide for the frame is cut off on both sides.
    let (frame, own) = (rect.width() / rect.height(), size.x / size.y.max(1.0));
    let cut = if own > frame { vec2((1.0 - frame / own) / 2.0, 0.0) } else { vec2(0.0, (1.0 - own / frame) / 2.0) };
    let part = Rect::from_min_max(pos2(cut.x, cut.y), pos2(1.0 - cut.x, 1.0 - cut.y));
    egui::Image::new((picture.id(), size)).uv(part).corner_radius(5).paint_at(ui, rect);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cards_stand_in_lines_of_one_length() {
        for (room, cards, columns) in
            [(1392.0, 5, 3.0), (1392.0, 4, 4.0), (700.0, 5, 2.0), (300.0, 5, 1.0), (1392.0, 1, 1.0)]
        {
            let width = card_width(room, cards);
            assert!(width * columns + GAP * (columns - 1.0) <= room + 0.5, "{cards} cards in {room}: {width}");
            let next = width * (columns + 1.0) + GAP * columns;
            assert!(width >= 460.0 || next > room, "{cards} cards in {room}: {width} leaves room for one more");
        }
    }
}
