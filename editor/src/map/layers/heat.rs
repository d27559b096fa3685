//! What many games add up to, over the spaces; and where something happens in the game that is shown.

use std::collections::BTreeMap;

use egui::{Color32, Stroke};

use super::super::draw::View;
use super::super::scene::Geometry;
use super::regions::shade_places;
use crate::theme::fade;

/// Steps of strength: spaces alike are one mesh.
const STEPS: f32 = 12.0;

/// Shades spaces by how much happened in them.
pub fn draw(view: &View<'_>, heat: &[(usize, Color32, f32)]) {
    let mut shades: BTreeMap<([u8; 4], u8), Vec<usize>> = BTreeMap::new();
    for (at, colour, strength) in heat {
        let step = (strength.clamp(0.0, 1.0) * STEPS).ceil() as u8;
        if step > 0 {
            shades.entry((colour.to_array(), step)).or_default().push(*at);
        }
    }
    for (([r, g, b, _], step), places) in shades {
        let colour = fade(Color32::from_rgb(r, g, b), 0.12 + 0.68 * f32::from(step) / STEPS);
        shade_places(view, places.into_iter(), colour);
    }
}

/// Rings round battles, and round spaces that look another way than a moment before.
pub fn moment(view: &View<'_>, battles: &[usize], changes: &[usize]) {
    let radius = match view.scene.geometry {
        Geometry::Hexes { .. } => (view.radius() * 0.92).max(7.0),
        _ => (view.radius() * 0.9).clamp(14.0, 60.0),
    };
    let ring = |at: &usize, colour: Color32, wide: f32| {
        let middle = view.to_screen(view.scene.middle(*at));
        view.painter.circle_stroke(middle, radius, Stroke::new(wide + 2.0, fade(view.tokens.raised, 0.8)));
        view.painter.circle_stroke(middle, radius, Stroke::new(wide, colour));
    };
    for at in changes.iter().filter(|at| !battles.contains(at)).take(200) {
        ring(at, view.tokens.selection, 1.5);
    }
    for at in battles {
        ring(at, view.tokens.error, 3.0);
    }
}
