//! Copying an entry of the pack below into this pack, where it can be changed. Nothing changes by the copy itself: the
//! pack says the same as before, only in its own file.

use chartroom_format::cst::{self, Node, NodeKind, PathStep};
use chartroom_format::edit::Edit;
use chartroom_format::entries::EntryKind;
use chartroom_format::schema::{CURRENT, Kind};

use super::text::{append, quoted, set_field};
use super::{Planned, parse};
use crate::document::{Document, FileChange, kind_of};

/// Copies an inherited entry into a file of this pack: the one of the same name, another of the same kind, or a new one.
pub fn copy(document: &Document, kind: EntryKind, id: &str) -> Planned {
    let origin = document.content().origin(kind, id).ok_or_else(|| format!("there is no {} {id}", kind.name()))?;
    if document.relative(&origin.file).is_some() {
        return Err(format!("{id} is this pack's own already"));
    }
    let text = document.shown_text(&origin.file).ok_or_else(|| format!("{} cannot be read", origin.file))?;
    let relative = document.relative_below(&origin.file, origin.pack.as_str());
    let file_kind = kind_of(text).ok_or_else(|| format!("{} is of no known kind", origin.file))?;
    let (root, _) = cst::parse(text);
    let root = root.ok_or_else(|| format!("{} cannot be read", origin.file))?;
    match origin.path.as_slice() {
        [PathStep::Key(field)] if field == "id" => Ok(vec![whole_file(document, relative, file_kind, id, text)]),
        [PathStep::Key(field), PathStep::Key(key)] => {
            let found = root.find(&origin.path, text).ok_or_else(|| format!("{id} cannot be found any more"))?;
            let from = Entry { field, key, value: found.node.span.of(text), schema: schema_of(&root, text) };
            one_entry(document, relative, file_kind, &from)
        }
        _ => Err(format!("a {} belongs to its sequence and is changed there", kind.name())),
    }
}

/// What is copied out of a map of entries.
struct Entry<'a> {
    field: &'a str,
    key: &'a str,
    value: &'a str,
    schema: u32,
}

/// A table or scenario is a file of its own; it keeps its name unless that is taken.
fn whole_file(document: &Document, relative: String, kind: Kind, id: &str, text: &str) -> FileChange {
    let folder = if kind == Kind::Scenario { "scenarios" } else { "tables" };
    let free = |name: &String| !document.files().contains_key(name);
    let others = (1..).map(|number| format!("{folder}/{id}-{number}.ron"));
    let name = [relative, format!("{folder}/{id}.ron")].into_iter().chain(others).find(free);
    FileChange { file: name.unwrap_or_default(), edits: vec![Edit::insert(0, text)] }
}

fn one_entry(document: &Document, relative: String, kind: Kind, from: &Entry<'_>) -> Planned {
    let Entry { field, key, value, schema } = from;
    let entry = format!("{}: {value}", quoted(key));
    let own = || document.files().iter().filter(|(_, file)| file.kind == Some(kind)).map(|(name, _)| name);
    let Some(file) = own().find(|name| **name == relative).or_else(|| own().next()) else {
        let new = format!("{kind:?}(\n    schema: {schema},\n    {field}: {{\n        {entry},\n    }},\n)\n");
        return Ok(vec![FileChange { file: relative, edits: vec![Edit::insert(0, new)] }]);
    };
    let root = parse(document, file)?;
    let text = document.text(file).unwrap_or_default();
    let here = schema_of(&root, text);
    if here != *schema {
        return Err(format!("{file} is written for schema {here}, the entry for {schema}; migrate both packs first"));
    }
    let edit = match root.field(field) {
        Some(map) if matches!(map.value.kind, NodeKind::Map(_)) => Some(append(text, &map.value, &entry)),
        Some(_) => return Err(format!("`{field}` in {file} is not a map")),
        None => set_field(text, &root, field, Some(&format!("{{\n        {entry},\n    }}")), &[]),
    };
    Ok(vec![FileChange { file: file.clone(), edits: edit.into_iter().collect() }])
}

fn schema_of(root: &Node, text: &str) -> u32 {
    root.field("schema").and_then(|field| field.value.span.of(text).parse().ok()).unwrap_or(CURRENT)
}
