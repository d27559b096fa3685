//! Small drawings for terrain and features, in a square from -1 to 1. One function per kind; no pictures, no fonts.

use std::f32::consts::TAU;

use super::canvas::Canvas;
use super::colour::{Ink, PAPER, Rgb, TEXT, ink};
use super::path::{Outline, Point, Step};
use super::scene::Symbol;

/// Draws a feature at a place, `radius` pixels large.
pub(super) fn feature(canvas: &mut impl Canvas, symbol: Symbol, at: Point, radius: f32) {
    let plate = Outline::circle(0.0, 0.0, 1.0);
    let filled = |canvas: &mut dyn FnMut(&Outline, Ink), outline: &Outline, colour: Rgb| canvas(outline, colour.into());
    let mut fill = |outline: &Outline, ink: Ink| canvas.fill(&outline.placed(radius, at.0, at.1), ink);
    match symbol {
        Symbol::Capital => {
            filled(&mut fill, &plate, TEXT);
            filled(&mut fill, &star(0.78, 0.34), PAPER);
        }
        Symbol::Star => {
            filled(&mut fill, &star(1.12, 0.5), PAPER);
            filled(&mut fill, &star(0.92, 0.38), TEXT);
        }
        Symbol::City | Symbol::Number => {
            filled(&mut fill, &Outline::circle(0.0, 0.0, 0.62), PAPER);
            filled(&mut fill, &Outline::circle(0.0, 0.0, 0.46), TEXT);
        }
        Symbol::Factory | Symbol::Industry | Symbol::MinorFactory => {
            let size = if symbol == Symbol::MinorFactory { 0.72 } else { 1.0 };
            filled(&mut fill, &works(1.0).placed(size * 1.22, 0.0, 0.0), PAPER);
            filled(&mut fill, &works(1.0).placed(size, 0.0, 0.0), Rgb(0x6B, 0x2D, 0x24));
        }
        Symbol::Port | Symbol::NavalBase => {
            let sea = Rgb(0x1F, 0x4E, 0x6E);
            filled(&mut fill, &plate, if symbol == Symbol::NavalBase { sea } else { PAPER });
            filled(&mut fill, &anchor(), if symbol == Symbol::NavalBase { PAPER } else { sea });
        }
        Symbol::AirBase => {
            filled(&mut fill, &plate, PAPER);
            filled(&mut fill, &plane(), Rgb(0x35, 0x4A, 0x5C));
        }
        Symbol::Fort => {
            filled(&mut fill, &tower().placed(1.2, 0.0, 0.0), PAPER);
            filled(&mut fill, &tower(), Rgb(0x4A, 0x45, 0x3C));
        }
        Symbol::Yard | Symbol::Convoy => {
            filled(&mut fill, &ship().placed(1.22, 0.0, 0.0), PAPER);
            filled(&mut fill, &ship(), Rgb(0x1F, 0x4E, 0x6E));
        }
        Symbol::Supply => {
            filled(&mut fill, &Outline::rect(-0.85, -0.85, 1.7, 1.7), PAPER);
            filled(&mut fill, &Outline::rect(-0.68, -0.68, 1.36, 1.36), Rgb(0x4E, 0x63, 0x3A));
            filled(&mut fill, &Outline::rect(-0.13, -0.5, 0.26, 1.0), PAPER);
            filled(&mut fill, &Outline::rect(-0.5, -0.13, 1.0, 0.26), PAPER);
        }
        Symbol::Resource => {
            filled(&mut fill, &diamond(1.1), PAPER);
            filled(&mut fill, &diamond(0.86), Rgb(0x8A, 0x62, 0x17));
        }
        _ => terrain(canvas, symbol, at, radius, ink(TEXT, 0.7)),
    }
}

