//! R203 names-alike.

use std::collections::BTreeMap;

use chartroom_format::diag::Diagnostic;
use chartroom_format::entries::EntryKind;

use crate::checks::Check;
use crate::context::Context;

chartroom_format::codes! {
    CODE = "R203", "names-alike", "reference", Warning,
        what: "Two entries of a kind have ids that differ only by capitals or hyphens.",
        why: "Everybody will mistake one for the other, and some file systems cannot tell them apart.",
        remedy: "Rename one of them, or merge the two.",
        bad: r#"Regions(schema: 2, regions: {"red-land": (title: "Red Land", kind: Group, spaces: ["0102"])})"#,
        good: r#"Regions(schema: 2, regions: {"red-coast": (title: "Red Coast", kind: Group, spaces: ["0102"])})"#;
}

pub const CHECK: Check = Check { code: CODE, run };

fn run(cx: &Context<'_>, found: &mut Vec<Diagnostic>) {
    for kind in EntryKind::ALL.iter().filter(|kind| !matches!(kind, EntryKind::Covered | EntryKind::Phase)) {
        let mut seen: BTreeMap<String, &str> = BTreeMap::new();
        for id in cx.content.ids(*kind) {
            let plain: String = id.chars().filter(|letter| *letter != '-').flat_map(char::to_lowercase).collect();
            // Numbers keep their hyphens: "1-12" and "11-2" are two things.
            let key = if plain.chars().all(|letter| letter.is_ascii_digit()) { id.to_owned() } else { plain };
            if let Some(other) = seen.insert(key, id) {
                let spot = cx.entry(*kind, id);
                found.push(cx.finding(CODE, &spot, format!("the {} `{id}` is almost `{other}`", kind.name())));
            }
        }
    }
}
