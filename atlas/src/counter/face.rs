//! The face of a counter: its plate, the drawing, the numbers, the badges, with as much of it as its size lets one see.

use super::Counter;
use super::drawing::Drawing;
use super::figures::{self, Seat};
use super::pen::{Pen, rounded};
use crate::render::colour::{PAPER, TEXT};
use crate::render::{Outline, Rgb};

/// How much can be seen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Detail {
    /// The colour alone.
    Plate,
    /// The drawing and the count.
    Drawing,
    /// Everything.
    All,
}

impl Detail {
    pub(super) fn at(pixels: f32) -> Self {
        match pixels {
            small if small < 11.0 => Self::Plate,
            middling if middling < 25.0 => Self::Drawing,
            _ => Self::All,
        }
    }
}

const HURT: Rgb = Rgb(0xB3, 0x26, 0x1E);

pub(super) fn draw(counter: &Counter, detail: Detail) -> Drawing {
    let plate = counter.colour;
    let ink = readable_on(plate);
    let mut pen = Pen::new(ink);
    let edge = plate.mix(TEXT, 0.62);
    pen.fill_in(&rounded(0.0, 0.0, 1.0, 1.0, 0.07), plate);
    if detail != Detail::Plate {
        let light = Outline::line([(0.035, 0.93), (0.035, 0.035), (0.93, 0.035)]);
        pen.stroke_in(&light, 0.035, plate.mix(Rgb(0xFF, 0xFF, 0xFF), 0.45));
        let dark = Outline::line([(0.965, 0.07), (0.965, 0.965), (0.07, 0.965)]);
        pen.stroke_in(&dark, 0.035, plate.mix(TEXT, 0.3));
    }
    pen.stroke_in(&rounded(0.0, 0.0, 1.0, 1.0, 0.07), if detail == Detail::Plate { 0.1 } else { 0.03 }, edge);
    match detail {
        Detail::Plate => {}
        // Pieces of which nothing is known but how many they are.
        _ if counter.label.is_empty() && counter.numbers.is_empty() => {
            pen.words(&counter.count.to_string(), (0.5, 0.72), 0.7, 0.84, ink);
        }
        Detail::Drawing => {
            figure(counter, &mut pen, (0.5, 0.5), 1.32);
            badges(counter, &mut pen, 1.35);
        }
        Detail::All => {
            everything(counter, &mut pen, ink);
            badges(counter, &mut pen, 1.0);
        }
    }
    Drawing { marks: pen.marks }
}

fn everything(counter: &Counter, pen: &mut Pen, ink: Rgb) {
    // What has no numbers has its short text where they would be.
    let (foot, head) = match (counter.numbers.is_empty(), counter.echelon.is_empty()) {
        (true, _) => (counter.label.as_str(), counter.echelon),
        (false, true) => (counter.numbers.as_str(), counter.label.as_str()),
        (false, false) => (counter.numbers.as_str(), counter.echelon),
    };
    figure(counter, pen, (0.5, if head.is_empty() { 0.37 } else { 0.42 }), 1.0);
    // The badge takes the corner on the right.
    let room = if counter.count > 1 { 0.56 } else { 0.8 };
    let middle = if counter.count > 1 { 0.4 } else { 0.5 };
    pen.words(head, (middle, 0.175), 0.17, room, ink);
    pen.words(foot, (0.5, 0.915), 0.3, 0.86, ink);
}

fn figure(counter: &Counter, pen: &mut Pen, at: (f32, f32), larger: f32) {
    let scale = larger
        * match figures::seat(counter.emblem) {
            Seat::Boxed => 0.4,
            Seat::Ship => 0.38,
            Seat::Square => 0.25,
        };
    pen.move_to(at, scale);
    if figures::seat(counter.emblem) == Seat::Boxed {
        let frame = Outline::rect(-0.75, -0.5, 1.5, 1.0);
        pen.fill_in(&frame, counter.colour.mix(PAPER, 0.78));
        let outside = std::mem::replace(&mut pen.ink, TEXT);
        figures::draw(counter.emblem, pen);
        pen.stroke(&frame, 0.085);
        pen.ink = outside;
    } else {
        figures::draw(counter.emblem, pen);
    }
    pen.move_to((0.0, 0.0), 1.0);
}

fn badges(counter: &Counter, pen: &mut Pen, larger: f32) {
    if counter.hits > 0 {
        let corner = Outline::polygon([(0.0, 1.0 - 0.34 * larger), (0.34 * larger, 1.0), (0.0, 1.0)]);
        pen.fill_in(&corner, HURT);
        pen.stroke_in(&corner, 0.02, PAPER);
        if counter.hits > 1 {
            pen.words(&counter.hits.to_string(), (0.11 * larger, 0.97), 0.17 * larger, 0.2, PAPER);
        }
    }
    if counter.cargo > 0 {
        let (wide, high) = (0.34 * larger, 0.22 * larger);
        let chip = rounded(1.1 - wide, 0.5 - high / 2.0, wide, high, 0.05);
        pen.fill_in(&chip, PAPER);
        pen.stroke_in(&chip, 0.025, TEXT);
        let words = format!("+{}", counter.cargo);
        pen.words(&words, (1.1 - wide / 2.0, 0.5 + high * 0.32), high, wide * 0.86, TEXT);
    }
    if counter.count > 1 {
        let radius = 0.2 * larger;
        let at = (0.9, 0.1);
        pen.fill_in(&Outline::circle(at.0, at.1, radius), TEXT);
        pen.stroke_in(&Outline::circle(at.0, at.1, radius), 0.025, PAPER);
        let size = radius * 1.5;
        pen.words(&counter.count.to_string(), (at.0, at.1 + size * 0.33), size, radius * 1.7, PAPER);
    }
}

/// Dark or light, whichever is read better.
fn readable_on(plate: Rgb) -> Rgb {
    if plate.contrast(TEXT) >= plate.contrast(PAPER) { TEXT } else { PAPER }
}
