//! Charts as plain data, drawn as SVG for pages and as pixels for pictures. Colours are names: a page may be light or dark.

mod kinds;
mod svg;

pub use kinds::{Band, Bar, Cell, bars, curves, heat, histogram};

use chartroom_atlas::render::plot::{self, Anchor};
use chartroom_atlas::render::{RenderError, Rgb};

/// What a colour is for.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Tone {
    Text,
    Faint,
    Grid,
    /// The base, the change, and series beyond them.
    Series(usize),
    /// The goal.
    Goal,
    /// From nothing to all.
    Ramp(f64),
}

/// The colours of series, readable on light and dark and told apart by people who see no red.
pub const SERIES: [Rgb; 5] =
    [Rgb(0x2b, 0x6c, 0xb0), Rgb(0xd9, 0x6b, 0x0b), Rgb(0x2a, 0x8c, 0x6e), Rgb(0x8a, 0x5a, 0xb5), Rgb(0x8c, 0x7a, 0x2a)];

impl Tone {
    fn light(self) -> Rgb {
        match self {
            Self::Text => Rgb(0x1d, 0x24, 0x2c),
            Self::Faint => Rgb(0x5a, 0x66, 0x72),
            Self::Grid => Rgb(0xd5, 0xda, 0xe0),
            Self::Series(at) => SERIES[at % SERIES.len()],
            Self::Goal => Rgb(0x3f, 0x9a, 0x3f),
            // Blue below, pale in the middle, orange above.
            Self::Ramp(part) if part < 0.5 => SERIES[0].mix(Rgb(0xf4, 0xf4, 0xf0), (part.max(0.0) * 2.0) as f32),
            Self::Ramp(part) => Rgb(0xf4, 0xf4, 0xf0).mix(SERIES[1], ((part.min(1.0) - 0.5) * 2.0) as f32),
        }
    }
}

/// One thing of a chart.
#[derive(Clone, Debug, PartialEq)]
pub enum Mark {
    Area { points: Vec<(f64, f64)>, tone: Tone, opacity: f64 },
    Line { points: Vec<(f64, f64)>, tone: Tone, width: f64, dashed: bool },
    Words { at: (f64, f64), size: f64, anchor: Anchor, words: String, tone: Tone },
}

/// A chart.
#[derive(Clone, Debug, PartialEq)]
pub struct Chart {
    pub title: String,
    pub width: f64,
    pub height: f64,
    pub marks: Vec<Mark>,
}

impl Chart {
    /// As a picture, `scale` times as large.
    pub fn png(&self, scale: f64) -> Result<Vec<u8>, RenderError> {
        let at = |point: &(f64, f64)| ((point.0 * scale) as f32, (point.1 * scale) as f32);
        let marks: Vec<plot::Mark> = self
            .marks
            .iter()
            .map(|mark| match mark {
                Mark::Area { points, tone, opacity } => plot::Mark::Area {
                    points: points.iter().map(at).collect(),
                    colour: tone.light(),
                    opacity: *opacity as f32,
                },
                Mark::Line { points, tone, width, dashed } => plot::Mark::Line {
                    points: points.iter().map(at).collect(),
                    colour: tone.light(),
                    width: (width * scale) as f32,
                    dash: dashed.then_some([(5.0 * scale) as f32, (4.0 * scale) as f32]),
                },
                Mark::Words { at: point, size, anchor, words, tone } => plot::Mark::Words {
                    at: at(point),
                    size: (size * scale) as f32,
                    anchor: *anchor,
                    bold: false,
                    words: words.clone(),
                    colour: tone.light(),
                },
            })
            .collect();
        plot::png(&marks, (self.width * scale) as u32, (self.height * scale) as u32, Rgb(255, 255, 255))
    }
}
