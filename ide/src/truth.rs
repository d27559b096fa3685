//! The index against the typed reader: on every sound file both must see the same names and the same entries.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use chartroom_format::document;
use chartroom_format::entries::{self, EntryKind};
use chartroom_format::fs::{DiskFs, Fs};
use chartroom_format::refs;
use chartroom_format::schema::ids::Shape;
use chartroom_format::schema::{CURRENT, Kind};
use serde_json::Value;

use crate::index::Index;
use crate::keys::{self, What};
use crate::types::{Ty, Types};

fn content_files() -> Vec<(PathBuf, Arc<str>)> {
    let content = Path::new(env!("CARGO_MANIFEST_DIR")).join("../content");
    let files = DiskFs.list(&content).expect("the bundled packs");
    files
        .into_iter()
        .map(|file| (content.join(&file), DiskFs.read(&content, &file).expect("readable").into()))
        .collect()
}

/// Names that one sorted list has more often than another, the first few.
fn more_often(many: &[(String, String)], few: &[(String, String)]) -> Vec<(String, String)> {
    let count = |list: &[(String, String)], name: &(String, String)| list.iter().filter(|other| *other == name).count();
    let mut names: Vec<_> = many.iter().filter(|name| count(many, name) > count(few, name)).cloned().collect();
    names.dedup();
    names.truncate(5);
    names
}

#[test]
fn the_index_sees_the_names_that_the_typed_reader_sees() {
    let mut faults = Vec::new();
    for (path, text) in content_files() {
        let Some(document) = document::read(&text, "file").document else { panic!("{} is not sound", path.display()) };
        let index = Index::of(&text);
        assert!(index.sound, "{}", path.display());
        let mut typed: Vec<(String, String)> = Vec::new();
        refs::visit(&document, &mut |name_type, name, _| {
            if Shape::of(name_type).is_some() {
                typed.push((name_type.to_owned(), name.to_owned()));
            }
        });
        let mut seen: Vec<(String, String)> = index
            .mentions
            .iter()
            .filter_map(|mention| match mention.what {
                What::Name(name_type) => Some((name_type.to_owned(), index.name(*mention).to_owned())),
                _ => None,
            })
            .collect();
        if index.kind() == Some(Kind::Links) {
            // Sides are pairs of names in one key, which the typed reader takes as plain text.
            let chartroom_format::schema::Document::Links(links) = &document else { panic!("links") };
            typed.extend(
                links.sides.keys().flat_map(|side| side.split('/')).map(|id| ("SpaceId".to_owned(), id.to_owned())),
            );
        }
        typed.sort();
        seen.sort();
        let missing = more_often(&typed, &seen);
        let extra = more_often(&seen, &typed);
        if typed != seen {
            faults.push(format!("{}: missing {missing:?}, extra {extra:?}", path.display()));
        }
    }
    assert!(faults.is_empty(), "{faults:#?}");
}

#[test]
fn the_index_sees_the_entries_that_the_loader_sees() {
    for (path, text) in content_files() {
        let document = document::read(&text, "file").document.expect("a sound file");
        let index = Index::of(&text);
        let mut loaded: Vec<(EntryKind, String)> = entries::of(&document)
            .into_iter()
            .filter(|entry| entry.kind != EntryKind::Covered)
            .map(|entry| (entry.kind, entry.id))
            .collect();
        if let chartroom_format::schema::Document::Scenario(scenario) = &document {
            loaded.extend(scenario.rules.keys().map(|id| (EntryKind::Rule, id.to_string())));
        }
        let mut seen: Vec<(EntryKind, String)> = index
            .mentions
            .iter()
            .filter_map(|mention| Some((mention.defines?, index.name(*mention).to_owned())))
            .collect();
        let mut stretches: Vec<(EntryKind, String)> =
            index.stretches.iter().map(|stretch| (stretch.kind, stretch.name.of(&text).to_owned())).collect();
        loaded.sort();
        seen.sort();
        stretches.sort();
        assert_eq!(seen, loaded, "{}", path.display());
        assert_eq!(stretches, loaded, "{}", path.display());
        for stretch in &index.stretches {
            let whole = stretch.whole.of(&text);
            assert!(whole.contains(stretch.name.of(&text)), "{}: {whole}", path.display());
            let balance = |open: char, close: char| whole.matches(open).count() == whole.matches(close).count();
            let quotes = whole.contains(':') && stretch.kind != EntryKind::Example;
            assert!(
                !quotes || whole.contains("//") || balance('{', '}') && balance('[', ']'),
                "{}: {whole}",
                path.display()
            );
        }
    }
}

/// What stands before the place where a text breaks off is read as if it did not break off.
#[test]
fn a_text_that_breaks_off_keeps_its_meaning() {
    for (path, text) in content_files() {
        let whole = Index::of(&text);
        if text.len() > 60_000 || whole.kind() == Some(Kind::Table) {
            continue;
        }
        for part in 1..8 {
            let mut cut = text.len() * part / 8;
            while !text.is_char_boundary(cut) {
                cut -= 1;
            }
            // The line that is being written may mean anything yet.
            let safe = text[..cut].rfind('\n').unwrap_or(0);
            let broken = Index::of(&text[..cut].into());
            let before = |index: &Index| -> Vec<(usize, String)> {
                let kept = index.mentions.iter().filter(|mention| mention.span().end < safe);
                kept.map(|mention| (mention.span().start, format!("{:?}", mention.what))).collect()
            };
            assert_eq!(before(&broken), before(&whole), "{} cut at {cut}", path.display());
        }
    }
}

/// Every map whose keys are names is told in `keys`, or is a force: units with their numbers.
#[test]
fn the_keys_of_every_map_are_known() {
    let mut unknown = BTreeSet::new();
    for kind in Kind::ALL {
        let types = Types::of(*kind, CURRENT).expect("a schema");
        look(types.root(), kind.name(), "", false, &mut unknown);
        for (name, schema) in types.root().get("$defs").and_then(Value::as_object).into_iter().flatten() {
            look(schema, name, "", false, &mut unknown);
        }
    }
    assert!(unknown.is_empty(), "tell in keys.rs what these maps are keyed by: {unknown:?}");
}

fn look(
    schema: &'static Value,
    owner: &'static str,
    field: &'static str,
    nested: bool,
    unknown: &mut BTreeSet<String>,
) {
    if let Some(patterns) = schema.get("patternProperties").and_then(Value::as_object) {
        let values = patterns.values().next();
        let is_force = values.and_then(|values| values.get("type")).and_then(Value::as_str) == Some("integer")
            && (nested || !keys::is_told(Ty { schema: None, owner, field }, nested));
        if !keys::is_told(Ty { schema: None, owner, field }, nested) && !is_force {
            unknown.insert(format!("{owner}.{field}"));
        }
        for values in patterns.values() {
            look(values, owner, field, true, unknown);
        }
    }
    for (name, field) in schema.get("properties").and_then(Value::as_object).into_iter().flatten() {
        // A variant is one property of that name.
        let is_variant = name.chars().next().is_some_and(char::is_uppercase);
        look(field, if is_variant { name } else { owner }, if is_variant { "" } else { name }, false, unknown);
    }
    for list in ["oneOf", "anyOf", "prefixItems"] {
        for inner in schema.get(list).and_then(Value::as_array).into_iter().flatten() {
            look(inner, owner, field, false, unknown);
        }
    }
    if let Some(items) = schema.get("items") {
        look(items, owner, field, false, unknown);
    }
}
