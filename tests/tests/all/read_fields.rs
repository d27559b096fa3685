//! Nothing inert: every field of the content format is read by some code outside the types themselves. A field that nothing reads would
//! be accepted, documented and ignored.

use std::collections::{BTreeMap, BTreeSet};

use chartroom_format::schema::{CURRENT, Kind};
use chartroom_format::schemas;
use chartroom_tests::repository;
use serde_json::Value;

/// Fields that Rust calls otherwise, and why.
const RENAMED: &[(&str, &str)] = &[
    // A word of the language.
    ("do", "run"),
];

/// The fields of all files: the name and the types that have it.
fn fields() -> BTreeMap<String, BTreeSet<String>> {
    let mut found: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    let mut note = |owner: &str, schema: &Value| {
        for name in schema.get("properties").and_then(Value::as_object).into_iter().flat_map(serde_json::Map::keys) {
            found.entry(name.clone()).or_default().insert(owner.to_owned());
        }
    };
    for kind in Kind::ALL {
        let schema = schemas::get(CURRENT, *kind).expect("a schema of every kind");
        note(kind.name(), schema);
        for (name, definition) in schema.get("$defs").and_then(Value::as_object).into_iter().flatten() {
            note(name, definition);
            let variants = ["oneOf", "anyOf"].iter().filter_map(|choice| definition.get(*choice)?.as_array()).flatten();
            for (tag, inner) in variants.filter_map(|variant| variant.get("properties")?.as_object()).flatten() {
                note(&format!("{name}::{tag}"), inner);
            }
        }
    }
    found
}

/// The words that stand in code where a field is read: after a dot, or taken out of a structure by its name.
fn words_read() -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    let sources = ["format", "engine", "atlas", "validator", "exchange", "lab", "ide", "cli", "editor"];
    for crate_name in sources {
        let files = walkdir::WalkDir::new(repository().join(crate_name).join("src")).into_iter().filter_map(Result::ok);
        for file in files.map(walkdir::DirEntry::into_path) {
            let is_schema = file.components().any(|part| part.as_os_str() == "schema");
            if is_schema || file.extension().is_none_or(|ending| ending != "rs") {
                continue;
            }
            let text = std::fs::read_to_string(&file).expect("a source file");
            for line in text.lines().filter(|line| !line.trim_start().starts_with("//")) {
                note_words(line, &mut found);
            }
        }
    }
    found
}

fn note_words(line: &str, found: &mut BTreeSet<String>) {
    let is_word = |letter: char| letter.is_ascii_alphanumeric() || letter == '_';
    let mut rest = line;
    let mut before = ' ';
    while let Some(start) = rest.find(is_word) {
        before = rest[..start].chars().next_back().unwrap_or(before);
        let end = rest[start..].find(|letter| !is_word(letter)).map_or(rest.len(), |length| start + length);
        let after = rest[end..].trim_start().chars().next();
        // A call is no field; a string is no code.
        if before != '"' && (before == '.' && after != Some('(') || matches!(after, Some(',' | ':' | '}'))) {
            found.insert(rest[start..end].to_owned());
        }
        before = rest[start..end].chars().next_back().unwrap_or(' ');
        rest = &rest[end..];
    }
}

#[test]
fn every_field_of_the_format_is_read_somewhere() {
    let read = words_read();
    let fields = fields();
    assert!(fields.len() > 400, "only {} names of fields were found", fields.len());
    let unread: Vec<String> = fields
        .iter()
        .filter(|(name, _)| {
            let rust = RENAMED.iter().find(|(field, _)| field == name).map_or(name.as_str(), |(_, rust)| rust);
            !read.contains(rust)
        })
        .map(|(name, owners)| format!("{name} of {}", owners.iter().cloned().collect::<Vec<_>>().join(", ")))
        .collect();
    assert!(unread.is_empty(), "fields that nothing reads:\n{}", unread.join("\n"));
}

#[test]
fn the_search_finds_reads_and_no_calls_or_strings() {
    let mut found = BTreeSet::new();
    note_words("let Power { side, home: own, .. } = power.leans.as_ref(); call(\"title\"); power.name();", &mut found);
    let wanted: BTreeSet<String> = ["side", "home", "own", "leans"].map(str::to_owned).into();
    assert_eq!(found, wanted);
}
