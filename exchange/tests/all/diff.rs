//! What changed between two packs, told on small packs: each row spoils one file and says what must be heard.

use std::path::{Path, PathBuf};

use chartroom_exchange::diff::{self, Diff, What, picture, text};
use chartroom_format::fs::MemoryFs;
use chartroom_format::load::{self, Loaded};
use chartroom_format::starter::{self, Starter};

fn starter_pack(kind: Starter, change: &dyn Fn(&str, String) -> String) -> Loaded {
    let mut fs = MemoryFs::default();
    for (file, text) in starter::files(kind, "demo") {
        fs.files.insert(PathBuf::from("packs/demo").join(file), change(file, text));
    }
    load::load(&fs, Path::new("packs/demo")).expect("loads")
}

fn compared(kind: Starter, file: &str, old: &str, new: &str) -> Diff {
    let before = starter_pack(kind, &|_, text| text);
    let after = starter_pack(kind, &|name, text| {
        if name == file {
            assert!(text.contains(old), "{file} holds {old}: {text}");
            text.replacen(old, new, 1)
        } else {
            text
        }
    });
    diff::compare(&before.content, &after.content)
}

#[track_caller]
fn check(kind: Starter, file: &str, old: &str, new: &str, said: &str) {
    let diff = compared(kind, file, old, new);
    let told = text::plain(&diff, text::Length::SHORT);
    assert!(told.contains(said), "{file}: {old} to {new} must say `{said}`:\n{told}");
}

#[test]
fn a_pack_does_not_differ_from_itself() {
    for kind in [Starter::Hexes, Starter::Zones] {
        let pack = starter_pack(kind, &|_, text| text);
        let diff = diff::compare(&pack.content, &pack.content);
        assert!(diff.is_empty(), "{diff:#?}");
        assert!(text::plain(&diff, text::Length::SHORT).ends_with("no difference\n"));
    }
}

#[test]
fn changes_are_told_in_the_words_of_the_game() {
    let hexes = |file, old, new, said| check(Starter::Hexes, file, old, new, said);
    let prices = "tables/unit-cost.ron";
    hexes(
        prices,
        "[  3,    3]",
        "[  4,    3]",
        "Prices (1)\n  Unit costs (table unit-cost)\n    infantry, red: 3 \u{2192} 4",
    );
    hexes(prices, "\"destroyer\": [  8,    8],", "", "row destroyer: - 8 8");
    hexes(prices, "\"red\", \"blue\"]", "\"red\", \"grey\"]", "column grey: + 3 5 8");
    hexes(prices, "title: \"Unit costs\"", "title: \"Costs\"", "title: Unit costs \u{2192} Costs");
    hexes("units.ron", "attack: [2]", "attack: [3]", "Infantry (unit infantry)\n    attack: 2 \u{2192} 3");
    hexes("units.ron", "movement: 1)", "movement: 1), abilities: [Blitz]", "abilities: + Blitz");
    hexes("pack.ron", "version: \"0.1.0\"", "version: \"0.2.0\"", "Demo 0.1.0 \u{2192} 0.2.0: 1 difference");
    let first = "scenarios/first.ron";
    hexes(first, "last: 8", "last: 12", "turns last: 8 \u{2192} 12");
    hexes(
        first,
        "\"infantry\": 4",
        "\"infantry\": 5",
        "Set-ups (1)\n  First scenario (scenario first)\n    red in 0103: infantry: 4 \u{2192} 5",
    );
    hexes(
        first,
        "{\"red\": 10,",
        "{\"red\": 11,",
        "Treasuries (1)\n  First scenario (scenario first)\n    red: 10 \u{2192} 11",
    );
    hexes(first, "treasury:", "control: {\"red\": [\"blueland\"]}, treasury:", "Holders at start (");
    hexes(
        first,
        "winner: \"east\", check: TurnEnd",
        "winner: \"east\", check: AtOnce",
        "victory 1 check: TurnEnd \u{2192} AtOnce",
    );
    let spaces = "map/spaces.ron";
    hexes(
        spaces,
        "country: \"redland\", value: 1",
        "country: \"redland\", value: 2",
        "space 0102\n    value: 1 \u{2192} 2",
    );
    hexes(spaces, "\"0102\"", "\"0101\"", "+ space 0101");
    check(Starter::Zones, "map/links.ron", "class: \"land\"", "class: \"sea\"", "+ link redburg-blue-plain by sea");
    check(Starter::Zones, "map/regions.ron", "power: \"red\"", "power: \"blue\"", "power: red \u{2192} blue");
}

#[test]
fn a_comment_or_layout_is_no_difference() {
    let diff = compared(Starter::Hexes, "units.ron", "Units(", "// a word\nUnits(\n");
    assert!(diff.is_empty(), "{diff:#?}");
}

#[test]
fn an_entry_under_another_id_is_the_same_entry() {
    let before = starter_pack(Starter::Hexes, &|_, text| text);
    let after = starter_pack(Starter::Hexes, &|_, text| text.replace("\"infantry\"", "\"foot\""));
    let diff = diff::compare(&before.content, &after.content);
    let unit = diff.changes.iter().find(|change| change.kind == "unit").expect("a unit changed");
    assert_eq!((unit.id.as_str(), &unit.what), ("foot", &What::Renamed("infantry".to_owned())), "{diff:#?}");
}

#[test]
fn markdown_lets_no_pack_write_markup() {
    let diff = compared(Starter::Hexes, "units.ron", "title: \"Infantry\"", "title: \"<b>|*Infantry*\"");
    let told = text::markdown(&diff, text::Length::SHORT);
    assert!(told.contains("&lt;b&gt;\\|\\*Infantry\\*"), "{told}");
}

#[test]
fn the_picture_shows_what_changed_by_kind() {
    for kind in [Starter::Hexes, Starter::Zones] {
        let before = starter_pack(kind, &|_, text| text);
        let after = starter_pack(kind, &|_, text| text.replacen("(surface: Coast", "(surface: Land", 1));
        let diff = diff::compare(&before.content, &after.content);
        let scene = picture::scene(&diff, &after.content, None).expect("a scene");
        let named: Vec<&str> =
            scene.owners.iter().map(|key| key.name.as_str()).filter(|name| !name.is_empty()).collect();
        assert_eq!(named, ["space, border or hexside changed"], "{diff:#?}");
        chartroom_atlas::render::png(&scene, 400).expect("a picture");
    }
}

/// Structs of the data are for programs: the shape of the JSON is a promise.
#[test]
fn the_data_keeps_its_shape() {
    let diff = compared(Starter::Hexes, "tables/unit-cost.ron", "[  3,    3]", "[  4,    3]");
    let json = serde_json::to_value(&diff).expect("JSON");
    let change = &json["changes"][0];
    assert_eq!(change["topic"], "prices", "{json:#}");
    assert_eq!(
        (&change["kind"], &change["id"], &change["what"]),
        (&"table".into(), &"unit-cost".into(), &"changed".into())
    );
    assert_eq!(change["details"][0], serde_json::json!({"what": "infantry, red", "before": "3", "after": "4"}));
}
