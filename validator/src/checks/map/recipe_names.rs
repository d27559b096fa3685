//! P117 drawn-twice.

use chartroom_atlas::recipe_fault::FaultKind;
use chartroom_format::diag::Diagnostic;

use super::recipe::report;
use crate::checks::Check;
use crate::context::Context;

chartroom_format::codes! {
    CODE = "P117", "drawn-twice", "map", Error,
        what: "A recipe gives the same name to two zones, or two meanings to one colour or area of a picture.",
        why: "Only one of them could be drawn, and nobody can tell which.",
        remedy: "Rename or remove one of them.",
        bad: r#"Recipe(schema: 2, draw: Zones((extent: (north: 60.0, south: 40.0, west: 0.0, east: 20.0), width: 64, zones: [(id: "redburg", at: [(50.0, 10.0)]), (id: "redburg", at: [(51.0, 11.0)])])))
---
Map(schema: 2, title: "Z", grid: Zones((width: 64, height: 64)))
---
Spaces(schema: 2, spaces: {"redburg": (surface: Land)})"#,
        good: "";
}

pub const CHECK: Check = Check { code: CODE, run };

fn run(cx: &Context<'_>, found: &mut Vec<Diagnostic>) {
    report(cx, FaultKind::Duplicate, found);
}
