//! P124 space-names-alike.

use std::collections::BTreeMap;

use chartroom_format::diag::Diagnostic;
use chartroom_format::entries::EntryKind;

use crate::checks::Check;
use crate::context::Context;

chartroom_format::codes! {
    CODE = "P124", "space-names-alike", "map", Warning,
        what: "The names of two spaces differ only by spaces, hyphens or capitals, or a name begins or ends with a space.",
        why: "Readers take them for one place; searches find only one of them.",
        remedy: "Write the name in one way, or give the spaces names that differ.",
        bad: r#"Spaces(schema: 2, spaces: {"0102": (surface: Coast, country: "redland", name: "Port Royal"), "0104": (surface: Land, country: "redland", name: "Port  royal")})"#,
        good: r#"Spaces(schema: 2, spaces: {"0102": (surface: Coast, country: "redland", name: "Port Royal"), "0104": (surface: Land, country: "redland", name: "Fort Royal")})"#;
}

pub const CHECK: Check = Check { code: CODE, run };

fn run(cx: &Context<'_>, found: &mut Vec<Diagnostic>) {
    let mut seen: BTreeMap<String, &str> = BTreeMap::new();
    for (id, space) in &cx.content.spaces {
        let Some(name) = &space.name else { continue };
        let spot = || cx.entry(EntryKind::Space, id.as_str()).then("name");
        if name.trim() != name {
            found.push(cx.finding(CODE, &spot(), format!("the name `{name}` has a space at its end")));
        }
        let plain: String = name
            .chars()
            .filter(|letter| !letter.is_whitespace() && *letter != '-')
            .flat_map(char::to_lowercase)
            .collect();
        // Several hexes may well lie in one place of one name.
        if let Some(other) = seen.insert(plain, name)
            && other != name
        {
            found.push(cx.finding(CODE, &spot(), format!("`{name}` is almost `{other}`")));
        }
    }
}
