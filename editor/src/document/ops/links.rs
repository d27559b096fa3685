//! Links that geometry does not give, and links the rules deny.

use chartroom_format::cst::NodeKind;
use chartroom_format::edit::Edit;
use chartroom_format::schema::{CURRENT, Kind};

use super::text::{append, items, quoted, remove, set_field};
use super::{Planned, parse};
use crate::document::{Document, FileChange};

const ORDER: &[&str] = &["schema", "requires", "sides", "added", "denied", "passages"];

/// States a link between two spaces; if it is stated already, it goes.
pub fn add(document: &Document, from: &str, to: &str, class: &str) -> Planned {
    toggle(
        document,
        "added",
        from,
        to,
        &format!("(from: {}, to: {}, class: {})", quoted(from), quoted(to), quoted(class)),
    )
}

/// Denies a link between two spaces; if it is denied already, it is allowed again.
pub fn deny(document: &Document, from: &str, to: &str) -> Planned {
    toggle(document, "denied", from, to, &format!("(from: {}, to: {})", quoted(from), quoted(to)))
}

fn toggle(document: &Document, field: &str, from: &str, to: &str, item: &str) -> Planned {
    let file = document.files().iter().find(|(_, file)| file.kind == Some(Kind::Links)).map(|(name, _)| name.clone());
    let Some(file) = file else {
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
