//! Every check is shown to fail and to pass: the snippets of its documentation are laid over the starter pack as an overlay.

use std::collections::BTreeSet;

use crate::support::{check, check_full, overlay, starter, told, zone_starter};
use chartroom_format::diag::{Code, Severity, render};
use chartroom_format::fs::MemoryFs;
use chartroom_validator::run::CheckedPack;
use chartroom_validator::{codes, suppress};

fn documented() -> Vec<Code> {
    codes::CHECKS.iter().map(|check| check.code).chain(suppress::ALL.iter().copied()).collect()
}

#[test]
fn the_starters_themselves_are_clean() {
    for fs in [starter(), zone_starter()] {
        let pack = check(&fs, "base");
        assert!(told(&pack, Severity::Note).is_empty(), "{:#?}", told(&pack, Severity::Note));
    }
}

/// Codes whose fault needs more than an overlay over the starter; their tests stand below. G107 is a fault of the engine that no
/// pack can bring about.
const ELSEWHERE: &[&str] = &["C101", "C105", "G107", "S128"];

/// The pack that a snippet makes, checked as far as its code needs. No snippet stands for the starter on zones as it is.
fn checked(code: Code, snippet: &str) -> CheckedPack {
    if snippet.is_empty() {
        return check(&zone_starter(), "base");
    }
    let fs = overlay(snippet);
    if code.info().group == "play" { check_full(&fs, "changed") } else { check(&fs, "changed") }
}

