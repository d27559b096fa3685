//! The feature stamp: factories, ports, bases, capitals, forts, production points.

use super::{Bench, Gesture, GestureKind};
use crate::document::ops::space::{self, SpaceFact};

/// It has one state: every click is a step of its own.
#[derive(Clone, Debug, Default)]
pub struct FeatureStamp;

impl FeatureStamp {
    pub fn handle(&mut self, gesture: Gesture, bench: &mut Bench<'_>) {
        let Some(at) = gesture.at else { return };
        match gesture.kind {
            GestureKind::Press if gesture.alt => pick(bench, at),
            GestureKind::Press if gesture.secondary || gesture.shift => set(bench, at, |_| 0),
            GestureKind::Press => {
                let amount = bench.settings.amount;
                set(bench, at, |now| if now == amount { 0 } else { amount });
            }
            GestureKind::Wheel(steps) => set(bench, at, |now| (now + i64::from(steps)).max(0)),
            GestureKind::Drag | GestureKind::Release | GestureKind::Abort => {}
        }
    }

    pub fn hint(&self) -> String {
        "Click puts the feature there or takes it away; Shift+wheel changes the amount, right click removes. Alt+click picks.".to_owned()
    }
}

fn pick(bench: &mut Bench<'_>, at: usize) {
    let features = bench.document.content().spaces.get(bench.scene.id(at)).and_then(|space| space.features.first());
    if let Some((feature, amount)) = features {
        (bench.settings.feature, bench.settings.amount) = (feature.0.clone(), *amount);
    }
}

fn set(bench: &mut Bench<'_>, at: usize, amount: impl Fn(i64) -> i64) {
    let feature = bench.settings.feature.clone();
    if feature.is_empty() {
        bench.message = Some("This pack defines no features.".to_owned());
        return;
    }
    let id = bench.scene.id(at).to_owned();
    let now = bench
        .document
        .content()
        .spaces
        .get(id.as_str())
        .and_then(|space| space.features.get(feature.as_str()))
        .copied()
        .unwrap_or(0);
    let new = amount(now);
    if new == now {
        return;
    }
    let label = if new == 0 { format!("Remove {feature}") } else { format!("Put {feature}") };
    let planned = space::set(bench.document, &[id], &SpaceFact::Feature(feature, new));
    bench.run(&label, planned);
}
