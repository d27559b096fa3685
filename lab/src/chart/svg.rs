//! A chart as inline SVG. Colours of a page are variables, so that it can be light or dark.

use std::fmt::Write;

use chartroom_atlas::render::plot::Anchor;

use super::{Chart, Mark, Tone};
use crate::html::escaped;

impl Chart {
    pub fn svg(&self) -> String {
        let mut out = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" role=\"img\" viewBox=\"0 0 {} {}\" width=\"{}\" height=\"{}\"><title>{}</title>\n",
            short(self.width),
            short(self.height),
            short(self.width),
            short(self.height),
            escaped(&self.title)
        );
        for mark in &self.marks {
            let _ = match mark {
                Mark::Area { points, tone, opacity } => writeln!(
                    out,
                    "<polygon points=\"{}\" fill=\"{}\" fill-opacity=\"{}\"/>",
                    list(points),
                    colour(*tone),
                    short(*opacity)
                ),
                Mark::Line { points, tone, width, dashed } => writeln!(
                    out,
                    "<polyline points=\"{}\" fill=\"none\" stroke=\"{}\" stroke-width=\"{}\"{}/>",
                    list(points),
                    colour(*tone),
                    short(*width),
                    if *dashed { " stroke-dasharray=\"5 4\"" } else { "" }
                ),
                Mark::Words { at, size, anchor, words, tone } => writeln!(
                    out,
                    "<text x=\"{}\" y=\"{}\" font-size=\"{}\" text-anchor=\"{}\" fill=\"{}\">{}</text>",
                    short(at.0),
                    short(at.1),
                    short(*size),
                    match anchor {
                        Anchor::Start => "start",
                        Anchor::Middle => "middle",
                        Anchor::End => "end",
                    },
                    colour(*tone),
                    escaped(words)
                ),
            };
        }
        out.push_str("</svg>\n");
        out
    }
}

fn list(points: &[(f64, f64)]) -> String {
    points.iter().map(|(x, y)| format!("{},{}", short(*x), short(*y))).collect::<Vec<_>>().join(" ")
}

fn colour(tone: Tone) -> String {
    match tone {
        Tone::Text => "var(--text, #1d242c)".to_owned(),
        Tone::Faint => "var(--faint, #5a6672)".to_owned(),
        Tone::Grid => "var(--grid, #d5dae0)".to_owned(),
        other => other.light().hex(),
    }
}

/// A number with at most two places.
fn short(value: f64) -> String {
    let text = format!("{value:.2}");
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}