/// Draws terrain lightly, so that it stays in the background.
pub(super) fn terrain(canvas: &mut impl Canvas, symbol: Symbol, at: Point, radius: f32, ink: Ink) {
    let place = |outline: Outline| outline.placed(radius, at.0, at.1);
    let thin = (radius * 0.12).max(0.6);
    match symbol {
        Symbol::Mountain => {
            let peaks = [(-0.42, 0.30, 0.75), (0.38, 0.42, 0.95)];
            for (x, base, height) in peaks {
                let half = height * 0.58;
                canvas.fill(&place(Outline::polygon([(x, base - height), (x + half, base), (x + 0.1, base)])), ink);
                let ridge = Outline::line([(x - half, base), (x, base - height), (x + half, base)]);
                canvas.stroke(&place(ridge), ink, thin, None);
            }
        }
        Symbol::Hills => {
            for (x, y) in [(-0.4, 0.3), (0.35, 0.45)] {
                let mut hill = Outline::new();
                hill.steps.extend([Step::Move((x - 0.45, y)), Step::Quad((x, y - 0.7), (x + 0.45, y))]);
                canvas.stroke(&place(hill), ink, thin, None);
            }
        }
        Symbol::Forest => {
            for (x, y) in [(-0.45, 0.2), (0.1, 0.5), (0.5, 0.1)] {
                canvas.fill(&place(Outline::polygon([(x, y - 0.75), (x + 0.28, y), (x - 0.28, y)])), ink);
            }
        }
        Symbol::Jungle => {
            for (x, y) in [(-0.45, 0.05), (0.05, 0.35), (0.5, -0.05)] {
                canvas.fill(&place(Outline::circle(x, y - 0.15, 0.24)), ink);
                canvas.stroke(&place(Outline::line([(x, y), (x, y + 0.3)])), ink, thin, None);
            }
        }
        Symbol::Swamp => {
            for (x, y) in [(-0.4, 0.0), (0.4, 0.15), (-0.05, 0.5)] {
                let mut tuft = Outline::line([(x - 0.35, y), (x + 0.35, y)]);
                for lean in [-0.16, 0.0, 0.16] {
                    tuft.open([(x + lean * 0.6, y), (x + lean * 1.6, y - 0.32)]);
                }
                canvas.stroke(&place(tuft), ink, thin, None);
            }
        }
        Symbol::Desert => {
            let dots = [(-0.6, 0.1), (-0.3, 0.4), (-0.1, -0.1), (0.2, 0.3), (0.4, -0.2), (0.6, 0.45), (0.05, 0.65)];
            for (x, y) in dots {
                canvas.fill(&place(Outline::circle(x, y, 0.07)), ink);
            }
        }
        Symbol::Ice => {
            for (x, y) in [(-0.35, 0.0), (0.35, 0.3)] {
                let mut flake = Outline::new();
                for arm in 0..3 {
                    let angle = TAU * arm as f32 / 6.0;
                    let (dx, dy) = (0.26 * angle.cos(), 0.26 * angle.sin());
                    flake.open([(x - dx, y - dy), (x + dx, y + dy)]);
                }
                canvas.stroke(&place(flake), ink, thin, None);
            }
        }
        _ => {}
    }
}

pub(crate) fn star(outer: f32, inner: f32) -> Outline {
    Outline::polygon((0..10).map(|point| {
        let angle = TAU * (point as f32 / 10.0 - 0.25);
        let radius = if point % 2 == 0 { outer } else { inner };
        (radius * angle.cos(), radius * angle.sin())
    }))
}

fn diamond(size: f32) -> Outline {
    Outline::polygon([(0.0, -size), (size * 0.8, 0.0), (0.0, size), (-size * 0.8, 0.0)])
}

/// A hall with a saw-tooth roof and a chimney.
pub(crate) fn works(size: f32) -> Outline {
    let points = [
        (-0.85, 0.75),
        (-0.85, -0.75),
        (-0.5, -0.75),
        (-0.5, -0.05),
        (-0.05, -0.4),
        (-0.05, -0.05),
        (0.4, -0.4),
        (0.4, -0.05),
        (0.85, -0.4),
        (0.85, 0.75),
    ];
    Outline::polygon(points.map(|(x, y)| (x * size, y * size)))
}

pub(crate) fn tower() -> Outline {
    Outline::polygon([
        (-0.75, 0.75),
        (-0.75, -0.7),
        (-0.4, -0.7),
        (-0.4, -0.35),
        (-0.18, -0.35),
        (-0.18, -0.7),
        (0.18, -0.7),
        (0.18, -0.35),
        (0.4, -0.35),
        (0.4, -0.7),
        (0.75, -0.7),
        (0.75, 0.75),
    ])
}

fn ship() -> Outline {
    let mut outline = Outline::polygon([(-0.95, 0.1), (0.95, 0.1), (0.6, 0.65), (-0.6, 0.65)]);
    outline.ring([(-0.45, -0.1), (0.35, -0.1), (0.35, 0.12), (-0.45, 0.12)]);
    outline.ring([(-0.15, -0.7), (0.1, -0.7), (0.1, 0.0), (-0.15, 0.0)]);
    outline
}

fn plane() -> Outline {
    Outline::polygon([
        (0.0, -0.75),
        (0.12, -0.25),
        (0.78, 0.08),
        (0.78, 0.26),
        (0.12, 0.12),
        (0.1, 0.48),
        (0.3, 0.62),
        (0.3, 0.74),
        (0.0, 0.66),
        (-0.3, 0.74),
        (-0.3, 0.62),
        (-0.1, 0.48),
        (-0.12, 0.12),
        (-0.78, 0.26),
        (-0.78, 0.08),
        (-0.12, -0.25),
    ])
}

pub(crate) fn anchor() -> Outline {
    let mut outline = Outline::circle(0.0, -0.52, 0.19);
    outline.ring([(-0.08, -0.4), (0.08, -0.4), (0.08, 0.52), (-0.08, 0.52)]);
    outline.ring([(-0.3, -0.24), (0.3, -0.24), (0.3, -0.1), (-0.3, -0.1)]);
    outline.steps.extend([
        Step::Move((-0.66, 0.08)),
        Step::Quad((-0.5, 0.52), (0.0, 0.52)),
        Step::Quad((0.5, 0.52), (0.66, 0.08)),
        Step::Line((0.7, 0.36)),
        Step::Quad((0.46, 0.72), (0.0, 0.74)),
        Step::Quad((-0.46, 0.72), (-0.7, 0.36)),
        Step::Close,
    ]);
    outline
}
