//! Names on the map, placed so that they cover neither symbols nor each other. The important ones choose first.

use std::collections::BTreeMap;

use super::canvas::{Canvas, Text};
use super::colour::{PAPER, Rgb, SEA_TEXT, TEXT, ink};
use super::counters::reach;
use super::font::{self, Typeface};
use super::page::{Page, Rect};
use super::path::Outline;
use super::scene::{AreaName, Place, Scene};

/// Room on the page that is taken, found by squares of the page.
pub(super) struct Labels {
    square: f32,
    taken: BTreeMap<(i32, i32), Vec<Rect>>,
}

impl Labels {
    pub(super) fn new(page: &Page) -> Self {
        Self { square: (page.unit * 40.0).max(20.0), taken: BTreeMap::new() }
    }

    pub(super) fn take(&mut self, rect: Rect) {
        for square in self.squares(&rect) {
            self.taken.entry(square).or_default().push(rect);
        }
    }

    fn is_free(&self, rect: &Rect) -> bool {
        self.squares(rect)
            .all(|square| self.taken.get(&square).is_none_or(|rects| rects.iter().all(|other| !other.overlaps(rect))))
    }

    fn squares(&self, rect: &Rect) -> impl Iterator<Item = (i32, i32)> + use<> {
        let at = |value: f32| (value / self.square).floor() as i32;
        let (left, right, top, bottom) = (at(rect.x), at(rect.right()), at(rect.y), at(rect.bottom()));
        (top..=bottom).flat_map(move |row| (left..=right).map(move |column| (row, column)))
    }
}

/// Large names in the background. They take their room only softly: small names may still cross them.
pub(super) fn draw_areas(scene: &Scene, page: &Page, canvas: &mut impl Canvas, labels: &mut Labels) {
    let mut areas: Vec<&AreaName> = scene.areas.iter().collect();
    areas.sort_by(|a, b| b.width.total_cmp(&a.width).then_with(|| a.text.cmp(&b.text)));
    for area in areas {
        draw_area(area, page, canvas, labels);
    }
}

fn draw_area(area: &AreaName, page: &Page, canvas: &mut impl Canvas, labels: &mut Labels) {
    let typeface = if area.is_sea { Typeface::Italic } else { Typeface::Bold };
    let text = if area.is_sea { area.text.clone() } else { area.text.to_uppercase() };
    let spacing = if area.is_sea { 0.12 } else { 0.22 };
    let wide = font::width(typeface, &text, spacing);
    let room = area.width as f32 * page.scale * 0.8;
    let least = page.unit * 5.0;
    let wished = (room / wide.max(0.1)).clamp(least, page.unit * 17.0);
    let (x, y) = page.at(area.at);
    let (one, other) = (page.at((area.at.0, area.rise.0)).1, page.at((area.at.0, area.rise.1)).1);
    let (top, bottom) = (one.min(other), one.max(other));
    for size in [wished, (wished * 0.75).max(least), least] {
        let reach = wide * size / 2.0;
        let cap = font::capital_height(typeface) * size;
        for lift in [0.0, -1.2, 1.2, -2.4, 2.4, -3.6, 3.6] {
            let middle = y + lift * cap;
            let baseline = middle + cap / 2.0;
            let rect = Rect { x: x - reach, y: baseline - cap, width: reach * 2.0, height: cap * 1.25 };
            // A name that leaves its area would name another.
            let astray = middle < top || middle > bottom;
            if astray || !page.map.contains(&rect) || !labels.is_free(&rect) {
                continue;
            }
            labels.take(rect);
            let (colour, paper, opacity) =
                if area.is_sea { (SEA_TEXT, Rgb(0xC4, 0xD8, 0xDE), 0.8) } else { (TEXT, PAPER, 0.62) };
            let halo = Some((ink(paper, 0.45), size * 0.1));
            let ink = ink(colour, opacity);
            canvas.text(&Text { words: &text, typeface, size, x: rect.x, baseline, spacing, ink, halo });
            return;
        }
    }
}

/// A name that found no room.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LeftOut {
    pub name: String,
    /// As of its [`Place`].
    pub rank: u8,
}

/// Names of places, each beside its symbol where there is room. Those of rank go farther off where there is none, with a line that
/// leads to their place; the others are left out and told.
pub(super) fn draw_names(scene: &Scene, page: &Page, canvas: &mut impl Canvas, labels: &mut Labels) -> Vec<LeftOut> {
    let mut named: Vec<(&Place, &str)> =
        scene.places.iter().filter_map(|place| Some((place, place.name.as_deref()?))).collect();
    named
        .sort_by(|a, b| b.0.rank.cmp(&a.0.rank).then_with(|| b.0.room.total_cmp(&a.0.room)).then_with(|| a.1.cmp(b.1)));
    named.retain(|(place, name)| !draw_name(place, name, page, canvas, labels));
    named.into_iter().map(|(place, name)| LeftOut { name: name.to_owned(), rank: place.rank }).collect()
}

/// A name set in type.
#[derive(Clone, Copy)]
struct Set<'a> {
    words: &'a str,
    typeface: Typeface,
    size: f32,
    is_sea: bool,
}

