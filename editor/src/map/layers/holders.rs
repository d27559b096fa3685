//! Who holds what, to be seen at any zoom and without telling colours apart: a band of the holder's full colour along the edge of what
//! is his, a light hatch of his own inside it, and a roundel in capitals.

use chartroom_format::schema::map::Surface;
use egui::{Color32, Pos2, Vec2, vec2};

use super::super::draw::{Flat, View, corner_offsets, hex_corners};
use super::super::scene::Geometry;
use crate::theme::{fade, ink_on};

/// From here on, in points, hexes have bands; smaller ones are drawn in one colour anyway.
const BANDS: f32 = 5.0;
/// From here on there is room for a hatch.
const HATCH: f32 = 13.0;

pub fn draw(view: &View<'_>, opacity: f32) {
    // The layer's strength is that of the wash over the ground; the band is twice as strong, or it could not be seen.
    let strong = (opacity * 2.0).min(1.0);
    match &view.scene.geometry {
        Geometry::Hexes { .. } if view.radius() >= BANDS => hexes(view, strong),
        Geometry::Zones { .. } => zones(view, strong),
        _ => {}
    }
}

fn hexes(view: &View<'_>, opacity: f32) {
    let Geometry::Hexes { board, .. } = &view.scene.geometry else { return };
    let radius = view.radius();
    let wide = (radius * 0.15).clamp(1.2, 6.0);
    let offsets = corner_offsets(view.scene);
    let (mut bands, mut hatch) = (Flat::default(), Flat::default());
    for at in view.visible_hexes() {
        let cell = &view.scene.cells[at];
        let (Some(holder), Some(here)) = (cell.holder.filter(|_| is_land(cell.surface)), board.at(at)) else {
            continue;
        };
        let middle = view.scene.middle(at);
        let corners = std::cell::OnceCell::new();
        for (direction, next) in board.neighbours(here) {
            let same = board.index(next).is_some_and(|next| {
                let other = &view.scene.cells[next];
                is_land(other.surface) && other.holder == Some(holder)
            });
            if same {
                continue;
            }
            let (outer, inner) = corners.get_or_init(|| {
                (hex_corners(view, &offsets, middle, 0.6), hex_corners(view, &offsets, middle, 0.6 + wide))
            });
            let (a, b) = (direction.index(), (direction.index() + 1) % 6);
            bands.convex(&[outer[a], outer[b], inner[b], inner[a]], fade(holder, opacity));
        }
        if radius >= HATCH {
            hatch_hex(&mut hatch, view.to_screen(middle), radius * 0.74, holder, opacity * 0.3);
        }
    }
    view.add(hatch);
    view.add(bands);
}

fn is_land(surface: Surface) -> bool {
    !matches!(surface, Surface::Sea | Surface::Lake | Surface::Impassable)
}

/// Parallel strokes inside a circle, at an angle and a distance that belong to the colour.
fn hatch_hex(mesh: &mut Flat, middle: Pos2, reach: f32, holder: Color32, opacity: f32) {
    let (angle, strokes) = style(holder);
    let along = Vec2::angled(angle);
    let across = vec2(-along.y, along.x);
    for stroke in 0..strokes {
        let off = reach * (2.0 * (stroke as f32 + 0.5) / strokes as f32 - 1.0);
        let half = (reach * reach - off * off).max(0.0).sqrt();
        let centre = middle + across * off;
        mesh.stroke(
            centre - along * half,
            centre + along * half,
            (reach * 0.05).clamp(0.8, 2.0),
            fade(holder, opacity),
        );
    }
}

/// Which of the hatches a colour has.
fn style(colour: Color32) -> (f32, usize) {
    let [r, g, b, _] = colour.to_array();
    let number = u32::from(r) * 7 + u32::from(g) * 11 + u32::from(b) * 13;
    (std::f32::consts::PI * (number % 4) as f32 / 4.0, 3 + (number / 4 % 3) as usize)
}

/// Bands along the inside of borders between two holders, and along coasts.
fn zones(view: &View<'_>, opacity: f32) {
    let Geometry::Zones { borders, .. } = &view.scene.geometry else { return };
    let seen = view.camera.visible(view.rect);
    let wide = (view.camera.zoom * 5.0).clamp(2.0, 6.0);
    let mut bands = Flat::default();
    let holder = |id: &Option<String>| {
        let at = view.scene.index(id.as_deref()?)?;
        view.scene.cells[at].holder.filter(|_| is_land(view.scene.cells[at].surface))
    };
    for border in borders.iter().filter(|border| border.bounds.intersects(seen)) {
        let (left, right) = (holder(&border.left), holder(&border.right));
        if left == right {
            continue;
        }
        for pair in border.points.windows(2) {
            let (from, to) = (view.to_screen(pair[0]), view.to_screen(pair[1]));
            let along = (to - from).normalized();
            if !along.is_finite() || along == Vec2::ZERO {
                continue;
            }
            let to_the_left = vec2(along.y, -along.x) * (wide * 0.5 + 0.6);
            for (colour, off) in [(left, to_the_left), (right, -to_the_left)] {
                if let Some(colour) = colour {
                    bands.stroke(from + off, to + off, wide, fade(colour, opacity));
                }
            }
        }
    }
    view.add(bands);
}

/// A roundel in the holder's colour wherever a capital is too small to be drawn as one.
pub fn capitals(view: &View<'_>, opacity: f32) {
    let radius = match view.scene.geometry {
        Geometry::Hexes { .. } => view.radius(),
        _ => view.radius() * 1.3,
    };
    if radius >= 12.0 {
        return;
    }
    let seen = view.camera.visible(view.rect);
    for &at in view.scene.capitals.iter().filter(|at| seen.contains(view.scene.middle(**at))) {
        let middle = view.to_screen(view.scene.middle(at));
        let colour = view.scene.cells[at].holder.unwrap_or(view.tokens.raised);
        let ink = ink_on(colour);
        view.painter.circle(middle, 5.0, fade(colour, opacity), egui::Stroke::new(1.4, fade(ink, opacity)));
        view.painter.circle_filled(middle, 1.8, fade(ink, opacity));
    }
}
