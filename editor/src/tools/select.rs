//! Selecting: click, rectangle, lasso, wand; Shift adds, Ctrl subtracts. A counter is taken hold of and carried to another space.

use std::collections::BTreeSet;

use chartroom_atlas::counter::Counter;

use egui::{Pos2, Rect};

use super::{Bench, Gesture, GestureKind, connected};
use crate::document::ops::setup::{self, Place};
use crate::map::CellView;
use crate::map::layers::{LayerKind, setup as counters};
use crate::map::stacks::{self, Stack};

/// Its states. Positions are on the map.
#[derive(Clone, Debug, Default, PartialEq)]
pub enum Select {
    #[default]
    Ready,
    Rectangle {
        from: Pos2,
        to: Pos2,
    },
    Lasso {
        points: Vec<Pos2>,
    },
    /// The top counter of a space on its way to another.
    Carrying {
        from: usize,
        counter: Box<Counter>,
        /// Where it was taken hold of, and where it is.
        held: Pos2,
        now: Pos2,
    },
}

impl Select {
    pub fn handle(&mut self, gesture: Gesture, bench: &mut Bench<'_>) {
        let state = std::mem::take(self);
        *self = match (state, gesture.kind) {
            // Ready -> Ready: the wand.
            (Self::Ready, GestureKind::Press) if gesture.secondary => {
                if let Some(at) = gesture.at {
                    let area = connected(bench.scene, at, bench.settings.matching).into_iter().collect();
                    combine(bench, area, gesture);
                }
                Self::Ready
            }
            // Ready -> Lasso
            (Self::Ready, GestureKind::Press) if gesture.alt => Self::Lasso { points: vec![gesture.point] },
            // Ready -> Carrying
            (Self::Ready, GestureKind::Press)
                if !gesture.shift && !gesture.command && held(bench, gesture).is_some() =>
            {
                held(bench, gesture).unwrap_or_default()
            }
            (Self::Carrying { from, counter, held, .. }, GestureKind::Drag) => {
                Self::Carrying { from, counter, held, now: gesture.point }
            }
            // Carrying -> Ready: put down where it was, it was a click.
            (Self::Carrying { from, held, .. }, GestureKind::Release) => {
                match gesture.at.filter(|at| *at != from && (gesture.point - held).length() > gesture.reach * 0.5) {
                    Some(to) => carry(bench, from, to),
                    None => combine(bench, gesture.at.into_iter().collect(), gesture),
                }
                Self::Ready
            }
            (Self::Carrying { .. }, GestureKind::Abort) => Self::Ready,
            // Ready -> Rectangle
            (Self::Ready, GestureKind::Press) => Self::Rectangle { from: gesture.point, to: gesture.point },
            (Self::Rectangle { from, .. }, GestureKind::Drag) => Self::Rectangle { from, to: gesture.point },
            (Self::Lasso { mut points }, GestureKind::Drag) => {
                points.push(gesture.point);
                Self::Lasso { points }
            }
            // Rectangle -> Ready: a rectangle too small to hold anything is a click.
            (Self::Rectangle { from, to }, GestureKind::Release) => {
                let rect = Rect::from_two_pos(from, to);
                let mut inside: BTreeSet<usize> =
                    (0..bench.scene.cells.len()).filter(|at| rect.contains(bench.scene.middle(*at))).collect();
                if rect.width().max(rect.height()) < 4.0 || inside.is_empty() {
                    inside = gesture.at.into_iter().collect();
                }
                combine(bench, inside, gesture);
                Self::Ready
            }
            // Lasso -> Ready
            (Self::Lasso { points }, GestureKind::Release) => {
                let inside =
                    (0..bench.scene.cells.len()).filter(|at| surrounds(&points, bench.scene.middle(*at))).collect();
                combine(bench, inside, gesture);
                Self::Ready
            }
            (_, GestureKind::Abort) => {
                bench.selection.clear();
                Self::Ready
            }
            (state, _) => state,
        };
    }

