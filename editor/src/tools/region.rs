//! The region brush: spaces into a region or out of it.

use super::{Bench, Gesture, GestureKind, Stroke};
use crate::document::ops::space::{self, SpaceFact};

/// Its states.
#[derive(Clone, Debug, Default)]
pub enum RegionBrush {
    #[default]
    Ready,
    Painting {
        stroke: Stroke,
        member: bool,
    },
}

impl RegionBrush {
    pub fn handle(&mut self, gesture: Gesture, bench: &mut Bench<'_>) {
        let state = std::mem::take(self);
        *self = match (state, gesture.kind, gesture.at) {
            // Ready -> Painting
            (Self::Ready, GestureKind::Press, Some(at)) => {
                let member = !gesture.secondary && !gesture.shift;
                bench.document.begin(if member { "Add to region" } else { "Remove from region" });
                let mut stroke = Stroke::default();
                let new = stroke.advance(bench.scene, at, bench.settings.radius);
                set(bench, &new, member);
                Self::Painting { stroke, member }
            }
            (Self::Painting { mut stroke, member }, GestureKind::Drag, Some(at)) => {
                let new = stroke.advance(bench.scene, at, bench.settings.radius);
                set(bench, &new, member);
                Self::Painting { stroke, member }
            }
            // Painting -> Ready
            (Self::Painting { .. }, GestureKind::Release | GestureKind::Abort, _) => {
                bench.end_stroke(gesture.kind);
                Self::Ready
            }
            (state, _, _) => state,
        };
    }

    pub fn hint(&self) -> String {
        match self {
            Self::Ready => {
                "Drag adds spaces to the region; Shift or right drag removes them. [ and ] change the radius."
            }
            Self::Painting { .. } => "Esc takes the stroke back.",
        }
        .to_owned()
    }
}

fn set(bench: &mut Bench<'_>, places: &[usize], member: bool) {
    let region = bench.settings.region.clone();
    if region.is_empty() {
        bench.message = Some("This pack defines no regions.".to_owned());
        return;
    }
    let content = bench.document.content();
    // A country is written in the field of its own; any other region in the list.
    let is_country = content
        .regions
        .get(region.as_str())
        .is_some_and(|known| known.kind == chartroom_format::schema::map::RegionKind::Country);
    let wanted = |at: &usize| {
        let space = content.spaces.get(bench.scene.id(*at));
        let now = space.is_some_and(|space| {
            if is_country {
                space.country.as_ref().is_some_and(|id| id.0 == region)
            } else {
                space.regions.iter().any(|id| id.0 == region)
            }
        });
        now != member
    };
    let ids: Vec<String> = places.iter().filter(|at| wanted(at)).map(|at| bench.scene.id(*at).to_owned()).collect();
    if ids.is_empty() {
        return;
    }
    let fact =
        if is_country { SpaceFact::Country(member.then_some(region)) } else { SpaceFact::Region(region, member) };
    let planned = space::set(bench.document, &ids, &fact);
    bench.run("Change a region", planned);
}
