//! The ownership brush: who holds what when the scenario starts.

use super::{Bench, Gesture, GestureKind, Stroke, ToolSettings};
use crate::document::ops::control;

/// Its states.
#[derive(Clone, Debug, Default)]
pub enum OwnershipBrush {
    #[default]
    Ready,
    Painting {
        stroke: Stroke,
        give: bool,
    },
}

impl OwnershipBrush {
    pub fn handle(&mut self, gesture: Gesture, bench: &mut Bench<'_>) {
        let state = std::mem::take(self);
        *self = match (state, gesture.kind, gesture.at) {
            // Ready -> Ready: pick the holder that the scenario names.
            (Self::Ready, GestureKind::Press, Some(at)) if gesture.alt => {
                let holders = crate::map::ownership::holders(bench.document.content(), scenario(bench));
                bench.settings.holder = holders.get(bench.scene.id(at)).cloned();
                Self::Ready
            }
            // Ready -> Painting
            (Self::Ready, GestureKind::Press, Some(at)) => {
                bench.document.begin("Change ownership");
                let mut stroke = Stroke::default();
                let give = !gesture.secondary;
                let new = stroke.advance(bench.scene, at, bench.settings.radius);
                hand_over(bench, &new, give);
                Self::Painting { stroke, give }
            }
            (Self::Painting { mut stroke, give }, GestureKind::Drag, Some(at)) => {
                let new = stroke.advance(bench.scene, at, bench.settings.radius);
                hand_over(bench, &new, give);
                Self::Painting { stroke, give }
            }
            // Painting -> Ready
            (Self::Painting { .. }, GestureKind::Release | GestureKind::Abort, _) => {
                bench.end_stroke(gesture.kind);
                Self::Ready
            }
            (state, _, _) => state,
        };
    }

    pub fn hint(&self, settings: &ToolSettings) -> String {
        match (self, &settings.holder) {
            (Self::Painting { .. }, _) => "Handing over. Esc takes the stroke back.".to_owned(),
            (Self::Ready, Some(holder)) => {
                format!("Drag gives spaces to {holder}; right drag gives them back to their country. Alt+click picks.")
            }
            (Self::Ready, None) => "Drag gives spaces back to their country. Alt+click picks a holder.".to_owned(),
        }
    }
}

fn scenario<'a>(bench: &'a Bench<'_>) -> Option<&'a chartroom_format::schema::scenario::Scenario> {
    bench.settings.scenario.as_ref().and_then(|id| bench.document.content().scenarios.get(id.as_str()))
}

fn hand_over(bench: &mut Bench<'_>, places: &[usize], give: bool) {
    let Some(scenario) = bench.settings.scenario.clone() else {
        bench.message = Some("This pack has no scenario yet.".to_owned());
        return;
    };
    let holder = bench.settings.holder.clone().filter(|_| give);
    let ids: Vec<String> =
        places.iter().filter(|at| bench.scene.cells[**at].listed).map(|at| bench.scene.id(*at).to_owned()).collect();
    if ids.is_empty() {
        return;
    }
    let planned = control::set(bench.document, &scenario, &ids, holder.as_deref());
    bench.run("Change ownership", planned);
}
