//! The document: every operation is a minimal edit, undo and redo are exact, saving and recovery lose nothing.

mod deeds;

use super::ops::space::SpaceFact;
use super::ops::table::CellText;
use super::ops::{Planned, control, links, setup, sides, space, table, units};
use super::*;
use crate::testing::{TestPack, diff};

fn texts(document: &Document) -> BTreeMap<String, String> {
    document.files().iter().map(|(name, file)| (name.clone(), file.text.to_string())).collect()
}

fn open(pack: &TestPack) -> Document {
    Document::open(&pack.root()).expect("the pack opens")
}

fn space_fact(id: &str, fact: SpaceFact) -> impl Fn(&Document) -> Planned {
    let id = id.to_owned();
    move |document| space::set(document, std::slice::from_ref(&id), &fact)
}

/// Runs an operation and compares the changed lines of the one file it may change.
fn check(file: &str, operation: impl Fn(&Document) -> Planned, gone: &[&str], new: &[&str]) {
    let pack = TestPack::new();
    let mut document = open(&pack);
    assert!(document.first_findings.is_empty(), "the test pack is sound: {:?}", document.first_findings);
    let before = texts(&document);
    let changes = operation(&document).expect("it can be planned");
    document.change("test", &changes).expect("the edits fit");
    let after = texts(&document);
    for (name, text) in &after {
        let (was_gone, was_new) = diff(before.get(name).map_or("", String::as_str), text);
        if name == file {
            assert_eq!(
                (was_gone, was_new),
                (gone.iter().map(ToString::to_string).collect(), new.iter().map(ToString::to_string).collect()),
                "{name}"
            );
        } else {
            assert_eq!(before.get(name), Some(text), "{name} must not change");
        }
    }
    assert!(after.contains_key(file), "{file} exists");
    let loaded = load::load(&document.snapshot(), document.root()).expect("it loads");
    assert!(loaded.findings.is_empty(), "still sound: {:?}", loaded.findings);
    assert_eq!(loaded.content.spaces, document.content().spaces, "the live content is what a full load gives");
    assert_eq!(loaded.content.hexsides, document.content().hexsides);
    assert_eq!(loaded.content.scenarios, document.content().scenarios);
    assert_eq!(loaded.content.tables, document.content().tables);
    document.undo();
    assert_eq!(texts(&document), before, "undo gives the bytes back");
    assert!(!document.is_dirty());
}

#[test]
fn facts_of_spaces_change_one_line() {
    let file = "map/spaces.ron";
    let line = "        \"0101\": (surface: Land, country: \"redland\"),";
    let cases: Vec<(SpaceFact, &str)> = vec![
        (
            SpaceFact::Terrain(Some("forest".into())),
            "        \"0101\": (surface: Land, terrain: \"forest\", country: \"redland\"),",
        ),
        (
            SpaceFact::Surface(chartroom_format::schema::map::Surface::Coast),
            "        \"0101\": (surface: Coast, country: \"redland\"),",
        ),
        (
            SpaceFact::Name(Some("A \"place\"".into())),
            "        \"0101\": (surface: Land, name: \"A \\\"place\\\"\", country: \"redland\"),",
        ),
        (SpaceFact::Country(None), "        \"0101\": (surface: Land),"),
        (
            SpaceFact::Region("north".into(), true),
            "        \"0101\": (surface: Land, country: \"redland\", regions: [\"north\"]),",
        ),
        (
            SpaceFact::Feature("factory".into(), 2),
            "        \"0101\": (surface: Land, country: \"redland\", features: {\"factory\": 2}),",
        ),
        (SpaceFact::Value(Some(7)), "        \"0101\": (surface: Land, country: \"redland\", value: 7),"),
        (SpaceFact::Note("x".into()), "        \"0101\": (surface: Land, country: \"redland\", note: \"x\"),"),
    ];
    for (fact, new) in cases {
        check(file, space_fact("0101", fact), &[line], &[new]);
    }
}

#[test]
fn a_space_without_a_line_gets_one_at_its_place() {
    let paint = SpaceFact::Terrain(Some("forest".into()));
    check(
        "map/spaces.ron",
        space_fact("0104", paint.clone()),
        &[],
        &["        \"0104\": (surface: Sea, terrain: \"forest\"),"],
    );
    let pack = TestPack::new();
    let mut document = open(&pack);
    for id in ["0104", "0608", "0201"] {
        let changes = space::set(&document, &[id.to_owned()], &paint).expect("planned");
        document.change("paint", &changes).expect("fits");
    }
    let index = EntryIndex::of(document.text("map/spaces.ron").expect("text"), "spaces").expect("index");
    let ids: Vec<&str> = index.entries().iter().map(|entry| &*entry.id).collect();
    assert_eq!(ids, ["0101", "0102", "0103", "0104", "0201", "0202", "0404", "0608"]);
}

