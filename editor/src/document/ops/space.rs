//! Spaces: terrain, surface, names, countries, regions, features. Spaces that no file of the pack lists yet are written by
//! [`super::new_space`].

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;

use chartroom_format::cst;
use chartroom_format::edit::Edit;
use chartroom_format::schema::map::{Space, Surface};
use chartroom_format::source::Span;

use super::text::{quoted, set_field};
use super::{Planned, new_space};
use crate::document::{Document, FileChange};

/// The fields of a space in the order files write them.
const ORDER: &[&str] =
    &["surface", "terrain", "name", "country", "regions", "features", "value", "source", "reconstructed", "note"];

/// A changed fact of a space.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum SpaceFact {
    Surface(Surface),
    /// The terrain; the pack's default if nothing.
    Terrain(Option<String>),
    Name(Option<String>),
    Country(Option<String>),
    Value(Option<i64>),
    Note(String),
    /// In or out of a region.
    Region(String, bool),
    /// A feature with its amount; none if 0.
    Feature(String, i64),
    /// All features with their amounts, in place of those that are there.
    Features(Vec<(String, i64)>),
}

/// Sets a fact of several spaces at once.
pub fn set(document: &Document, spaces: &[String], fact: &SpaceFact) -> Planned {
    let facts = std::slice::from_ref(fact);
    let each: Vec<(&str, &[SpaceFact])> = spaces.iter().map(|id| (id.as_str(), facts)).collect();
    set_each(document, &each)
}

/// Sets facts of spaces, each its own. No space may come twice.
pub fn set_each(document: &Document, facts: &[(&str, &[SpaceFact])]) -> Planned {
    let mut by_file: BTreeMap<String, Vec<Edit>> = BTreeMap::new();
    // The same facts on the same text need the same edits: a stroke over thousands of like hexes parses a few texts.
    let mut known: BTreeMap<(&str, &[SpaceFact]), Vec<Edit>> = BTreeMap::new();
    let mut new: Vec<(&str, &[SpaceFact])> = Vec::new();
    for (id, facts) in facts {
        let Some((file, span)) = find(document, id) else {
            new.push((id, facts));
            continue;
        };
        let value = span.of(document.text(file).unwrap_or_default());
        let edits = match known.entry((value, *facts)) {
            Entry::Occupied(found) => found.into_mut(),
            Entry::Vacant(new) => new.insert(edits_of_value(document, id, value, facts)?),
        };
        if edits.is_empty() {
            continue;
        }
        let moved = edits.iter().map(|edit| {
            let place = Span::new(edit.span.start + span.start, edit.span.end + span.start);
            Edit::replace(place, edit.text.as_str())
        });
        if let Some(edits) = by_file.get_mut(file) {
            edits.extend(moved);
        } else {
            by_file.insert(file.to_owned(), moved.collect());
        }
    }
    for (file, edits) in new_space::insert_all(document, &new)? {
        by_file.entry(file).or_default().extend(edits);
    }
    Ok(by_file.into_iter().map(|(file, edits)| FileChange { file, edits }).collect())
}

/// The file of the pack that lists a space, and the span of its value.
pub fn find<'a>(document: &'a Document, id: &str) -> Option<(&'a str, Span)> {
    document
        .files()
        .iter()
        .find_map(|(name, file)| file.spaces.as_ref()?.get(id).map(|entry| (name.as_str(), entry.value)))
}

/// The edits inside the text of one space.
pub(super) fn edits_of_value(
    document: &Document,
    id: &str,
    value: &str,
    facts: &[SpaceFact],
) -> Result<Vec<Edit>, String> {
    let node = cst::parse(value).0.ok_or_else(|| format!("the entry of {id} cannot be read"))?;
    let now = document.content().spaces.get(id);
    Ok(facts
        .iter()
        .filter_map(|fact| {
            let (field, new) = field_text(fact, now);
            set_field(value, &node, field, new.as_deref(), ORDER)
        })
        .collect())
}

/// The field a fact is written in and its new text, given the space as it is.
fn field_text(fact: &SpaceFact, now: Option<&Space>) -> (&'static str, Option<String>) {
    match fact {
        SpaceFact::Surface(surface) => ("surface", Some(format!("{surface:?}"))),
        SpaceFact::Terrain(terrain) => ("terrain", terrain.as_deref().map(quoted)),
        SpaceFact::Name(name) => ("name", name.as_deref().map(quoted)),
        SpaceFact::Country(country) => ("country", country.as_deref().map(quoted)),
        SpaceFact::Value(value) => ("value", value.map(|value| value.to_string())),
        SpaceFact::Note(note) => ("note", (!note.is_empty()).then(|| quoted(note))),
        SpaceFact::Region(region, member) => {
            let mut regions: Vec<String> =
                now.map(|space| space.regions.iter().map(|id| id.0.clone()).collect()).unwrap_or_default();
            regions.retain(|known| known != region || *member);
            if *member && !regions.contains(region) {
                regions.push(region.clone());
            }
            let list: Vec<String> = regions.iter().map(|id| quoted(id)).collect();
            ("regions", (!list.is_empty()).then(|| format!("[{}]", list.join(", "))))
        }
        SpaceFact::Feature(feature, amount) => {
            let mut features: Vec<(String, i64)> = now
                .map(|space| space.features.iter().map(|(id, amount)| (id.0.clone(), *amount)).collect())
                .unwrap_or_default();
            match features.iter_mut().find(|(id, _)| id == feature) {
                Some(entry) => entry.1 = *amount,
                None => features.push((feature.clone(), *amount)),
            }
            features.retain(|(id, amount)| id != feature || *amount != 0);
            ("features", features_text(&features))
        }
        SpaceFact::Features(features) => ("features", features_text(features)),
    }
}

fn features_text(features: &[(String, i64)]) -> Option<String> {
    let list: Vec<String> = features.iter().map(|(id, amount)| format!("{}: {amount}", quoted(id))).collect();
    (!list.is_empty()).then(|| format!("{{{}}}", list.join(", ")))
}
