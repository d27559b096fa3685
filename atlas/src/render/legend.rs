//! The legend under the map: whose colours, which terrain, which symbols, and the scale.

use super::canvas::{Canvas, Text};
use super::colour::{FAINT, PAPER, Rgb, TEXT};
use super::font::{self, Typeface};
use super::hex_lines::draw_side;
use super::page::{Page, Rect};
use super::path::Outline;
use super::scene::{Ground, Scene, SideStyle, Symbol};
use super::symbols;

/// One line of the legend, with its place.
pub(super) struct Entry {
    sign: Sign,
    name: String,
    x: f32,
    y: f32,
}

enum Sign {
    Heading,
    Colour(Rgb),
    Feature(Symbol),
    Side(SideStyle),
}

pub(super) struct Legend {
    entries: Vec<Entry>,
    size: f32,
    scale: Option<(f32, f32)>,
    note: Option<(f32, f32, f32)>,
    /// Where the legend ends.
    pub(super) bottom: f32,
}

/// Sets the entries in rows; `area` gives left, top and width.
pub(super) fn lay_out(scene: &Scene, unit: f32, area: Rect) -> Legend {
    let size = (unit * 8.6).max(7.0);
    let row = size * 1.75;
    let mut entries = Vec::new();
    let (mut x, mut y) = (area.x, area.y + row * 0.5);
    let room = area.width - if scene.miles.is_some() { size * 20.0 } else { 0.0 };
    let width = |sign: &Sign, name: &str| match sign {
        Sign::Heading => font::width(Typeface::Bold, name, 0.0) * size + size,
        _ => font::width(Typeface::Plain, name, 0.0) * size + size * 2.9,
    };
    let mut group = |heading: &str, signs: Vec<(Sign, &str)>| {
        let Some((sign, name)) = signs.first() else { return };
        // A heading never stands alone at the end of a row.
        let together = width(&Sign::Heading, heading) + width(sign, name);
        x += if x > area.x { size * 1.2 } else { 0.0 };
        for (position, (sign, name)) in [(Sign::Heading, heading)].into_iter().chain(signs).enumerate() {
            let wide = width(&sign, name);
            let needed = if position == 0 { together } else { wide };
            if x + needed > area.x + room && x > area.x {
                x = area.x;
                y += row;
            }
            entries.push(Entry { sign, name: name.to_owned(), x, y });
            x += wide;
        }
    };
    let owners = scene.owners.iter().filter(|key| !key.name.is_empty());
    group("Control", owners.map(|key| (Sign::Colour(key.colour), key.name.as_str())).collect());
    group("Terrain", scene.terrains.iter().map(|key| (Sign::Colour(key.colour), key.name.as_str())).collect());
    group("Features", scene.features.iter().map(|(symbol, name)| (Sign::Feature(*symbol), name.as_str())).collect());
    group("Sides", scene.sides.iter().map(|(style, name)| (Sign::Side(*style), name.as_str())).collect());
    let is_empty = entries.is_empty() && scene.miles.is_none() && scene.note.is_empty();
    let mut bottom = if is_empty { area.y } else { y + row };
    let scale = scene.miles.map(|_| (area.x + area.width - size * 18.0, area.y + row * 0.5));
    let note = (!scene.note.is_empty()).then(|| {
        let small = size * 0.86;
        let wide = font::width(Typeface::Italic, &scene.note, 0.0) * small;
        let small = small * (area.width / wide.max(1.0)).min(1.0);
        bottom += small * 1.3;
        (area.x, bottom - small * 0.4, small)
    });
    Legend { entries, size, scale, note, bottom }
}

pub(super) fn draw(scene: &Scene, page: &Page, canvas: &mut impl Canvas) {
    let legend = &page.legend;
    let size = legend.size;
    for entry in &legend.entries {
        let heading = matches!(entry.sign, Sign::Heading);
        let middle = entry.y - size * 0.3;
        let sign = Rect { x: entry.x, y: middle - size * 0.5, width: size * 1.5, height: size };
        match &entry.sign {
            Sign::Heading => {}
            Sign::Colour(colour) => {
                let box_ = Outline::rect(sign.x, sign.y, sign.width, sign.height);
                canvas.fill(&box_, (*colour).into());
                canvas.stroke(&box_, FAINT.into(), size * 0.07, None);
            }
            Sign::Feature(symbol) => symbols::feature(canvas, *symbol, (sign.x + size * 0.8, middle), size * 0.6),
            Sign::Side(style) => {
                let ends = ((sign.x, middle), (sign.x + sign.width, middle));
                draw_side(canvas, *style, ends.0, ends.1, size);
            }
        }
        let typeface = if heading { Typeface::Bold } else { Typeface::Plain };
        let x = if heading { entry.x } else { entry.x + size * 1.9 };
        put(canvas, &entry.name, typeface, size, x, entry.y, TEXT);
    }
    draw_scale(scene, page, canvas);
    if let Some((x, y, small)) = legend.note {
        put(canvas, &scene.note, Typeface::Italic, small, x, y, FAINT.mix(TEXT, 0.35));
    }
}

fn put(canvas: &mut impl Canvas, text: &str, typeface: Typeface, size: f32, x: f32, baseline: f32, colour: Rgb) {
    canvas.text(&Text { words: text, typeface, size, x, baseline, spacing: 0.0, ink: colour.into(), halo: None });
}

/// A bar of a round number of miles.
fn draw_scale(scene: &Scene, page: &Page, canvas: &mut impl Canvas) {
    let (Some((x, y)), Some(miles)) = (page.legend.scale, scene.miles.filter(|miles| *miles > 0.0)) else { return };
    let size = page.legend.size;
    let units = match &scene.ground {
        Ground::Hexes(_) => 3.0_f64.sqrt(),
        Ground::Zones(_) => 100.0,
    };
    let per_mile = units * f64::from(page.scale) / miles;
    let longest = f64::from(size) * 16.0;
    let steps = [5000.0, 2000.0, 1000.0, 500.0, 200.0, 100.0, 50.0, 20.0, 10.0];
    let Some(length) = steps.into_iter().find(|step| step * per_mile <= longest) else { return };
    let wide = (length * per_mile) as f32;
    let bar = y - size * 0.15;
    for quarter in 0..4 {
        let part = Outline::rect(x + wide * quarter as f32 / 4.0, bar, wide / 4.0, size * 0.3);
        canvas.fill(&part, if quarter % 2 == 0 { TEXT } else { PAPER }.into());
    }
    canvas.stroke(&Outline::rect(x, bar, wide, size * 0.3), TEXT.into(), size * 0.06, None);
    put(canvas, "0", Typeface::Plain, size * 0.8, x - size * 0.2, bar - size * 0.25, TEXT);
    let text = format!("{length:.0} miles");
    let long = font::width(Typeface::Plain, &text, 0.0) * size * 0.8;
    put(canvas, &text, Typeface::Plain, size * 0.8, x + wide - long / 2.0, bar - size * 0.25, TEXT);
}
