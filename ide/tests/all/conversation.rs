//! Questions and answers, one by one, on the small packs of the fixture.

use std::path::Path;

use serde_json::{Value, json};

use crate::client::{Client, edited, offset, position};

fn labels(list: &Value) -> Vec<String> {
    list["items"]
        .as_array()
        .expect("items")
        .iter()
        .map(|item| item["label"].as_str().expect("a label").to_owned())
        .collect()
}

/// Opens a file with a text in which `|` is the cursor, and asks what may stand there.
fn offered(client: &mut Client, file: &str, marked: &str) -> Value {
    let at = marked.find('|').expect("a cursor");
    let text = marked.replacen('|', "", 1);
    client.open(file, &text);
    let params = json!({ "textDocument": { "uri": client.uri(file) }, "position": position(&text, at) });
    client.ask("textDocument/completion", params).expect("a list")
}

#[test]
fn completion_offers_what_may_stand_at_the_cursor() {
    let mut client = Client::start();
    for (marked, wanted, unwanted) in [
        // Fields that are missing, and none that is there.
        ("Units(schema: 2, units: {\"a\": (title: \"A\", |)})", vec!["domain", "stats"], vec!["title", "schema"]),
        // The bracket, the quote and all behind it are still missing.
        ("Units(schema: 2, units: {\"a\": (title: \"A\", dom|", vec!["domain"], vec!["title"]),
        ("Units(schema: 2, units: {\"a\": (domain: |", vec!["Land", "Sea"], vec!["title", "true"]),
        ("Units(schema: 2, units: {\"a\": (classes: [\"fo|", vec!["foot"], vec!["infantry"]),
        ("Units(schema: 2, units: {\"a\": (classes: [|]", vec!["foot"], vec!["infantry"]),
        (
            "Units(schema: 2, units: {\"a\": (upgrades_to: \"|\"\n    \"b\": (title: \"B\")})",
            vec!["infantry", "armor"],
            vec!["foot"],
        ),
        // A hex or zone is found by its name.
        ("Scenario(schema: 2, id: \"s\", devastated: {\"Blue|", vec!["blue-land"], vec!["red-land"]),
        ("Scenario(schema: 2, id: \"s\", set_up: {\"|", vec!["red", "blue"], vec!["reds", "red-land"]),
        ("Scenario(schema: 2, id: \"s\", set_up: {\"red\": [A|", vec!["At", "Anywhere"], vec!["Within"]),
        ("Scenario(schema: 2, id: \"s\", set_up: {\"red\": [At(\"red-land\", {\"|", vec!["infantry"], vec!["red-land"]),
        ("Scenario(schema: 2, id: \"s\", control: {\"|", vec!["red", "reds"], vec!["red-land"]),
        ("Scenario(schema: 2, id: \"s\", victory: [(when: |", vec!["Holds", "Otherwise"], vec!["winner"]),
        ("Options(schema: 2, options: {\"a\": (title: \"A\", on: |", vec!["true", "false"], vec![]),
        (
            "Examples(schema: 2, examples: {\"a\": (runs: Unit, given: {\"unit\": \"|",
            vec!["infantry"],
            vec!["red-land"],
        ),
        (
            "Table(schema: 2, id: \"t\", axes: [Words(name: \"u\", of: Unit)], rows: {\"|",
            vec!["infantry"],
            vec!["red-land"],
        ),
        ("|", vec!["Units", "Table"], vec![]),
        ("Pack(schema: 2, id: \"over\", extends: \"|", vec!["alone"], vec!["infantry"]),
    ] {
        let list = labels(&offered(&mut client, "base/typing.ron", marked));
        for label in wanted {
            assert!(list.iter().any(|item| item == label), "{label} is missing at {marked}: {list:?}");
        }
        for label in unwanted {
            assert!(!list.iter().any(|item| item == label), "{label} is offered at {marked}: {list:?}");
        }
    }
    // Nothing inside a comment or in plain text.
    assert_eq!(offered(&mut client, "base/typing.ron", "// Uni|\nUnits()"), Value::Null);
    assert!(labels(&offered(&mut client, "base/typing.ron", "Units(schema: 2, units: {\"a\": (title: \"|")).is_empty());
    client.goodbye();
}

