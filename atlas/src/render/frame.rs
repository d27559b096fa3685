//! The frame of the map with its coordinates, and the title above it.

use super::canvas::{Canvas, Text};
use super::colour::{FAINT, PAPER, Rgb, TEXT};
use super::font::{self, Typeface};
use super::page::Page;
use super::path::Outline;
use super::scene::Scene;

pub(super) fn draw(scene: &Scene, page: &Page, canvas: &mut impl Canvas) {
    let map = page.map;
    let margin = map.x;
    let paper = |x: f32, y: f32, width: f32, height: f32| Outline::rect(x, y, width, height);
    // Symbols and names may hang over the edge; the margin covers them.
    canvas.fill(&paper(0.0, 0.0, page.width as f32, map.y), PAPER.into());
    canvas.fill(&paper(0.0, map.bottom(), page.width as f32, page.height as f32 - map.bottom()), PAPER.into());
    canvas.fill(&paper(0.0, 0.0, map.x, page.height as f32), PAPER.into());
    canvas.fill(&paper(map.right(), 0.0, page.width as f32 - map.right(), page.height as f32), PAPER.into());
    let line = (page.unit * 0.5).max(0.8);
    canvas.stroke(&Outline::rect(map.x, map.y, map.width, map.height), TEXT.into(), line * 1.6, None);
    let out = margin * 0.82;
    let outer = Outline::rect(map.x - out, map.y - out, map.width + 2.0 * out, map.height + 2.0 * out);
    canvas.stroke(&outer, FAINT.into(), line, None);
    coordinates(scene, page, canvas);
    title(scene, page, canvas);
}

fn coordinates(scene: &Scene, page: &Page, canvas: &mut impl Canvas) {
    let map = page.map;
    let size = map.x * 0.52;
    let cap = font::capital_height(Typeface::Plain) * size;
    let rim = map.x * 0.41;
    let mut put = |text: &str, x: f32, middle: f32| {
        let x = x - font::width(Typeface::Plain, text, 0.0) * size / 2.0;
        let baseline = middle + cap / 2.0;
        let typeface = Typeface::Plain;
        canvas.text(&Text {
            words: text,
            typeface,
            size,
            x,
            baseline,
            spacing: 0.0,
            ink: FAINT.mix(TEXT, 0.4).into(),
            halo: None,
        });
    };
    let mut last = f32::NEG_INFINITY;
    for (at, name) in &scene.across {
        let x = page.at((*at, 0.0)).0;
        let half = font::width(Typeface::Plain, name, 0.0) * size / 2.0 + size * 0.25;
        if x - half < last || x - half < map.x || x + half > map.right() {
            continue;
        }
        last = x + half;
        put(name, x, map.y - rim);
        put(name, x, map.bottom() + rim);
    }
    let mut last = f32::NEG_INFINITY;
    for (at, name) in &scene.down {
        let y = page.at((0.0, *at)).1;
        if y - cap < last || y - cap < map.y || y + cap > map.bottom() {
            continue;
        }
        last = y + cap;
        put(name, map.x - rim, y);
        put(name, map.right() + rim, y);
    }
}

fn title(scene: &Scene, page: &Page, canvas: &mut impl Canvas) {
    if scene.title.is_empty() {
        return;
    }
    let size = page.unit * 21.0;
    let room = page.map.width * 0.62;
    let wide = font::width(Typeface::Bold, &scene.title, 0.04) * size;
    let size = size * (room / wide.max(1.0)).min(1.0);
    let baseline = page.map.y - page.map.x - page.unit * 11.0;
    let plain = |text, typeface, size, x, colour: Rgb, spacing| Text {
        words: text,
        typeface,
        size,
        x,
        baseline,
        spacing,
        ink: colour.into(),
        halo: None,
    };
    canvas.text(&plain(&scene.title, Typeface::Bold, size, page.map.x, TEXT, 0.04));
    let small = page.unit * 12.5;
    let wide = font::width(Typeface::Italic, &scene.subtitle, 0.0) * small;
    let small = small * (page.map.width * 0.34 / wide.max(1.0)).min(1.0);
    let wide = font::width(Typeface::Italic, &scene.subtitle, 0.0) * small;
    canvas.text(&plain(&scene.subtitle, Typeface::Italic, small, page.map.right() - wide, FAINT.mix(TEXT, 0.5), 0.0));
}
