//! The chosen region, shaded; or all countries in colours of their own.

use std::collections::{BTreeMap, BTreeSet};

use egui::Color32;

use super::super::draw::{Flat, View, corner_offsets, hex_corners};
use super::super::scene::Geometry;
use super::terrain;
use crate::theme::fade;

pub fn draw(view: &View<'_>, region: Option<&BTreeSet<usize>>, opacity: f32) {
    if let Some(members) = region {
        shade_places(view, members.iter().copied(), fade(view.tokens.accent, opacity * 0.55));
        return;
    }
    let mut by_country: BTreeMap<u32, Vec<usize>> = BTreeMap::new();
    for at in view.visible_places() {
        if let Some(country) = view.scene.cells[at].country {
            by_country.entry(country).or_default().push(at);
        }
    }
    for (country, places) in by_country {
        shade_places(view, places.into_iter(), fade(wheel(country), opacity * 0.45));
    }
}

/// A colour of its own for every number, far from its neighbours'.
fn wheel(number: u32) -> Color32 {
    let hue = (number as f32 * 0.618_034).fract();
    egui::ecolor::Hsva::new(hue, 0.65, 0.85, 1.0).into()
}

/// Lays a colour over spaces.
pub fn shade_places(view: &View<'_>, places: impl Iterator<Item = usize>, color: Color32) {
    let mut flat = Flat::default();
    let offsets = corner_offsets(view.scene);
    let first_box = view.scene.first_box();
    let seen = view.camera.visible(view.rect).expand(40.0);
    for at in places {
        if let Some(rect) = at.checked_sub(first_box).and_then(|at| view.scene.boxes.get(at)) {
            let corners = [rect.left_top(), rect.right_top(), rect.right_bottom(), rect.left_bottom()]
                .map(|point| view.to_screen(point));
            flat.convex(&corners, color);
            continue;
        }
        match &view.scene.geometry {
            Geometry::Hexes { .. } if seen.contains(view.scene.middle(at)) => {
                flat.convex(&hex_corners(view, &offsets, view.scene.middle(at), 0.0), color);
            }
            Geometry::Zones { shapes, .. } => {
                if let Some(shape) = shapes.get(at) {
                    terrain::zone(view, &mut flat, shape, color);
                }
            }
            _ => {}
        }
    }
    view.add(flat);
}