#[test]
fn cells_stay_aligned() {
    let set = |row: &str, column: usize, text: &str| {
        let cell = CellText { row: row.into(), column, text: text.into() };
        move |document: &Document| table::set_cells(document, "unit-cost", std::slice::from_ref(&cell))
    };
    let file = "tables/unit-cost.ron";
    check(file, set("infantry", 0, "14"), &["        \"infantry\": [ 5,  6],"], &["        \"infantry\": [14,  6],"]);
    check(file, set("armor", 1, "9"), &["        \"armor\":    [11, 12],"], &["        \"armor\":    [11,  9],"]);
    check(file, set("infantry", 1, "7"), &["        \"infantry\": [ 5,  6],"], &["        \"infantry\": [ 5,  7],"]);
}

#[test]
fn unit_numbers_change_one_line() {
    let file = "units.ron";
    let line =
        "        \"infantry\": (title: \"Infantry\", domain: Land, stats: (attack: [2], defend: [4], movement: 1)),";
    check(
        file,
        |document| units::set_stat(document, "infantry", "attack", "8/6"),
        &[line],
        &[&line.replace("[2]", "[8, 6]")],
    );
    check(
        file,
        |document| units::set_stat(document, "infantry", "hits", "2"),
        &[line],
        &[&line.replace("movement: 1", "movement: 1, hits: 2")],
    );
    let pack = TestPack::new();
    assert!(units::set_stat(&open(&pack), "infantry", "attack", "strong").is_err());
}

#[test]
fn sides_links_owners_and_set_ups_change_one_line() {
    check(
        "map/links.ron",
        |document| sides::set(document, "0101", "0201", "wall", true),
        &[],
        &["        \"0101/0201\": [\"wall\"],"],
    );
    check(
        "map/links.ron",
        |document| sides::set(document, "0102", "0101", "wall", true),
        &["        \"0101/0102\": [\"river\"],"],
        &["        \"0101/0102\": [\"river\", \"wall\"],"],
    );
    check(
        "map/links.ron",
        |document| sides::set(document, "0101", "0102", "river", false),
        &["        \"0101/0102\": [\"river\"],"],
        &[],
    );
    check(
        "map/links.ron",
        |document| links::add(document, "0101", "0404", "ferry", false),
        &[],
        &["    added: [", "        (from: \"0101\", to: \"0404\", class: \"ferry\"),", "    ],"],
    );
    let scenario = "scenarios/start.ron";
    let give = |spaces: &[&str], holder: Option<&str>| {
        let (spaces, holder): (Vec<String>, Option<String>) =
            (spaces.iter().map(ToString::to_string).collect(), holder.map(str::to_owned));
        move |document: &Document| control::set(document, "start", &spaces, holder.as_deref())
    };
    check(
        scenario,
        give(&["0202"], Some("red")),
        &["        \"red\": [\"0103\"],"],
        &["        \"red\": [\"0103\", \"0202\"],"],
    );
    check(scenario, give(&["0101"], Some("blue")), &[], &["        \"blue\": [\"0101\"],"]);
    check(scenario, give(&["0103"], None), &["        \"red\": [\"0103\"],"], &["        \"red\": [],"]);
    let units = |space: &str, unit: &str, count: i64| {
        let (space, unit) = (space.to_owned(), unit.to_owned());
        move |document: &Document| {
            let place = setup::Place { power: "red", space: &space, unit: &unit, manner: &setup::Manner::Plain };
            setup::set_count(document, "start", &place, count)
        }
    };
    let line = "            At(\"0101\", {\"infantry\": 3}), // the garrison";
    check(scenario, units("0101", "infantry", 4), &[line], &[&line.replace('3', "4")]);
    check(scenario, units("0101", "armor", 1), &[line], &[&line.replace('}', ", \"armor\": 1}")]);
    check(scenario, units("0202", "armor", 2), &[], &["            At(\"0202\", {\"armor\": 2}),"]);
}

