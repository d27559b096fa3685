//! Accepted findings, fixes and baselines.

use std::cell::RefCell;
use std::path::{Path, PathBuf};

use crate::support::{check, overlay, report, starter};
use chartroom_format::fs::{Fs, MemoryFs, ReadFailure};
use chartroom_validator::baseline::Baseline;
use chartroom_validator::fix;

const EMPTY_REGION: &str = "Regions(schema: 2, regions: {\n    \"nowhere\": (title: \"Nowhere\", kind: Group),\n})";

fn codes(fs: &MemoryFs) -> Vec<String> {
    check(fs, "changed").findings.iter().map(|finding| finding.code.to_string()).filter(|code| code != "R201").collect()
}

#[test]
fn comments_accept_on_the_next_line_or_in_the_whole_file() {
    let in_file = |comment: &str| overlay(&format!("{comment}{EMPTY_REGION}"));
    let above =
        |comment: &str| overlay(&EMPTY_REGION.replace("    \"nowhere\"", &format!("    {comment}\n    \"nowhere\"")));
    for (fs, wanted) in [
        (overlay(EMPTY_REGION), vec!["P103"]),
        (above("// chartroom: allow(P103) comes with the expansion"), vec![]),
        (above("// chartroom: allow(P103, P101) two at once"), vec!["R205"]),
        (above("// chartroom: allow(P103)"), vec!["R207"]),
        (above("// chartroom: allow(P101) another one"), vec!["R205", "P103"]),
        (above("// chartroom: allow(P999) no such code"), vec!["R206", "P103"]),
        (in_file("// chartroom: allow(P103) too far above\n"), vec!["R205", "P103"]),
        (in_file("// chartroom: allow-file(P103) comes with the expansion\n"), vec![]),
    ] {
        assert_eq!(codes(&fs), wanted);
    }
}

#[test]
fn the_pack_file_accepts_and_changes_severities() {
    let with = |checks: &str| {
        overlay(EMPTY_REGION).with(
            "packs/changed/pack.ron",
            format!(r#"Pack(schema: 2, id: "changed", title: "Changed", version: "1", extends: "base", checks: Some(({checks})))"#),
        )
    };
    for (checks, wanted) in [
        (r#"allow: [(code: "P103", reason: "known")]"#, vec![]),
        (r#"allow: [(code: "P103", about: "Nowhere", reason: "known")]"#, vec![]),
        (r#"allow: [(code: "P103", file: Some("part0.ron"), reason: "known")]"#, vec![]),
        (r#"allow: [(code: "P103", about: "Elsewhere", reason: "known")]"#, vec!["R205", "P103"]),
        (r#"allow: [(code: "P103", reason: " ")]"#, vec!["R207"]),
        (r#"allow: [(code: "P77", reason: "typo")]"#, vec!["R206", "P103"]),
        (r#"severity: {"P103": Off}"#, vec![]),
        (r#"severity: {"map": Off}"#, vec![]),
        (r#"severity: {"mapp": Off}"#, vec!["R206", "P103"]),
    ] {
        let mut found = codes(&with(checks));
        found.sort_by_key(|code| std::cmp::Reverse(code.clone()));
        assert_eq!(found, wanted, "{checks}");
    }
    let warned = check(&with(r#"severity: {"P103": Warning}"#), "changed");
    let severity =
        warned.findings.iter().find(|finding| finding.code.as_str() == "P103").map(|finding| finding.severity.name());
    assert_eq!(severity, Some("warning"));
}

/// A suppression is unused only if somebody looked for what it accepts.
#[test]
fn what_nobody_looked_for_is_not_called_unused() {
    let accepts = |code: &str| format!("// chartroom: allow-file({code}) known\nOptions(schema: 2, options: {{}})");
    let played_only = overlay(&accepts("G105"));
    assert_eq!(codes(&played_only), Vec::<String>::new());
    let full = crate::support::check_full(&played_only, "changed");
    assert!(full.findings.iter().any(|finding| finding.code.as_str() == "R205"), "{:#?}", full.findings);
    let broken = overlay(&accepts("P101")).with("packs/changed/broken.ron", "Regions(schema: 2, ");
    assert_eq!(codes(&broken), ["X101"]);
}

/// Files that can be written while they are checked.
#[derive(Default)]
struct Desk(std::sync::Mutex<MemoryFs>);

impl Fs for Desk {
    fn list(&self, folder: &Path) -> Result<Vec<String>, String> {
        self.0.lock().expect("free").list(folder)
    }

    fn read(&self, folder: &Path, file: &str) -> Result<String, ReadFailure> {
        self.0.lock().expect("free").read(folder, file)
    }

    fn is_folder(&self, path: &Path) -> bool {
        self.0.lock().expect("free").is_folder(path)
    }
}

#[test]
fn fixes_converge_and_never_break_the_syntax() {
    let stale = "// chartroom: allow(P101) was an island once\nOptions(schema: 2, options: {})";
    let twice = r#"Links(schema: 2, added: [(from: "0103", to: "0204", class: "land", note: "a tunnel"), (from: "0103", to: "0204", class: "land")])"#;
    let typo = r#"Spaces(schema: 2, spaces: {"0102": (surface: Coast, terrain: "mountian", country: "redland")})"#;
    for (snippet, unsafe_too, left) in [(stale, false, 0), (twice, false, 0), (typo, false, 1), (typo, true, 0)] {
        let desk = Desk(std::sync::Mutex::new(overlay(snippet)));
        let written = RefCell::new(0);
        let mut write = |path: &Path, text: &str| {
            *written.borrow_mut() += 1;
            desk.0.lock().expect("free").files.insert(path.to_owned(), text.to_owned());
            Ok(())
        };
        let packs = [PathBuf::from("packs/changed")];
        let (report, applied) =
            fix::until_stable(&desk, &packs, unsafe_too, &|_| true, &mut write).expect("fixing runs");
        let told: Vec<String> =
            report.findings().map(|(_, it)| it.code.to_string()).filter(|code| code != "R201").collect();
        assert_eq!(told.len(), left, "{snippet}: {told:?}");
        assert_eq!(applied > 0, left == 0, "{snippet}");
        assert!(*written.borrow() < fix::MAX_ROUNDS, "{snippet} did not converge");
        assert!(fix::still_loads(&desk, &packs[0]), "{snippet}");
    }
}

#[test]
fn a_baseline_hides_what_it_knows_and_tells_what_is_gone() {
    let old = report(&overlay(EMPTY_REGION), "changed");
    let baseline = Baseline::parse(&Baseline::of(&old).text()).expect("it reads what it wrote");
    assert_eq!(baseline, Baseline::of(&old));
    // Text may move without a finding becoming new.
    let mut moved = report(&overlay(&format!("\n\n{EMPTY_REGION}")), "changed");
    assert_eq!(baseline.apply(&mut moved), 0);
    assert_eq!(moved.findings().count(), 0);
    let more = EMPTY_REGION.replace("})", "    \"no-place\": (title: \"No place\", kind: Group),\n})");
    let mut worse = report(&overlay(&more), "changed");
    baseline.apply(&mut worse);
    assert_eq!(worse.findings().map(|(_, it)| it.code.as_str()).collect::<Vec<_>>(), ["P103"]);
    let mut mended = report(&starter(), "base");
    assert!(baseline.apply(&mut mended) > 0);
    assert!(Baseline::parse("{").is_err());
}
