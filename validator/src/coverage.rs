//! Counting coverage: the testable rules of the rulebook's index against `coverage.ron`. A rule counts as proved only
//! when one of its proofs holds; an example that fails or is not run yet proves nothing.

use std::collections::BTreeMap;

use chartroom_format::content::Content;
use chartroom_format::fs::Fs;
use chartroom_format::load::Loaded;
use chartroom_format::schema::coverage::{Covered, Proof};
use chartroom_format::schema::ids::ExampleId;
use serde::Serialize;

use crate::examples::{self, Outcome};

/// The counts of one pack.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Counts {
    pub pack: String,
    /// Testable rules of the index.
    pub total: usize,
    pub data: usize,
    pub engine: usize,
    pub proved: usize,
    pub open: usize,
    pub out_of_scope: usize,
    /// Testable rules that coverage.ron does not mention; they count as open too.
    pub missing: usize,
}

/// The testable rules of a pack's own index, in order; empty if it has none.
pub fn testable_rules(fs: &dyn Fs, loaded: &Loaded) -> Vec<String> {
    let Some(rulebook) = loaded.content.pack().and_then(|pack| pack.rulebook.as_ref()) else { return Vec::new() };
    let Ok(index) = fs.read(&loaded.root, &rulebook.index) else { return Vec::new() };
    index
        .lines()
        .skip(1)
        .map(|line| line.split('\t').collect::<Vec<_>>())
        .filter(|columns| columns.get(3) == Some(&"y"))
        .filter_map(|columns| columns.first().map(|id| (*id).to_owned()))
        .collect()
}

/// Counts the rules of a pack.
pub fn count(fs: &dyn Fs, loaded: &Loaded) -> Counts {
    let content = &loaded.content;
    let passing = passing_examples(content);
    let rules = testable_rules(fs, loaded);
    let pack = content.pack().map(|pack| pack.id.to_string()).unwrap_or_default();
    let mut counts = Counts { pack, total: rules.len(), ..Counts::default() };
    for rule in &rules {
        match content.coverage.get(rule.as_str()) {
            Some(Covered::Data { proved_by, .. }) => {
                counts.data += 1;
                counts.proved += usize::from(is_proved(proved_by, &passing));
            }
            Some(Covered::Engine { proved_by, .. }) => {
                counts.engine += 1;
                counts.proved += usize::from(is_proved(proved_by, &passing));
            }
            Some(Covered::Open(_)) => counts.open += 1,
            Some(Covered::OutOfScope(_)) => counts.out_of_scope += 1,
            None => {
                counts.open += 1;
                counts.missing += 1;
            }
        }
    }
    counts
}

fn passing_examples(content: &Content) -> BTreeMap<&ExampleId, bool> {
    content.examples.iter().map(|(id, example)| (id, examples::run(content, id, example) == Outcome::Pass)).collect()
}

fn is_proved(proofs: &[Proof], passing: &BTreeMap<&ExampleId, bool>) -> bool {
    proofs.iter().any(|proof| match proof {
        Proof::Example(id) => passing.get(id).copied().unwrap_or(false),
        Proof::Test(_) | Proof::Transcription | Proof::Check(_) | Proof::Total(_) => true,
    })
}
