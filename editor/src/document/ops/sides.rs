//! Hexsides and borders: what lies between two spaces.

use chartroom_format::cst::NodeKind;
use chartroom_format::schema::{CURRENT, Kind};

use super::text::{append, items, quoted, remove, set_field};
use super::{Planned, parse};
use crate::document::{Document, FileChange};

/// The key of the side between two spaces as the content writes it, whichever way round.
pub fn key_of(document: &Document, a: &str, b: &str) -> Option<String> {
    [format!("{a}/{b}"), format!("{b}/{a}")].into_iter().find(|key| document.content().hexsides.contains_key(key))
}

/// Puts a side type between two spaces or takes it away.
pub fn set(document: &Document, a: &str, b: &str, side: &str, present: bool) -> Planned {
    let file = document.files().iter().find(|(_, file)| file.kind == Some(Kind::Links)).map(|(name, _)| name.clone());
    let Some(file) = file else {
        if !present {
            return Ok(Vec::new());
        }
        let text = format!(
            "Links(\n    schema: {CURRENT},\n    sides: {{\n        \"{a}/{b}\": [{}],\n    }},\n)\n",
            quoted(side)
        );
        return Ok(vec![FileChange {
            file: "map/links.ron".to_owned(),
            edits: vec![chartroom_format::edit::Edit::insert(0, text)],
        }]);
    };
    let root = parse(document, &file)?;
    let text = document.text(&file).unwrap_or_default();
    let entry = format!("\"{a}/{b}\": [{}]", quoted(side));
    let edit = match root.field("sides") {
        None if !present => None,
        None => set_field(
            text,
            &root,
            "sides",
            Some(&format!("{{\n        {entry},\n    }}")),
            &["schema", "requires", "sides"],
        ),
        Some(field) => {
            let NodeKind::Map(entries) = &field.value.kind else { return Err("`sides` is not a map".to_owned()) };
            let at = entries.iter().position(|entry| {
                let key = entry.key.key_text(text);
                key == format!("{a}/{b}") || key == format!("{b}/{a}")
            });
            match at {
                None => present.then(|| append(text, &field.value, &entry)),
                Some(at) => {
                    let list = &entries[at].value;
                    let NodeKind::List(types) = &list.kind else {
                        return Err("a side is not a list of types".to_owned());
                    };
                    let known = types.iter().position(|node| node.key_text(text) == side);
                    match (known, present) {
                        (Some(_), true) | (None, false) => None,
                        (None, true) => Some(append(text, list, &quoted(side))),
                        (Some(_), false) if types.len() == 1 => Some(remove(text, &items(&field.value), at)),
                        (Some(known), false) => Some(remove(text, &items(list), known)),
                    }
                }
            }
        }
    };
    Ok(edit.map(|edit| FileChange { file, edits: vec![edit] }).into_iter().collect())
}
