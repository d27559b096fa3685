//! P116 seed-out-of-place.

use chartroom_atlas::recipe_fault::FaultKind;
use chartroom_format::diag::Diagnostic;

use super::recipe::report;
use crate::checks::Check;
use crate::context::Context;

chartroom_format::codes! {
    CODE = "P116", "seed-out-of-place", "map", Error,
        what: "A seed of a zone lies where the zone cannot grow: in the sea, on foreign land, off the map, or on the seed of another zone.",
        why: "The zone would not be drawn, and its neighbours would take its land.",
        remedy: "Move the seed onto the zone's own land or water, or let the zone claim the country it lies in.",
        bad: r#"Recipe(schema: 2, draw: Zones((extent: (north: 60.0, south: 40.0, west: 0.0, east: 20.0), width: 64, zones: [(id: "redburg")])))
---
Map(schema: 2, title: "Z", grid: Zones((width: 64, height: 64)))
---
Spaces(schema: 2, spaces: {"redburg": (surface: Land)})"#,
        good: "";
}

pub const CHECK: Check = Check { code: CODE, run };

fn run(cx: &Context<'_>, found: &mut Vec<Diagnostic>) {
    report(cx, FaultKind::Seed, found);
}
