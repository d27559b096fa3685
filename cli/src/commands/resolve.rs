//! `chartroom resolve PACK`: every entry of the merged pack, and the file and line it came from.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::process::ExitCode;

use chartroom_format::content::Changed;
use chartroom_format::cst::{self, Node};
use chartroom_format::entries::EntryKind;
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
    /// With what overlays have changed.
    value: Value,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    changed: Vec<ChangeView>,
}

/// A cell, field or stack that an overlay has changed: the value below beside the one that counts.
#[derive(Serialize)]
struct ChangeView {
    at: String,
    base: Value,
    overlay: Value,
    pack: String,
    file: String,
    line: usize,
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
            let changed = changes(loaded, *kind, id, &parsed);
            let merged = loaded.content.value(*kind, id).filter(|_| !changed.is_empty());
            let written = || match whole {
                true => json::document_value(root, file.text),
                false => json::value(found.node, file.text),
            };
            let value = merged.unwrap_or_else(written);
            let at = found.name.unwrap_or(found.node.span).start;
            Some(EntryView {
                kind: kind.name(),
                id: id.clone(),
                pack: origin.pack.to_string(),
                file: origin.file.clone(),
                line: file.lines.position(file.text, at).line,
                value,
                changed,
            })
        })
        .collect()
}

/// What overlays have changed in an entry.
fn changes(loaded: &Loaded, kind: EntryKind, id: &str, parsed: &BTreeMap<&str, Parsed<'_>>) -> Vec<ChangeView> {
    let of_entry = loaded.content.changed.iter().filter(|changed| changed.kind == kind && changed.id == id);
    let view = |changed: &Changed| {
        let file = parsed.get(changed.overlay.file.as_str());
        let line = file.and_then(|file| {
            let found = file.root.as_ref()?.find_nearest(&changed.overlay.path, file.text);
            Some(file.lines.position(file.text, found.name.unwrap_or(found.node.span).start).line)
        });
        ChangeView {
            at: changed.at.clone(),
            base: changed.before.clone(),
            overlay: changed.after.clone(),
            pack: changed.overlay.pack.to_string(),
            file: changed.overlay.file.clone(),
            line: line.unwrap_or(1),
        }
    };
    of_entry.map(view).collect()
}

fn text(loaded: &Loaded, entries: &[EntryView]) -> String {
    let layers: Vec<String> = loaded.content.layers.iter().map(|pack| pack.id.to_string()).collect();
    let mut out = format!("{} entries, merged from {}\n", entries.len(), layers.join(", then "));
    for entry in entries {
        let _ = writeln!(out, "{}:{}  <- {}:{}", entry.kind, entry.id, entry.file, entry.line);
        for change in &entry.changed {
            let ChangeView { at, base, overlay, file, line, .. } = change;
            let _ = writeln!(out, "    {at}: {base} -> {overlay}  <- {file}:{line}");
        }
    }
    out
}
