//! Links that geometry does not give, links the rules deny, and passages that depend on who holds what.

use chartroom_format::cst::NodeKind;
use chartroom_format::edit::Edit;
use chartroom_format::schema::map::Passage;
use chartroom_format::schema::{CURRENT, Kind};

use super::text::{append, items, quoted, remove, set_field};
use super::{Planned, parse};
use crate::document::{Document, FileChange};

const ORDER: &[&str] = &["schema", "requires", "sides", "added", "denied", "passages"];

/// States a link between two spaces; if it is stated already, it goes.
pub fn add(document: &Document, from: &str, to: &str, class: &str, one_way: bool) -> Planned {
    let one_way = if one_way { ", one_way: true" } else { "" };
    let item = format!("(from: {}, to: {}, class: {}{one_way})", quoted(from), quoted(to), quoted(class));
    toggle(document, "added", from, to, &item)
}

/// Denies a link between two spaces, to one domain or to all; if it is denied already, it is allowed again.
pub fn deny(document: &Document, from: &str, to: &str, domain: Option<&str>) -> Planned {
    let domains = domain.map(|domain| format!(", domains: [{domain}]")).unwrap_or_default();
    toggle(document, "denied", from, to, &format!("(from: {}, to: {}{domains})", quoted(from), quoted(to)))
}

/// Makes the way between two spaces depend on who holds the keys. A passage with the same keys takes the pair in; a pair
/// that is in one already leaves it.
pub fn passage(document: &Document, from: &str, to: &str, keys: &[String], opens: &str) -> Planned {
    let known = document.content().passages.iter().find(|(_, passage)| {
        passage.between.iter().any(|(a, b)| {
            let pair = (a.as_str(), b.as_str());
            pair == (from, to) || pair == (to, from)
        })
    });
    if let Some((id, passage)) = known {
        return leave(document, id.as_str(), passage, from, to);
    }
    if keys.is_empty() {
        return Err("Select the spaces whose holder decides first, then link the two spaces.".to_owned());
    }
    let pair = format!("({}, {})", quoted(from), quoted(to));
    let id = (1..=document.content().passages.len() + 1)
        .map(|number| if number == 1 { format!("{from}-{to}") } else { format!("{from}-{to}-{number}") })
        .map(|id| chartroom_format::names::to_id(&id))
        .find(|id| !document.content().passages.contains_key(id.as_str()))
        .unwrap_or_default();
    let keys: Vec<String> = keys.iter().map(|key| quoted(key)).collect();
    let entry = format!("{}: (between: [{pair}], keys: [{}], opens: {opens})", quoted(&id), keys.join(", "));
    let Some(file) = links_file(document) else {
        let text = format!("Links(\n    schema: {CURRENT},\n    passages: {{\n        {entry},\n    }},\n)\n");
        return Ok(vec![FileChange { file: "map/links.ron".to_owned(), edits: vec![Edit::insert(0, text)] }]);
    };
    let root = parse(document, &file)?;
    let text = document.text(&file).unwrap_or_default();
    let edit = match root.field("passages") {
        Some(field) => Some(append(text, &field.value, &entry)),
        None => set_field(text, &root, "passages", Some(&format!("{{\n        {entry},\n    }}")), ORDER),
    };
    Ok(edit.map(|edit| FileChange { file, edits: vec![edit] }).into_iter().collect())
}

/// Takes a pair out of a passage, and the passage away with its last pair.
fn leave(document: &Document, id: &str, passage: &Passage, from: &str, to: &str) -> Planned {
    let file =
        links_file(document).ok_or("the passage belongs to the pack below; copy it into this pack to change it")?;
    let root = parse(document, &file)?;
    let text = document.text(&file).unwrap_or_default();
    let at = passage
        .between
        .iter()
        .position(|(a, b)| (a.as_str(), b.as_str()) == (from, to) || (a.as_str(), b.as_str()) == (to, from));
    let entry = root.field("passages").and_then(|field| match &field.value.kind {
        NodeKind::Map(entries) => {
            let place = entries.iter().position(|entry| entry.key.key_text(text) == id)?;
            Some((field, place, &entries[place].value))
        }
        _ => None,
    });
    let (Some(at), Some((field, place, value))) = (at, entry) else {
        return Err("the passage belongs to the pack below; copy it into this pack to change it".to_owned());
    };
    let edit = match value.field("between") {
        Some(between) if passage.between.len() > 1 => remove(text, &items(&between.value), at),
        _ => remove(text, &items(&field.value), place),
    };
    Ok(vec![FileChange { file, edits: vec![edit] }])
}

fn links_file(document: &Document) -> Option<String> {
    document.files().iter().find(|(_, file)| file.kind == Some(Kind::Links)).map(|(name, _)| name.clone())
}

fn toggle(document: &Document, field: &str, from: &str, to: &str, item: &str) -> Planned {
    let Some(file) = links_file(document) else {
        let text = format!("Links(\n    schema: {CURRENT},\n    {field}: [\n        {item},\n    ],\n)\n");
        return Ok(vec![FileChange { file: "map/links.ron".to_owned(), edits: vec![Edit::insert(0, text)] }]);
    };
    let root = parse(document, &file)?;
    let text = document.text(&file).unwrap_or_default();
    let edit = match root.field(field) {
        None => set_field(text, &root, field, Some(&format!("[\n        {item},\n    ]")), ORDER),
        Some(found) => {
            let NodeKind::List(links) = &found.value.kind else { return Err(format!("`{field}` is not a list")) };
            let end = |link: &chartroom_format::cst::Node, name: &str| {
                link.field(name).map(|field| field.value.key_text(text))
            };
            let same = |link: &chartroom_format::cst::Node| {
                let ends = (end(link, "from"), end(link, "to"));
                ends == (Some(from.to_owned()), Some(to.to_owned()))
                    || ends == (Some(to.to_owned()), Some(from.to_owned()))
            };
            Some(match links.iter().position(same) {
                Some(at) => remove(text, &items(&found.value), at),
                None => append(text, &found.value, item),
            })
        }
    };
    Ok(edit.map(|edit| FileChange { file, edits: vec![edit] }).into_iter().collect())
}
