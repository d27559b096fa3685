//! Generated pages are in step with the code. Set CHARTROOM_UPDATE=1 to write them.

use chartroom_format::docs::{self, RuleText};
use chartroom_format::fs::DiskFs;
use chartroom_format::load::{self, Loaded};
use chartroom_tests::{packs, repository};
use chartroom_validator::{codes, fidelity};

fn check(page: &str, text: &str) {
    let path = repository().join("docs").join(page);
    if std::env::var_os("CHARTROOM_UPDATE").is_some() {
        std::fs::write(&path, text).expect("the page can be written");
    }
    let committed = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(committed == text, "docs/{page} drifted: run the tests with CHARTROOM_UPDATE=1");
}

#[test]
fn the_format_reference_is_in_step_with_the_types() {
    check("format.md", &docs::format_reference());
}

#[test]
fn the_page_of_checks_is_in_step_with_the_codes() {
    check("checks.md", &docs::codes_reference(&codes::all()));
}

#[test]
fn the_page_about_fidelity_is_in_step_with_the_packs() {
    let load = |folder: &std::path::PathBuf| load::load(&DiskFs, folder).expect("a pack");
    let loaded: Vec<Loaded> = packs().iter().map(load).collect();
    check("fidelity.md", &fidelity::page(&DiskFs, &loaded));
}

/// What rules may be written in: examples and coverage speak of rules and hold none.
fn rule_texts() -> Vec<RuleText> {
    let mut found = Vec::new();
    for folder in packs() {
        let pack = folder.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        let files = walkdir::WalkDir::new(&folder).sort_by_file_name().into_iter().filter_map(Result::ok);
        for file in files.map(walkdir::DirEntry::into_path) {
            let is_rule = file.extension().is_some_and(|ending| ending == "ron")
                && !file.ends_with("coverage.ron")
                && !file.parent().is_some_and(|parent| parent.ends_with("examples"));
            if is_rule {
                let text = std::fs::read_to_string(&file).expect("a file of a pack");
                found.push(RuleText { pack: pack.clone(), text });
            }
        }
    }
    found
}

#[test]
fn the_pages_about_rules_are_in_step_with_the_types_and_the_packs() {
    for page in docs::rule_pages(&rule_texts()) {
        check(&format!("rules/{}.md", page.name), &page.text);
    }
}
