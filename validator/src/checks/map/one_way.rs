//! P121 one-way-space.

use std::collections::BTreeMap;

use chartroom_format::diag::Diagnostic;
use chartroom_format::entries::EntryKind;
use chartroom_format::schema::map::Surface;

use crate::checks::Check;
use crate::context::Context;

chartroom_format::codes! {
    CODE = "P121", "one-way-space", "map", Warning,
        what: "A space can be entered but never left, or left but never entered: all its links go one way.",
        why: "Units that go there are lost to their player, or nobody ever gets there.",
        remedy: "State the way back, or drop `one_way`.",
        bad: r#"Spaces(schema: 2, spaces: {"reserve": (surface: Box)})
---
Links(schema: 2, added: [(from: "0103", to: "reserve", class: "land", one_way: true, note: "retired")])"#,
        good: r#"Spaces(schema: 2, spaces: {"reserve": (surface: Box)})
---
Links(schema: 2, added: [(from: "0103", to: "reserve", class: "land", one_way: true, note: "out"), (from: "reserve", to: "0104", class: "land", one_way: true, note: "and back elsewhere")])"#;
}

pub const CHECK: Check = Check { code: CODE, run };

fn run(cx: &Context<'_>, found: &mut Vec<Diagnostic>) {
    // Whether links lead out of a space, and into it.
    let mut ways: BTreeMap<&str, (bool, bool)> = BTreeMap::new();
    for link in &cx.content.added_links {
        let from = ways.entry(link.from.as_str()).or_default();
        (from.0, from.1) = (true, from.1 || !link.one_way);
        let to = ways.entry(link.to.as_str()).or_default();
        (to.0, to.1) = (to.0 || !link.one_way, true);
    }
    for (id, (out, into)) in ways {
        let open = |other: &str| !matches!(cx.board.surface(other), None | Some(Surface::Impassable));
        let by_geometry = cx.board.geometry.of(id).is_some_and(|mut others| others.any(open));
        if out != into && !by_geometry && cx.content.spaces.contains_key(id) {
            let message = if into { "can be entered but never left" } else { "can be left but never entered" };
            found.push(cx.finding(CODE, &cx.entry(EntryKind::Space, id), format!("`{id}` {message}")));
        }
    }
}