#[test]
fn what_is_chosen_makes_a_sound_text() {
    let mut client = Client::start();
    for (marked, label, wanted) in [
        (
            "Units(schema: 2, units: {\"a\": (classes: [\"f|\"])})",
            "foot",
            "Units(schema: 2, units: {\"a\": (classes: [\"foot\"])})",
        ),
        ("Units(schema: 2, units: {\"a\": (dom|)})", "domain", "Units(schema: 2, units: {\"a\": (domain: $1)})"),
        (
            "Units(schema: 2, units: {\"a\": (do|main: Land)})",
            "domain",
            "Units(schema: 2, units: {\"a\": (domain: Land)})",
        ),
        (
            "Scenario(schema: 2, set_up: {\"red\": [At|]})",
            "At",
            "Scenario(schema: 2, set_up: {\"red\": [At(\"$1\", {$2})]})",
        ),
        ("Scenario(schema: 2, devastated: {|})", "straits", "Scenario(schema: 2, devastated: {\"straits\": })"),
    ] {
        let list = offered(&mut client, "base/typing.ron", marked);
        let item =
            list["items"].as_array().expect("items").iter().find(|item| item["label"] == label).expect("the item");
        let edit = json!({ "range": item["textEdit"]["range"], "newText": item["textEdit"]["newText"] });
        assert_eq!(edited(&marked.replacen('|', "", 1), &[edit]), wanted);
    }
    client.goodbye();
}

fn hover(client: &mut Client, file: &str, pattern: &str) -> String {
    let text = client.text(file);
    let answer = client.at("textDocument/hover", file, &text, pattern, Value::Null).expect("an answer");
    answer["contents"]["value"].as_str().unwrap_or_default().to_owned()
}

#[test]
fn hover_tells_what_a_thing_is() {
    let mut client = Client::start();
    for (file, pattern, pieces) in [
        ("base/units.ron", "do|main: Land, classes", vec!["UnitType.domain", "required", "Where a unit lives"]),
        ("base/units.ron", "domain: La|nd, classes", vec!["Land", "Domain"]),
        (
            "base/scenarios/one.ron",
            "{\"infan|try\": 3",
            vec!["Infantry", "attack 2", "defend 3", "movement 1", "red 3", "blue 4", "`one` 3"],
        ),
        ("base/scenarios/one.ron", "At(\"red|-land\"", vec!["red-land", "Land", "Held by red", "straits"]),
        ("base/scenarios/one.ron", "A|t(\"red-land\"", vec!["In exactly this space"]),
        (
            "base/tables/unit-cost.ron",
            "\"infantry\": [3, |4]",
            vec!["Prices", "unit `infantry`", "power `blue`", "Read by example `price`"],
        ),
        ("over/pack.ron", "extends: \"ba|se", vec!["About red-land", "base"]),
        ("base/powers.ron", "capi|tals", vec!["Its capitals"]),
        ("base/units.ron", "Un|its(", vec!["units.ron"]),
    ] {
        let told = hover(&mut client, file, pattern);
        for piece in pieces {
            assert!(told.contains(piece), "{pattern} tells nothing of {piece}: {told}");
        }
    }
    client.goodbye();
}

