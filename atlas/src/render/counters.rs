//! What stands in spaces: feature symbols, stacks of counters, values.

use super::canvas::{Canvas, Text};
use super::colour::{PAPER, Rgb, TEXT, ink};
use super::font::{self, Typeface};
use super::ground::owner_of;
use super::labels::Labels;
use super::page::{Page, Rect};
use super::path::Outline;
use super::scene::{Place, Scene, Stack};
use super::symbols;
use crate::counter::{Counter, Drawing, Mark, fan};

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

/// How far what stands in a space reaches from its middle: up, down, and to either side.
pub(super) fn reach(page: &Page, place: &Place) -> (f32, f32, f32) {
    let size = symbol_size(page, place);
    let things = place.features.len() + usize::from(place.value.is_some());
    let row = size * 2.15 * things.max(1) as f32 / 2.0;
    if place.stacks.is_empty() {
        return if things == 0 { (0.0, 0.0, 0.0) } else { (size * 1.1, size * 1.1, row) };
    }
    let (lift, half) = (lift(page, place), stack_size(page, place) * 0.5);
    let below = if things == 0 { half - lift } else { half - lift + size * 2.1 };
    (half * 1.15 + lift, below * 1.05, row.max(half * 1.25 * place.stacks.len() as f32))
}

/// Width of a counter: larger than a symbol where it has its space to itself.
fn stack_size(page: &Page, place: &Place) -> f32 {
    let room = place.room as f32 * page.scale;
    let alone = place.stacks.len() == 1;
    let share = if alone { 0.98 } else { 0.7 };
    (room * share).min(page.unit * 22.0).max(symbol_size(page, place) * 2.1)
}

/// How far counters stand above the middle, so that symbols find room below them.
fn lift(page: &Page, place: &Place) -> f32 {
    let things = !place.features.is_empty() || place.value.is_some();
    if things { stack_size(page, place) * 0.25 } else { 0.0 }
}

fn draw_place(scene: &Scene, place: &Place, page: &Page, canvas: &mut impl Canvas, labels: &mut Labels) {
    let (x, y) = page.at(place.at);
    let size = symbol_size(page, place);
    if size < 1.5 || !(x + y).is_finite() {
        return;
    }
    let (wide, up) = (stack_size(page, place), lift(page, place));
    let row = if place.stacks.is_empty() { y } else { y - up + wide * 0.5 + size * 0.9 };
    let step = size * 2.15;
    let count = place.features.len() + usize::from(place.value.is_some());
    let first = x - step * (count.max(1) - 1) as f32 / 2.0;
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
    let step = wide * 1.2;
    let first = x - step * (place.stacks.len().max(1) - 1) as f32 / 2.0;
    for (position, stack) in place.stacks.iter().enumerate() {
        let at = (first + step * position as f32, y - up);
        draw_stack(scene, stack, at, wide, canvas);
        labels.take(around(at.0, at.1, wide * 0.58));
    }
}

fn around(x: f32, y: f32, half: f32) -> Rect {
    Rect { x: x - half, y: y - half, width: half * 2.0, height: half * 2.0 }
}

/// So many counters of a stack are shown; a badge on the top one counts them all.
const SHOWN: usize = 3;

/// The counters of one owner, the strongest on top. Where drawings could not be told apart, one stands for all.
fn draw_stack(scene: &Scene, stack: &Stack, (x, y): (f32, f32), wide: f32, canvas: &mut impl Canvas) {
    let total: u32 = stack.counters.iter().map(|counter| counter.count).sum();
    let laid = fan(&stack.counters, SHOWN);
    for (depth, place) in laid.iter().enumerate() {
        let Some(counter) = stack.counters.get(place.counter) else { continue };
        let top = depth + 1 == laid.len();
        let colour = owner_of(scene, stack.owner).map_or(counter.colour, |owner| owner.colour);
        let shown = Counter { colour, count: if top { total } else { 1 }, ..counter.clone() };
        let drawing = if top { shown.drawing(wide) } else { shown.drawing(1.0) };
        let corner = (x + (place.right - 0.5) * wide, y + (place.down - 0.5) * wide);
        put(&drawing.with_shadow().placed(corner.0, corner.1, wide), canvas);
    }
}

fn put(drawing: &Drawing, canvas: &mut impl Canvas) {
    for mark in &drawing.marks {
        match mark {
            Mark::Fill { outline, colour, opacity } => canvas.fill(outline, ink(*colour, *opacity)),
            Mark::Line { outline, colour, width } => canvas.stroke(outline, (*colour).into(), *width, None),
            Mark::Words { words, typeface, size, x, baseline, colour } => canvas.text(&Text {
                words,
                typeface: *typeface,
                size: *size,
                x: *x,
                baseline: *baseline,
                spacing: 0.0,
                ink: (*colour).into(),
                halo: None,
            }),
        }
    }
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
