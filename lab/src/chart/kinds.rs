//! The kinds of chart: bars with whiskers, curves with bands, columns side by side, a map of heat.

use chartroom_atlas::render::plot::Anchor;

use super::{Chart, Mark, Tone};

const WIDTH: f64 = 640.0;
const LEFT: f64 = 56.0;
const RIGHT: f64 = 16.0;
const TOP: f64 = 34.0;
const FOOT: f64 = 44.0;

/// A bar with the ends of its interval.
#[derive(Clone, Debug)]
pub struct Bar {
    pub name: String,
    pub series: usize,
    pub value: f64,
    pub low: f64,
    pub high: f64,
}

/// A curve with its band: x, value, low, high.
#[derive(Clone, Debug)]
pub struct Band {
    pub name: String,
    pub series: usize,
    pub points: Vec<[f64; 4]>,
}

/// A square of a map of heat.
#[derive(Clone, Debug)]
pub struct Cell {
    pub column: usize,
    pub row: usize,
    pub value: f64,
    pub words: String,
}

/// Where values lie on a chart.
struct Frame {
    x: (f64, f64),
    y: (f64, f64),
    height: f64,
    marks: Vec<Mark>,
    title: String,
}

impl Frame {
    fn new(title: &str, x: (f64, f64), y: (f64, f64), height: f64) -> Self {
        let wide = |(low, high): (f64, f64)| if high > low { (low, high) } else { (low - 1.0, low + 1.0) };
        let mut frame = Self { x: wide(x), y: wide(y), height, marks: Vec::new(), title: title.to_owned() };
        frame.words((LEFT, 20.0), 15.0, Anchor::Start, title, Tone::Text);
        frame
    }

    fn at(&self, x: f64, y: f64) -> (f64, f64) {
        let part = |value: f64, (low, high): (f64, f64)| (value - low) / (high - low);
        let (wide, high) = (WIDTH - LEFT - RIGHT, self.height - TOP - FOOT);
        (LEFT + part(x, self.x) * wide, TOP + (1.0 - part(y, self.y)) * high)
    }

    fn words(&mut self, at: (f64, f64), size: f64, anchor: Anchor, words: &str, tone: Tone) {
        self.marks.push(Mark::Words { at, size, anchor, words: words.to_owned(), tone });
    }

    fn line(&mut self, points: Vec<(f64, f64)>, tone: Tone, width: f64, dashed: bool) {
        self.marks.push(Mark::Line { points, tone, width, dashed });
    }

    /// A rectangle between two corners in values.
    fn area(&mut self, one: (f64, f64), other: (f64, f64), tone: Tone, opacity: f64) {
        let (a, b) = (self.at(one.0, one.1), self.at(other.0, other.1));
        self.marks.push(Mark::Area { points: vec![(a.0, a.1), (b.0, a.1), (b.0, b.1), (a.0, b.1)], tone, opacity });
    }

    /// Lines across, with their values.
    fn rules(&mut self, unit: &str) {
        let step = step(self.y.1 - self.y.0);
        let mut value = (self.y.0 / step).ceil() * step;
        while value <= self.y.1 + step * 1e-6 {
            let (left, right) = (self.at(self.x.0, value), self.at(self.x.1, value));
            self.line(vec![left, right], Tone::Grid, 1.0, false);
            self.words((left.0 - 6.0, left.1 + 4.0), 12.0, Anchor::End, &format!("{}{unit}", tidy(value)), Tone::Faint);
            value += step;
        }
    }

    fn below(&mut self, x: f64, words: &str) {
        let at = self.at(x, self.y.0);
        self.words((at.0, at.1 + 16.0), 12.0, Anchor::Middle, words, Tone::Faint);
    }

    fn name_x(&mut self, words: &str) {
        self.words(((WIDTH + LEFT) / 2.0, self.height - 8.0), 12.0, Anchor::Middle, words, Tone::Faint);
    }

    fn goal(&mut self, goal: Option<(f64, f64)>) {
        let Some((from, to)) = goal else { return };
        if to > from {
            self.area((self.x.0, from), (self.x.1, to), Tone::Goal, 0.15);
        }
        let middle = f64::midpoint(from, to);
        let ends = vec![self.at(self.x.0, middle), self.at(self.x.1, middle)];
        self.line(ends, Tone::Goal, 1.0, true);
    }