impl Set<'_> {
    fn rect(&self, left: f32, baseline: f32) -> Rect {
        let (long, cap) = self.measure();
        Rect { x: left - 1.0, y: baseline - cap - 1.0, width: long + 2.0, height: cap * 1.3 + 2.0 }
    }

    /// How long it is, and how high its capitals are.
    fn measure(&self) -> (f32, f32) {
        let wide = font::width(self.typeface, self.words, 0.0);
        (wide * self.size, font::capital_height(self.typeface) * self.size)
    }

    fn draw(&self, x: f32, baseline: f32, canvas: &mut impl Canvas) {
        let colour = if self.is_sea { SEA_TEXT } else { TEXT };
        let halo = if self.is_sea { Rgb(0xCF, 0xE0, 0xE2) } else { PAPER };
        let halo = Some((ink(halo, 0.82), self.size * 0.13));
        let Self { words, typeface, size, .. } = *self;
        canvas.text(&Text { words, typeface, size, x, baseline, spacing: 0.0, ink: colour.into(), halo });
    }
}

/// The nearest free room round a place, and the line there.
fn draw_afar(set: Set<'_>, (x, y): (f32, f32), page: &Page, canvas: &mut impl Canvas, labels: &mut Labels) -> bool {
    const DIRECTIONS: u16 = 24;
    let (long, cap) = set.measure();
    let farthest = page.map.width.max(page.map.height);
    let mut reach = set.size * 1.5;
    while reach < farthest {
        for step in 0..DIRECTIONS {
            let angle = f32::from(step) / f32::from(DIRECTIONS) * std::f32::consts::TAU;
            let (dx, dy) = (angle.cos(), angle.sin());
            let middle = (x + dx * (reach + long / 2.0), y + dy * reach);
            let (left, baseline) = (middle.0 - long / 2.0, middle.1 + cap / 2.0);
            let rect = set.rect(left, baseline);
            if !page.map.contains(&rect) || !labels.is_free(&rect) {
                continue;
            }
            labels.take(rect);
            let end = (x.clamp(rect.x, rect.right()), y.clamp(rect.y, rect.bottom()));
            let line = Outline::line([(x, y), end]);
            canvas.stroke(&line, ink(PAPER, 0.7), page.unit * 0.9, None);
            canvas.stroke(&line, ink(TEXT, 0.85), (page.unit * 0.35).max(0.6), None);
            set.draw(left, baseline, canvas);
            return true;
        }
        reach += set.size * 0.7;
    }
    false
}

fn draw_name(place: &Place, name: &str, page: &Page, canvas: &mut impl Canvas, labels: &mut Labels) -> bool {
    let typeface = match (place.is_sea, place.rank) {
        (true, _) => Typeface::Italic,
        (false, 0) => Typeface::Plain,
        (false, _) => Typeface::Bold,
    };
    let room = place.room as f32 * page.scale;
    let large = 4.8 + 0.9 * f32::from(place.rank.min(2));
    let wished = (room * 0.24).clamp(page.unit * large, page.unit * (large + 4.0));
    let (x, y) = page.at(place.at);
    let (above, below, beside) = reach(page, place);
    for size in [wished, wished * 0.82] {
        let set = Set { words: name, typeface, size, is_sea: place.is_sea };
        let (long, cap) = set.measure();
        let gap = size * 0.22;
        // Where the text may begin: over its place, under it, then to either side.
        let (under, over, row) = (y + below + gap + cap, y - above - gap, beside + gap);
        let middle = y + cap / 2.0;
        let mut choices =
            vec![(x - long / 2.0, under), (x - long / 2.0, over), (x + row, middle), (x - row - long, middle)];
        if beside == 0.0 {
            choices.insert(0, (x - long / 2.0, middle));
        }
        choices.extend([
            (x + row * 0.5, under),
            (x - row * 0.5 - long, under),
            (x + row * 0.5, over),
            (x - row * 0.5 - long, over),
        ]);
        for (left, baseline) in choices {
            let rect = set.rect(left, baseline);
            if page.map.contains(&rect) && labels.is_free(&rect) {
                labels.take(rect);
                set.draw(left, baseline, canvas);
                return true;
            }
        }
    }
    let small = Set { words: name, typeface, size: wished * 0.82, is_sea: place.is_sea };
    place.rank >= Place::NEVER_LEFT_OUT && draw_afar(small, (x, y), page, canvas, labels)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn taken_room_is_not_given_twice() {
        let mut labels = Labels { square: 10.0, taken: BTreeMap::new() };
        let rect = |x: f32, y: f32, width: f32| Rect { x, y, width, height: 5.0 };
        labels.take(rect(8.0, 8.0, 30.0));
        assert!(!labels.is_free(&rect(37.0, 12.0, 4.0)));
        assert!(!labels.is_free(&rect(0.0, 0.0, 100.0)) || rect(0.0, 0.0, 100.0).bottom() <= 8.0);
        assert!(labels.is_free(&rect(39.0, 8.0, 4.0)));
        assert!(labels.is_free(&rect(8.0, 14.0, 30.0)));
    }
}
