//! The reports: snapshots of each format, and the structure that their readers rely on.

use crate::support::overlay;
use chartroom_validator::report;
use chartroom_validator::run::Report;
use serde_json::Value;

/// A pack with an error, a warning and a fix.
fn broken() -> Report {
    let mut report = crate::support::report(
        &overlay(
            "Regions(schema: 2, regions: {\n    \"nowhere\": (title: \"No <where> & \\\"more\\\"\", kind: Group),\n})\n---\n// chartroom: allow(P101) an island, 100%\nOptions(schema: 2, options: {})\n---\nSpaces(schema: 2, spaces: {\n    \"0102\": (surface: Coast, terrain: \"mountian\", country: \"redland\"),\n})",
        ),
        "changed",
    );
    for pack in &mut report.packs {
        pack.findings.retain(|finding| finding.code.as_str() != "R201");
    }
    report
}

#[test]
fn people_and_scripts_read_the_same() {
    insta::assert_snapshot!("human", report::text::human(&broken(), false, false));
    insta::assert_snapshot!("concise", report::text::concise(&broken(), false));
    insta::assert_snapshot!("github", report::github::render(&broken(), false));
    insta::assert_snapshot!("json", report::json::render(&broken()));
}

#[test]
fn sarif_has_what_code_scanning_asks_for() {
    let text = report::sarif::render(&broken(), false);
    let log: Value = serde_json::from_str(&text).expect("JSON");
    assert_eq!(log["version"], "2.1.0");
    let run = &log["runs"][0];
    let rules = run["tool"]["driver"]["rules"].as_array().expect("rules");
    let results = run["results"].as_array().expect("results");
    assert_eq!(results.len(), 3);
    for result in results {
        let index = result["ruleIndex"].as_u64().expect("an index") as usize;
        assert_eq!(rules[index]["id"], result["ruleId"]);
        assert!(["error", "warning", "note"].contains(&result["level"].as_str().expect("a level")));
        assert!(!result["message"]["text"].as_str().expect("a message").is_empty());
        let place = &result["locations"][0]["physicalLocation"];
        let uri = place["artifactLocation"]["uri"].as_str().expect("a URI");
        assert!(uri.starts_with("packs/changed/") && !uri.contains(' '), "{uri}");
        let region = &place["region"];
        for field in ["startLine", "startColumn", "endLine", "endColumn"] {
            assert!(region[field].as_u64().is_some_and(|number| number >= 1), "{field}");
        }
    }
    let fixes: Vec<&Value> = results.iter().filter_map(|result| result.get("fixes")).collect();
    assert_eq!(fixes.len(), 2);
    assert!(fixes[0][0]["artifactChanges"][0]["replacements"][0]["deletedRegion"]["startLine"].is_u64());
}

/// The schema is the one OASIS publishes; fixtures/sarif/README.md tells where it comes from.
#[test]
fn sarif_holds_to_the_official_schema() {
    let mut schema: Value =
        serde_json::from_str(include_str!("../fixtures/sarif/sarif-schema-2.1.0.json")).expect("the schema");
    // The published pattern of a language has a bracket too many, which strict readers refuse; we state no language.
    for part in ["run", "toolComponent"] {
        let language = &mut schema["definitions"][part]["properties"]["language"];
        language.as_object_mut().expect("a property").remove("pattern");
    }
    let validator = jsonschema::validator_for(&schema).expect("a schema that can be used");
    for report in [broken(), crate::support::report(&crate::support::starter(), "base")] {
        let log: Value = serde_json::from_str(&report::sarif::render(&report, false)).expect("JSON");
        let faults: Vec<String> =
            validator.iter_errors(&log).map(|fault| format!("{}: {fault}", fault.instance_path())).collect();
        assert!(faults.is_empty(), "{faults:#?}");
    }
    // It is no rubber stamp: a log without its version, and one with a level that SARIF does not know, are refused.
    let mut log: Value = serde_json::from_str(&report::sarif::render(&broken(), false)).expect("JSON");
    log["runs"][0]["results"][0]["level"] = "grave".into();
    assert!(!validator.is_valid(&log));
    log["runs"][0]["results"][0]["level"] = "error".into();
    assert!(validator.is_valid(&log));
    log.as_object_mut().expect("an object").remove("version");
    assert!(!validator.is_valid(&log));
}

#[test]
fn junit_is_well_formed_and_counts_right() {
    let text = report::junit::render(&broken(), false);
    // Every element is closed in order, and no text holds a bare bracket or ampersand.
    let mut open: Vec<&str> = Vec::new();
    for part in text.split('<').skip(1) {
        let (tag, rest) = part.split_once('>').expect("a bracket that closes");
        assert!(!rest.contains('>'), "{rest}");
        if let Some(name) = tag.strip_prefix('/') {
            assert_eq!(open.pop(), Some(name));
        } else if !tag.ends_with('/') && !tag.starts_with('?') {
            open.push(tag.split(' ').next().unwrap_or(tag));
        }
    }
    assert!(open.is_empty());
    for (at, _) in text.match_indices('&') {
        assert!(["&amp;", "&lt;", "&gt;", "&quot;", "&#10;"].iter().any(|entity| text[at..].starts_with(entity)));
    }
    assert_eq!(text.matches("<failure ").count(), 3);
    assert!(text.contains("failures=\"3\""));
    assert_eq!(text.matches("<testcase ").count(), chartroom_validator::codes::all().len());
}

/// The same bytes in every format, however many cores there are; played games too.
#[test]
fn reports_are_the_same_from_run_to_run() {
    let all = |report: &Report| {
        [
            report::text::human(report, false, false),
            report::text::concise(report, false),
            report::json::render(report),
            report::sarif::render(report, false),
            report::junit::render(report, false),
            report::github::render(report, false),
        ]
    };
    let on = |cores: usize| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(cores).build().expect("threads");
        pool.install(|| {
            let full = crate::support::check_full(
                &overlay("Options(schema: 2, options: {\"fog\": (title: \"Fog\")})"),
                "changed",
            );
            let packs = [broken().packs, vec![full]].concat();
            all(&Report { packs })
        })
    };
    let alone = on(1);
    for cores in [1, 2, 4] {
        assert_eq!(alone, on(cores), "on {cores} cores");
    }
}
