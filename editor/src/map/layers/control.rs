//! Zones of control of the units on the map, in the colours of their powers.

use std::collections::{BTreeMap, BTreeSet};

use super::super::draw::View;
use super::regions::shade_places;
use crate::theme::{content_colour, fade};

/// The spaces in each power's zones. `reach` is the zone of a unit type, in spaces.
pub fn zones(view: &View<'_>) -> BTreeMap<String, BTreeSet<usize>> {
    let mut zones: BTreeMap<String, BTreeSet<usize>> = BTreeMap::new();
    for (at, cell) in view.scene.cells.iter().enumerate() {
        for stack in &cell.stacks {
            let reach = view.unit_zones.get(&stack.unit).copied().unwrap_or(0);
            if reach == 0 {
                continue;
            }
            let around = match view.scene.around(at, reach) {
                alone if alone == [at] => view.scene.neighbours(at),
                around => around,
            };
            zones.entry(stack.power.clone()).or_default().extend(around);
        }
    }
    zones
}

pub fn draw(view: &View<'_>, opacity: f32) {
    for (power, places) in zones(view) {
        let own = view.power_colours.get(&power).and_then(|text| content_colour(text));
        shade_places(view, places.into_iter(), fade(own.unwrap_or(view.tokens.accent), 0.3 * opacity));
    }
}
