//! Things with an id, whatever they are: where the pack speaks of one, giving it another id everywhere, removing it, and
//! letting another take its place.

use chartroom_format::cst::{Node, NodeKind, PathStep};
use chartroom_format::document::ron_options;
use chartroom_format::edit::Edit;
use chartroom_format::entries::{self, EntryKind};
use chartroom_format::refs;
use chartroom_format::schema::Document as Typed;
use chartroom_format::schema::table::{Axis, Table};
use chartroom_format::source::{LineIndex, Span};

use super::text::{items, quoted, remove};
use super::{Planned, parse};
use crate::document::{Document, FileChange};

/// A place where a file of the pack names an entry.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mention {
    pub file: String,
    pub line: usize,
    /// The quoted name.
    pub span: Span,
    pub path: Vec<PathStep>,
    /// The entry itself rather than something that speaks of it.
    pub defines: bool,
}

/// Every place that names an entry, by file and line.
pub fn mentions(document: &Document, kind: EntryKind, id: &str) -> Vec<Mention> {
    let mut found = Vec::new();
    for (name, held) in document.files() {
        let (Some(file_kind), true) = (held.kind, held.text.contains(id)) else { continue };
        let (Ok(typed), Ok(root)) = (Typed::decode(file_kind, &held.text, &ron_options()), parse(document, name))
        else {
            continue;
        };
        let lines = LineIndex::new(&held.text);
        let defined: Vec<Vec<PathStep>> = entries::of(&typed)
            .into_iter()
            .filter(|entry| entry.kind == kind && entry.id == id)
            .map(|entry| entry.path)
            .collect();
        let mut add = |path: &[PathStep], key: &str| {
            let Some(place) = root.find(path, &held.text) else { return };
            let is_key = matches!(path.last(), Some(PathStep::Key(last)) if last == key);
            let span = if is_key { place.name.unwrap_or(place.node.span) } else { place.node.span };
            found.push(Mention {
                file: name.clone(),
                line: lines.position(&held.text, span.start).line,
                span,
                path: path.to_vec(),
                defines: defined.iter().any(|defined| defined == path),
            });
        };
        refs::visit(&typed, &mut |name_type, named, path| {
            if named == id && refs::targets(name_type).contains(&kind) {
                add(&path.steps(), id);
            }
        });
        if let Typed::Table(table) = &typed {
            for path in table_paths(table, kind, id) {
                let key = match path.last() {
                    Some(PathStep::Key(key)) => key.clone(),
                    _ => String::new(),
                };
                add(&path, &key);
            }
        }
        if let (Typed::Links(links), EntryKind::Space) = (&typed, kind) {
            for side in links.sides.keys().filter(|side| side.split('/').any(|end| end == id)) {
                add(&["sides".into(), side.as_str().into()], side);
            }
        }
    }
    found.sort_by(|a, b| (&a.file, a.span.start).cmp(&(&b.file, b.span.start)));
    found.dedup();
    found
}

/// Where a table whose axes are names of this kind speaks of one: rows, keys of columns, marks.
fn table_paths(table: &Table, kind: EntryKind, id: &str) -> Vec<Vec<PathStep>> {
    let mut paths = Vec::new();
    for (index, axis) in table.axes.iter().enumerate() {
        let Axis::Words { of: Some(of), .. } = axis else { continue };
        if of.entry() != kind {
            continue;
        }
        for (place, key) in table.keys(index).iter().enumerate().filter(|(_, key)| key.as_str() == id) {
            paths.push(if index == 0 {
                vec!["rows".into(), key.as_str().into()]
            } else {
                vec!["axes".into(), index.into(), "Words".into(), "keys".into(), place.into()]
            });
            let marked = table.marks.keys().filter(|mark| mark.as_str().split(", ").nth(index) == Some(id));
            paths.extend(marked.map(|mark| vec!["marks".into(), mark.as_str().into()]));
        }
    }
    paths
}

/// Gives an entry another id, here and wherever the pack speaks of it.
pub fn rename(document: &Document, kind: EntryKind, old: &str, new: &str) -> Planned {
    let valid = !new.is_empty() && !new.contains(['"', '\\', '/', '\n']) && new.trim() == new;
    if !valid {
        return Err(format!("`{new}` cannot be an id"));
    }
    let all = mentions(document, kind, old);
    if !all.iter().any(|mention| mention.defines) {
        return Err(format!("{old} belongs to the pack below; copy it into this pack to change it"));
    }
    if mentions(document, kind, new).iter().any(|mention| mention.defines) {
        return Err(format!("there is a {} {new} already", kind.name()));
    }
    Ok(by_file(
        all.iter().map(|mention| (mention.file.clone(), Edit::replace(mention.span, renamed(mention, old, new)))),
    ))
}