    pub fn hint(&self) -> String {
        match self {
            Self::Ready => "Click or drag selects; drag a counter to move it; Alt+drag draws a lasso, right click takes everything alike; Shift adds, Ctrl removes.",
            Self::Carrying { .. } => "Release over the space where it goes. Esc puts it back.",
            Self::Rectangle { .. } | Self::Lasso { .. } => "Release to select. Esc cancels.",
        }
        .to_owned()
    }
}

/// Takes hold of the top counter under the pointer.
fn held(bench: &Bench<'_>, gesture: Gesture) -> Option<Select> {
    let at = gesture.at?;
    if bench.layers.is_locked(LayerKind::SetUp) || bench.layers.opacity(LayerKind::SetUp) == 0.0 {
        return None;
    }
    let zoom = super::REACH / gesture.reach;
    let lies = counters::place(bench.scene, at, zoom)?;
    let cell = &bench.scene.cells[at];
    let counter = cell.counters.get(counters::top(cell)?)?.clone();
    let held = gesture.point;
    lies.contains(held).then(|| Select::Carrying { from: at, counter: Box::new(counter), held, now: held })
}

/// Moves what the top counter stands for, with what is aboard of it, as one step.
fn carry(bench: &mut Bench<'_>, from: usize, to: usize) {
    let Some(scenario) = bench.settings.scenario.clone() else { return };
    let (from_id, to_id) = (bench.scene.id(from).to_owned(), bench.scene.id(to).to_owned());
    let moved = movers(&bench.scene.cells[from]);
    let Some(first) = moved.first() else { return };
    let label = format!("Move {} from {from_id} to {to_id}", first.unit);
    bench.document.begin(&label);
    for stack in &moved {
        let there = Place { power: &stack.power, space: &to_id, unit: &stack.unit, manner: &stack.manner };
        let known = bench.document.content().scenarios.get(scenario.as_str());
        let standing = known.map(|known| stacks::stacks(known).remove(&to_id).unwrap_or_default()).unwrap_or_default();
        let same =
            |known: &&Stack| known.power == stack.power && known.unit == stack.unit && known.manner == stack.manner;
        let already = standing.iter().find(same).map_or(0, |stack| stack.count);
        let put = setup::set_count(bench.document, &scenario, &there, already + stack.count);
        let put = put.and_then(|changes| bench.document.change(&label, &changes));
        let here = Place { space: &from_id, ..there };
        let taken = put.and_then(|()| setup::set_count(bench.document, &scenario, &here, 0));
        if let Err(message) = taken.and_then(|changes| bench.document.change(&label, &changes)) {
            bench.document.abort();
            bench.message = Some(message);
            return;
        }
    }
    bench.document.commit();
    bench.selection.clear();
    bench.selection.insert(to);
}

/// The stacks that the top counter of a space stands for, and those aboard of it.
fn movers(cell: &CellView) -> Vec<Stack> {
    let group = counters::top(cell).and_then(|top| stacks::groups(&cell.stacks).into_iter().nth(top));
    group.into_iter().flatten().map(|at| cell.stacks[at].clone()).collect()
}

fn combine(bench: &mut Bench<'_>, new: BTreeSet<usize>, gesture: Gesture) {
    if gesture.command {
        bench.selection.retain(|at| !new.contains(at));
    } else if gesture.shift {
        bench.selection.extend(new);
    } else {
        *bench.selection = new;
    }
}

/// Whether a closed line goes round a point.
fn surrounds(line: &[Pos2], point: Pos2) -> bool {
    let mut inside = false;
    for n in 0..line.len() {
        let (a, b) = (line[n], line[(n + 1) % line.len()]);
        if (a.y > point.y) != (b.y > point.y) && point.x < a.x + (b.x - a.x) * (point.y - a.y) / (b.y - a.y) {
            inside = !inside;
        }
    }
    inside
}