#[test]
fn scenarios_are_copied_and_tuned() {
    use super::ops::scenario;
    let file = "scenarios/start.ron";
    check(
        file,
        |document| scenario::set_turns(document, "start", 1, 9),
        &["    turns: (first: 1, last: 5),"],
        &["    turns: (first: 1, last: 9),"],
    );
    check(
        file,
        |document| scenario::set_treasury(document, "start", "red", 30),
        &[],
        &["    treasury: {\"red\": 30},"],
    );
    let pack = TestPack::new();
    let mut document = open(&pack);
    assert!(scenario::copy(&document, "start", "Not An Id", "x").is_err());
    assert!(scenario::copy(&document, "start", "start", "x").is_err());
    let changes = scenario::copy(&document, "start", "late-start", "late start").expect("planned");
    document.change("copy", &changes).expect("fits");
    assert_eq!(document.content().scenarios["late-start"].set_up, document.content().scenarios["start"].set_up);
    let loaded = load::load(&document.snapshot(), document.root()).expect("it loads");
    assert!(loaded.findings.is_empty(), "{:?}", loaded.findings);
    document.undo();
    assert!(!document.is_dirty());
}

#[test]
fn a_stroke_is_one_step_and_can_be_taken_back() {
    let pack = TestPack::new();
    let mut document = open(&pack);
    let before = texts(&document);
    document.begin("stroke");
    for id in ["0101", "0102", "0404", "0101"] {
        let fact = SpaceFact::Terrain(Some("forest".into()));
        let changes = space::set(&document, &[id.to_owned()], &fact).expect("planned");
        document.change("dab", &changes).expect("fits");
    }
    document.commit();
    assert_eq!(document.history().steps().len(), 1);
    assert_eq!(document.history().steps()[0].patches.len(), 1);
    let painted = texts(&document);
    document.undo();
    assert_eq!(texts(&document), before);
    document.redo();
    assert_eq!(texts(&document), painted);
    document.begin("stroke");
    let changes = space::set(&document, &["0101".into()], &SpaceFact::Terrain(None)).expect("planned");
    document.change("dab", &changes).expect("fits");
    document.abort();
    assert_eq!(texts(&document), painted);
    assert_eq!(document.history().steps().len(), 1);
}

#[test]
fn files_that_are_created_go_with_undo() {
    let pack = TestPack::new();
    std::fs::remove_file(pack.root().join("map/links.ron")).expect("removed");
    let mut document = open(&pack);
    let changes = sides::set(&document, "0101", "0102", "wall", true).expect("planned");
    document.change("wall", &changes).expect("fits");
    assert_eq!(document.save().expect("saved"), ["map/links.ron"]);
    assert!(pack.read("map/links.ron").contains("wall"));
    document.undo();
    assert!(document.is_dirty());
    document.save().expect("saved");
    assert!(!pack.root().join("map/links.ron").exists());
}

#[test]
fn saving_writes_only_what_changed_and_reopening_gives_the_same() {
    let pack = TestPack::new();
    let mut document = open(&pack);
    let cell = CellText { row: "armor".into(), column: 0, text: "10".into() };
    let changes = table::set_cells(&document, "unit-cost", &[cell]).expect("planned");
    document.change("cheaper", &changes).expect("fits");
    assert!(document.is_dirty());
    assert_eq!(document.save().expect("saved"), ["tables/unit-cost.ron"]);
    assert!(!document.is_dirty());
    assert_eq!(texts(&open(&pack)), texts(&document));
    document.undo();
    assert!(document.is_dirty());
    document.save().expect("saved");
    for (name, text) in crate::testing::FILES {
        assert_eq!(pack.read(name), *text, "{name}");
    }
}

#[test]
fn work_of_a_killed_editor_comes_back() {
    let pack = TestPack::new();
    let mut document = open(&pack);
    // A number that no process has.
    document.start_journal(999_999_999);
    let paint = |document: &mut Document, id: &str| {
        let changes =
            space::set(document, &[id.to_owned()], &SpaceFact::Terrain(Some("forest".into()))).expect("planned");
        document.change("paint", &changes).expect("fits");
    };
    paint(&mut document, "0101");
    document.save().expect("saved");
    assert!(journal::left_behind(&pack.root()).is_empty(), "what is saved is not left behind");
    paint(&mut document, "0102");
    paint(&mut document, "0105");
    document.undo();
    // A stroke that was never ended counts as well.
    document.begin("stroke");
    paint(&mut document, "0404");
    let wanted = texts(&document);
    drop(document);
    let left = journal::left_behind(&pack.root());
    assert_eq!(left.len(), 1);
    assert_eq!(left[0].moved_on, Vec::<String>::new());
    let mut again = open(&pack);
    again.recover(&left[0]).expect("recovered");
    assert_eq!(texts(&again), wanted);
    again.undo();
    assert!(!again.is_dirty());
    assert!(journal::left_behind(&pack.root()).is_empty());
}

