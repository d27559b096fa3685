//! P111 zone-without-outline.

use std::collections::BTreeSet;

use chartroom_format::diag::Diagnostic;
use chartroom_format::entries::EntryKind;
use chartroom_format::schema::map::{Grid, Surface};

use crate::checks::Check;
use crate::context::Context;

chartroom_format::codes! {
    CODE = "P111", "zone-without-outline", "map", Error,
        what: "A space of a map of zones has no border in the shapes.",
        why: "It has no place on the board and no neighbours by geometry.",
        remedy: "Draw its outline, or make it a Box if it lies off the map.",
        bad: r#"Map(schema: 2, title: "Z", grid: Zones((width: 10, height: 10)))
---
Spaces(schema: 2, spaces: {"redburg": (surface: Land)})
---
Shapes(schema: 2, width: 10, height: 10, borders: [])"#,
        good: "";
}

pub const CHECK: Check = Check { code: CODE, run };

fn run(cx: &Context<'_>, found: &mut Vec<Diagnostic>) {
    let Some(Grid::Zones(_)) = cx.content.map.as_ref().map(|map| &map.grid) else { return };
    let borders = cx.content.shapes.as_ref().map_or(&[][..], |shapes| &shapes.borders);
    let drawn: BTreeSet<&str> =
        borders.iter().flat_map(|border| [&border.left, &border.right]).flatten().map(|zone| zone.as_str()).collect();
    for (id, space) in &cx.content.spaces {
        if space.surface != Surface::Box && !drawn.contains(id.as_str()) {
            let spot = cx.entry(EntryKind::Space, id.as_str());
            found.push(cx.finding(CODE, &spot, format!("`{id}` has no outline")));
        }
    }
}
