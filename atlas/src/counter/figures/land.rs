//! Troops: the usual signs inside a box, which the face draws.

use super::super::Emblem;
use super::super::pen::{Pen, bow, ellipse};
use crate::render::Outline;

/// Width of the lines, in parts of the height of the box.
const LINE: f32 = 0.085;

pub(super) fn draw(emblem: Emblem, pen: &mut Pen) {
    match emblem {
        Emblem::Armour => track(pen),
        Emblem::Mechanised => {
            cross(pen);
            track(pen);
        }
        Emblem::Motorised => {
            cross(pen);
            pen.line(&[(0.0, -0.5), (0.0, 0.5)], LINE);
        }
        Emblem::Cavalry => pen.line(&[(-0.75, 0.5), (0.75, -0.5)], LINE * 1.2),
        Emblem::Artillery => pen.fill(&Outline::circle(0.0, 0.0, 0.19)),
        Emblem::RocketArtillery => {
            pen.fill(&Outline::circle(0.0, 0.2, 0.15));
            for top in [-0.36, -0.16] {
                pen.line(&[(-0.26, top + 0.2), (0.0, top), (0.26, top + 0.2)], LINE);
            }
        }
        Emblem::AntiTank => pen.line(&[(-0.75, 0.5), (0.0, -0.5), (0.75, 0.5)], LINE),
        Emblem::AntiAircraft => {
            pen.stroke(&bow((-0.75, 0.5), (0.0, -0.25), (0.75, 0.5)), LINE);
            pen.line(&[(0.0, 0.12), (0.0, -0.38)], LINE);
            pen.line(&[(-0.16, -0.2), (0.0, -0.38), (0.16, -0.2)], LINE);
        }
        Emblem::Airborne => {
            cross(pen);
            pen.stroke(&bow((-0.34, 0.44), (-0.17, 0.16), (0.0, 0.44)), LINE);
            pen.stroke(&bow((0.0, 0.44), (0.17, 0.16), (0.34, 0.44)), LINE);
        }
        Emblem::Marines => {
            cross(pen);
            pen.line(&[(0.0, -0.34), (0.0, 0.36)], LINE);
            pen.line(&[(-0.15, -0.18), (0.15, -0.18)], LINE);
            pen.stroke(&bow((-0.26, 0.14), (0.0, 0.62), (0.26, 0.14)), LINE);
        }
        Emblem::Mountain => {
            cross(pen);
            pen.shape(&[(-0.26, 0.5), (0.0, 0.08), (0.26, 0.5)]);
        }
        Emblem::Engineers => {
            pen.line(&[(-0.42, 0.26), (-0.42, -0.22), (0.42, -0.22), (0.42, 0.26)], LINE);
            pen.line(&[(0.0, -0.22), (0.0, 0.26)], LINE);
        }
        Emblem::Militia => {
            cross(pen);
            pen.block(-0.75, -0.5, 1.5, 0.2);
        }
        Emblem::Headquarters => {
            pen.block(-0.75, -0.5, 1.5, 0.28);
            pen.line(&[(-0.75, 0.5), (-0.75, 0.72)], LINE);
        }
        Emblem::Supply => {
            pen.line(&[(-0.75, 0.26), (0.75, 0.26)], LINE);
            pen.stroke(&ellipse(0.0, -0.12, 0.2, 0.2), LINE);
        }
        _ => cross(pen),
    }
}

fn cross(pen: &mut Pen) {
    pen.line(&[(-0.75, -0.5), (0.75, 0.5)], LINE);
    pen.line(&[(-0.75, 0.5), (0.75, -0.5)], LINE);
}

/// The track of a tank.
fn track(pen: &mut Pen) {
    pen.stroke(&ellipse(0.0, 0.0, 0.46, 0.26), LINE);
}
