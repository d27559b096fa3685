//! P113 port-away-from-the-sea.

use chartroom_format::diag::Diagnostic;
use chartroom_format::entries::EntryKind;
use chartroom_format::schema::terrain::FeatureRole;

use crate::checks::Check;
use crate::context::Context;

chartroom_format::codes! {
    CODE = "P113", "port-away-from-the-sea", "map", Error,
        what: "A port or naval base stands in a space that no sea touches.",
        why: "No ship can ever reach it.",
        remedy: "Move it, correct the surface of the space, or state the link to the sea.",
        bad: r#"Terrain(schema: 2, features: {"harbour": (title: "Harbour", role: NavalBase, on: [Land, Coast])})
---
Spaces(schema: 2, spaces: {"0103": (surface: Land, country: "redland", features: {"harbour": 1})})"#,
        good: r#"Terrain(schema: 2, features: {"harbour": (title: "Harbour", role: NavalBase, on: [Land, Coast])})
---
Spaces(schema: 2, spaces: {"0102": (surface: Coast, country: "redland", features: {"harbour": 1})})"#;
}

pub const CHECK: Check = Check { code: CODE, run };

fn run(cx: &Context<'_>, found: &mut Vec<Diagnostic>) {
    for (id, space) in &cx.content.spaces {
        for feature in space.features.keys() {
            let is_port = cx
                .content
                .features
                .get(feature)
                .is_some_and(|kind| matches!(kind.role, FeatureRole::Port | FeatureRole::NavalBase));
            if is_port && !cx.board.is_by_the_sea(id.as_str()) {
                let spot = cx.entry(EntryKind::Space, id.as_str()).then("features").then(feature.as_str()).name();
                found.push(cx.finding(CODE, &spot, format!("`{id}` has a `{feature}` but no sea beside it")));
            }
        }
    }
}
