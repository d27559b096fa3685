//! `chartroom list`: packs with their scenarios and tables.

use std::fmt::Write;
use std::process::ExitCode;

use chartroom_format::fs::DiskFs;
use chartroom_format::load;
use serde::Serialize;

use crate::{find, output};

#[derive(Serialize)]
struct PackView {
    id: String,
    title: String,
    version: String,
    path: String,
    extends: Option<String>,
    scenarios: Vec<Named>,
    tables: Vec<Named>,
}

#[derive(Serialize)]
struct Named {
    id: String,
    title: String,
}

pub(crate) fn run(json: bool) -> Result<ExitCode, String> {
    let mut packs = Vec::new();
    for folder in find::content_packs() {
        let loaded = load::load(&DiskFs, &folder)?;
        let Some(pack) = loaded.content.pack() else { continue };
        packs.push(PackView {
            id: pack.id.to_string(),
            title: pack.title.clone(),
            version: pack.version.clone(),
            path: folder.to_string_lossy().into_owned(),
            extends: pack.extends.as_ref().map(ToString::to_string),
            scenarios: loaded
                .content
                .scenarios
                .values()
                .map(|scenario| Named { id: scenario.id.to_string(), title: scenario.title.clone() })
                .collect(),
            tables: loaded
                .content
                .tables
                .values()
                .map(|table| Named { id: table.id.to_string(), title: table.title.clone() })
                .collect(),
        });
    }
    if json {
        output::print_json(&packs)?;
    } else {
        output::print(&text(&packs))?;
    }
    Ok(ExitCode::SUCCESS)
}

fn text(packs: &[PackView]) -> String {
    let mut out = String::new();
    if packs.is_empty() {
        out.push_str("no packs: there is no folder content/ here, or it holds none\n");
    }
    for pack in packs {
        let _ = writeln!(out, "{}  {} ({})", pack.id, pack.title, pack.version);
        for (word, entries) in [("scenarios", &pack.scenarios), ("tables", &pack.tables)] {
            let ids: Vec<&str> = entries.iter().map(|entry| entry.id.as_str()).collect();
            let _ = writeln!(out, "  {word}: {}", ids.join(", "));
        }
    }
    out
}
