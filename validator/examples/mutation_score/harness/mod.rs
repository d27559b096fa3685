//! Makes mutations and looks which of them `check` catches. What a mutation breaks is judged from the pack's own statements
//! before any check runs; see [`facts`].

pub(crate) mod facts;
pub(crate) mod kinds;
pub(crate) mod page;
mod pick;
mod places;

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use chartroom_format::diag::{Code, Severity};
use chartroom_format::edit;
use chartroom_format::fs::{DiskFs, Fs, MemoryFs};
use chartroom_format::load;
use chartroom_validator::run;
use kinds::KINDS;
use pick::Mutation;
use rayon::prelude::*;

/// Made and caught.
#[derive(Clone, Copy, Default)]
pub(crate) struct Count {
    pub(crate) made: usize,
    pub(crate) caught: usize,
}

/// What came of one pack: by kind, those that break something stated and the others.
pub(crate) struct Score {
    pub(crate) pack: String,
    pub(crate) clean: bool,
    pub(crate) by_kind: BTreeMap<(usize, bool), Count>,
    /// Missed though they break something.
    pub(crate) missed: Vec<Missed>,
}

/// A mutation that breaks something and is not found.
pub(crate) struct Missed {
    pub(crate) kind: &'static str,
    pub(crate) breaks: &'static str,
    pub(crate) what: String,
    pub(crate) file: String,
}

impl std::fmt::Display for Missed {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} ({}): {} in {}", self.kind, self.breaks, self.what, self.file)
    }
}

impl Score {
    pub(crate) fn made(&self) -> usize {
        self.by_kind.values().map(|count| count.made).sum()
    }
}

/// What tells findings apart; places move when text does.
type Found = BTreeSet<(Code, String)>;

fn findings(fs: &MemoryFs, pack: &Path) -> Result<Found, String> {
    let report = run::check(fs, &[pack.to_owned()])?;
    let told = report.findings().filter(|(_, finding)| finding.severity > Severity::Hint);
    Ok(told.map(|(_, finding)| (finding.code, finding.message.clone())).collect())
}

/// Makes so many mutations of a pack and checks each.
pub(crate) fn score(pack: &Path, per_pack: usize) -> Result<Score, String> {
    let files = in_memory(pack)?;
    let before = findings(&files, pack)?;
    let loaded = load::load(&DiskFs, pack)?;
    let mutations = pick::mutations(&loaded, per_pack);
    let results: Vec<(&Mutation, bool)> = mutations
        .par_iter()
        .map(|mutation| {
            let mut changed = files.clone();
            let text = changed.files.get(Path::new(&mutation.file)).cloned().unwrap_or_default();
            let Ok(new) = edit::apply(&text, &mutation.offer.edits) else { return (mutation, false) };
            changed.files.insert(PathBuf::from(&mutation.file), new);
            let caught = findings(&changed, pack).is_ok_and(|after| after.difference(&before).next().is_some());
            (mutation, caught)
        })
        .collect();
    let name = pack.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    let mut score = Score { pack: name, clean: before.is_empty(), by_kind: BTreeMap::new(), missed: Vec::new() };
    for (mutation, caught) in results {
        let count = score.by_kind.entry((mutation.kind, mutation.offer.breaks.is_some())).or_default();
        count.made += 1;
        count.caught += usize::from(caught);
        let kind = KINDS[mutation.kind].name;
        if let (false, Some(breaks)) = (caught, mutation.offer.breaks) {
            let (what, file) = (mutation.offer.what.clone(), mutation.file.clone());
            score.missed.push(Missed { kind, breaks, what, file });
        }
    }
    Ok(score)
}

/// The pack with those it extends and their indexes.
fn in_memory(pack: &Path) -> Result<MemoryFs, String> {
    let loaded = load::load(&DiskFs, pack)?;
    let mut files = MemoryFs::default();
    for file in &loaded.files {
        files = files.with(&file.path, file.text.to_string());
    }
    for layer in &loaded.content.layers {
        if let Some(rulebook) = &layer.rulebook {
            let folder = pack.parent().unwrap_or(Path::new("")).join(layer.id.as_str());
            if let Ok(text) = DiskFs.read(&folder, &rulebook.index) {
                files = files.with(folder.join(&rulebook.index), text);
            }
        }
    }
    Ok(files)
}