#[test]
fn wrong_snippets_give_their_code_at_a_place() {
    let mut wrong = Vec::new();
    for code in documented().into_iter().filter(|code| !ELSEWHERE.contains(&code.as_str())) {
        let pack = checked(code, code.info().bad);
        let found: Vec<_> = pack.findings.iter().filter(|finding| finding.code == code).collect();
        if found.is_empty() {
            wrong.push(format!("{code} was not found; told {:#?}", told(&pack, Severity::Hint)));
        }
        for finding in found {
            let place = finding.place.as_ref().expect("a place");
            let file = pack.loaded.file(&place.file);
            let inside = file.is_some_and(|file| place.span.end <= file.text.len());
            if !inside || place.span.is_empty() {
                wrong.push(format!("{code} points nowhere: {place:?}"));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Notes about played games are about chance; what a right snippet must not bring up there is its own code.
#[test]
fn right_snippets_give_nothing() {
    let mut wrong = Vec::new();
    for code in documented().into_iter().filter(|code| code.as_str() != "C101") {
        let pack = checked(code, code.info().good);
        let least = if code.info().group == "play" { Severity::Warning } else { Severity::Note };
        let findings = told(&pack, least);
        if !findings.is_empty() || pack.findings.iter().any(|finding| finding.code == code) {
            wrong.push(format!("{code}: {:#?}", told(&pack, Severity::Hint)));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn ships_in_zones_of_land_want_a_port() {
    let scenario = "packs/base/scenarios/first.ron";
    let text = zone_starter().files[std::path::Path::new(scenario)].clone();
    for (space, wanted) in [("middle-sea", 0), ("red-hills", 1)] {
        let ship = format!("\"red\":  [At(\"{space}\", {{\"destroyer\": 1}}), ");
        let fs = zone_starter().with(scenario, text.replacen("\"red\":  [", &ship, 1));
        let found = check(&fs, "base").findings;
        let count = found.iter().filter(|finding| finding.code.as_str() == "S128").count();
        assert_eq!(count, wanted, "{space}: {found:#?}");
    }
}

#[test]
fn a_rule_without_coverage_is_found() {
    let index = "id\tsection\ttitle\ttestable\nb:1\t1\tOne\ty\nb:2\t2\tTwo\tn\nb:3\t3\tThree\ty\n";
    let pack = r#"Pack(schema: 2, id: "base", title: "Base", version: "0.1.0", rulebook: Some((title: "B", prefix: "b", index: "rules.tsv")))"#;
    let fs = starter().with("packs/base/rules.tsv", index).with("packs/base/pack.ron", pack);
    let covered = fs
        .clone()
        .with("packs/base/coverage.ron", r#"Coverage(schema: 2, rules: {"b:1": Open("later"), "b:3": Open("later")})"#);
    let partly = fs.clone().with("packs/base/coverage.ron", r#"Coverage(schema: 2, rules: {"b:1": Open("later")})"#);
    for (fs, wanted) in [(covered, 0), (partly, 1), (fs, 2)] {
        let count = check(&fs, "base").findings.iter().filter(|finding| finding.code.as_str() == "C101").count();
        assert_eq!(count, wanted);
    }
}

/// A square country of one degree, and nothing else.
const SQUARELAND: &str = r#"{"type":"Topology","arcs":[[[5,50],[6,50],[6,51],[5,51],[5,50]]],"objects":{"countries":{
    "type":"GeometryCollection","geometries":[{"type":"Polygon","arcs":[[0]],"properties":{"name":"Squareland"}}]}}}"#;

/// Where a finding stands: file, line and column, and what it says.
fn places(fs: &MemoryFs, code: &str) -> Vec<String> {
    let pack = check(fs, "changed");
    let own = pack.findings.iter().filter(|finding| finding.code.as_str() == code);
    own.map(|finding| render::concise(finding, &pack.loaded)).collect()
}

#[test]
fn faults_of_a_zone_recipe_stand_where_they_are() {
    let zones = |zones: &str| {
        let recipe = format!(
            "Recipe(\n    schema: 2, geography: \"square\",\n    draw: Zones((\n        extent: (north: 52.0, south: 49.0, west: 4.0, east: 7.0), width: 300,\n        zones: [\n{zones}\n        ],\n    )),\n)\n"
        );
        overlay(
            r#"Map(schema: 2, title: "Z", grid: Zones((width: 300, height: 300)))
---
Spaces(schema: 2, spaces: {"a": (surface: Land), "b": (surface: Land)})"#,
        )
        .with("packs/geo/square.json", SQUARELAND)
        .with("packs/changed/map/recipe.ron", recipe)
    };
    for (seeds, code, expected) in [
        (
            r#"            (id: "a", of: Land(["Squareland"]), at: [(50.5, 5.5)]), (id: "b", of: Sea, at: [(49.3, 4.3)]),"#,
            "P116",
            "",
        ),
        (
            "            (id: \"a\", of: Land([\"Squareland\"]), at: [(50.5, 5.5)]),\n            (id: \"b\", of: Land([\"Squareland\"]), at: [(50.2, 5.2), (49.3, 4.3)]),",
            "P116",
            "packs/changed/map/recipe.ron:7:67: error[P116] `b`: the seed at 49.3, 4.3 lies in the sea",
        ),
        (
            r#"            (id: "a", of: Sea, at: [(50.5, 5.5)]),"#,
            "P116",
            "packs/changed/map/recipe.ron:6:37: error[P116] `a`: the seed at 50.5, 5.5 lies on land (Squareland)",
        ),
        (
            r#"            (id: "a", of: Land(["Squareland"]), at: [(50.5, 5.5)]), (id: "a", of: Sea, at: [(49.3, 4.3)]),"#,
            "P117",
            "packs/changed/map/recipe.ron:6:74: error[P117] `a` is drawn twice",
        ),
        (
            r#"            (id: "a", outline: [(50.0, 5.0), (51.0, 6.0), (50.0, 6.0), (51.0, 5.0)]),"#,
            "P115",
            "packs/changed/map/recipe.ron:6:32: error[P115] `a`: the outline crosses itself near",
        ),
        (
            r#"            (id: "a", of: Land(["Square"]), at: [(50.5, 5.5)]),"#,
            "P119",
            "packs/changed/map/recipe.ron:6:27: error[P119] `a`: the geography has no country `Square`; did you mean `Squareland`?",
        ),
    ] {
        let found = places(&zones(seeds), code);
        match expected {
            "" => assert_eq!(found, Vec::<String>::new()),
            expected => assert!(found.len() == 1 && found[0].starts_with(expected), "{found:#?}\nnot {expected}"),
        }
    }
}

#[test]
fn faults_of_a_hex_recipe_and_of_a_picture_stand_where_they_are() {
    let points = r#"points: [("0101", (0.0, 0.0)), ("0801", (800.0, 0.0)), ("0104", (0.0, 400.0))]"#;
    let on_a_line = points.replace("(0.0, 400.0)", "(300.0, 0.0)");
    let palette = r##"palette: [(colour: "#6d93b5", surface: Sea)]"##;
    for (draw, code, expected) in [
        (
            r#"calibrate: {"0101": (60.0, 0.0), "0801": (60.0, 35.0),
    "0804": (45.0, 35.0), "0104": (45.0, 30.0)}, draw: Hexes((land_from: 0.9))"#
                .to_owned(),
            "P114",
            "packs/changed/map/recipe.ron:3:35: error[P114] `0104` contradicts the other places",
        ),
        (
            r#"calibrate: {"0101": (60.0, 0.0), "0804": (45.0, 35.0)},
    draw: Hexes((areas: [(outline: [(60.0, 0.0), (50.0, 9.0), (60.0, 9.0), (50.0, 0.0)])]))"#
                .to_owned(),
            "P115",
            "packs/changed/map/recipe.ron:3:36: error[P115] the outline of an area crosses itself",
        ),
        (
            format!("draw: HexPicture((file: \"text.png\", {points}, {palette}))"),
            "P118",
            "packs/changed/map/recipe.ron:2:29: error[P118] `text.png`: this is no PNG or JPEG picture",
        ),
        (
            format!("draw: HexPicture((file: \"none.png\", {points}, {palette}))"),
            "P118",
            "packs/changed/map/recipe.ron:2:29: error[P118] `none.png`: the file cannot be read",
        ),
        (
            format!("draw: HexPicture((file: \"text.png\", {on_a_line}, {palette}))"),
            "P114",
            "packs/changed/map/recipe.ron:2:49: error[P114] the three points lie on one line of the picture",
        ),
    ] {
        let fs = overlay("Options(schema: 2, options: {})")
            .with("packs/changed/map/text.png", "no picture at all")
            .with("packs/changed/map/recipe.ron", format!("Recipe(schema: 2,\n    {draw})\n"));
        let found = places(&fs, code);
        assert!(found.len() == 1 && found[0].starts_with(expected), "{found:#?}\nnot {expected}");
    }
}

#[test]
fn codes_are_unique_documented_and_in_their_group() {
    let mut seen = BTreeSet::new();
    for code in codes::all() {
        let info = code.info();
        assert!(seen.insert(info.code) && seen.insert(info.name), "{} or {} is used twice", info.code, info.name);
        for text in [info.what, info.why, info.remedy] {
            assert!(text.len() > 12 && text.ends_with('.'), "{}: {text}", info.code);
        }
        let letter = match info.group {
            "syntax" => 'X',
            "schema" => 'M',
            "reference" => 'R',
            "map" => 'P',
            "table" => 'T',
            "unit" => 'U',
            "scenario" => 'S',
            "sequence" => 'Q',
            "rule" => 'L',
            "example" => 'W',
            "coverage" => 'C',
            "play" => 'G',
            "balance" => 'B',
            "engine" => 'E',
            other => panic!("{other} is no group"),
        };
        assert!(info.code.starts_with(letter) && info.code.len() == 4, "{}", info.code);
        assert!(codes::RETIRED.iter().all(|(retired, _)| *retired != info.code), "{} is retired", info.code);
    }
    for code in documented().into_iter().filter(|code| !ELSEWHERE.contains(&code.as_str())) {
        assert!(!code.info().bad.is_empty(), "{code} has no wrong snippet");
    }
}
