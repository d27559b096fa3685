//! Spaces: terrain, surface, names, countries, regions, features. A space that no file of the pack lists yet gets a line
//! of its own, next to its neighbours.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;

use chartroom_format::cst;
use chartroom_format::edit::Edit;
use chartroom_format::entries::EntryKind;
use chartroom_format::grid::{Board, Numbering};
use chartroom_format::schema::map::{Grid, Space, Surface};
use chartroom_format::schema::{CURRENT, Kind};
use chartroom_format::source::Span;

use super::Planned;
use super::text::{quoted, set_field};
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
    for (id, facts) in facts {
        if let Some((file, span)) = find(document, id) {
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
            by_file.entry(file.to_owned()).or_default().extend(moved);
        } else {
            let (file, edit) = insert(document, id, facts)?;
            by_file.entry(file).or_default().push(edit);
        }
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
fn edits_of_value(document: &Document, id: &str, value: &str, facts: &[SpaceFact]) -> Result<Vec<Edit>, String> {
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
            let list: Vec<String> = features.iter().map(|(id, amount)| format!("{}: {amount}", quoted(id))).collect();
            ("features", (!list.is_empty()).then(|| format!("{{{}}}", list.join(", "))))
        }
    }
}

/// A new line for a space that this pack does not list: with what its base says of it, or what an unlisted hex is.
fn insert(document: &Document, id: &str, facts: &[SpaceFact]) -> Result<(String, Edit), String> {
    let content = document.content();
    let from_base = content.origin(EntryKind::Space, id).and_then(|origin| {
        let text = document.shown_text(&origin.file)?;
        let (root, _) = cst::parse(text);
        root?.find(&origin.path, text).map(|found| found.node.span.of(text).to_owned())
    });
    let unlisted = content.map.as_ref().and_then(|map| map.unlisted).unwrap_or(Surface::Land);
    let value = from_base.unwrap_or_else(|| format!("(surface: {unlisted:?})"));
    let edits = edits_of_value(document, id, &value, facts)?;
    let value = chartroom_format::edit::apply(&value, &edits).map_err(|error| error.to_string())?;
    let line = format!("{}: {value}", quoted(id));
    let Some((file, before)) = neighbour(document, id) else {
        let file = document.files().iter().find(|(_, file)| file.kind == Some(Kind::Spaces));
        return match file {
            Some((name, file)) => {
                let index =
                    file.spaces.as_ref().ok_or_else(|| format!("{name} cannot be edited: it has no map of spaces"))?;
                Ok((name.clone(), Edit::insert(index.body.start + 1, format!("\n        {line},"))))
            }
            None => Ok((
                "map/spaces.ron".to_owned(),
                Edit::insert(
                    0,
                    format!("Spaces(\n    schema: {CURRENT},\n    spaces: {{\n        {line},\n    }},\n)\n"),
                ),
            )),
        };
    };
    let text = document.text(file).unwrap_or_default();
    Ok((file.to_owned(), super::text::insert_after(text, before, &line)))
}

/// The listed space behind which a new one belongs: the nearest that comes before it on the board, or in the alphabet.
fn neighbour<'a>(document: &'a Document, id: &str) -> Option<(&'a str, Span)> {
    let rank: Ranking = match document.content().map.as_ref().map(|map| &map.grid) {
        Some(Grid::Hexes(grid)) => {
            let board = grid.board().ok()?;
            let numbering = grid.numbering.clone();
            Box::new(move |id: &str| on_board(&numbering, &board, id))
        }
        _ => Box::new(|id: &str| Some(Rank::Name(id.to_owned()))),
    };
    let wanted = rank(id)?;
    let mut best: Option<(Rank, &str, Span)> = None;
    for (name, file) in document.files() {
        for entry in file.spaces.iter().flat_map(crate::document::index::EntryIndex::entries) {
            let Some(rank) = rank(&entry.id) else { continue };
            if rank < wanted && best.as_ref().is_none_or(|(known, _, _)| *known < rank) {
                best = Some((rank, name, Span::new(entry.key.start, entry.value.end)));
            }
        }
    }
    best.map(|(_, name, span)| (name, span))
}

/// Where a space stands among the others; nothing if it has no place.
type Ranking = Box<dyn Fn(&str) -> Option<Rank>>;

#[derive(PartialEq, Eq, PartialOrd, Ord)]
enum Rank {
    Place(usize),
    Name(String),
}

fn on_board(numbering: &Numbering, board: &Board, id: &str) -> Option<Rank> {
    numbering.parse(board, id).ok().and_then(|cell| board.index(cell)).map(Rank::Place)
}
