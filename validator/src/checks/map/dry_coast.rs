//! P127 coast-without-sea.

use chartroom_format::diag::Diagnostic;
use chartroom_format::entries::EntryKind;
use chartroom_format::schema::map::Surface;

use crate::checks::Check;
use crate::context::Context;

chartroom_format::codes! {
    CODE = "P127", "coast-without-sea", "map", Warning,
        what: "A space is called coast or island, but no water lies beside it.",
        why: "Ships and landings are allowed where none can ever come, and ports pass as sound.",
        remedy: "Correct the surface of the space or of its neighbours, or state the link to the sea.",
        bad: r#"Spaces(schema: 2, spaces: {"0203": (surface: Island), "0102": (surface: Land), "0202": (surface: Land), "0302": (surface: Land), "0103": (surface: Land, country: "redland", features: {"capital": 1}), "0303": (surface: Land), "0104": (surface: Land), "0204": (surface: Land), "0304": (surface: Land)})"#,
        good: r#"Spaces(schema: 2, spaces: {"0401": (surface: Coast)})"#;
}

pub const CHECK: Check = Check { code: CODE, run };

fn run(cx: &Context<'_>, found: &mut Vec<Diagnostic>) {
    // What the shapes of zones do not tell is stated by links; a map without either tells nothing.
    if !cx.board.is_hex && cx.content.shapes.is_none() {
        return;
    }
    let is_wet = |space: &str| {
        let surface = cx.board.surface(space);
        matches!(surface, Some(Surface::Sea | Surface::Lake | Surface::Coast | Surface::Island | Surface::Box) | None)
    };
    for (id, space) in &cx.content.spaces {
        let word = match space.surface {
            Surface::Coast => "a coast",
            Surface::Island => "an island",
            _ => continue,
        };
        let id = id.as_str();
        // Beyond the edge of the board there may be any sea.
        let inside = !cx.board.is_hex || cx.board.geometry.of(id).is_some_and(|near| near.count() >= 6);
        if inside && cx.board.has_neighbour(id, |_| true) && !cx.board.has_neighbour(id, is_wet) {
            let spot = cx.entry(EntryKind::Space, id).then("surface");
            found.push(cx.finding(CODE, &spot, format!("`{id}` is {word} without water beside it")));
        }
    }
}
