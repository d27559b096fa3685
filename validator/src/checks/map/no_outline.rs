//! P111 zone-without-outline.

use std::collections::BTreeSet;

use chartroom_format::diag::Diagnostic;
use chartroom_format::entries::EntryKind;
use chartroom_format::schema::ids::SpaceId;
use chartroom_format::schema::map::{Grid, Surface};

use crate::checks::Check;
use crate::context::Context;

chartroom_format::codes! {
    CODE = "P111", "zone-without-outline", "map", Error,
        what: "A space of a map of zones has no border in the shapes.",
        why: "It has no place on the board and no neighbours by geometry.",
        remedy: "Draw its outline, or make it a Box if it lies off the map.",
        bad: r#"Spaces(schema: 2, spaces: {"atlantis": (surface: Land)})
---
Shapes(schema: 2, width: 400, height: 300, borders: [
    (left: "middle-sea", right: "redburg", points: [(120, 150), (140, 60), (120, 0)]),
    (left: "middle-sea", right: "red-hills", points: [(130, 300), (150, 220), (120, 150)]),
    (left: "red-hills", right: "redburg", points: [(120, 150), (0, 150)]),
    (left: "bluehaven", right: "middle-sea", points: [(270, 300), (250, 230), (280, 160)]),
    (left: "blue-plain", right: "middle-sea", points: [(280, 160), (260, 80), (280, 0)]),
    (left: "blue-plain", right: "bluehaven", points: [(400, 160), (280, 160)]),
    (left: "redburg", points: [(120, 0), (0, 0), (0, 150)]),
    (left: "red-hills", points: [(0, 150), (0, 300), (130, 300)]),
    (left: "middle-sea", points: [(280, 0), (120, 0)]),
    (left: "middle-sea", points: [(130, 300), (270, 300)]),
    (left: "blue-plain", points: [(400, 160), (400, 0), (280, 0)]),
    (left: "bluehaven", points: [(270, 300), (400, 300), (400, 160)]),
])"#,
        good: "";
}

pub const CHECK: Check = Check { code: CODE, run };

fn run(cx: &Context<'_>, found: &mut Vec<Diagnostic>) {
    let Some(Grid::Zones(_)) = cx.content.map.as_ref().map(|map| &map.grid) else { return };
    let borders = cx.content.shapes.as_ref().map_or(&[][..], |shapes| &shapes.borders);
    let drawn: BTreeSet<&str> =
        borders.iter().flat_map(|border| [&border.left, &border.right]).flatten().map(SpaceId::as_str).collect();
    for (id, space) in &cx.content.spaces {
        if space.surface != Surface::Box && !drawn.contains(id.as_str()) {
            let spot = cx.entry(EntryKind::Space, id.as_str());
            found.push(cx.finding(CODE, &spot, format!("`{id}` has no outline")));
        }
    }
}
