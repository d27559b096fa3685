//! R201 unused-entry.

use chartroom_format::diag::Diagnostic;
use chartroom_format::entries::EntryKind;

use crate::checks::Check;
use crate::context::Context;

chartroom_format::codes! {
    CODE = "R201", "unused-entry", "reference", Hint,
        what: "Nothing names this class, terrain, hexside type, feature type, link class, track, value or season.",
        why: "It may be left over, or the one place that should name it is mistyped.",
        remedy: "Use it, or remove it.",
        bad: r##"Terrain(schema: 2, terrains: {"lava": (title: "Lava", colour: "#ff0000")})"##,
        good: r##"Terrain(schema: 2, terrains: {"lava": (title: "Lava", colour: "#ff0000")})
---
Spaces(schema: 2, spaces: {"0102": (surface: Coast, terrain: "lava", country: "redland")})"##;
}

pub const CHECK: Check = Check { code: CODE, run };

const KINDS: &[EntryKind] = &[
    EntryKind::Class,
    EntryKind::Terrain,
    EntryKind::Side,
    EntryKind::Feature,
    EntryKind::Link,
    EntryKind::Track,
    EntryKind::Value,
    EntryKind::Season,
];

fn run(cx: &Context<'_>, found: &mut Vec<Diagnostic>) {
    for kind in KINDS {
        let ids: Vec<&str> = cx.content.ids(*kind).filter(|id| !cx.usage.is_used(*kind, id)).collect();
        for id in ids.into_iter().filter(|id| cx.is_own(*kind, id)) {
            let spot = cx.entry(*kind, id);
            found.push(cx.finding(CODE, &spot, format!("nothing names the {} `{id}`", kind.name())));
        }
    }
}