#[test]
fn definitions_and_references_lead_through_overlays() {
    let mut client = Client::start();
    let text = client.text("over/scenarios/two.ron");
    let found = client
        .at("textDocument/definition", "over/scenarios/two.ron", &text, "[\"re|d-land", Value::Null)
        .expect("an answer");
    assert_eq!(found[0]["uri"], client.uri("base/map/spaces.ron"));
    let spaces = client.text("base/map/spaces.ron");
    assert_eq!(&spaces[offset(&spaces, &found[0]["range"]["start"])..][..8], "red-land");
    let base = client.text("base/map/spaces.ron");
    let all: usize = crate::fixture::files("@").iter().map(|(_, text)| text.matches('@').count()).sum();
    for (declaration, count) in [(true, all), (false, all - 1)] {
        let context = json!({ "context": { "includeDeclaration": declaration } });
        let found = client
            .at("textDocument/references", "base/map/spaces.ron", &base, "\"re|d-land\": (", context)
            .expect("an answer");
        assert_eq!(found.as_array().expect("a list").len(), count, "{found:#}");
    }
    let found = client
        .at("textDocument/documentHighlight", "base/map/spaces.ron", &base, "\"re|d-land\": (", Value::Null)
        .expect("an answer");
    assert_eq!(found.as_array().expect("a list").len(), 1);
    client.goodbye();
}

#[test]
fn diagnostics_follow_the_typing() {
    let mut client = Client::start();
    let file = "base/units.ron";
    let text = client.text(file);
    client.open(file, &text);
    let before = client.codes(file);
    assert!(!before.contains("M110") && !before.contains("X101"), "{before:?}");
    // A field is misspelt, character by character, behind a letter of two UTF-16 units.
    let at = text.find("domain").expect("the field");
    client.change(
        file,
        json!([{ "range": { "start": position(&text, at), "end": position(&text, at + 1) }, "text": "D" }]),
    );
    let said = client.said(file);
    let finding = said.iter().find(|finding| finding["code"] == "M110").expect("an unknown field");
    assert_eq!(finding["range"]["start"], position(&text, at));
    assert!(finding["message"].as_str().expect("words").contains("domain"), "the way out is told: {finding}");
    // The fix is offered, and leads back.
    let params = json!({ "textDocument": { "uri": client.uri(file) }, "range": finding["range"], "context": { "diagnostics": [] } });
    let actions = client.ask("textDocument/codeAction", params).expect("a list");
    let fix = actions.as_array().expect("a list").iter().find(|action| action["kind"] == "quickfix").expect("a fix");
    let edits = fix["edit"]["changes"][client.uri(file)].as_array().expect("edits").clone();
    assert_eq!(edited(&text.replacen("domain", "Domain", 1), &edits), text);
    client.change(file, json!([{ "text": text }]));
    assert_eq!(client.codes(file), before);
    // A file that its author has not finished hides nothing of the others.
    client.change(file, json!([{ "text": "Units(schema: 2, units: {\"infantry\": (tit" }]));
    assert!(client.codes(file).contains("X101"));
    // What is wrong in another file because of this one is told there.
    client.change(file, json!([{ "text": "Units(schema: 2, units: {})" }]));
    client.said(file);
    let other = client.uri("base/scenarios/one.ron");
    assert!(client.diagnostics[&other].1.iter().any(|said| said["code"] == "R107"), "{:?}", client.diagnostics[&other]);
    client.goodbye();
}

