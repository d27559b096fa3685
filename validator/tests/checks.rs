//! Every check is shown to fail and to pass: the snippets of its documentation are laid over the starter pack as an overlay.

mod support;

use std::collections::BTreeSet;

use chartroom_format::diag::{Code, Severity};
use chartroom_validator::{codes, suppress};
use support::{check, overlay, starter, told};

fn documented() -> Vec<Code> {
    codes::CHECKS.iter().map(|check| check.code).chain(suppress::ALL.iter().copied()).collect()
}

#[test]
fn the_starter_itself_is_clean() {
    let pack = check(&starter(), "base");
    assert!(told(&pack, Severity::Note).is_empty(), "{:#?}", told(&pack, Severity::Note));
}

/// Codes whose fault needs more than an overlay over the starter; their tests stand below.
const ELSEWHERE: &[&str] = &["C101", "G102", "G103"];

#[test]
fn wrong_snippets_give_their_code_at_a_place() {
    let mut wrong = Vec::new();
    for code in documented().into_iter().filter(|code| !ELSEWHERE.contains(&code.as_str())) {
        let pack = check(&overlay(code.info().bad), "changed");
        let found: Vec<_> = pack.findings.iter().filter(|finding| finding.code == code).collect();
        if found.is_empty() {
            wrong.push(format!("{code} was not found; told {:#?}", told(&pack, Severity::Hint)));
        }
        for finding in found {
            let place = finding.place.as_ref().expect("a place");
            let file = pack.loaded.file(&place.file);
            let inside = file.is_some_and(|file| place.span.end <= file.text.len());
            if !inside || place.span.is_empty() && code.as_str() != "C101" {
                wrong.push(format!("{code} points nowhere: {place:?}"));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn right_snippets_give_nothing() {
    let mut wrong = Vec::new();
    for code in documented() {
        let snippet = code.info().good;
        let pack = if snippet.is_empty() { check(&starter(), "base") } else { check(&overlay(snippet), "changed") };
        let findings = told(&pack, Severity::Note);
        let own = pack.findings.iter().any(|finding| finding.code == code && finding.severity < Severity::Note);
        if !findings.is_empty() || own {
            wrong.push(format!("{code}: {findings:#?}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
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
            "example" => 'E',
            "coverage" => 'C',
            "play" => 'G',
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