/// The quoted name with the new id in it; a hexside and a mark of a cell name two.
fn renamed(mention: &Mention, old: &str, new: &str) -> String {
    match mention.path.as_slice() {
        [PathStep::Key(field), PathStep::Key(side)] if field == "sides" && side.contains('/') => {
            let ends: Vec<&str> = side.split('/').map(|end| if end == old { new } else { end }).collect();
            quoted(&ends.join("/"))
        }
        [PathStep::Key(field), PathStep::Key(cell)] if field == "marks" => {
            let keys: Vec<&str> = cell.split(", ").map(|key| if key == old { new } else { key }).collect();
            quoted(&keys.join(", "))
        }
        _ => quoted(new),
    }
}

/// Removes an entry, but nothing that speaks of it.
pub fn delete(document: &Document, kind: EntryKind, id: &str) -> Planned {
    let all = mentions(document, kind, id);
    let own = all.iter().find(|mention| mention.defines).ok_or_else(|| format!("{id} belongs to the pack below"))?;
    let root = parse(document, &own.file)?;
    let text = document.text(&own.file).unwrap_or_default();
    let edit = removal(&root, text, &own.path).ok_or_else(|| format!("{id} is a file of its own; remove the file"))?;
    Ok(vec![FileChange { file: own.file.clone(), edits: vec![edit] }])
}

/// Lets `heir` take the place of an entry that goes: what named it names the heir; where the heir is named already, or the
/// two would be a pair, the mention goes.
pub fn succeed(document: &Document, kind: EntryKind, gone: &str, heir: &str) -> Planned {
    let mut edits: Vec<(String, Edit)> = Vec::new();
    for mention in mentions(document, kind, gone) {
        let root = parse(document, &mention.file)?;
        let text = document.text(&mention.file).unwrap_or_default();
        let pair = pair_path(&root, text, &mention.path, gone, heir);
        let edit = if let Some(pair) = &pair {
            removal(&root, text, pair)
        } else if mention.defines || beside(&root, text, &mention.path, heir) {
            removal(&root, text, &mention.path)
        } else {
            None
        };
        edits.push((
            mention.file.clone(),
            edit.unwrap_or_else(|| Edit::replace(mention.span, renamed(&mention, gone, heir))),
        ));
    }
    Ok(by_file(edits.into_iter()))
}

/// Removes the item or entry that a path leads to.
fn removal(root: &Node, text: &str, path: &[PathStep]) -> Option<Edit> {
    let (last, above) = path.split_last()?;
    let holder = root.find(above, text)?.node;
    let at = match (&holder.kind, last) {
        (NodeKind::List(_), PathStep::Index(at)) => *at,
        (NodeKind::Map(entries), PathStep::Key(key)) => {
            entries.iter().position(|entry| entry.key.key_text(text) == *key)?
        }
        _ => return None,
    };
    Some(remove(text, &items(holder), at))
}

/// Whether the list or map around a path names `heir` as well.
fn beside(root: &Node, text: &str, path: &[PathStep], heir: &str) -> bool {
    let Some((_, above)) = path.split_last() else { return false };
    match root.find(above, text).map(|found| &found.node.kind) {
        Some(NodeKind::List(list)) => list.iter().any(|item| item.key_text(text) == heir),
        Some(NodeKind::Map(entries)) => entries.iter().any(|entry| entry.key.key_text(text) == heir),
        _ => false,
    }
}

/// The path of a link or hexside whose two ends are the two.
fn pair_path(root: &Node, text: &str, path: &[PathStep], gone: &str, heir: &str) -> Option<Vec<PathStep>> {
    match path {
        [field, at @ PathStep::Index(_), PathStep::Key(end)] if end == "from" || end == "to" => {
            let link = root.find(&[field.clone(), at.clone()], text)?.node;
            let named = |end: &str| link.field(end).map(|field| field.value.key_text(text));
            let ends = [named("from")?, named("to")?];
            (ends.contains(&gone.to_owned()) && ends.contains(&heir.to_owned())).then(|| path[..2].to_vec())
        }
        [PathStep::Key(_), PathStep::Key(side)] if side.contains('/') => {
            let ends: Vec<&str> = side.split('/').collect();
            (ends.contains(&gone) && ends.contains(&heir)).then(|| path.to_vec())
        }
        _ => None,
    }
}

fn by_file(edits: impl Iterator<Item = (String, Edit)>) -> Vec<FileChange> {
    let mut changes: Vec<FileChange> = Vec::new();
    for (file, edit) in edits {
        match changes.iter_mut().find(|change| change.file == file) {
            // A pair is named twice and removed once.
            Some(change)
                if change
                    .edits
                    .iter()
                    .any(|known| known.span.start < edit.span.end && edit.span.start < known.span.end) => {}
            Some(change) => change.edits.push(edit),
            None => changes.push(FileChange { file, edits: vec![edit] }),
        }
    }
    changes
}
