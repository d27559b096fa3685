//! Fixes on packs that chance put together: they converge, never break the syntax, and never bring up an error.

use std::path::{Path, PathBuf};
use std::sync::Mutex;

use crate::support::overlay;
use chartroom_format::cst;
use chartroom_format::diag::Severity;
use chartroom_format::fs::{Fs, MemoryFs, ReadFailure};
use chartroom_validator::fix;
use chartroom_validator::run;
use proptest::prelude::*;

/// Files that can be written while they are checked.
struct Desk(Mutex<MemoryFs>);

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

/// Pieces with and without faults that have fixes.
fn link() -> impl Strategy<Value = String> {
    let space = prop::sample::select(vec!["0103", "0104", "0204", "0303", "0603", "0I03", "0203x", "103"]);
    let class = prop::sample::select(vec!["land", "sea", "lnd", "Land"]);
    let gap = prop::sample::select(vec!["", " ", "\n    "]);
    (space.clone(), space, class, gap, any::<bool>()).prop_map(|(from, to, class, gap, note)| {
        let note = if note { r#", note: "a ferry""# } else { "" };
        format!("{gap}(from: \"{from}\", to: \"{to}\", class: \"{class}\"{note}),")
    })
}

fn space() -> impl Strategy<Value = String> {
    let id = prop::sample::select(vec!["0102", "0202", "0302", "0602", "0702"]);
    let terrain = prop::sample::select(vec!["clear", "mountain", "mountian", "claer", "Mountain"]);
    let surface = prop::sample::select(vec!["Coast", "Land", "Coats"]);
    (id, terrain, surface).prop_map(|(id, terrain, surface)| {
        format!("    \"{id}\": (surface: {surface}, terrain: \"{terrain}\", country: \"redland\"),\n")
    })
}

fn comment() -> impl Strategy<Value = String> {
    prop::sample::select(vec![
        "",
        "// chartroom: allow(P101) was an island once\n",
        "// chartroom: allow(P107, P101) two at once\n",
        "// chartroom: allow-file(R107) all of it\n",
        "  // chartroom: allow(P999) no such code\n",
        "// chartroom: allow(P101) // chartroom: allow(P102)\n",
    ])
    .prop_map(str::to_owned)
}

fn snippet() -> impl Strategy<Value = String> {
    let links = prop::collection::vec(link(), 0..5);
    let spaces = prop::collection::vec(space(), 0..4);
    (links, spaces, comment(), comment(), comment()).prop_map(|(links, spaces, a, b, c)| {
        format!(
            "{a}Links(schema: 2, added: [{}])\n---\n{b}Spaces(schema: 2, spaces: {{\n{c}{}}})",
            links.concat(),
            spaces.concat()
        )
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 96, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn fixes_converge_and_never_break_anything(snippet in snippet(), unsafe_too in any::<bool>()) {
        let desk = Desk(Mutex::new(overlay(&snippet)));
        let packs = [PathBuf::from("packs/changed")];
        let errors = |report: &run::Report| report.count(Severity::Error);
        let before = run::check(&desk, &packs).expect("it can be looked at");
        let mut rounds = 0;
        let mut write = |path: &Path, text: &str| {
            rounds += 1;
            prop_assert!(cst::parse(text).1.is_empty(), "{text}");
            desk.0.lock().expect("free").files.insert(path.to_owned(), text.to_owned());
            Ok(())
        };
        let mut broken = None;
        let mut keep = |path: &Path, text: &str| {
            write(path, text).map_err(|error: TestCaseError| {
                broken = Some(error.clone());
                error.to_string()
            })
        };
        let fixed = fix::until_stable(&desk, &packs, unsafe_too, &|_| true, &mut keep);
        if let Some(error) = broken {
            return Err(error);
        }
        let (after, applied) = fixed.expect("fixing runs");
        // Two files at most change in a round, and the last round changes none.
        prop_assert!(rounds < 2 * fix::MAX_ROUNDS, "{rounds} writes, {applied} applied");
        prop_assert!(fix::apply_once(&after, unsafe_too, &|_| true).files.is_empty(), "something is left to fix");
        prop_assert!(errors(&after) <= errors(&before), "{} errors became {}", errors(&before), errors(&after));
        // Once stable it stays as it is.
        let again = run::check(&desk, &packs).expect("it can be looked at");
        prop_assert_eq!(after.findings().count(), again.findings().count());
    }
}

/// Where there are several ways out none is taken without asking; all of them are told.
#[test]
fn several_choices_are_offered_and_none_is_taken() {
    let two = "Spaces(schema: 2, spaces: {\"0102\": (surface: Coast, terrain: \"clea\", country: \"redland\"), \"0104\": (surface: Land, country: \"redlan\")})\n---\nTerrain(schema: 2, terrains: {\"clean\": (title: \"Clean\", colour: \"#ffffff\")})";
    let report = crate::support::report(&overlay(two), "changed");
    let choices: Vec<usize> =
        report.findings().map(|(_, finding)| finding.fixes.len()).filter(|count| *count > 0).collect();
    assert!(choices.contains(&2), "no finding has two choices: {choices:?}");
    let fixed = fix::apply_once(&report, true, &|_| true);
    let text = fixed.files.values().next().expect("the one with a single choice is mended");
    assert!(text.contains("\"clea\"") && text.contains("\"redland\"") && !text.contains("\"redlan\""), "{text}");
}
