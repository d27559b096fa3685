//! Counting coverage: the testable rules of the rulebook's index against `coverage.ron`. Figures count as printed when a proof of them
//! holds; behaviour counts as played only when a worked example through play or a test on a position shows it. What is in the
//! data and shown by neither is held.

use std::collections::BTreeSet;

use chartroom_engine::Playable;
use chartroom_format::content::Content;
use chartroom_format::fs::Fs;
use chartroom_format::load::Loaded;
use chartroom_format::schema::coverage::{Covered, Proof};
use chartroom_format::schema::example::ExampleKind;
use serde::Serialize;

use crate::examples::{self, Outcome};

/// What can be said of a rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Class {
    /// Figures, names, maps, set-ups: in the data, and proved.
    Printed,
    /// Behaviour that play shows.
    Played,
    /// In the data, not shown in play.
    Held,
    /// Not modelled yet.
    Open,
    OutOfScope,
}

/// The counts of one pack.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Counts {
    pub pack: String,
    /// Testable rules of the index.
    pub total: usize,
    pub printed: usize,
    pub played: usize,
    pub held: usize,
    /// Those that coverage.ron does not mention among them.
    pub open: usize,
    pub out_of_scope: usize,
    /// Rules that tell how the game goes, and those of them that play shows.
    pub behaviour: usize,
    pub behaviour_played: usize,
    /// Testable rules that coverage.ron does not mention.
    pub missing: usize,
}

/// A testable rule of an index.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct IndexRule {
    pub id: String,
    pub kind: String,
}

/// Kinds of rules that print something; all others tell how the game goes.
const PRINTED_KINDS: [&str; 6] = ["table", "setup", "map", "unit", "example", "scenario"];

impl IndexRule {
    pub fn is_behaviour(&self) -> bool {
        !PRINTED_KINDS.contains(&self.kind.as_str())
    }
}

/// The testable rules of a pack's own index, in order; empty if it has none.
pub fn testable_rules(fs: &dyn Fs, loaded: &Loaded) -> Vec<IndexRule> {
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
        found.extend(rows(&index, false).map(|rule| rule.id));
    }
    found
}

/// The rules in an index that can, or cannot, be tested. Its columns: id, section, kind, testable, rule.
fn rows(index: &str, testable: bool) -> impl Iterator<Item = IndexRule> + '_ {
    let of_kind = move |line: &&str| (line.split('\t').nth(3) == Some("y")) == testable;
    index.lines().skip(1).filter(of_kind).filter_map(|line| {
        let mut cells = line.split('\t');
        Some(IndexRule { id: cells.next()?.to_owned(), kind: cells.nth(1).unwrap_or_default().to_owned() })
    })
}

/// What can be said of a rule; `passes` tells whether an example does.
pub fn class_of(
    content: &Content,
    rule: &IndexRule,
    covered: Option<&Covered>,
    passes: impl Fn(&str) -> bool,
) -> Class {
    let covered = match covered {
        None | Some(Covered::Open(_)) => return Class::Open,
        Some(Covered::OutOfScope(_)) => return Class::OutOfScope,
        Some(Covered::Held { .. }) => return Class::Held,
        Some(covered) => covered,
    };
    let runs_play =
        |id: &str| content.examples.get(id).is_some_and(|example| matches!(example.runs, ExampleKind::Procedure(_)));
    let holds = |proof: &Proof| match proof {
        Proof::Example(id) => passes(id.as_str()) && (!rule.is_behaviour() || runs_play(id.as_str())),
        Proof::Test(_) => true,
        Proof::Transcription | Proof::Check(_) | Proof::Total(_) => !rule.is_behaviour(),
    };
    match (covered.proofs().iter().any(holds), rule.is_behaviour()) {
        (true, true) => Class::Played,
        (true, false) => Class::Printed,
        (false, _) => Class::Held,
    }
}

/// Every testable rule of a pack with its class.
pub fn classes(fs: &dyn Fs, loaded: &Loaded) -> Vec<(IndexRule, Class)> {
    let content = &loaded.content;
    let outcomes = examples::run_all(content, &Playable::new(content));
    let passes = |id: &str| outcomes.get(id) == Some(&Outcome::Pass);
    let class = |rule: IndexRule| {
        let class = class_of(content, &rule, content.coverage.get(rule.id.as_str()), passes);
        (rule, class)
    };
    testable_rules(fs, loaded).into_iter().map(class).collect()
}

/// Counts the rules of a pack.
pub fn count(fs: &dyn Fs, loaded: &Loaded) -> Counts {
    counted(loaded, &classes(fs, loaded))
}

/// Counts rules whose classes are known.
pub fn counted(loaded: &Loaded, classes: &[(IndexRule, Class)]) -> Counts {
    let content = &loaded.content;
    let pack = content.pack().map(|pack| pack.id.to_string()).unwrap_or_default();
    let mut counts = Counts { pack, total: classes.len(), ..Counts::default() };
    for (rule, class) in classes {
        *match class {
            Class::Printed => &mut counts.printed,
            Class::Played => &mut counts.played,
            Class::Held => &mut counts.held,
            Class::Open => &mut counts.open,
            Class::OutOfScope => &mut counts.out_of_scope,
        } += 1;
        counts.behaviour += usize::from(rule.is_behaviour());
        counts.behaviour_played += usize::from(rule.is_behaviour() && *class == Class::Played);
        counts.missing += usize::from(!content.coverage.contains_key(rule.id.as_str()));
    }
    counts
}
