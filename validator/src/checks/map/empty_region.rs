//! P103 region-without-spaces.

use chartroom_format::diag::Diagnostic;
use chartroom_format::entries::EntryKind;

use crate::checks::Check;
use crate::context::Context;

chartroom_format::codes! {
    CODE = "P103", "region-without-spaces", "map", Error,
        what: "A region names no space, and no space names it.",
        why: "Rules that speak of it hold nothing: they would always or never apply.",
        remedy: "Let spaces name it, list its spaces, or remove the region.",
        bad: r#"Regions(schema: 2, regions: {"nowhere": (title: "Nowhere", kind: Group)})"#,
        good: r#"Regions(schema: 2, regions: {"somewhere": (title: "Somewhere", kind: Group, spaces: ["0102"])})"#;
}

pub const CHECK: Check = Check { code: CODE, run };

fn run(cx: &Context<'_>, found: &mut Vec<Diagnostic>) {
    if cx.content.map.is_none() {
        return;
    }
    for (id, region) in &cx.content.regions {
        if cx.board.regions.get(id.as_str()).is_none_or(std::collections::BTreeSet::is_empty) {
            let spot = cx.entry(EntryKind::Region, id.as_str());
            found.push(cx.finding(CODE, &spot, format!("the region {} holds no space", region.title)));
        }
    }
}
