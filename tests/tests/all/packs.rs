//! The bundled packs: clean, complete against their indexes, and their examples hold.

use chartroom_engine::Playable;
use chartroom_format::diag::Severity;
use chartroom_format::diag::render;
use chartroom_format::fs::DiskFs;
use chartroom_format::load;
use chartroom_format::schema::coverage::Covered;
use chartroom_tests::packs;
use chartroom_validator::coverage::{self, Class};
use chartroom_validator::examples::{self, Outcome};

#[test]
fn bundled_packs_have_no_errors_and_no_warnings() {
    assert_eq!(packs().len(), 5);
    for folder in packs() {
        let loaded = load::load(&DiskFs, &folder).expect("the pack loads");
        let told: Vec<String> = loaded
            .findings
            .iter()
            .filter(|finding| finding.severity >= Severity::Warning)
            .map(|finding| render::concise(finding, &loaded))
            .collect();
        assert!(told.is_empty(), "{}", told.join("\n"));
    }
}

#[test]
fn no_testable_rule_is_missing_from_coverage() {
    // Counted from the indexes: testable rows of each rules.tsv.
    for (pack, total) in [
        ("global-war-1939", 380),
        ("global-war-1975", 653),
        ("hitlers-global-war", 888),
        ("hitlers-war-cg3", 165),
        ("war-game-ww2", 341),
    ] {
        let folder = packs().into_iter().find(|folder| folder.ends_with(pack)).expect("the pack");
        let loaded = load::load(&DiskFs, &folder).expect("the pack loads");
        let classes = coverage::classes(&DiskFs, &loaded);
        let counts = coverage::counted(&loaded, &classes);
        assert_eq!(counts.total, total, "{pack}");
        assert_eq!(counts.missing, 0, "{pack}: rules without a line in coverage.ron");
        let all = counts.printed + counts.played + counts.held + counts.open + counts.out_of_scope;
        assert_eq!(all, counts.total, "{pack}");
        let claimed = |rule: &str| loaded.content.coverage.get(rule).is_some_and(Covered::is_claimed);
        let held = classes.iter().filter(|(rule, class)| *class == Class::Held && claimed(&rule.id));
        let unproved: Vec<&str> = held.map(|(rule, _)| rule.id.as_str()).collect();
        assert!(unproved.is_empty(), "{pack}: nothing is called modelled without a proof that holds: {unproved:?}");
    }
}

#[test]
fn examples_that_can_run_pass() {
    let (mut passed, mut failed) = (0, Vec::new());
    for folder in packs() {
        let loaded = load::load(&DiskFs, &folder).expect("the pack loads");
        let scenarios = Playable::new(&loaded.content);
        for (id, example) in &loaded.content.examples {
            match examples::run(&scenarios, id, example) {
                Outcome::Pass => passed += 1,
                Outcome::Fail(reason) => failed.push(reason),
                Outcome::Open(_) => {}
            }
        }
    }
    assert!(failed.is_empty(), "{}", failed.join("\n"));
    assert!(passed > 600, "only {passed} examples ran");
}

#[test]
fn bundled_packs_are_in_canonical_layout() {
    use chartroom_format::fs::Fs;
    let mut wrong = Vec::new();
    for folder in packs() {
        for file in DiskFs.list(&folder).expect("files") {
            let text = DiskFs.read(&folder, &file).expect("text");
            if chartroom_format::fmt::format(&text).as_ref() != Ok(&text) {
                wrong.push(format!("{}/{file}", folder.display()));
            }
        }
    }
    assert!(wrong.is_empty(), "run `chartroom fmt content`:\n{}", wrong.join("\n"));
}
