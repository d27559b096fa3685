//! Generated pages are in step with the code. Set CHARTROOM_UPDATE=1 to write them.

use chartroom_format::docs;
use chartroom_tests::repository;
use chartroom_validator::codes;

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
