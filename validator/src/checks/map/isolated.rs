//! P101 isolated-space.

use chartroom_format::diag::Diagnostic;
use chartroom_format::entries::EntryKind;
use chartroom_format::schema::map::Surface;

use crate::checks::Check;
use crate::context::Context;

chartroom_format::codes! {
    CODE = "P101", "isolated-space", "map", Warning,
        what: "A space has no neighbour: no border, no hexside and no stated link leads to it.",
        why: "Nothing can ever move there or leave, and supply never reaches it.",
        remedy: "State a link to it, correct its outline or hex number, or make it a box if it lies off the map.",
        bad: r#"Spaces(schema: 2, spaces: {"island-of-dreams": (surface: Sea)})"#,
        good: r#"Spaces(schema: 2, spaces: {"0102": (surface: Coast, country: "redland")})"#;
}

pub const CHECK: Check = Check { code: CODE, run };

fn run(cx: &Context<'_>, found: &mut Vec<Diagnostic>) {
    if cx.content.map.is_none() {
        return;
    }
    for (id, space) in &cx.content.spaces {
        let open = |other: &str| !matches!(cx.board.surface(other), None | Some(Surface::Impassable));
        let alone = !cx.board.has_neighbour(id.as_str(), open);
        if alone && !matches!(space.surface, Surface::Box | Surface::Impassable) {
            let spot = cx.entry(EntryKind::Space, id.as_str());
            found.push(
                cx.finding(CODE, &spot, format!("`{id}` has no neighbour")).help("state a link, or make it a Box"),
            );
        }
    }
}
