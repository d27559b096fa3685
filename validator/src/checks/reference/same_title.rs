//! R204 same-title-twice.

use std::collections::BTreeMap;

use chartroom_format::diag::Diagnostic;
use chartroom_format::entries::EntryKind;

use crate::checks::Check;
use crate::context::Context;

chartroom_format::codes! {
    CODE = "R204", "same-title-twice", "reference", Warning,
        what: "Two entries of a kind have the same title.",
        why: "People who read the title cannot tell which is meant.",
        remedy: "Give one of them another title.",
        bad: r#"Regions(schema: 2, regions: {"a": (title: "The West", kind: Group, spaces: ["0102"]), "b": (title: "The West", kind: Group, spaces: ["0202"])})"#,
        good: r#"Regions(schema: 2, regions: {"a": (title: "The West", kind: Group, spaces: ["0102"]), "b": (title: "The Far West", kind: Group, spaces: ["0202"])})"#;
}

pub const CHECK: Check = Check { code: CODE, run };

fn run(cx: &Context<'_>, found: &mut Vec<Diagnostic>) {
    let content = cx.content;
    let regions = content.regions.iter().map(|(id, it)| (id.as_str(), format!("{} ({:?})", it.title, it.kind)));
    let lists: Vec<(EntryKind, Vec<(&str, String)>)> = vec![
        (EntryKind::Region, regions.collect()),
        (EntryKind::Power, content.powers.iter().map(|(id, it)| (id.as_str(), it.title.clone())).collect()),
        (EntryKind::Alliance, content.sides.iter().map(|(id, it)| (id.as_str(), it.title.clone())).collect()),
        (EntryKind::Unit, content.units.iter().map(|(id, it)| (id.as_str(), it.title.clone())).collect()),
        (EntryKind::Table, content.tables.iter().map(|(id, it)| (id.as_str(), it.title.clone())).collect()),
        (EntryKind::Scenario, content.scenarios.iter().map(|(id, it)| (id.as_str(), it.title.clone())).collect()),
        (EntryKind::Option, content.options.iter().map(|(id, it)| (id.as_str(), it.title.clone())).collect()),
    ];
    for (kind, entries) in lists {
        let mut seen: BTreeMap<String, &str> = BTreeMap::new();
        for (id, title) in entries {
            if let Some(other) = seen.insert(title.to_lowercase(), id) {
                let message = format!("the {} `{id}` has the same title as `{other}`", kind.name());
                found.push(cx.finding(CODE, &cx.entry(kind, id), message));
            }
        }
    }
}
