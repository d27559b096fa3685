//! Counters: the units of the shown scenario, or of a game that is shown. Stacks are fanned with the strongest on top, whose badge
//! counts them all; from afar a stack is a spot in the colour of its owner.

use chartroom_atlas::counter::{Counter, fan};
use egui::{Color32, Pos2, Rect, pos2, vec2};

use super::super::counter_sheets::CounterSheets;
use super::super::draw::{Flat, View};
use super::super::scene::{CellView, Geometry, Scene};
use crate::theme::fade;

/// So many counters of a stack are shown.
const SHOWN: usize = 3;
/// Below this width, in points, a stack is a spot.
const SPOT: f32 = 9.0;
/// The largest a counter becomes, in points.
const LARGEST: f32 = 84.0;

/// Width of the counters at a zoom, in points.
pub fn width(scene: &Scene, zoom: f32) -> f32 {
    let share = match scene.geometry {
        Geometry::Hexes { .. } => super::super::scene::HEX_SIZE as f32 * 0.98,
        _ => 22.0,
    };
    (share * zoom).clamp(if matches!(scene.geometry, Geometry::Hexes { .. }) { 2.5 } else { 7.0 }, LARGEST)
}

/// The middle of the counters of a space, in points away from the middle of the space.
fn below(scene: &Scene, cell: &CellView, wide: f32) -> f32 {
    // In a zone the name has the middle; counters stand below it.
    match scene.geometry {
        Geometry::Zones { .. } if cell.name.is_some() && wide >= SPOT => wide * 0.5 + 9.0,
        // In a hex the name stands below.
        Geometry::Hexes { .. } if cell.name.is_some() => wide * -0.12,
        _ => 0.0,
    }
}

/// Where the counters of a space lie on the map, for whoever wants to take hold of them.
pub fn place(scene: &Scene, at: usize, zoom: f32) -> Option<Rect> {
    let cell = scene.cells.get(at).filter(|cell| !cell.counters.is_empty())?;
    let wide = width(scene, zoom);
    let middle = scene.middle(at) + vec2(0.0, below(scene, cell, wide) / zoom);
    Some(Rect::from_center_size(middle, vec2(wide, wide) / zoom))
}

/// The counter that lies on top, and the one that says how many there are of all.
pub fn top(cell: &CellView) -> Option<usize> {
    fan(&cell.counters, 1).last().map(|laid| laid.counter)
}

pub fn draw(view: &View<'_>, sheets: &mut CounterSheets, opacity: f32) {
    let zoom = view.camera.zoom;
    let wide = width(view.scene, zoom);
    let seen = view.camera.visible(view.rect).expand(wide / zoom);
    let visible = view.scene.stacked.iter().copied().filter(|at| seen.contains(view.scene.middle(*at)));
    if wide < SPOT {
        spots(view, visible, wide, opacity);
        return;
    }
    let mut batch = sheets.batch(view.painter.ctx(), wide);
    let mut plates = Flat::default();
    for at in visible {
        let cell = &view.scene.cells[at];
        let middle = view.to_screen(view.scene.middle(at)) + vec2(0.0, below(view.scene, cell, wide));
        let laid = fan(&cell.counters, SHOWN);
        for (depth, place) in laid.iter().enumerate() {
            let middle = middle + vec2(place.right, place.down) * wide;
            let drawn = match (depth + 1 == laid.len(), &cell.counters[place.counter]) {
                (true, top) => batch.put(&Counter { count: total(cell), ..top.clone() }, middle, opacity),
                (false, under) => batch.put(&Counter { count: 1, hits: 0, cargo: 0, ..under.clone() }, middle, opacity),
            };
            if !drawn {
                plate(&mut plates, middle, wide, colour(&cell.counters[place.counter], opacity));
            }
        }
    }
    view.add(plates);
    batch.finish(view.painter);
}

fn total(cell: &CellView) -> u32 {
    cell.counters.iter().map(|counter| counter.count).sum()
}

fn colour(counter: &Counter, opacity: f32) -> Color32 {
    let colour = counter.colour;
    fade(Color32::from_rgb(colour.0, colour.1, colour.2), opacity)
}

fn plate(mesh: &mut Flat, middle: Pos2, wide: f32, color: Color32) {
    let half = wide / 2.0;
    let corner = |x: f32, y: f32| pos2(middle.x + x * half, middle.y + y * half);
    mesh.convex(&[corner(-1.0, -1.0), corner(1.0, -1.0), corner(1.0, 1.0), corner(-1.0, 1.0)], color);
}

/// Stacks from afar.
fn spots(view: &View<'_>, visible: impl Iterator<Item = usize>, wide: f32, opacity: f32) {
    let mut mesh = Flat::default();
    let edge = fade(view.tokens.map_text, opacity * 0.8);
    for at in visible {
        let cell = &view.scene.cells[at];
        let Some(top) = top(cell).and_then(|top| cell.counters.get(top)) else { continue };
        let middle = view.to_screen(view.scene.middle(at));
        if wide >= 5.0 {
            plate(&mut mesh, middle, wide, edge);
            plate(&mut mesh, middle, wide - 1.6, colour(top, opacity));
        } else {
            plate(&mut mesh, middle, wide, colour(top, opacity));
        }
    }
    view.add(mesh);
}
