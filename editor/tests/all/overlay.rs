//! A pack that builds on another: what is inherited shows as such, and is copied into this pack before it is changed.

use std::path::{Path, PathBuf};

use crate::support::pack::TestPack;
use crate::support::{Window, copy_packs, run_command, wait_until, window};
use chartroom_editor::command::{Action, Command};
use chartroom_editor::document::Document;
use chartroom_editor::document::ops::inherit;
use chartroom_editor::panels::dock::Tab;
use chartroom_editor::settings::Settings;
use chartroom_editor::view_model::inspector;
use chartroom_format::content::Content;
use chartroom_format::entries::EntryKind;
use chartroom_format::load::load;
use chartroom_format::schema::ids::SideTypeId;
use egui::{Key, Modifiers};
use egui_kittest::kittest::Queryable;

/// A pack beside the small one that builds on it and says nothing of its own.
fn over(pack: &TestPack) -> PathBuf {
    let root = pack.folder.path().join("over");
    std::fs::create_dir_all(&root).expect("a folder");
    let text = "Pack(\n    schema: 2,\n    id: \"over\",\n    title: \"Over\",\n    version: \"1.0.0\",\n    extends: \"small\",\n)\n";
    std::fs::write(root.join("pack.ron"), text).expect("a file");
    root
}

fn open_over(pack: &TestPack) -> Window {
    let mut window = window(Some(over(pack)), "no-such-folder".into(), Settings::default());
    wait_until(&mut window, "the check", |bench| !bench.session().checker.running);
    window
}

fn text(window: &mut Window, file: &str) -> String {
    window.state_mut().session().document.text(file).unwrap_or_default().to_owned()
}

#[test]
fn an_inherited_unit_is_copied_by_a_button_and_then_changed() {
    let pack = TestPack::new();
    let mut window = open_over(&pack);
    run_command(&mut window, Command::ShowEntry(EntryKind::Unit, "infantry".into()));
    window.get_by_label("Inherited from small.");
    assert!(window.query_by_label("Rename everywhere").is_none() && window.query_by_label("Used by").is_none());
    window.get_by_label("Copy into this pack").click();
    window.run_ok();
    assert_eq!(
        text(&mut window, "units.ron"),
        "Units(\n    schema: 2,\n    units: {\n        \"infantry\": (title: \"Infantry\", domain: Land, stats: (attack: [2], defend: [4], movement: 1)),\n    },\n)\n"
    );
    // It is this pack's own at once: the form is there, and so is what else can be done with it.
    window.get_by_label("Used by");
    assert!(window.query_by_label("Copy into this pack").is_none());
    assert_eq!(window.state_mut().session().document.history().done(), 1, "one step");
    window.key_press_modifiers(Modifiers::COMMAND, Key::Z);
    window.run_ok();
    assert!(!window.state_mut().session().document.is_dirty());
}

#[test]
fn an_inherited_space_is_grey_until_it_is_this_packs_own() {
    let pack = TestPack::new();
    let mut window = open_over(&pack);
    let at = window.state_mut().session().scene.index("0202").expect("a space");
    window.state_mut().session().selection.insert(at);
    window.run_ok();
    let inherited = |window: &mut Window| {
        let session = window.state_mut().session();
        inspector::spaces(&session.document, &session.scene, &session.selection).expect("a selection").inherited_from
    };
    assert_eq!(inherited(&mut window).as_deref(), Some("small"));
    window.get_by_label("Copy into this pack").click();
    window.run_ok();
    assert_eq!(inherited(&mut window), None, "overridden values are black at once");
    let line = "\"0202\": (surface: Land, name: \"Town\", country: \"blueland\", features: {\"port\": 1}),";
    assert!(text(&mut window, "map/spaces.ron").contains(line), "{}", text(&mut window, "map/spaces.ron"));
    wait_until(&mut window, "the check", |bench| !bench.session().checker.running);
    assert_eq!(inherited(&mut window), None);
}

