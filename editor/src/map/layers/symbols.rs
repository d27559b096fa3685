//! Small drawings for terrain and features.

use chartroom_format::schema::terrain::Symbol;
use egui::{Align2, Color32, FontId, Painter, Pos2, Shape, Stroke, Vec2, pos2, vec2};

use crate::theme::ink_on;

/// The drawing of a terrain in the lower half of its hex.
pub fn terrain(painter: &Painter, middle: Pos2, radius: f32, symbol: Symbol, ink: Color32) {
    let unit = radius * 0.2;
    let stroke = Stroke::new((radius * 0.045).clamp(1.0, 2.5), ink);
    let at = |x: f32, y: f32| middle + vec2(x, y) * unit;
    let line = |points: Vec<Pos2>| painter.add(Shape::line(points, stroke));
    match symbol {
        Symbol::Mountain => {
            line(vec![at(-2.2, 1.2), at(-0.8, -1.4), at(0.6, 1.2)]);
            line(vec![at(0.0, 0.1), at(1.0, -0.7), at(2.2, 1.2)]);
        }
        Symbol::Hills => {
            line(vec![at(-2.0, 1.0), at(-1.5, 0.3), at(-0.9, 0.1), at(-0.3, 0.4), at(0.1, 1.0)]);
            line(vec![at(0.0, 0.8), at(0.5, 0.1), at(1.1, -0.1), at(1.7, 0.3), at(2.1, 1.0)]);
        }
        Symbol::Forest | Symbol::Jungle => {
            for (x, y) in [(-1.2, 0.2), (0.2, -0.6), (1.3, 0.4)] {
                painter.circle_stroke(at(x, y), unit * 0.7, stroke);
                line(vec![at(x, y + 0.7), at(x, y + 1.4)]);
            }
        }
        Symbol::Swamp => {
            for (x, y) in [(-1.0, 0.9), (0.9, 0.4), (0.0, -0.6)] {
                line(vec![at(x - 0.9, y), at(x + 0.9, y)]);
                line(vec![at(x, y), at(x, y - 0.8)]);
                line(vec![at(x - 0.4, y), at(x - 0.6, y - 0.6)]);
                line(vec![at(x + 0.4, y), at(x + 0.6, y - 0.6)]);
            }
        }
        Symbol::Desert => {
            for (x, y) in [(-1.4, 0.9), (-0.3, -0.4), (0.6, 1.0), (1.5, 0.0), (-1.6, -0.7), (1.0, -1.0)] {
                painter.circle_filled(at(x, y), (unit * 0.17).max(0.8), ink);
            }
        }
        Symbol::Ice => {
            for turn in 0..3 {
                let angle = std::f32::consts::PI / 3.0 * turn as f32;
                let arm = Vec2::angled(angle) * unit * 1.3;
                line(vec![middle - arm, middle + arm]);
            }
        }
        _ => {}
    }
}

/// A feature as a small badge.
pub fn feature(painter: &Painter, middle: Pos2, size: f32, symbol: Symbol, amount: i64, fill: Color32, line: Color32) {
    let half = size / 2.0;
    let stroke = Stroke::new((size * 0.09).max(1.0), line);
    let ink = ink_on(fill);
    let at = |x: f32, y: f32| middle + vec2(x, y) * half;
    let solid = |points: Vec<Pos2>| painter.add(Shape::convex_polygon(points, fill, stroke));
    let letter = |text: &str| {
        painter.text(middle, Align2::CENTER_CENTER, text, FontId::proportional(size * 0.75), ink);
    };
    match symbol {
        Symbol::Capital | Symbol::Star => {
            let points: Vec<Pos2> = (0..10)
                .map(|n| {
                    let reach = if n % 2 == 0 { half } else { half * 0.45 };
                    middle + Vec2::angled(std::f32::consts::TAU * n as f32 / 10.0 - std::f32::consts::FRAC_PI_2) * reach
                })
                .collect();
            // A star is not convex: its rays are drawn one by one.
            for n in 0..5 {
                painter.add(Shape::convex_polygon(
                    vec![points[(2 * n + 9) % 10], points[2 * n], points[2 * n + 1], middle],
                    fill,
                    Stroke::NONE,
                ));
            }
            painter.add(Shape::closed_line(points, stroke));
        }
        Symbol::City => {
            painter.circle(middle, half * 0.8, fill, stroke);
            painter.circle_filled(middle, half * 0.25, line);
        }
        Symbol::Factory | Symbol::MinorFactory | Symbol::Industry => {
            solid(vec![at(-1.0, 0.8), at(-1.0, -0.1), at(1.0, -0.1), at(1.0, 0.8)]);
            painter.add(Shape::convex_polygon(
                vec![at(0.35, -0.1), at(0.35, -1.0), at(0.8, -1.0), at(0.8, -0.1)],
                fill,
                stroke,
            ));
        }
        Symbol::Port | Symbol::NavalBase => {
            painter.circle_stroke(at(0.0, -0.7), half * 0.25, stroke);
            painter.line_segment([at(0.0, -0.45), at(0.0, 0.9)], stroke);
            painter.line_segment([at(-0.5, -0.15), at(0.5, -0.15)], stroke);
            let curve: Vec<Pos2> = (0..=8)
                .map(|n| middle + Vec2::angled(std::f32::consts::PI * (0.08 + 0.84 * n as f32 / 8.0)) * half * 0.9)
                .collect();
            painter.add(Shape::line(curve, stroke));
        }
        Symbol::AirBase => {
            painter.circle(middle, half, fill, stroke);
            letter("A");
        }
        Symbol::Fort => {
            solid(vec![at(-0.9, 0.9), at(-0.9, -0.6), at(0.9, -0.6), at(0.9, 0.9)]);
            painter.line_segment([pos2(at(-0.9, 0.0).x, middle.y), pos2(at(0.9, 0.0).x, middle.y)], stroke);
        }
        Symbol::Number => letter(&amount.to_string()),
        _ => {
            painter.circle(middle, half * 0.9, fill, stroke);
            if amount > 1 {
                letter(&amount.to_string());
            }
        }
    }
}
