//! The hexside brush: puts the chosen side type between two spaces, or takes it away.

use super::{Bench, Gesture, GestureKind};
use crate::document::ops::sides;

/// Its states.
#[derive(Clone, Debug, Default)]
pub enum HexsideBrush {
    #[default]
    Ready,
    /// Adding or removing along the way, with the sides done so far.
    Brushing { add: bool, done: Vec<(usize, usize)> },
}

impl HexsideBrush {
    pub fn handle(&mut self, gesture: Gesture, bench: &mut Bench<'_>) {
        let state = std::mem::take(self);
        *self = match (state, gesture.kind, gesture.side) {
            // Ready -> Brushing: the first side decides whether to add or to remove.
            (Self::Ready, GestureKind::Press, Some(side)) => {
                let add = !gesture.secondary && !gesture.shift && !has(bench, side);
                bench.document.begin(if add { "Add hexsides" } else { "Remove hexsides" });
                set(bench, side, add);
                Self::Brushing { add, done: vec![side] }
            }
            (Self::Brushing { add, mut done }, GestureKind::Drag, Some(side)) => {
                if !done.contains(&side) && !done.contains(&(side.1, side.0)) {
                    set(bench, side, add);
                    done.push(side);
                }
                Self::Brushing { add, done }
            }
            // Brushing -> Ready
            (Self::Brushing { .. }, GestureKind::Release | GestureKind::Abort, _) => {
                bench.end_stroke(gesture.kind);
                Self::Ready
            }
            (state, _, _) => state,
        };
    }

    pub fn hint(&self) -> String {
        match self {
            Self::Ready => {
                "Click a side to put the chosen type there, click again to remove it; drag follows the sides."
            }
            Self::Brushing { add: true, .. } => "Adding. Esc takes the stroke back.",
            Self::Brushing { add: false, .. } => "Removing. Esc takes the stroke back.",
        }
        .to_owned()
    }
}

fn has(bench: &Bench<'_>, (a, b): (usize, usize)) -> bool {
    let key = sides::key_of(bench.document, bench.scene.id(a), bench.scene.id(b));
    let types = key.and_then(|key| bench.document.content().hexsides.get(&key));
    types.is_some_and(|types| types.iter().any(|id| id.as_str() == bench.settings.side))
}

fn set(bench: &mut Bench<'_>, (a, b): (usize, usize), present: bool) {
    if bench.settings.side.is_empty() {
        bench.message = Some("This pack defines no side types.".to_owned());
        return;
    }
    let planned = sides::set(bench.document, bench.scene.id(a), bench.scene.id(b), &bench.settings.side, present);
    bench.run("Change hexsides", planned);
}