    fn legend(&mut self, names: &[(String, usize)]) {
        let mut right = WIDTH - RIGHT;
        for (name, series) in names.iter().rev() {
            self.words((right, 20.0), 12.0, Anchor::End, name, Tone::Faint);
            right -= 7.0 * name.chars().count() as f64 + 8.0;
            let (tone, y) = (Tone::Series(*series), 16.0);
            self.marks.push(Mark::Area {
                points: vec![(right - 8.0, y - 5.0), (right, y - 5.0), (right, y + 5.0), (right - 8.0, y + 5.0)],
                tone,
                opacity: 1.0,
            });
            right -= 22.0;
        }
    }

    fn done(self) -> Chart {
        Chart { title: self.title, width: WIDTH, height: self.height, marks: self.marks }
    }
}

/// Bars in groups of the same name, each with a whisker.
pub fn bars(title: &str, unit: &str, list: &[Bar], names: &[(String, usize)], goal: Option<(f64, f64)>) -> Chart {
    let mut groups: Vec<&str> = Vec::new();
    for bar in list {
        if !groups.contains(&bar.name.as_str()) {
            groups.push(&bar.name);
        }
    }
    let most = list.iter().map(|bar| bar.high).chain(goal.map(|goal| goal.1)).fold(0.0, f64::max);
    let mut frame = Frame::new(title, (0.0, groups.len().max(1) as f64), (0.0, most.max(1e-9) * 1.05), 260.0);
    frame.rules(unit);
    frame.goal(goal);
    frame.legend(names);
    for (at, group) in groups.iter().enumerate() {
        let own: Vec<&Bar> = list.iter().filter(|bar| bar.name == **group).collect();
        let wide = 0.7 / own.len() as f64;
        for (place, bar) in own.iter().enumerate() {
            let left = at as f64 + 0.15 + place as f64 * wide;
            frame.area((left, 0.0), (left + wide * 0.9, bar.value), Tone::Series(bar.series), 0.85);
            let middle = left + wide * 0.45;
            let ends = vec![frame.at(middle, bar.low), frame.at(middle, bar.high)];
            frame.line(ends, Tone::Text, 1.5, false);
        }
        frame.below(at as f64 + 0.5, group);
    }
    frame.done()
}

/// Columns of two or more series side by side: (x, count of each).
pub fn histogram(title: &str, x: &str, columns: &[(i64, Vec<usize>)], names: &[(String, usize)]) -> Chart {
    let most = columns.iter().flat_map(|(_, counts)| counts.iter().copied()).max().unwrap_or(1);
    let mut frame = Frame::new(title, (0.0, columns.len().max(1) as f64), (0.0, most.max(1) as f64 * 1.05), 240.0);
    frame.rules("");
    frame.legend(names);
    let every = columns.len().div_ceil(20).max(1);
    for (at, (value, counts)) in columns.iter().enumerate() {
        let wide = 0.8 / counts.len().max(1) as f64;
        for (series, count) in counts.iter().enumerate() {
            let left = at as f64 + 0.1 + series as f64 * wide;
            frame.area((left, 0.0), (left + wide, *count as f64), Tone::Series(series), 0.85);
        }
        if at % every == 0 {
            frame.below(at as f64 + 0.5, &value.to_string());
        }
    }
    frame.name_x(x);
    frame.done()
}

