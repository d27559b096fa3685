//! What stands in spaces: feature symbols, stacks of pieces with their count, values.

use super::canvas::{Canvas, Layer, Text};
use super::colour::{PAPER, Rgb, TEXT, ink};
use super::font::{self, Typeface};
use super::ground::owner_of;
use super::labels::Labels;
use super::page::{Page, Rect};
use super::path::Outline;
use super::scene::{Place, Scene, Stack};
use super::symbols;

/// Draws everything but names, and tells the labels which room is taken.
pub(super) fn draw(scene: &Scene, page: &Page, canvas: &mut impl Canvas, labels: &mut Labels) {
    for place in &scene.places {
        draw_place(scene, place, page, canvas, labels);
    }
}

/// Size of symbols, in pixels from middle to edge.
pub(super) fn symbol_size(page: &Page, place: &Place) -> f32 {
    let room = place.room as f32 * page.scale;
    (room * 0.32).min(page.unit * 6.5).max((page.unit * 3.0).min(room * 0.62))
}

fn draw_place(scene: &Scene, place: &Place, page: &Page, canvas: &mut impl Canvas, labels: &mut Labels) {
    let (x, y) = page.at(place.at);
    let size = symbol_size(page, place);
    if size < 1.5 {
        return;
    }
    let has_stacks = !place.stacks.is_empty();
    let row = if has_stacks { y + size * 1.55 } else { y };
    let step = size * 2.15;
    let count = place.features.len() + usize::from(place.value.is_some());
    let first = x - step * (count.max(1) - 1) as f32 / 2.0;
    if count > 0 {
        canvas.layer(Some(Layer::Symbols));
    }
    for (position, &(symbol, amount)) in place.features.iter().enumerate() {
        let at = (first + step * position as f32, row);
        symbols::feature(canvas, symbol, at, size * 0.92);
        labels.take(around(at.0, at.1, size));
        if let Some(amount) = amount.filter(|&amount| amount != 1) {
            let text = amount.to_string();
            centred(canvas, &text, at.0 + size * 0.8, at.1 + size * 1.0, size * 1.25, TEXT, true);
        }
    }
    if let Some(value) = place.value {
        let at = (first + step * (count - 1) as f32, row);
        canvas.fill(&Outline::circle(at.0, at.1, size), ink(PAPER, 0.92));
        canvas.stroke(&Outline::circle(at.0, at.1, size), TEXT.into(), size * 0.12, None);
        centred(canvas, &value.to_string(), at.0, at.1 + size * 0.42, size * 1.25, TEXT, false);
        labels.take(around(at.0, at.1, size));
    }
    if has_stacks {
        canvas.layer(Some(Layer::Stacks));
    }
    let wide = size * 2.5;
    let first = x - wide * (place.stacks.len().max(1) - 1) as f32 / 2.0;
    for (position, stack) in place.stacks.iter().enumerate() {
        draw_stack(scene, stack, first + wide * position as f32, y - size * 0.35, size, canvas);
        labels.take(around(first + wide * position as f32, y - size * 0.35, size * 1.2));
    }
}

fn around(x: f32, y: f32, half: f32) -> Rect {
    Rect { x: x - half, y: y - half, width: half * 2.0, height: half * 2.0 }
}

/// A counter with a second one peeping out behind it when there are several pieces.
fn draw_stack(scene: &Scene, stack: &Stack, x: f32, y: f32, size: f32, canvas: &mut impl Canvas) {
    let colour = owner_of(scene, stack.owner).map_or(Rgb(0x9A, 0x92, 0x84), |owner| owner.colour);
    let half = size * 1.08;
    let edge = colour.mix(TEXT, 0.6);
    if stack.count > 1 {
        let behind = Outline::rect(x - half * 0.8, y - half * 1.2, half * 2.0, half * 2.0);
        canvas.fill(&behind, colour.mix(TEXT, 0.25).into());
        canvas.stroke(&behind, edge.into(), size * 0.1, None);
    }
    let front = Outline::rect(x - half, y - half, half * 2.0, half * 2.0);
    canvas.fill(&front, colour.into());
    canvas.stroke(&front, edge.into(), size * 0.12, None);
    let text = stack.count.to_string();
    let fits = (half * 1.7 / font::width(Typeface::Bold, &text, 0.0)).min(size * 1.75);
    let pale = if colour.brightness() > 0.55 { TEXT } else { PAPER };
    centred(canvas, &text, x, y + fits * font::capital_height(Typeface::Bold) / 2.0, fits, pale, false);
}

fn centred(canvas: &mut impl Canvas, text: &str, x: f32, baseline: f32, size: f32, colour: Rgb, halo: bool) {
    let wide = font::width(Typeface::Bold, text, 0.0) * size;
    canvas.text(&Text {
        words: text,
        typeface: Typeface::Bold,
        size,
        x: x - wide / 2.0,
        baseline,
        spacing: 0.0,
        ink: colour.into(),
        halo: halo.then_some((ink(PAPER, 0.9), size * 0.14)),
    });
}
