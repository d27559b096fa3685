//! Leaders, weapons, and what does not move.

use std::f32::consts::TAU;

use super::super::Emblem;
use super::super::pen::{Pen, ellipse};
use crate::render::symbols;
use crate::render::{Outline, Point};

pub(super) fn draw(emblem: Emblem, pen: &mut Pen) {
    match emblem {
        Emblem::Leader => pen.fill(&symbols::star(1.0, 0.4)),
        Emblem::Fort => pen.fill(&symbols::tower()),
        Emblem::Base => pen.fill(&symbols::anchor()),
        Emblem::Missile => {
            pen.fill(&ellipse(0.0, -0.4, 0.17, 0.58));
            pen.block(-0.17, -0.4, 0.34, 1.0);
            pen.both_sides(&[(0.1, 0.2), (0.44, 0.62), (0.44, 0.92), (0.1, 0.66)]);
        }
        Emblem::AtomicBomb => {
            pen.fill(&Outline::circle(0.0, 0.0, 0.19));
            for blade in 0..3 {
                pen.shape(&sector(TAU * (blade as f32 / 3.0 + 0.25), TAU / 12.0, 0.32, 0.95));
            }
        }
        _ => pen.fill(&symbols::works(1.0)),
    }
}

/// A piece of a ring around a direction.
fn sector(middle: f32, half: f32, inner: f32, outer: f32) -> Vec<Point> {
    const STEPS: usize = 8;
    let along = |reach: f32, step: usize| {
        let angle = middle - half + 2.0 * half * step as f32 / STEPS as f32;
        (reach * angle.cos(), reach * angle.sin())
    };
    (0..=STEPS).map(|step| along(outer, step)).chain((0..=STEPS).rev().map(|step| along(inner, step))).collect()
}
