//! Overlays by cell, field and stack, as a table of cases: what is changed, what is told, where.

use std::path::Path;

use chartroom_format::fs::MemoryFs;
use chartroom_format::load::{self, Loaded};

const BASE: &[(&str, &str)] = &[
    ("pack.ron", r#"Pack(schema: 2, id: "base", title: "Base", version: "1")"#),
    ("map.ron", r#"Map(schema: 2, title: "M", grid: Zones((width: 9, height: 9)))"#),
    ("spaces.ron", r#"Spaces(schema: 2, spaces: {"x": (surface: Land), "y": (surface: Sea)})"#),
    (
        "powers.ron",
        r##"Powers(schema: 2, sides: {"s": (title: "S", colour: "#000000")}, powers: {"red": (title: "Red", side: "s", colour: "#000000"), "blue": (title: "Blue", side: "s", colour: "#000000")})"##,
    ),
    (
        "units.ron",
        r#"Units(schema: 2, classes: {"foot": "Foot"}, units: {"inf": (title: "Infantry", domain: Land, classes: ["foot"], stats: (attack: [2], defend: [4])), "arm": (title: "Armor", domain: Land)})"#,
    ),
    (
        "cost.ron",
        r#"Table(schema: 2, id: "cost", title: "Cost", axes: [Words(name: "unit"), Words(name: "power", keys: ["red", "blue"])], cells: Money, rows: {"inf": [3, 4], "arm": [6, 7]})"#,
    ),
    (
        "die.ron",
        r#"Table(schema: 2, id: "die", title: "Die", axes: [Die(sides: 2)], cells: Number, rows: {1: 5, 2: 6})"#,
    ),
    (
        "s.ron",
        r#"Scenario(schema: 2, id: "s", title: "S", turns: (first: 1, last: 2), set_up: {"red": [At("x", {"inf": 2}), Reconstructed("why", [At("y", {"arm": 1})])]}, treasury: {"red": 10}, victory: [(check: GameEnd, when: Otherwise)])"#,
    ),
];

fn loaded(overlays: &[&str]) -> Loaded {
    let mut fs = MemoryFs::default();
    for (name, text) in BASE {
        fs = fs.with(format!("packs/base/{name}"), *text);
    }
    let pack = r#"Pack(schema: 2, id: "over", title: "Over", version: "1", extends: "base")"#;
    fs = fs.with("packs/over/pack.ron", pack);
    for (index, changes) in overlays.iter().enumerate() {
        let text = format!("Overlay(schema: 2, changes: {{{changes}}})");
        fs = fs.with(format!("packs/over/overlay{index}.ron"), text);
    }
    load::load(&fs, Path::new("packs/over")).expect("the pack loads")
}

#[test]
fn what_differs_is_changed_and_both_values_are_known() {
    for (changes, wanted) in [
        (r#""table:cost": Cells({"arm, blue": 9})"#, "arm, blue: 7 -> 9"),
        (r#""table:die": Cells({"2": 7})"#, "2: 6 -> 7"),
        (r#""unit:inf": Fields({"stats.attack": [3, 3]})"#, "stats.attack: [2] -> [3,3]"),
        (r#""unit:inf": Fields({"stats.hits": 2})"#, "stats.hits: null -> 2"),
        (r#""unit:arm": Fields({"domain": "Air"})"#, "domain: \"Land\" -> \"Air\""),
        (r#""unit:inf": Fields({"classes.0": "foot"}), "option:none": Fields({})"#, ""),
        (
            r#""scenario:s": Fields({"treasury.red": 12, "turns.last": 5})"#,
            "treasury.red: 10 -> 12; turns.last: 2 -> 5",
        ),
        (r#""scenario:s": SetUp({"red, x": {"inf": 5, "arm": 1}})"#, "red, x, inf: 2 -> 5; red, x, arm: 0 -> 1"),
        (r#""scenario:s": SetUp({"red, y": {"arm": 0, "inf": 1}})"#, "red, y, arm: 1 -> 0; red, y, inf: 0 -> 1"),
    ] {
        let loaded = loaded(&[changes]);
        let told = loaded.content.changed.iter().map(|one| format!("{}: {} -> {}", one.at, one.before, one.after));
        if !wanted.is_empty() {
            assert_eq!(told.collect::<Vec<_>>().join("; "), wanted, "{changes}");
            assert_eq!(loaded.findings, [], "{changes}");
        }
    }
    let whole = loaded(&[
        r#""table:cost": Cells({"arm, blue": 9}), "scenario:s": SetUp({"red, y": {"arm": 0, "inf": 3}}), "unit:inf": Fields({"title": "Foot soldiers"})"#,
    ]);
    let content = &whole.content;
    assert_eq!(
        content.tables["cost"].look_up(&["arm", "blue"]).map(|cell| format!("{cell:?}")).ok().as_deref(),
        Some("Cell(Number(9))")
    );
    assert_eq!(
        content.tables["cost"].look_up(&["arm", "red"]).map(|cell| format!("{cell:?}")).ok().as_deref(),
        Some("Cell(Number(6))")
    );
    assert_eq!(content.units["inf"].title, "Foot soldiers");
    assert!(content.units["inf"].stats.attack.is_some(), "the other fields stay");
    let set_up = serde_json::to_string(&content.scenarios["s"].set_up).expect("JSON");
    assert_eq!(set_up, r#"{"red":[{"At":["x",{"inf":2}]},{"Reconstructed":["why",[{"At":["y",{"inf":3}]}]]}]}"#);
}

#[test]
fn what_meets_nothing_is_told_at_its_line() {
    for (overlays, code, at, help) in [
        (&[r#""table:cots": Cells({"arm, blue": 9})"#][..], "R109", "Cells(", "did you mean `table:cost`"),
        (&[r#""cost": Cells({"arm, blue": 9})"#], "R109", "Cells(", "table:unit-cost"),
        (&[r#""table:cost": Cells({"arm, bleu": 9})"#], "R109", "9", "did you mean `arm, blue`"),
        (&[r#""table:cost": Cells({"arn, blue": 9})"#], "R109", "9", "did you mean `arm, blue`"),
        (&[r#""table:cost": Cells({"arm": 9})"#], "R109", "9", "its columns are red, blue"),
        (&[r#""unit:inf": Cells({"a": 9})"#], "R109", "9", "Fields"),
        (&[r#""unit:inf": Fields({"stats.atack": [1]})"#], "R109", "[1]", "did you mean `attack`"),
        (&[r#""unit:inf": Fields({"stat.attack": [1]})"#], "R109", "[1]", "dots between"),
        (&[r#""unit:inf": Fields({"stats.attack": "two"})"#], "R110", "\"two\"", "as the field holds it"),
        (&[r#""scenario:s": SetUp({"red, xx": {"inf": 1}})"#], "R109", "{\"inf\": 1}", "did you mean `red, x`"),
        (&[r#""scenario:s": SetUp({"rde, x": {"inf": 1}})"#], "R109", "{\"inf\": 1}", "did you mean `red`"),
        (&[r#""scenario:s": SetUp({"red, x": {"inv": 1}})"#], "R107", "\"inv\"", "did you mean `inf`"),
        (&[r#""unit:inf": Fields({"classes": ["foto"]})"#], "R107", "[\"foto\"]", "did you mean `foot`"),
        (&[r#""table:cost": Cells({"arm, blue": 7})"#], "R112", "7", "only what differs"),
        (
            &[r#""table:cost": Cells({"arm, blue": 9})"#, r#""table:cost": Cells({"arm, blue": 8})"#],
            "R111",
            "8",
            "keep one of them",
        ),
        (
            &[r#""unit:inf": Fields({"stats.attack": [1]})"#, r#""unit:inf": Fields({"stats": {"defend": [1]}})"#],
            "R111",
            "{\"defend\"",
            "keep one of them",
        ),
    ] {
        let loaded = loaded(overlays);
        let [finding] = loaded.findings.as_slice() else { panic!("{overlays:?}: {:#?}", loaded.findings) };
        assert_eq!(finding.code.as_str(), code, "{overlays:?}: {finding:#?}");
        assert!(finding.help.contains(help), "{overlays:?}: {}", finding.help);
        let place = finding.place.as_ref().expect("a place");
        let text = &loaded.file(&place.file).expect("the overlay").text;
        assert!(text[place.span.start..].starts_with(at), "{overlays:?}: {}", &text[place.span.start..]);
    }
}

#[test]
fn a_pack_above_may_change_again_what_the_pack_below_has_changed() {
    let pack =
        |id: &str, base: &str| format!(r#"Pack(schema: 2, id: "{id}", title: "T", version: "1", extends: "{base}")"#);
    let overlay =
        |price: i64| format!(r#"Overlay(schema: 2, changes: {{"table:cost": Cells({{"arm, blue": {price}}})}})"#);
    let mut fs = MemoryFs::default();
    for (name, text) in BASE {
        fs = fs.with(format!("packs/base/{name}"), *text);
    }
    for (id, base, price) in [("over", "base", 9), ("top", "over", 12)] {
        fs = fs.with(format!("packs/{id}/pack.ron"), pack(id, base)).with(format!("packs/{id}/o.ron"), overlay(price));
    }
    let loaded = load::load(&fs, Path::new("packs/top")).expect("loads");
    let [finding] = loaded.findings.as_slice() else { panic!("{:#?}", loaded.findings) };
    assert_eq!((finding.code.as_str(), finding.severity.name()), ("R111", "note"));
    assert!(finding.notes.iter().any(|note| note.contains("packs/over/o.ron")), "{finding:#?}");
    let told: Vec<_> = loaded.content.changed.iter().map(|one| (one.before.clone(), one.after.clone())).collect();
    assert_eq!(told, [(7.into(), 9.into()), (9.into(), 12.into())]);
}
