//! What `coverage.ron` calls proved, held to it: a rule in the data needs a proof that its author did not type twice, a
//! transcription must really contain the rule, and a test that is named must exist.

use std::collections::BTreeSet;

use chartroom_format::content::Content;
use chartroom_format::entries::EntryKind;
use chartroom_format::schema::coverage::{Covered, Proof};
use chartroom_tests::transcription::{Sheet, content, sheets};
use chartroom_tests::{packs, repository};

/// What the second transcription of a pack speaks of.
struct Transcribed {
    tables: BTreeSet<String>,
    scenarios: BTreeSet<String>,
    rules: BTreeSet<String>,
}

impl Transcribed {
    fn of(pack: &str, sheets: &[Sheet]) -> Self {
        let named = |names: &[&str], head: &str| -> BTreeSet<String> {
            let of = sheets.iter().filter(|sheet| names.contains(&sheet.name.as_str()));
            of.flat_map(|sheet| sheet.column(head)).map(str::to_owned).collect()
        };
        let mut rules = named(&["facts"], "rule");
        rules.extend(rules_of_places(pack));
        Self {
            tables: sheets.iter().map(|sheet| sheet.name.clone()).collect(),
            scenarios: named(&["setup-places", "setup-totals"], "scenario"),
            rules,
        }
    }

    /// Whether it holds the rule itself, or one of the tables and set-ups the rule lives in.
    fn holds(&self, rule: &str, at: &[String]) -> bool {
        self.rules.contains(rule)
            || at.iter().any(|entry| match entry.split_once(':') {
                Some(("table", id)) => self.tables.contains(id),
                Some(("scenario", id)) => self.scenarios.contains(id),
                _ => false,
            })
    }
}

/// The rules behind the facts of `tests/places`, which were restated from the rulebook as well.
fn rules_of_places(pack: &str) -> Vec<String> {
    let files = std::fs::read_dir(repository().join("tests/places")).expect("places");
    let of_pack = files.filter_map(Result::ok).filter(|file| file.file_name().to_string_lossy().starts_with(pack));
    let texts = of_pack.map(|file| std::fs::read_to_string(file.path()).expect("readable"));
    texts
        .flat_map(|text| {
            let lines = text.lines().map(|line| line.split('\t').collect::<Vec<_>>());
            let checked = lines.filter(|cells| cells.len() == 5 && cells[2] != "skip");
            checked.map(|cells| cells[4].to_owned()).collect::<Vec<_>>()
        })
        .collect()
}

/// The names of all test functions of the workspace.
fn tests() -> BTreeSet<String> {
    let sources = walkdir::WalkDir::new(repository())
        .into_iter()
        .filter_entry(|entry| !matches!(entry.file_name().to_str(), Some("target" | ".git" | "content")))
        .filter_map(Result::ok)
        .filter(|entry| entry.path().extension().is_some_and(|ending| ending == "rs"));
    let mut names = BTreeSet::new();
    for source in sources {
        let text = std::fs::read_to_string(source.path()).expect("readable");
        let mut lines = text.lines().map(str::trim);
        while let Some(line) = lines.next() {
            if line.starts_with("#[test]") {
                let name =
                    lines.by_ref().find_map(|line| line.strip_prefix("fn ")?.split_once('(').map(|(name, _)| name));
                names.extend(name.map(str::to_owned));
            }
        }
    }
    names
}

fn check(pack: &str, content: &Content, tests: &BTreeSet<String>, wrong: &mut Vec<String>) {
    let transcribed = Transcribed::of(pack, &sheets(pack));
    let own = |rule: &str| content.origin(EntryKind::Covered, rule).is_some_and(|origin| origin.pack.as_str() == pack);
    for (rule, covered) in content.coverage.iter().filter(|(rule, _)| own(rule.as_str())) {
        let (at, proofs) = match covered {
            Covered::Data { at, proved_by } => {
                if proved_by.iter().all(|proof| matches!(proof, Proof::Example(_))) {
                    wrong.push(format!("{pack}: {rule} rests on examples alone, whose figures the pack states itself"));
                }
                (at.as_slice(), proved_by.as_slice())
            }
            covered => (covered.entries(), covered.proofs()),
        };
        for proof in proofs {
            match proof {
                Proof::Transcription if !transcribed.holds(rule.as_str(), at) => {
                    wrong.push(format!("{pack}: {rule} is not in the second transcription"));
                }
                Proof::Test(name) if !tests.contains(name) => wrong.push(format!("{pack}: {rule}: no test `{name}`")),
                Proof::Total(id) if content.scenarios.get(id).is_none_or(|scenario| scenario.totals.is_empty()) => {
                    wrong.push(format!("{pack}: {rule}: scenario {id} states no total"));
                }
                _ => {}
            }
        }
    }
}

#[test]
fn no_rule_is_called_proved_on_its_own_word() {
    let tests = tests();
    let mut wrong = Vec::new();
    for folder in packs() {
        let pack = folder.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        check(&pack, &content(&pack), &tests, &mut wrong);
    }
    assert!(wrong.is_empty(), "{} claims do not hold:\n{}", wrong.len(), wrong.join("\n"));
}
