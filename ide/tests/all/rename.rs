//! A rename changes every file that names the entry, and nothing else.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use crate::client::{Client, edited};
use crate::fixture::{self, NAME};

/// All files after the changes that the server proposes.
fn after(client: &Client, edit: &Value) -> BTreeMap<String, String> {
    let mut files: BTreeMap<String, String> =
        fixture::files(NAME).into_iter().map(|(path, text)| (path.to_owned(), text)).collect();
    for change in edit["documentChanges"].as_array().expect("changes") {
        let uri = change["textDocument"]["uri"].as_str().expect("an address");
        let (path, text) = files.iter_mut().find(|(path, _)| client.uri(path) == uri).expect("a file of the packs");
        assert!(!path.starts_with("alone/"), "another pack is changed");
        *text = edited(text, change["edits"].as_array().expect("edits"));
    }
    files
}

#[test]
fn a_space_is_renamed_in_every_file_and_nowhere_else() {
    // The same from its definition, from a use in another pack, from inside a pair and from free data.
    for (file, pattern) in [
        ("base/map/spaces.ron", "\"red-|land\": ("),
        ("over/scenarios/two.ron", "[\"|red-land"),
        ("base/map/links.ron", "straits/red|-land"),
        ("base/examples.ron", "\"space\": \"red-land|"),
        ("over/pack.ron", "space:r|ed-land"),
    ] {
        let mut client = Client::start();
        let text = client.text(file);
        let edit = client
            .at("textDocument/rename", file, &text, pattern, json!({ "newName": "crimson" }))
            .unwrap_or_else(|error| panic!("{file}: {error:?}"));
        let wanted: BTreeMap<String, String> =
            fixture::files("crimson").into_iter().map(|(path, text)| (path.to_owned(), text)).collect();
        for (path, text) in after(&client, &edit) {
            assert_eq!(text, wanted[&path], "{path}, asked in {file}");
        }
        client.goodbye();
    }
}

#[test]
fn a_unit_is_renamed_in_tables_and_marks_too() {
    let mut client = Client::start();
    let text = client.text("base/units.ron");
    let edit = client
        .at("textDocument/rename", "base/units.ron", &text, "\"inf|antry\"", json!({ "newName": "militia" }))
        .expect("a rename");
    let files = after(&client, &edit);
    for (path, pieces) in [
        ("base/units.ron", "\"militia\": (title: \"Infantry\""),
        ("base/tables/unit-cost.ron", "\"militia\": [3, 4]"),
        ("base/tables/unit-cost.ron", "{\"militia, red\""),
        ("base/scenarios/one.ron", "{\"militia\": 3}"),
        ("base/examples.ron", "\"unit\": \"militia\""),
    ] {
        assert!(files[path].contains(pieces), "{path}: {}", files[path]);
    }
    assert!(!files.values().any(|text| text.contains("\"infantry")), "{files:#?}");
    client.goodbye();
}

#[test]
fn names_that_would_break_the_pack_are_refused() {
    let mut client = Client::start();
    let text = client.text("base/map/spaces.ron");
    for (pattern, new, word) in [
        ("\"red-|land\": (", "blue-land", "already"),
        ("\"red-|land\": (", "Red Land!", "no name"),
        ("\"red-|land\": (", "", "no name"),
        ("surf|ace: Sea", "top", "no name here"),
    ] {
        let error = client
            .at("textDocument/rename", "base/map/spaces.ron", &text, pattern, json!({ "newName": new }))
            .expect_err("it is refused");
        assert!(error.message.contains(word), "{new}: {}", error.message);
    }
    let pack = client.text("over/pack.ron");
    let error = client
        .at("textDocument/rename", "over/pack.ron", &pack, "extends: \"ba|se", json!({ "newName": "b" }))
        .expect_err("it is refused");
    assert!(error.message.contains("folder"), "{}", error.message);
    client.goodbye();
}
