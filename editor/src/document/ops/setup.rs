//! Set-up: units in spaces at the start of a scenario.

use chartroom_format::cst::{Node, NodeKind};
use chartroom_format::edit::Edit;
use chartroom_format::schema::Kind;

use super::text::{append, items, quoted, remove, set_field};
use super::{Planned, file_with_id, parse};
use crate::document::{Document, FileChange};

const ORDER: &[&str] = &[
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
];

/// Sets how many units of a type a power has in exactly this space (as plain `At` placements).
pub fn set_count(document: &Document, scenario: &str, power: &str, space: &str, unit: &str, count: i64) -> Planned {
    let file = file_with_id(document, Kind::Scenario, scenario).ok_or_else(|| {
        format!("the scenario {scenario} belongs to the pack below; copy it into this pack to change it")
    })?;
    let root = parse(document, &file)?;
    let text = document.text(&file).unwrap_or_default();
    let placement = format!("At({}, {{{}: {count}}})", quoted(space), quoted(unit));
    let edit = match root.field("set_up") {
        None if count <= 0 => None,
        None => {
            let value = format!("{{\n        {}: [\n            {placement},\n        ],\n    }}", quoted(power));
            set_field(text, &root, "set_up", Some(&value), ORDER)
        }
        Some(field) => {
            let NodeKind::Map(entries) = &field.value.kind else { return Err("`set_up` is not a map".to_owned()) };
            match entries.iter().find(|entry| entry.key.key_text(text) == power) {
                None => (count > 0).then(|| append(text, &field.value, &format!("{}: [{placement}]", quoted(power)))),
                Some(entry) => match find_at(text, &entry.value, space, unit) {
                    Some(place) => change(text, &place, unit, count),
                    None => (count > 0).then(|| append(text, &entry.value, &placement)),
                },
            }
        }
    };
    Ok(edit.map(|edit| FileChange { file, edits: vec![edit] }).into_iter().collect())
}

/// A plain placement in a space, with the list it stands in.
struct Place<'a> {
    list: &'a Node,
    at: usize,
    force: &'a Node,
}

/// The placement `At(space, {...})` that already has the unit, else the first in the space.
fn find_at<'a>(text: &str, list: &'a Node, space: &str, unit: &str) -> Option<Place<'a>> {
    let mut places = Vec::new();
    collect(text, list, space, &mut places);
    let has = |place: &Place<'_>| matches!(&place.force.kind, NodeKind::Map(units) if units.iter().any(|entry| entry.key.key_text(text) == unit));
    let best = places.iter().position(has).or(if places.is_empty() { None } else { Some(0) })?;
    Some(places.swap_remove(best))
}

fn collect<'a>(text: &str, list: &'a Node, space: &str, out: &mut Vec<Place<'a>>) {
    let NodeKind::List(placements) = &list.kind else { return };
    for (at, placement) in placements.iter().enumerate() {
        let NodeKind::Tuple(Some(name), parts) = &placement.kind else { continue };
        match (name.text.as_str(), parts.as_slice()) {
            ("At", [place, force]) if place.key_text(text) == space => out.push(Place { list, at, force }),
            ("From" | "Reconstructed", [_, inner]) => collect(text, inner, space, out),
            _ => {}
        }
    }
}

fn change(text: &str, place: &Place<'_>, unit: &str, count: i64) -> Option<Edit> {
    let NodeKind::Map(units) = &place.force.kind else { return None };
    match units.iter().position(|entry| entry.key.key_text(text) == unit) {
        Some(at) if count > 0 => {
            let span = units[at].value.span;
            let new = count.to_string();
            (span.of(text) != new).then(|| Edit::replace(span, new))
        }
        Some(_) if units.len() == 1 => Some(remove(text, &items(place.list), place.at)),
        Some(at) => Some(remove(text, &items(place.force), at)),
        None => (count > 0).then(|| append(text, place.force, &format!("{}: {count}", quoted(unit)))),
    }
}
