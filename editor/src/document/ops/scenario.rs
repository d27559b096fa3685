//! Scenarios as a whole: a new one from an old one, its length, its treasuries.

use chartroom_format::cst::NodeKind;
use chartroom_format::edit::{Edit, apply};
use chartroom_format::schema::Kind;

use super::text::{append, quoted, set_field};
use super::{Planned, file_with_id, parse};
use crate::document::{Document, FileChange};

/// The fields of a scenario in the order files write them.
pub const ORDER: &[&str] = &[
    "schema",
    "requires",
    "id",
    "title",
    "about",
    "source",
    "turns",
    "season",
    "year",
    "sequence",
    "powers",
    "sides",
    "neutral",
    "wars",
    "relations",
    "options",
    "control",
    "set_up",
    "pools",
    "treasury",
    "tracks",
    "devastated",
    "features",
    "reinforcements",
    "pipeline",
    "victory",
    "totals",
    "rules",
    "without",
    "reconstructed",
    "note",
];

fn file_of(document: &Document, scenario: &str) -> Result<String, String> {
    file_with_id(document, Kind::Scenario, scenario).ok_or_else(|| {
        format!("the scenario {scenario} belongs to the pack below; copy it into this pack to change it")
    })
}

/// A new scenario that starts as a copy of another one: a file of its own that shares the map.
pub fn copy(document: &Document, scenario: &str, id: &str, title: &str) -> Planned {
    let valid = !id.is_empty()
        && id.chars().all(|letter| letter.is_ascii_lowercase() || letter.is_ascii_digit() || letter == '-')
        && !id.starts_with('-')
        && !id.ends_with('-');
    if !valid {
        return Err(format!("`{id}` is not an id: use lower case words joined by hyphens"));
    }
    if document.content().scenarios.contains_key(id) {
        return Err(format!("there is a scenario {id} already"));
    }
    let file = file_of(document, scenario)?;
    let root = parse(document, &file)?;
    let text = document.text(&file).unwrap_or_default();
    let edits: Vec<Edit> = [("id", quoted(id)), ("title", quoted(title))]
        .iter()
        .filter_map(|(field, value)| set_field(text, &root, field, Some(value), ORDER))
        .collect();
    let copied = apply(text, &edits).map_err(|error| error.to_string())?;
    Ok(vec![FileChange { file: format!("scenarios/{id}.ron"), edits: vec![Edit::insert(0, copied)] }])
}

/// Sets the first and last turn.
pub fn set_turns(document: &Document, scenario: &str, first: i64, last: i64) -> Planned {
    if last < first {
        return Err("the last turn comes before the first".to_owned());
    }
    let file = file_of(document, scenario)?;
    let root = parse(document, &file)?;
    let text = document.text(&file).unwrap_or_default();
    let edits: Vec<Edit> = match root.field("turns") {
        Some(turns) => {
            let number = |name: &str, value: i64| {
                set_field(text, &turns.value, name, Some(&value.to_string()), &["first", "last"])
            };
            number("first", first).into_iter().chain(number("last", last)).collect()
        }
        None => set_field(text, &root, "turns", Some(&format!("(first: {first}, last: {last})")), ORDER)
            .into_iter()
            .collect(),
    };
    Ok(if edits.is_empty() { Vec::new() } else { vec![FileChange { file, edits }] })
}

/// Sets the money of a power or side at the start.
pub fn set_treasury(document: &Document, scenario: &str, actor: &str, money: i64) -> Planned {
    let file = file_of(document, scenario)?;
    let root = parse(document, &file)?;
    let text = document.text(&file).unwrap_or_default();
    let entry = format!("{}: {money}", quoted(actor));
    let edit = match root.field("treasury") {
        None => set_field(text, &root, "treasury", Some(&format!("{{{entry}}}")), ORDER),
        Some(field) => {
            let NodeKind::Map(entries) = &field.value.kind else { return Err("`treasury` is not a map".to_owned()) };
            match entries.iter().find(|entry| entry.key.key_text(text) == actor) {
                Some(known) if known.value.span.of(text) == money.to_string() => None,
                Some(known) => Some(Edit::replace(known.value.span, money.to_string())),
                None => Some(append(text, &field.value, &entry)),
            }
        }
    };
    Ok(edit.map(|edit| FileChange { file, edits: vec![edit] }).into_iter().collect())
}
