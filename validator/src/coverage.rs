//! Counting coverage: the testable rules of the rulebook's index against `coverage.ron`. A rule counts as proved only
//! when one of its proofs holds; an example that fails or is not run yet proves nothing.

use std::collections::{BTreeMap, BTreeSet};

use chartroom_engine::Playable;
use chartroom_format::fs::Fs;
use chartroom_format::load::Loaded;
use chartroom_format::schema::coverage::{Covered, Proof};
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
    rows(&index, true).collect()
}

/// Rules that the indexes of a pack and of those it extends call beyond any test.
pub fn untestable_rules(fs: &dyn Fs, loaded: &Loaded) -> BTreeSet<String> {
    let beside = loaded.root.parent().unwrap_or(std::path::Path::new(""));
    let own = loaded.content.pack().map(|pack| &pack.id);
    let mut found = BTreeSet::new();
    for pack in &loaded.content.layers {
        let Some(rulebook) = &pack.rulebook else { continue };
        let folder = if Some(&pack.id) == own { loaded.root.clone() } else { beside.join(pack.id.as_str()) };
        let Ok(index) = fs.read(&folder, &rulebook.index) else { continue };
        found.extend(rows(&index, false));
    }
    found
}

/// The ids in an index of the rules that can, or cannot, be tested.
fn rows(index: &str, testable: bool) -> impl Iterator<Item = String> + '_ {
    let of_kind = move |line: &&str| (line.split('\t').nth(3) == Some("y")) == testable;
    index.lines().skip(1).filter(of_kind).filter_map(|line| line.split('\t').next().map(str::to_owned))
}

/// Counts the rules of a pack.
pub fn count(fs: &dyn Fs, loaded: &Loaded) -> Counts {
    let content = &loaded.content;
    let outcomes = examples::run_all(content, &Playable::new(content));
    let rules = testable_rules(fs, loaded);
    let pack = content.pack().map(|pack| pack.id.to_string()).unwrap_or_default();
    let mut counts = Counts { pack, total: rules.len(), ..Counts::default() };
    for rule in &rules {
        match content.coverage.get(rule.as_str()) {
            Some(Covered::Data { proved_by, .. }) => {
                counts.data += 1;
                counts.proved += usize::from(is_proved(proved_by, &outcomes));
            }
            Some(Covered::Engine { proved_by, .. }) => {
                counts.engine += 1;
                counts.proved += usize::from(is_proved(proved_by, &outcomes));
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

fn is_proved(proofs: &[Proof], outcomes: &BTreeMap<&str, Outcome>) -> bool {
    proofs.iter().any(|proof| match proof {
        Proof::Example(id) => outcomes.get(id.as_str()) == Some(&Outcome::Pass),
        Proof::Test(_) | Proof::Transcription | Proof::Check(_) | Proof::Total(_) => true,
    })
}
