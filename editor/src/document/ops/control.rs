//! Who holds what at the start of a scenario.

use std::collections::BTreeSet;

use chartroom_format::cst::NodeKind;
use chartroom_format::edit::Edit;
use chartroom_format::schema::Kind;

use super::scenario::ORDER;
use super::text::{append, items, quoted, remove_all, set_field};
use super::{Planned, file_with_id, parse};
use crate::document::{Document, FileChange};

/// Gives spaces to a power or side, or back to whom the map says (nothing).
pub fn set(document: &Document, scenario: &str, spaces: &[String], holder: Option<&str>) -> Planned {
    let file = file_with_id(document, Kind::Scenario, scenario).ok_or_else(|| {
        format!("the scenario {scenario} belongs to the pack below; copy it into this pack to change it")
    })?;
    let root = parse(document, &file)?;
    let text = document.text(&file).unwrap_or_default();
    let wanted: BTreeSet<&str> = spaces.iter().map(String::as_str).collect();
    let list = |spaces: &[&str]| spaces.iter().map(|id| quoted(id)).collect::<Vec<_>>().join(", ");
    let all: Vec<&str> = wanted.iter().copied().collect();
    let mut edits: Vec<Edit> = Vec::new();
    let Some(field) = root.field("control") else {
        let Some(holder) = holder else { return Ok(Vec::new()) };
        let value = format!("{{\n        {}: [{}],\n    }}", quoted(holder), list(&all));
        edits.extend(set_field(text, &root, "control", Some(&value), ORDER));
        return Ok(vec![FileChange { file, edits }]);
    };
    let NodeKind::Map(entries) = &field.value.kind else { return Err("`control` is not a map".to_owned()) };
    let mut given = false;
    for entry in entries {
        let actor = entry.key.key_text(text);
        let NodeKind::List(places) = &entry.value.kind else { continue };
        let held: BTreeSet<String> = places.iter().map(|place| place.key_text(text)).collect();
        if holder == Some(actor.as_str()) {
            given = true;
            let new: Vec<&str> = all.iter().copied().filter(|id| !held.contains(*id)).collect();
            if !new.is_empty() {
                edits.push(append(text, &entry.value, &list(&new)));
            }
        } else {
            let spans = items(&entry.value);
            let gone: Vec<usize> =
                (0..places.len()).filter(|at| wanted.contains(places[*at].key_text(text).as_str())).collect();
            edits.extend(remove_all(text, &spans, &gone));
        }
    }
    if let (Some(holder), false) = (holder, given) {
        edits.push(append(text, &field.value, &format!("{}: [{}]", quoted(holder), list(&all))));
    }
    Ok(if edits.is_empty() { Vec::new() } else { vec![FileChange { file, edits }] })
}
