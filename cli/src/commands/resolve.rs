//! `chartroom resolve PACK`: every entry of the merged pack, and the file and line it came from.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::process::ExitCode;

use chartroom_format::cst::{self, Node};
use chartroom_format::json;
use chartroom_format::load::Loaded;
use chartroom_format::source::LineIndex;
use serde::Serialize;
use serde_json::Value;

use crate::{find, output};

#[derive(Serialize)]
struct EntryView {
    kind: &'static str,
    id: String,
    pack: String,
    file: String,
    line: usize,
    value: Value,
}

/// A file parsed once for all its entries.
struct Parsed<'a> {
    text: &'a str,
    lines: LineIndex,
    root: Option<Node>,
}

pub(crate) fn run(pack: &str, json: bool) -> Result<ExitCode, String> {
    let loaded = find::load_pack(pack)?;
    let entries = entries(&loaded);
    if json {
        output::print_json(&entries)?;
    } else {
        output::print(&text(&loaded, &entries))?;
    }
    Ok(ExitCode::SUCCESS)
}

fn entries(loaded: &Loaded) -> Vec<EntryView> {
    let parsed: BTreeMap<&str, Parsed<'_>> = loaded
        .files
        .iter()
        .map(|file| {
            let parsed = Parsed { text: &file.text, lines: LineIndex::new(&file.text), root: cst::parse(&file.text).0 };
            (file.path.as_str(), parsed)
        })
        .collect();
    let origins = loaded.content.origins.iter();
    origins
        .filter_map(|((kind, id), origin)| {
            let file = parsed.get(origin.file.as_str())?;
            let root = file.root.as_ref()?;
            let found = root.find_nearest(&origin.path, file.text);
            // A file that is one entry as a whole (a table, a scenario) is named by its `id` field.
            let whole = origin.path.len() == 1;
            let value = if whole { json::document_value(root, file.text) } else { json::value(found.node, file.text) };
            let at = found.name.unwrap_or(found.node.span).start;
            Some(EntryView {
                kind: kind.name(),
                id: id.clone(),
                pack: origin.pack.to_string(),
                file: origin.file.clone(),
                line: file.lines.position(file.text, at).line,
                value,
            })
        })
        .collect()
}

fn text(loaded: &Loaded, entries: &[EntryView]) -> String {
    let layers: Vec<String> = loaded.content.layers.iter().map(|pack| pack.id.to_string()).collect();
    let mut out = format!("{} entries, merged from {}\n", entries.len(), layers.join(", then "));
    for entry in entries {
        let _ = writeln!(out, "{}:{}  <- {}:{}", entry.kind, entry.id, entry.file, entry.line);
    }
    out
}