#[test]
fn changes_on_disk_are_noticed_taken_or_merged() {
    let pack = TestPack::new();
    let mut document = open(&pack);
    let original = pack.read("map/spaces.ron");
    pack.write("map/spaces.ron", &original.replace("Town", "City"));
    let changes = document.external_changes();
    assert!(!changes[0].clashes);
    document.take_theirs(&changes[0]).expect("taken");
    assert_eq!(document.content().spaces["0202"].name.as_deref(), Some("City"));
    assert!(document.external_changes().is_empty() && !document.is_dirty());
    let mine = space::set(&document, &["0101".into()], &SpaceFact::Terrain(Some("forest".into()))).expect("planned");
    document.change("paint", &mine).expect("fits");
    pack.write("map/spaces.ron", &original.replace("Town", "Village"));
    let changes = document.external_changes();
    assert!(changes[0].clashes);
    assert!(document.save().is_err(), "a clash must be answered first");
    document.merge_theirs(&changes[0]).expect("merged");
    assert_eq!(document.content().spaces["0202"].name.as_deref(), Some("Village"));
    assert!(document.text("map/spaces.ron").expect("text").contains("forest"));
    document.save().expect("saved");
}

#[test]
fn a_vanished_or_read_only_pack_keeps_the_work() {
    let pack = TestPack::new();
    let mut document = open(&pack);
    let changes = space::set(&document, &["0101".into()], &SpaceFact::Terrain(Some("forest".into()))).expect("planned");
    document.change("paint", &changes).expect("fits");
    std::fs::rename(pack.root(), pack.folder.path().join("elsewhere")).expect("moved");
    assert!(document.save().expect_err("gone").contains("is gone"));
    assert!(document.is_dirty());
    std::fs::rename(pack.folder.path().join("elsewhere"), pack.root()).expect("moved back");
    document.save().expect("saved");
    assert!(pack.read("map/spaces.ron").contains("forest"));
}

#[test]
fn broken_packs_open_and_sound_files_can_be_edited() {
    let pack = TestPack::new();
    pack.write("units.ron", "Units(schema: 1, units: {");
    let mut document = open(&pack);
    assert!(!document.first_findings.is_empty());
    let changes = space::set(&document, &["0101".into()], &SpaceFact::Terrain(Some("forest".into()))).expect("planned");
    document.change("paint", &changes).expect("fits");
    assert!(units::set_stat(&document, "infantry", "attack", "3").is_err());
    assert_eq!(document.save().expect("saved"), ["map/spaces.ron"]);
}

#[test]
fn entries_are_renamed_counted_and_succeeded() {
    use super::ops::entry;
    use chartroom_format::entries::EntryKind;
    let pack = TestPack::new();
    let mut document = open(&pack);
    let lines = |mentions: Vec<entry::Mention>| -> Vec<(String, bool)> {
        mentions.into_iter().map(|mention| (format!("{}:{}", mention.file, mention.line), mention.defines)).collect()
    };
    let found = lines(entry::mentions(&document, EntryKind::Space, "0101"));
    assert_eq!(
        found,
        [
            ("map/links.ron:4".to_owned(), false),
            ("map/spaces.ron:5".into(), true),
            ("scenarios/start.ron:11".into(), false)
        ]
    );
    let changes = entry::rename(&document, EntryKind::Power, "red", "crimson").expect("planned");
    document.change("rename", &changes).expect("fits");
    let loaded = load::load(&document.snapshot(), document.root()).expect("it loads");
    assert!(loaded.findings.is_empty(), "{:?}", loaded.findings);
    assert!(loaded.content.powers.contains_key("crimson"));
    document.undo();
    assert!(!document.is_dirty());
    assert!(entry::rename(&document, EntryKind::Power, "red", "blue").is_err(), "taken");
    assert!(entry::rename(&document, EntryKind::Power, "red", "a\"b").is_err());
    let changes = entry::succeed(&document, EntryKind::Space, "0101", "0102").expect("planned");
    document.change("succeed", &changes).expect("fits");
    let now = document.text("map/links.ron").unwrap_or_default();
    assert!(!now.contains("0101"), "a side between the two is gone: {now}");
    assert!(document.text("scenarios/start.ron").unwrap_or_default().contains("At(\"0102\""));
}