#[test]
fn an_inherited_scenario_and_table_are_copied_where_they_are_edited() {
    let pack = TestPack::new();
    let mut window = open_over(&pack);
    run_command(&mut window, Command::Do(Action::Show(Tab::Scenario)));
    window.get_by_label("Copy into this pack").click();
    window.run_ok();
    assert_eq!(text(&mut window, "scenarios/start.ron"), pack.read("scenarios/start.ron"));
    run_command(&mut window, Command::Do(Action::Show(Tab::Inspector)));
    run_command(&mut window, Command::ShowTable("unit-cost".into()));
    window.get_by_label("Copy into this pack").click();
    window.run_ok();
    assert_eq!(text(&mut window, "tables/unit-cost.ron"), pack.read("tables/unit-cost.ron"));
    assert_eq!(window.state_mut().session().document.history().done(), 2);
}

#[test]
fn a_hexside_of_the_pack_below_is_changed_without_touching_it() {
    let pack = TestPack::new();
    let mut document = Document::open(&over(&pack)).expect("it opens");
    for (present, types) in [(true, vec!["river", "wall"]), (false, vec!["river"])] {
        let changes = chartroom_editor::document::ops::sides::set(&document, "0102", "0101", "wall", present)
            .expect("it can be planned");
        document.change("a wall", &changes).expect("fits");
        let loaded = load(&document.snapshot(), document.root()).expect("it loads");
        let found: Vec<&str> = loaded.content.hexsides["0101/0102"].iter().map(SideTypeId::as_str).collect();
        assert_eq!(found, types, "{:?}", document.text("map/links.ron"));
        assert_eq!(loaded.content.hexsides, document.content().hexsides);
        assert!(loaded.findings.is_empty(), "{:?}", loaded.findings);
    }
}

/// Everything that has an id, as it is in play.
fn values(content: &Content) -> String {
    format!(
        "{:?}{:?}{:?}{:?}{:?}{:?}{:?}{:?}{:?}{:?}{:?}{:?}",
        sorted(&content.units),
        sorted(&content.tables),
        sorted(&content.powers),
        sorted(&content.sides),
        sorted(&content.terrains),
        sorted(&content.features),
        sorted(&content.procedures),
        sorted(&content.modifiers),
        sorted(&content.rules),
        sorted(&content.options),
        sorted(&content.facts),
        sorted(&content.scenarios),
    )
}

fn sorted<K: std::fmt::Display, V: std::fmt::Debug>(map: &indexmap::IndexMap<K, V>) -> Vec<(String, String)> {
    let mut list: Vec<(String, String)> =
        map.iter().map(|(key, value)| (key.to_string(), format!("{value:?}"))).collect();
    list.sort();
    list
}

/// Copies everything that a real overlay inherits: the pack must say the same as before, and undo must give the bytes back.
#[test]
fn all_that_the_bundled_overlay_inherits_can_be_copied_and_means_the_same() {
    let folder = tempfile::tempdir().expect("a folder");
    copy_packs(folder.path());
    let root = folder.path().join("hitlers-war-cg3");
    let mut document = Document::open(&root).expect("it opens");
    let before = values(document.content());
    let texts = |document: &Document| -> Vec<(String, String)> {
        document.files().iter().map(|(name, file)| (name.clone(), file.text.to_string())).collect()
    };
    let original = texts(&document);
    let inherited: Vec<(EntryKind, String)> = document
        .content()
        .origins
        .iter()
        .filter(|(_, origin)| origin.pack.as_str() != "hitlers-war-cg3")
        .map(|((kind, id), _)| (*kind, id.clone()))
        .collect();
    assert!(inherited.len() > 100, "it inherits much: {}", inherited.len());
    let mut kinds = std::collections::BTreeSet::new();
    for (kind, id) in &inherited {
        match inherit::copy(&document, *kind, id) {
            Ok(changes) => {
                document.change("copy", &changes).expect("fits");
                kinds.insert(kind.name());
            }
            Err(message) => assert!(*kind == EntryKind::Phase, "{} {id}: {message}", kind.name()),
        }
    }
    for kind in ["unit", "table", "power", "rule", "modifier", "procedure", "fact"] {
        assert!(kinds.contains(kind), "nothing of the kind {kind} was copied: {kinds:?}");
    }
    let loaded = load(&document.snapshot(), Path::new(&root)).expect("it loads");
    assert_eq!(values(&loaded.content), before, "a copy changes nothing");
    document.rewind(0);
    assert_eq!(texts(&document), original);
}