#[test]
fn outlines_folds_tokens_and_layout_are_given() {
    let mut client = Client::start();
    let file = "base/units.ron";
    let document = json!({ "textDocument": { "uri": client.uri(file) } });
    let symbols = client.ask("textDocument/documentSymbol", document.clone()).expect("a list");
    let names: Vec<&str> =
        symbols.as_array().expect("a list").iter().filter_map(|symbol| symbol["name"].as_str()).collect();
    assert_eq!(names, ["foot", "infantry", "armor"]);
    let found = client.ask("workspace/symbol", json!({ "query": "infan" })).expect("a list");
    assert_eq!(found[0]["name"], "infantry Infantry");
    let folds = client.ask("textDocument/foldingRange", document.clone()).expect("a list");
    assert!(
        folds.as_array().expect("a list").iter().any(|fold| fold["startLine"] == 2 && fold["endLine"] == 4),
        "{folds}"
    );
    let tokens = client.ask("textDocument/semanticTokens/full", document.clone()).expect("tokens");
    let data = tokens["data"].as_array().expect("numbers");
    assert!(
        data.len().is_multiple_of(5) && data[..5] == [json!(0), json!(0), json!(5), json!(0), json!(0)],
        "{tokens}"
    );
    let untidy = "Units(schema:2,units:{\"a\":(title:\"A\",\ndomain:Land)})";
    client.open("base/typing.ron", untidy);
    let document = json!({ "textDocument": { "uri": client.uri("base/typing.ron") }, "options": {} });
    let edits = client.ask("textDocument/formatting", document).expect("edits");
    let tidy = edited(untidy, edits.as_array().expect("edits"));
    assert_eq!(tidy, chartroom_format::fmt::format(untidy).expect("sound"));
    client.open("base/typing.ron", "Units(schema: 2");
    let document = json!({ "textDocument": { "uri": client.uri("base/typing.ron") }, "options": {} });
    assert!(client.ask("textDocument/formatting", document).is_err(), "a broken text is left alone");
    let place = client.at("chartroom/place", file, &client.text(file), "armor\"|", Value::Null).expect("a place");
    assert_eq!(
        (&place["kind"], place["pack"].as_str().is_some_and(|pack| pack.ends_with("/base"))),
        (&Value::Null, true)
    );
    client.goodbye();
}

#[test]
fn names_stand_beside_hexes() {
    let mut client = Client::start();
    client.open("base/more.ron", "Spaces(schema: 2, spaces: {\"h1\": (surface: Land, name: \"Harbour\")})");
    client.said("base/more.ron");
    let text = "Regions(schema: 2, regions: {\"r\": (title: \"R\", kind: Group, spaces: [\"h1\", \"blue-land\"])})";
    client.open("base/regions-more.ron", text);
    client.said("base/regions-more.ron");
    let params = json!({ "textDocument": { "uri": client.uri("base/regions-more.ron") },
        "range": { "start": position(text, 0), "end": position(text, text.len()) } });
    let hints = client.ask("textDocument/inlayHint", params).expect("hints");
    assert_eq!(hints.as_array().expect("a list").len(), 1, "{hints}");
    assert_eq!(
        (&hints[0]["label"], &hints[0]["position"]),
        (&json!("Harbour"), &position(text, text.find("\"h1\"").expect("it") + 4))
    );
    client.goodbye();
}

#[test]
fn two_workspaces_and_files_outside_packs_are_served() {
    let other = tempfile::tempdir().expect("a folder");
    let pack = other.path().join("deep/content/second");
    std::fs::create_dir_all(&pack).expect("a folder");
    std::fs::write(pack.join("pack.ron"), "Pack(schema: 2, id: \"second\", title: \"S\", version: \"1\")")
        .expect("a file");
    std::fs::write(pack.join("units.ron"), "Units(schema: 2, units: {\"zeppelin\": (title: \"Z\", domain: Air)})")
        .expect("a file");
    let first = tempfile::tempdir().expect("a folder");
    crate::fixture::write(first.path());
    let mut client = Client::in_folders(&[first.path(), other.path()]);
    for (query, uri) in
        [("zeppelin", crate::client::uri(&pack.join("units.ron"))), ("infantry", client.uri("base/units.ron"))]
    {
        let found = client.ask("workspace/symbol", json!({ "query": query })).expect("a list");
        assert_eq!(found[0]["location"]["uri"], uri);
    }
    // A text that was never saved, with an address that is no file.
    let document = json!({ "uri": "untitled:Untitled-1", "languageId": "ron", "version": 1, "text": "Units(schema: 2, unit: {})" });
    client.tell("textDocument/didOpen", json!({ "textDocument": document }));
    let hover = json!({ "textDocument": { "uri": "untitled:Untitled-1" }, "position": { "line": 0, "character": 2 } });
    assert!(client.ask("textDocument/hover", hover).expect("an answer").is_object());
    assert!(client.diagnostics["untitled:Untitled-1"].1.iter().any(|said| said["code"] == "M110"));
    // A folder goes.
    let gone =
        json!({ "event": { "added": [], "removed": [{ "uri": crate::client::uri(other.path()), "name": "second" }] } });
    client.tell("workspace/didChangeWorkspaceFolders", gone);
    let found = client.ask("workspace/symbol", json!({ "query": "zeppelin" })).expect("a list");
    assert_eq!(found, json!([]));
    client.goodbye();
}

