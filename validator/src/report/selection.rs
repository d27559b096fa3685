//! What of a report is shown: causes with the number of findings that follow from them, and no flood of one kind. Nothing here
//! changes what was found; who wants all of it asks for all of it.

use std::collections::{BTreeMap, BTreeSet};

use chartroom_format::diag::{Cause, Code, Diagnostic};

use crate::run::{CheckedPack, Report};

/// This many findings of one code are shown in one file; the rest is counted.
pub const MOST_OF_A_KIND: usize = 100;

/// A finding that is shown.
#[derive(Clone, Debug)]
pub struct Shown<'r> {
    pub pack: &'r CheckedPack,
    pub finding: &'r Diagnostic,
    /// How many findings follow from it, by their group.
    pub followers: BTreeMap<&'static str, usize>,
}

impl Shown<'_> {
    /// "339 findings follow from this one (184 coverage, 155 example)"; none if nothing follows.
    pub fn followed_by(&self) -> Option<String> {
        let count: usize = self.followers.values().sum();
        let groups: Vec<String> = self.followers.iter().map(|(group, count)| format!("{count} {group}")).collect();
        match count {
            0 => None,
            1 => Some(format!("1 finding follows from this one ({})", groups.join(", "))),
            _ => Some(format!("{count} findings follow from this one ({})", groups.join(", "))),
        }
    }
}

/// The findings of one code in one file that are too many to show.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LeftOut {
    pub code: Code,
    pub file: String,
    pub count: usize,
}

/// What is shown of a report.
#[derive(Clone, Debug, Default)]
pub struct Selection<'r> {
    pub shown: Vec<Shown<'r>>,
    pub left_out: Vec<LeftOut>,
    /// How many findings are folded into those they follow from.
    pub folded: usize,
}

/// Chooses what to show: everything, or causes alone and at most a hundred of a kind.
pub fn select(report: &Report, all: bool) -> Selection<'_> {
    let mut selection = Selection::default();
    for pack in &report.packs {
        select_in(pack, all, &mut selection);
    }
    selection
}

fn select_in<'r>(pack: &'r CheckedPack, all: bool, selection: &mut Selection<'r>) {
    // A cause that was filtered out or accepted folds nothing.
    let present: BTreeSet<Cause> =
        pack.findings.iter().filter(|finding| finding.follows_from.is_none()).map(Diagnostic::as_cause).collect();
    let mut followers: BTreeMap<&Cause, BTreeMap<&'static str, usize>> = BTreeMap::new();
    for finding in &pack.findings {
        if let Some(cause) = finding.follows_from.as_deref().filter(|cause| present.contains(cause)) {
            *followers.entry(cause).or_default().entry(finding.code.info().group).or_default() += 1;
        }
    }
    let mut of_kind: BTreeMap<(Code, &str), usize> = BTreeMap::new();
    for finding in &pack.findings {
        if !all && finding.follows_from.as_deref().is_some_and(|cause| present.contains(cause)) {
            selection.folded += 1;
            continue;
        }
        let file = finding.place.as_ref().map_or("", |place| place.file.as_str());
        let count = of_kind.entry((finding.code, file)).or_default();
        *count += 1;
        if !all && *count > MOST_OF_A_KIND {
            continue;
        }
        let followers = followers.get(&finding.as_cause()).cloned().unwrap_or_default();
        selection.shown.push(Shown { pack, finding, followers });
    }
    if !all {
        let too_many = of_kind.into_iter().filter(|(_, count)| *count > MOST_OF_A_KIND);
        selection.left_out.extend(too_many.map(|((code, file), count)| LeftOut {
            code,
            file: file.to_owned(),
            count: count - MOST_OF_A_KIND,
        }));
    }
}
