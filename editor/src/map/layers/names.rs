//! Names and hex numbers. From afar only the great names are there; the nearer, the more.

use std::sync::Arc;

use chartroom_format::schema::map::Surface;
use chartroom_format::schema::terrain::Symbol;
use egui::text::{LayoutJob, TextFormat};
use egui::{Align, Align2, Color32, FontId, Galley, Pos2, Rect, vec2};

use super::super::draw::View;
use super::super::scene::{CellView, Geometry};
use crate::theme::{fade, mix};

pub fn draw(view: &View<'_>, opacity: f32) {
    let radius = view.radius();
    let ink = fade(view.tokens.map_text, opacity);
    let halo = fade(view.tokens.map_halo, opacity * 0.85);
    let hexes = matches!(view.scene.geometry, Geometry::Hexes { .. });
    let least = least_rank(hexes, radius);
    let size = (radius * if hexes { 0.33 } else { 0.5 }).clamp(if least > 0 { 10.5 } else { 8.5 }, 14.0);
    let first_box = view.scene.first_box();
    let numbered = if hexes && radius >= 32.0 { view.visible_hexes() } else { Vec::new() };
    for at in numbered {
        let place = view.to_screen(view.scene.middle(at)) - vec2(0.0, radius * 0.78);
        let font = FontId::monospace((radius * 0.22).clamp(7.0, 11.0));
        view.painter.text(place, Align2::CENTER_CENTER, view.scene.id(at), font, fade(ink, 0.55));
    }
    let is_named = |at: &usize| view.scene.cells[*at].name.is_some() && rank(&view.scene.cells[*at]) >= least;
    // On a large map from afar, going through all that is in view would take too long.
    let candidates: Vec<usize> = if least >= CAPITAL {
        let seen = view.camera.visible(view.rect);
        view.scene.capitals.iter().copied().filter(|at| seen.contains(view.scene.middle(*at))).collect()
    } else {
        view.visible_places()
    };
    let mut named: Vec<usize> = candidates.into_iter().filter(is_named).collect();
    // Where names would run into each other, the greater ones and the places with more in them keep theirs.
    named.sort_by_key(|at| std::cmp::Reverse((rank(&view.scene.cells[*at]), weight(view, *at))));
    let mut taken: Vec<Rect> = Vec::new();
    for at in named {
        let Some(name) = &view.scene.cells[at].name else { continue };
        let cell = &view.scene.cells[at];
        if !hexes && rank(cell) < CAPITAL && !fits(view, at, name, size) {
            continue;
        }
        // From afar a name stands below its roundel, as on a map of the world.
        let afar = hexes && radius < NEAR_HEX || !hexes && radius < NEAR_ZONE;
        let in_hex = hexes && at < first_box && !afar;
        let wet = cell.surface == Surface::Sea;
        let ink = if wet { fade(mix(view.tokens.shore, view.tokens.map_text, 0.55), opacity) } else { ink };
        let mut galley = lay_out(view, name.clone(), size, ink, wet);
        // Where its hex is too narrow, a name stands in two lines; under a counter there is room for one only.
        if in_hex && galley.size().x > radius * HEX_WIDTH && view.scene.cells[at].stacks.is_empty() {
            galley = lay_out(view, in_two_lines(name), size, ink, wet);
        }
        let middle = view.to_screen(view.scene.middle(at));
        let top = if in_hex {
            middle + vec2(0.0, radius * 0.52 + size * 0.6 - galley.size().y)
        } else if afar && cell.is_capital() {
            middle + vec2(0.0, 6.0)
        } else {
            middle - vec2(0.0, galley.size().y / 2.0)
        };
        let rect = galley.rect.translate(top.to_vec2());
        // Names side by side need a gap as wide as a letter, or they read as one.
        if taken.iter().any(|other| other.intersects(rect.expand2(vec2(size * 0.25, -1.0)))) {
            continue;
        }
        taken.push(rect);
        with_halo(view, top, &galley, ink, halo);
    }
}

/// The width of a hex, in radii.
const HEX_WIDTH: f32 = 1.73;

/// The lines of a name, each centred on the place it is put at.
fn lay_out(view: &View<'_>, lines: String, size: f32, ink: Color32, wet: bool) -> Arc<Galley> {
    let format = TextFormat { font_id: FontId::proportional(size), color: ink, italics: wet, ..TextFormat::default() };
    let mut job = LayoutJob::single_section(lines, format);
    job.halign = Align::Center;
    view.painter.layout_job(job)
}

/// The name broken at the space nearest to its middle; a single word stays whole.
fn in_two_lines(name: &str) -> String {
    let from_middle = |at: &usize| (at * 2).abs_diff(name.len());
    match name.match_indices(' ').map(|(at, _)| at).min_by_key(from_middle) {
        Some(at) => format!("{}\n{}", &name[..at], &name[at + 1..]),
        None => name.to_owned(),
    }
}

const CAPITAL: u8 = 3;
/// From here on, in points, every named space shows its name.
const NEAR_HEX: f32 = 15.0;
const NEAR_ZONE: f32 = 9.0;

/// How great a name must be to be shown at a zoom.
fn least_rank(hexes: bool, radius: f32) -> u8 {
    match (hexes, radius) {
        (true, radius) if radius < 6.0 => CAPITAL,
        (true, radius) if radius < 10.0 => 2,
        (true, radius) if radius < NEAR_HEX => 1,
        // A zone says by its own width whether its name has room.
        _ => 0,
    }
}

/// How great a name is: capitals, cities of victory, places with works, the others.
fn rank(cell: &CellView) -> u8 {
    let of = |symbol: &Symbol| match symbol {
        Symbol::Capital => CAPITAL,
        Symbol::Star => 2,
        Symbol::Factory | Symbol::Industry | Symbol::City | Symbol::NavalBase => 1,
        _ => 0,
    };
    cell.features.iter().map(|(symbol, _)| of(symbol)).max().unwrap_or(0)
}

/// How much a place has to offer: units, features, a value.
fn weight(view: &View<'_>, at: usize) -> usize {
    let cell = &view.scene.cells[at];
    cell.features.len() * 2 + usize::from(!cell.stacks.is_empty()) + usize::from(cell.value.is_some())
}

fn fits(view: &View<'_>, at: usize, name: &str, size: f32) -> bool {
    match &view.scene.geometry {
        Geometry::Zones { shapes, .. } => shapes
            .get(at)
            .is_none_or(|shape| shape.bounds.width() * view.camera.zoom > name.chars().count() as f32 * size * 0.42),
        _ => true,
    }
}

fn with_halo(view: &View<'_>, place: Pos2, galley: &Arc<Galley>, ink: Color32, halo: Color32) {
    for (x, y) in [(-1.0, 0.0), (1.0, 0.0), (0.0, -1.0), (0.0, 1.0)] {
        view.painter.galley_with_override_text_color(place + vec2(x, y), galley.clone(), halo);
    }
    view.painter.galley(place, galley.clone(), ink);
}

#[cfg(test)]
mod tests {
    use super::in_two_lines;

    #[test]
    fn names_break_between_words_only() {
        assert_eq!(in_two_lines("Copenhagen"), "Copenhagen");
        assert_eq!(in_two_lines("Vienna and Slovakia"), "Vienna and\nSlovakia");
        assert_eq!(in_two_lines("São Tomé"), "São\nTomé");
    }
}
