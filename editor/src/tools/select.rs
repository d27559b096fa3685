//! Selecting: click, rectangle, lasso, wand; Shift adds, Ctrl subtracts.

use std::collections::BTreeSet;

use egui::{Pos2, Rect};

use super::{Bench, Gesture, GestureKind, connected};

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
            Self::Ready => "Click or drag selects; Alt+drag draws a lasso, right click takes everything alike; Shift adds, Ctrl removes.",
            Self::Rectangle { .. } | Self::Lasso { .. } => "Release to select. Esc cancels.",
        }
        .to_owned()
    }
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
