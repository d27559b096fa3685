//! Hexsides and borders: what lies between two spaces.

use std::collections::HashMap;

use chartroom_format::cst::{self, Node, NodeKind};
use chartroom_format::edit::{Edit, apply};
use chartroom_format::schema::{CURRENT, Kind};

use super::text::{append_all, items, quoted, remove_all, set_field};
use super::{Planned, parse};
use crate::document::compose::compose;
use crate::document::{Document, FileChange};

/// What is to lie between two spaces.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SideOf {
    pub a: String,
    pub b: String,
    pub types: Vec<String>,
}

impl SideOf {
    fn key(&self) -> String {
        format!("{}/{}", self.a, self.b)
    }

    /// The key written the other way round.
    fn back(&self) -> String {
        format!("{}/{}", self.b, self.a)
    }

    fn list(&self) -> String {
        format!("[{}]", self.types.iter().map(|id| quoted(id)).collect::<Vec<_>>().join(", "))
    }
}

/// The key of the side between two spaces as the content writes it, whichever way round.
pub fn key_of(document: &Document, a: &str, b: &str) -> Option<String> {
    [format!("{a}/{b}"), format!("{b}/{a}")].into_iter().find(|key| document.content().hexsides.contains_key(key))
}

/// Puts a side type between two spaces or takes it away.
pub fn set(document: &Document, a: &str, b: &str, side: &str, present: bool) -> Planned {
    let now = key_of(document, a, b).and_then(|key| document.content().hexsides.get(&key));
    let mut types: Vec<String> = now.map(|types| types.iter().map(|id| id.0.clone()).collect()).unwrap_or_default();
    types.retain(|known| known != side || present);
    if present && !types.iter().any(|known| known == side) {
        types.push(side.to_owned());
    }
    replace(document, &[SideOf { a: a.to_owned(), b: b.to_owned(), types }])
}

/// Makes the types on each of several sides exactly those given. No side may come twice. A side is changed in the file
/// that has it; new ones go to the last file of links, because the first may be drawn by a program.
pub fn replace(document: &Document, sides: &[SideOf]) -> Planned {
    let mut left: Vec<&SideOf> = sides.iter().collect();
    let mut changes: Vec<FileChange> = Vec::new();
    let files = document.files().iter().filter(|(_, file)| file.kind == Some(Kind::Links));
    let names: Vec<&str> = files.map(|(name, _)| name.as_str()).collect();
    for (at, name) in names.iter().enumerate() {
        let text = document.text(name).unwrap_or_default();
        let is_last = at + 1 == names.len();
        // Most files need not even be parsed: they do not speak of any of these spaces.
        if !is_last
            && !left.iter().any(|side| text.contains(&quoted(&side.key())) || text.contains(&quoted(&side.back())))
        {
            continue;
        }
        let root = parse(document, name)?;
        let map = root.field("sides").map(|field| &field.value);
        let (edits, unknown) = match map {
            Some(map) => known_edits(text, map, &left)?,
            None => (Vec::new(), left),
        };
        left = unknown;
        let new = if is_last { entries(document, &left) } else { Vec::new() };
        let edits = match map {
            _ if new.is_empty() => edits,
            Some(_) => with_new(text, edits, &new)?,
            None => set_field(text, &root, "sides", Some(&block(&new)), &["schema", "requires", "sides"])
                .into_iter()
                .collect(),
        };
        if !edits.is_empty() {
            changes.push(FileChange { file: (*name).to_owned(), edits });
        }
    }
    let new = if names.is_empty() { entries(document, &left) } else { Vec::new() };
    if !new.is_empty() {
        let text = format!("Links(\n    schema: {CURRENT},\n    sides: {},\n)\n", block(&new));
        changes.push(FileChange { file: "map/links.ron".to_owned(), edits: vec![Edit::insert(0, text)] });
    }
    Ok(changes)
}

/// Edits, and the sides that are still to be written.
type Known<'a> = (Vec<Edit>, Vec<&'a SideOf>);

/// The edits of the sides that have an entry; those that have none are handed back.
fn known_edits<'a>(text: &str, map: &Node, sides: &[&'a SideOf]) -> Result<Known<'a>, String> {
    let NodeKind::Map(known) = &map.kind else { return Err("`sides` is not a map".to_owned()) };
    let places: HashMap<String, usize> =
        known.iter().enumerate().map(|(at, entry)| (entry.key.key_text(text), at)).collect();
    let (mut edits, mut gone, mut unknown) = (Vec::new(), Vec::new(), Vec::new());
    for side in sides {
        let Some(at) = places.get(&side.key()).or_else(|| places.get(&side.back())).copied() else {
            unknown.push(*side);
            continue;
        };
        let list = &known[at].value;
        let NodeKind::List(types) = &list.kind else { return Err("a side is not a list of types".to_owned()) };
        let now: Vec<String> = types.iter().map(|node| node.key_text(text)).collect();
        if side.types.is_empty() {
            gone.push(at);
        } else if now != side.types {
            edits.extend(list_edits(text, list, &now, &side.types));
        }
    }
    gone.sort_unstable();
    edits.extend(remove_all(text, &items(map), &gone));
    Ok((edits, unknown))
}

/// Changes a list of types: removed, added at the end, or written anew.
fn list_edits(text: &str, list: &Node, now: &[String], wanted: &[String]) -> Vec<Edit> {
    let gone: Vec<usize> = (0..now.len()).filter(|at| !wanted.contains(&now[*at])).collect();
    let left: Vec<&String> = now.iter().filter(|id| wanted.contains(id)).collect();
    if gone.is_empty() && wanted.starts_with(now) {
        let new: Vec<String> = wanted[now.len()..].iter().map(|id| quoted(id)).collect();
        return vec![append_all(text, list, &new)];
    }
    if left.into_iter().eq(wanted) {
        return remove_all(text, &items(list), &gone);
    }
    let new = wanted.iter().map(|id| quoted(id)).collect::<Vec<_>>().join(", ");
    vec![Edit::replace(list.span, format!("[{new}]"))]
}

/// Entries behind what the first edits leave: these may have removed the very entry behind which the new ones go.
fn with_new(text: &str, first: Vec<Edit>, new: &[String]) -> Result<Vec<Edit>, String> {
    if new.is_empty() {
        return Ok(first);
    }
    let middle = apply(text, &first).map_err(|error| error.to_string())?;
    let (root, _) = cst::parse(&middle);
    let field = root.as_ref().and_then(|root| root.field("sides")).ok_or("`sides` cannot be read any more")?;
    Ok(compose(&first, &[append_all(&middle, &field.value, new)]))
}

/// New entries. A side that the pack below has keeps its key, and is emptied by an empty list.
fn entries(document: &Document, sides: &[&SideOf]) -> Vec<String> {
    let entry = |side: &&SideOf| {
        let below = key_of(document, &side.a, &side.b);
        let wanted = below.is_some() || !side.types.is_empty();
        let key = below.unwrap_or_else(|| side.key());
        wanted.then(|| format!("{}: {}", quoted(&key), side.list()))
    };
    sides.iter().filter_map(entry).collect()
}

/// A new map of sides, one per line.
fn block(entries: &[String]) -> String {
    format!("{{\n        {},\n    }}", entries.join(",\n        "))
}