#[test]
fn nonsense_is_answered_and_survived() {
    let mut client = Client::start();
    let uri = client.uri("base/units.ron");
    for (method, params) in [
        ("textDocument/hover", json!({})),
        ("textDocument/hover", json!({ "textDocument": { "uri": uri }, "position": { "line": -1, "character": 0 } })),
        ("textDocument/rename", json!([1, 2])),
        ("chartroom/unknown", json!(null)),
    ] {
        assert!(client.ask(method, params).is_err(), "{method}");
    }
    for (uri, line, character) in [
        (uri.as_str(), 4_000_000_000_u32, 4_000_000_000_u32),
        ("file:///nowhere/at/all.ron", 0, 0),
        ("git:/base/units.ron", 1, 1),
    ] {
        let params = json!({ "textDocument": { "uri": uri }, "position": { "line": line, "character": character } });
        for method in
            ["textDocument/hover", "textDocument/completion", "textDocument/definition", "textDocument/references"]
        {
            assert!(client.ask(method, params.clone()).is_ok(), "{method} of {uri}");
        }
    }
    // Changes and goodbyes of what was never opened, and cancellations of what was never asked.
    client.tell(
        "textDocument/didChange",
        json!({ "textDocument": { "uri": uri, "version": 9 }, "contentChanges": [{ "text": "x" }] }),
    );
    client.tell("textDocument/didClose", json!({ "textDocument": { "uri": uri } }));
    client.tell("$/cancelRequest", json!({ "id": 99_999 }));
    client.tell("textDocument/didOpen", json!({ "nothing": true }));
    let huge = format!(
        "Spaces(schema: 2, spaces: {{{}}})",
        (0..60_000).map(|n| format!("\"s{n}\": (surface: Land),\n")).collect::<String>()
    );
    client.open("base/huge.ron", &huge);
    client.change("base/huge.ron", json!([{ "range": { "start": { "line": 30_000, "character": 0 }, "end": { "line": 30_000, "character": 1 } }, "text": "" }]));
    assert!(client.codes("base/huge.ron").contains("X101"));
    let deep = "(".repeat(100_000);
    client.open("base/deep.ron", &deep);
    assert!(client.codes("base/deep.ron").contains("X102"));
    assert!(
        client
            .ask("textDocument/foldingRange", json!({ "textDocument": { "uri": client.uri("base/deep.ron") } }))
            .is_ok()
    );
    client.goodbye();
}

#[test]
fn a_client_that_dies_ends_the_server() {
    let mut client = Client::start();
    client.open("base/units.ron", "Units(schema: 2");
    assert!(matches!(client.die(), Err(chartroom_ide::ServeError::Gone)));
}

#[test]
fn the_disk_is_seen_when_it_changes() {
    let mut client = Client::start();
    let file = "base/units.ron";
    client.open(file, &client.text(file));
    client.said(file);
    std::fs::write(
        client.path("base/units-2.ron"),
        "Units(schema: 2, units: {\"zeppelin\": (title: \"Z\", domain: Air)})",
    )
    .expect("a file");
    let event = json!({ "changes": [{ "uri": client.uri("base/units-2.ron"), "type": 1 }] });
    client.tell("workspace/didChangeWatchedFiles", event);
    let found = client.ask("workspace/symbol", json!({ "query": "zeppelin" })).expect("a list");
    assert_eq!(found.as_array().expect("a list").len(), 1);
    assert!(Path::new(&client.path("base/units-2.ron")).is_file());
    client.goodbye();
}
