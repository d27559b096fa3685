//! The set-up stamp: units by click and wheel.

use super::{Bench, Gesture, GestureKind};
use crate::document::ops::setup;
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
    }
}

fn add(bench: &mut Bench<'_>, at: usize, by: i64) {
    let Some(scenario) = bench.settings.scenario.clone() else {
        bench.message = Some("This pack has no scenario yet.".to_owned());
        return;
    };
    let (power, unit, id) = (bench.settings.power.clone(), bench.settings.unit.clone(), bench.scene.id(at).to_owned());
    let now: i64 = bench
        .document
        .content()
        .scenarios
        .get(scenario.as_str())
        .map(|scenario| stacks::stacks(scenario).remove(&id).unwrap_or_default())
        .unwrap_or_default()
        .iter()
        .filter(|stack| stack.power == power && stack.unit == unit && !stack.damaged && stack.formation.is_none())
        .map(|stack| stack.count)
        .sum();
    let new = (now + by).max(0);
    if new == now {
        return;
    }
    let planned = setup::set_count(bench.document, &scenario, &power, &id, &unit, new);
    bench.run(&format!("Set up {unit} in {id}"), planned);
}
