//! Set-up: units in spaces at the start of a scenario.

use chartroom_format::cst::{Node, NodeKind};
use chartroom_format::edit::Edit;
use chartroom_format::schema::Kind;
use serde::{Deserialize, Serialize};

use super::scenario::ORDER;
use super::text::{append, items, quoted, remove, set_field};
use super::{Planned, file_with_id, parse};
use crate::document::{Document, FileChange};

/// How units stand in a space.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Manner {
    #[default]
    Plain,
    Damaged,
    /// Aboard a carrier or transport of this type.
    Aboard(String),
    /// In the army or fleet of this name.
    Formation(String),
}

impl Manner {
    /// A placement of this manner, as files write it.
    fn placement(&self, space: &str, force: &str) -> String {
        let space = quoted(space);
        match self {
            Self::Plain => format!("At({space}, {force})"),
            Self::Damaged => format!("Damaged({space}, {force})"),
            Self::Aboard(carrier) => format!("Aboard({space}, {}, {force})", quoted(carrier)),
            Self::Formation(name) => format!("Formation({}, {space}, {force})", quoted(name)),
        }
    }

    /// The force of a placement, if it is of this manner and in this space.
    fn force<'a>(&self, text: &str, placement: &'a Node, space: &str) -> Option<&'a Node> {
        let NodeKind::Tuple(Some(name), parts) = &placement.kind else { return None };
        let is = |node: &Node, wanted: &str| node.key_text(text) == wanted;
        match (self, name.text.as_str(), parts.as_slice()) {
            (Self::Plain, "At", [at, force]) | (Self::Damaged, "Damaged", [at, force]) if is(at, space) => Some(force),
            (Self::Aboard(carrier), "Aboard", [at, aboard, force]) if is(at, space) && is(aboard, carrier) => {
                Some(force)
            }
            (Self::Formation(known), "Formation", [name, at, force]) if is(at, space) && is(name, known) => Some(force),
            _ => None,
        }
    }
}

/// Units of one type and power in one space.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place<'a> {
    pub power: &'a str,
    pub space: &'a str,
    pub unit: &'a str,
    pub manner: &'a Manner,
}

/// Sets how many units of a type a power has in a space.
pub fn set_count(document: &Document, scenario: &str, place: &Place<'_>, count: i64) -> Planned {
    let file = file_with_id(document, Kind::Scenario, scenario).ok_or_else(|| {
        format!("the scenario {scenario} belongs to the pack below; copy it into this pack to change it")
    })?;
    let root = parse(document, &file)?;
    let text = document.text(&file).unwrap_or_default();
    let power = quoted(place.power);
    let placement = place.manner.placement(place.space, &format!("{{{}: {count}}}", quoted(place.unit)));
    let edit = match root.field("set_up") {
        None if count <= 0 => None,
        None => {
            let value = format!("{{\n        {power}: [\n            {placement},\n        ],\n    }}");
            set_field(text, &root, "set_up", Some(&value), ORDER)
        }
        Some(field) => {
            let NodeKind::Map(entries) = &field.value.kind else { return Err("`set_up` is not a map".to_owned()) };
            match entries.iter().find(|entry| entry.key.key_text(text) == place.power) {
                None => (count > 0).then(|| append(text, &field.value, &format!("{power}: [{placement}]"))),
                Some(entry) => match find(text, &entry.value, place) {
                    Some(found) => change(text, &found, place.unit, count),
                    None => (count > 0).then(|| append(text, &entry.value, &placement)),
                },
            }
        }
    };
    Ok(edit.map(|edit| FileChange { file, edits: vec![edit] }).into_iter().collect())
}

/// A placement with the list it stands in.
struct Found<'a> {
    list: &'a Node,
    at: usize,
    force: &'a Node,
}

/// The placement in the space that already has the unit, else the first there.
fn find<'a>(text: &str, list: &'a Node, place: &Place<'_>) -> Option<Found<'a>> {
    let mut all = Vec::new();
    collect(text, list, place, &mut all);
    let has = |found: &Found<'_>| matches!(&found.force.kind, NodeKind::Map(units) if units.iter().any(|entry| entry.key.key_text(text) == place.unit));
    let best = all.iter().position(has).or(if all.is_empty() { None } else { Some(0) })?;
    Some(all.swap_remove(best))
}

fn collect<'a>(text: &str, list: &'a Node, place: &Place<'_>, out: &mut Vec<Found<'a>>) {
    let NodeKind::List(placements) = &list.kind else { return };
    for (at, placement) in placements.iter().enumerate() {
        if let Some(force) = place.manner.force(text, placement, place.space) {
            out.push(Found { list, at, force });
        } else if let NodeKind::Tuple(Some(name), parts) = &placement.kind
            && let ("From" | "Reconstructed", [_, inner]) = (name.text.as_str(), parts.as_slice())
        {
            collect(text, inner, place, out);
        }
    }
}

fn change(text: &str, found: &Found<'_>, unit: &str, count: i64) -> Option<Edit> {
    let NodeKind::Map(units) = &found.force.kind else { return None };
    match units.iter().position(|entry| entry.key.key_text(text) == unit) {
        Some(at) if count > 0 => {
            let span = units[at].value.span;
            let new = count.to_string();
            (span.of(text) != new).then(|| Edit::replace(span, new))
        }
        Some(_) if units.len() == 1 => Some(remove(text, &items(found.list), found.at)),
        Some(at) => Some(remove(text, &items(found.force), at)),
        None => (count > 0).then(|| append(text, found.force, &format!("{}: {count}", quoted(unit)))),
    }
}