/// Curves with bands, levels across, and a goal.
pub fn curves(title: &str, x: &str, unit: &str, list: &[Band], levels: &[f64], goal: Option<(f64, f64)>) -> Chart {
    let all = || list.iter().flat_map(|band| &band.points);
    let ends = |values: &mut dyn Iterator<Item = f64>| {
        values.fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), value| (low.min(value), high.max(value)))
    };
    let wide = ends(&mut all().map(|point| point[0]));
    let more = levels.iter().copied().chain(goal.into_iter().flat_map(|goal| [goal.0, goal.1]));
    let high = ends(&mut all().flat_map(|point| [point[2], point[3]]).chain(more));
    let wide = if wide.0.is_finite() { wide } else { (0.0, 1.0) };
    let high = if high.0.is_finite() { high } else { (0.0, 1.0) };
    let mut frame = Frame::new(title, wide, high, 300.0);
    frame.rules(unit);
    frame.goal(goal);
    for level in levels {
        let ends = vec![frame.at(frame.x.0, *level), frame.at(frame.x.1, *level)];
        frame.line(ends, Tone::Faint, 1.0, true);
    }
    for band in list {
        let there = band.points.iter().map(|point| frame.at(point[0], point[3]));
        let back = band.points.iter().rev().map(|point| frame.at(point[0], point[2]));
        let points: Vec<(f64, f64)> = there.chain(back).collect();
        frame.marks.push(Mark::Area { points, tone: Tone::Series(band.series), opacity: 0.2 });
        let line = band.points.iter().map(|point| frame.at(point[0], point[1])).collect();
        frame.line(line, Tone::Series(band.series), 2.0, false);
    }
    let step = step(frame.x.1 - frame.x.0).max(if list.iter().flat_map(|b| &b.points).all(|p| p[0].fract() == 0.0) {
        1.0
    } else {
        0.0
    });
    let mut value = (frame.x.0 / step).ceil() * step;
    while value <= frame.x.1 + step * 1e-6 {
        frame.below(value, &tidy(value));
        value += step;
    }
    frame.legend(&list.iter().map(|band| (band.name.clone(), band.series)).collect::<Vec<_>>());
    frame.name_x(x);
    frame.done()
}

/// A map of heat: columns and rows by their names, values from 0 to 1.
pub fn heat(title: &str, (x, columns): (&str, &[String]), (y, rows): (&str, &[String]), cells: &[Cell]) -> Chart {
    let size = ((WIDTH - LEFT - RIGHT) / columns.len().max(1) as f64).min(64.0);
    let tall = size.min(36.0);
    let height = TOP + FOOT + tall * rows.len() as f64;
    let mut frame = Frame::new(&format!("{title} (down: {y})"), (0.0, 1.0), (0.0, 1.0), height);
    let place = |column: usize, row: usize| (LEFT + column as f64 * size, TOP + (rows.len() - 1 - row) as f64 * tall);
    for cell in cells {
        let (left, top) = place(cell.column, cell.row);
        let points = vec![
            (left, top),
            (left + size - 1.0, top),
            (left + size - 1.0, top + tall - 1.0),
            (left, top + tall - 1.0),
        ];
        frame.marks.push(Mark::Area { points, tone: Tone::Ramp(cell.value), opacity: 1.0 });
        if size >= 26.0 {
            // Dark words on a pale ground, in either theme: the ground is of the data, not of the page.
            let at = (left + size / 2.0, top + tall / 2.0 + 4.0);
            frame.words(
                at,
                11.0,
                Anchor::Middle,
                &cell.words,
                Tone::Ramp(if (cell.value - 0.5).abs() > 0.35 { 0.5 } else { -1.0 }),
            );
        }
    }
    for (at, name) in rows.iter().enumerate() {
        let (left, top) = place(0, at);
        frame.words((left - 6.0, top + tall / 2.0 + 4.0), 12.0, Anchor::End, name, Tone::Faint);
    }
    for (at, name) in columns.iter().enumerate() {
        let (left, top) = place(at, 0);
        frame.words((left + size / 2.0, top + tall + 15.0), 12.0, Anchor::Middle, name, Tone::Faint);
    }
    frame.name_x(x);
    frame.done()
}

/// A round step that cuts a span into four to nine.
fn step(span: f64) -> f64 {
    let rough = span / 5.0;
    let ten = 10_f64.powf(rough.max(1e-12).log10().floor());
    [1.0, 2.0, 5.0, 10.0].map(|factor| factor * ten).into_iter().find(|step| *step >= rough).unwrap_or(10.0 * ten)
}

fn tidy(value: f64) -> String {
    let rounded = (value * 1000.0).round() / 1000.0;
    format!("{}", if rounded == 0.0 { 0.0 } else { rounded })
}
