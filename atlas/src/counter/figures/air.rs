//! Aircraft from above, the nose up.

use super::super::Emblem;
use super::super::pen::{Pen, ellipse};

pub(super) fn draw(emblem: Emblem, pen: &mut Pen) {
    match emblem {
        Emblem::Jet => jet(pen),
        Emblem::TacticalBomber => {
            body(pen, 0.14, -0.86, 0.88);
            pen.both_sides(&[(0.0, -0.26), (0.5, -0.2), (0.98, 0.04), (0.98, 0.14), (0.5, 0.16), (0.0, 0.2)]);
            engines(pen, &[0.42], 0.085, -0.5);
            tail(pen, 0.42, 0.6);
        }
        Emblem::Bomber => {
            body(pen, 0.13, -0.96, 0.95);
            pen.both_sides(&[(0.0, -0.34), (1.08, -0.08), (1.08, 0.04), (0.0, 0.12)]);
            engines(pen, &[0.34, 0.66], 0.075, -0.5);
            tail(pen, 0.5, 0.66);
        }
        Emblem::TransportPlane => {
            body(pen, 0.18, -0.84, 0.9);
            pen.both_sides(&[(0.0, -0.3), (0.45, -0.24), (1.06, 0.02), (1.06, 0.1), (0.0, 0.1)]);
            engines(pen, &[0.38], 0.09, -0.46);
            tail(pen, 0.46, 0.62);
        }
        _ => {
            body(pen, 0.12, -0.84, 0.84);
            pen.both_sides(&[(0.0, -0.32), (0.6, -0.22), (0.94, -0.08), (0.92, 0.04), (0.5, 0.16), (0.0, 0.2)]);
            pen.block(-0.24, -0.88, 0.48, 0.05);
            tail(pen, 0.36, 0.62);
        }
    }
}

/// A fuselage: round at the nose, drawn out to the tail.
fn body(pen: &mut Pen, half: f32, nose: f32, end: f32) {
    pen.fill(&ellipse(0.0, nose + 0.34, half, 0.34));
    pen.both_sides(&[(0.0, nose + 0.3), (half, nose + 0.3), (half * 0.95, 0.1), (half * 0.42, end), (0.0, end)]);
}

fn engines(pen: &mut Pen, off: &[f32], half: f32, front: f32) {
    for &x in off {
        for x in [x, -x] {
            pen.block(x - half, front + 0.1, half * 2.0, 0.42);
            pen.fill(&ellipse(x, front + 0.1, half, 0.1));
            pen.block(x - half * 1.9, front - 0.02, half * 3.8, 0.04);
        }
    }
}

fn tail(pen: &mut Pen, half: f32, front: f32) {
    pen.both_sides(&[(0.0, front), (half, front + 0.13), (half, front + 0.24), (0.0, front + 0.26)]);
}

fn jet(pen: &mut Pen) {
    body(pen, 0.13, -0.94, 0.9);
    pen.both_sides(&[(0.0, -0.34), (0.96, 0.22), (0.96, 0.36), (0.0, 0.14)]);
    for x in [0.42, -0.42] {
        pen.fill(&ellipse(x, 0.02, 0.11, 0.36));
    }
    tail(pen, 0.4, 0.62);
}
