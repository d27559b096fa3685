//! The set-up stamp: units by click and wheel.

use super::{Bench, Gesture, GestureKind};
use crate::document::ops::setup::{self, Manner, Place};
use crate::map::stacks;

/// It has one state: every click is a step of its own.
#[derive(Clone, Debug, Default)]
pub struct SetUpStamp;

impl SetUpStamp {
    pub fn handle(&mut self, gesture: Gesture, bench: &mut Bench<'_>) {
        let Some(at) = gesture.at else { return };
        match gesture.kind {
            GestureKind::Press if gesture.alt => pick(bench, at),
            GestureKind::Press if gesture.secondary || gesture.shift => add(bench, at, -1),
            GestureKind::Press => add(bench, at, 1),
            GestureKind::Wheel(steps) => add(bench, at, i64::from(steps)),
            GestureKind::Drag | GestureKind::Release | GestureKind::Abort => {}
        }
    }

    pub fn hint(&self) -> String {
        "Click adds one unit, Shift or right click removes one, Shift+wheel counts up and down. Alt+click picks."
            .to_owned()
    }
}

fn pick(bench: &mut Bench<'_>, at: usize) {
    if let Some(stack) = bench.scene.cells[at].stacks.first() {
        (bench.settings.power, bench.settings.unit) = (stack.power.clone(), stack.unit.clone());
        bench.settings.manner = stack.manner.clone();
    }
}

fn add(bench: &mut Bench<'_>, at: usize, by: i64) {
    let Some(scenario) = bench.settings.scenario.clone() else {
        bench.message = Some("This pack has no scenario yet.".to_owned());
        return;
    };
    let settings = bench.settings.clone();
    let place =
        Place { power: &settings.power, space: bench.scene.id(at), unit: &settings.unit, manner: &settings.manner };
    if matches!(place.manner, Manner::Formation(name) | Manner::Aboard(name) if name.trim().is_empty()) {
        bench.message = Some("Name the army or fleet, or choose the carrier, in the palette first.".to_owned());
        return;
    }
    let known = bench.document.content().scenarios.get(scenario.as_str());
    let stacks = known.map(|known| stacks::stacks(known).remove(place.space).unwrap_or_default()).unwrap_or_default();
    let same = |stack: &&stacks::Stack| {
        stack.power == place.power && stack.unit == place.unit && stack.manner == *place.manner
    };
    let now = stacks.iter().find(same).map_or(0, |stack| stack.count);
    let new = (now + by).max(0);
    if new == now {
        return;
    }
    let planned = setup::set_count(bench.document, &scenario, &place, new);
    bench.run(&format!("Set up {} in {}", settings.unit, bench.scene.id(at)), planned);
}
