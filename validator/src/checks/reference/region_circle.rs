//! R202 regions-in-a-circle.

use chartroom_format::diag::Diagnostic;
use chartroom_format::entries::EntryKind;
use chartroom_format::schema::ids::RegionId;

use crate::checks::Check;
use crate::context::Context;
use crate::model::circle;

chartroom_format::codes! {
    CODE = "R202", "regions-in-a-circle", "reference", Error,
        what: "Regions include each other in a circle, or one includes itself.",
        why: "They would all be the same set of spaces.",
        remedy: "Remove one `includes`.",
        bad: r#"Regions(schema: 2, regions: {"a": (title: "A", kind: Group, spaces: ["0102"], includes: ["b"]), "b": (title: "B", kind: Group, includes: ["a"])})"#,
        good: r#"Regions(schema: 2, regions: {"a": (title: "A", kind: Group, spaces: ["0102"], includes: ["b"]), "b": (title: "B", kind: Group, spaces: ["0202"])})"#;
}

pub const CHECK: Check = Check { code: CODE, run };

fn run(cx: &Context<'_>, found: &mut Vec<Diagnostic>) {
    let next = |id: &str| -> Vec<String> {
        cx.content
            .regions
            .get(id)
            .map(|region| region.includes.iter().map(RegionId::to_string).collect())
            .unwrap_or_default()
    };
    let ids = cx.content.regions.keys().map(RegionId::as_str);
    for way in circle::all(ids, next) {
        let spot = cx.entry(EntryKind::Region, &way[0]).then("includes");
        found.push(cx.finding(CODE, &spot, format!("regions include each other: {}", way.join(" includes "))));
    }
}
