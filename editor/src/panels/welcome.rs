//! The welcome page: every pack as a card, and what was opened lately.

use std::path::PathBuf;

use egui::{Frame, Margin, RichText, ScrollArea, Sense, Stroke, Ui, UiBuilder, vec2};

use crate::command::{Action, Command};
use crate::theme::{Tokens, fade};
use crate::view_model::welcome::Card;

const CARD: egui::Vec2 = vec2(340.0, 190.0);

pub fn welcome_ui(ui: &mut Ui, cards: &[Card], recent: &[PathBuf], tokens: Tokens, queue: &mut Vec<Command>) {
    ScrollArea::vertical().auto_shrink([false, false]).show(ui, |ui| {
        ui.add_space(10.0);
        ui.label(RichText::new("Chartroom").size(34.0).strong().color(tokens.text_strong));
        ui.label(
            RichText::new("Paint the map, tune the tables, prove the scenario.").size(16.0).color(tokens.text_weak),
        );
        ui.add_space(16.0);
        ui.horizontal(|ui| {
            if ui.button("Open a pack…").clicked() {
                queue.push(Command::Do(Action::Open));
            }
            ui.label(RichText::new("Ctrl+Shift+P finds every command.").color(tokens.text_weak));
        });
        ui.add_space(14.0);
        if cards.is_empty() {
            ui.label("There are no packs in the content folder.");
        }
        ui.horizontal_wrapped(|ui| {
            ui.spacing_mut().item_spacing = vec2(16.0, 16.0);
            for card in cards {
                card_ui(ui, card, tokens, queue);
            }
        });
        if !recent.is_empty() {
            ui.add_space(18.0);
            ui.label(RichText::new("Opened lately").strong());
            for path in recent {
                if ui.link(path.display().to_string()).clicked() {
                    queue.push(Command::OpenPack(path.clone()));
                }
            }
        }
    });
}

fn card_ui(ui: &mut Ui, card: &Card, tokens: Tokens, queue: &mut Vec<Command>) {
    let (rect, response) = ui.allocate_exact_size(CARD, Sense::click());
    response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Button, true, format!("Open {}", card.title)));
    let hovered = response.hovered();
    let frame = Frame::new()
        .fill(tokens.raised)
        .stroke(Stroke::new(if hovered { 1.5 } else { 1.0 }, if hovered { tokens.accent } else { tokens.line }))
        .corner_radius(8)
        .inner_margin(Margin::same(14));
    let mut child = ui.new_child(UiBuilder::new().max_rect(rect));
    frame.show(&mut child, |ui| {
        ui.set_min_size(CARD - vec2(28.0, 28.0));
        ui.set_max_size(CARD - vec2(28.0, 28.0));
        ui.horizontal(|ui| {
            thumbnail(ui, card, tokens);
            ui.vertical(|ui| {
                ui.add(
                    egui::Label::new(RichText::new(&card.title).size(17.0).strong().color(tokens.text_strong))
                        .wrap()
                        .selectable(false),
                );
                let base = card.extends.as_ref().map(|base| format!(" · builds on {base}")).unwrap_or_default();
                let map = card.map.map(|map| format!("{map} · ")).unwrap_or_default();
                let facts = format!("{map}{} tables · {} scenarios{base}", card.tables, card.scenarios);
                ui.add(egui::Label::new(RichText::new(facts).small().color(tokens.accent)).wrap().selectable(false));
            });
        });
        ui.add_space(4.0);
        let mut about: String = card.about.chars().take(210).collect();
        if about.len() < card.about.len() {
            about.push('…');
        }
        ui.add(egui::Label::new(RichText::new(about).color(tokens.text)).wrap().selectable(false));
    });
    if response.clicked() {
        queue.push(Command::OpenPack(card.path.clone()));
    }
}

/// A small drawing that tells hexes from zones.
fn thumbnail(ui: &mut Ui, card: &Card, tokens: Tokens) {
    let (rect, _) = ui.allocate_exact_size(vec2(64.0, 56.0), Sense::hover());
    let painter = ui.painter().with_clip_rect(rect);
    painter.rect_filled(rect, 5.0, tokens.sea);
    let seed = card.title.bytes().fold(7_u32, |seed, byte| seed.wrapping_mul(31).wrapping_add(u32::from(byte)));
    let land = |n: u32| (seed.rotate_left(n * 5) ^ n.wrapping_mul(2_654_435_761)) % 5 < 2;
    if card.map == Some("zones") {
        for n in 0..6 {
            let spot = rect.min + vec2(((seed >> n) % 64) as f32, ((seed >> (n + 7)) % 56) as f32);
            painter.circle(spot, 9.0 + (seed >> (n * 3) & 7) as f32, tokens.land, Stroke::new(1.0, tokens.border));
        }
        return;
    }
    for row in 0..6_u32 {
        for column in 0..7_u32 {
            let middle = rect.min + vec2((column as f32 + 0.5 * (row % 2) as f32) * 11.3, row as f32 * 9.8 + 3.0);
            let corners: Vec<egui::Pos2> = (0..6)
                .map(|n| {
                    middle
                        + egui::Vec2::angled(std::f32::consts::PI / 6.0 + std::f32::consts::PI / 3.0 * n as f32) * 6.5
                })
                .collect();
            let fill = if land(row * 7 + column) { tokens.land } else { fade(tokens.lake, 0.7) };
            painter.add(egui::Shape::convex_polygon(corners, fill, Stroke::new(0.7, fade(tokens.hex_line, 0.5))));
        }
    }
}
