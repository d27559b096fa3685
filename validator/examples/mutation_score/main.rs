//! How much `check` catches: takes each pack, makes single semantic mutations of its files in memory, checks the changed pack
//! and counts, by kind of mutation, how many bring up a finding that the pack itself does not have.
//!
//! `cargo run --release -p chartroom-validator --example mutation_score -- [PER_PACK] [PACK..]` writes docs/mutation-score.md.
//! The same arguments give the same page, byte for byte. Mutations that are missed though they break something are listed on
//! stderr.

mod facts;
mod kinds;
mod page;
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

/// Mutations of each pack.
const PER_PACK: usize = 600;
const PAGE: &str = "docs/mutation-score.md";

fn main() -> Result<(), String> {
    let mut arguments = std::env::args().skip(1);
    let per_pack: usize =
        arguments.next().map_or(Ok(PER_PACK), |text| text.parse()).map_err(|_| "PER_PACK is a number")?;
    let named: Vec<PathBuf> = arguments.map(PathBuf::from).collect();
    let packs = if named.is_empty() { run::packs_at(Path::new("content"))? } else { named.clone() };
    let mut scores = Vec::new();
    for pack in &packs {
        let score = score(pack, per_pack)?;
        eprintln!("{}: {} mutations", pack.display(), score.made());
        scores.push(score);
    }
    let text = page::text(&scores);
    // Only a run over all packs is the page.
    if named.is_empty() {
        return std::fs::write(PAGE, text).map_err(|error| format!("cannot write {PAGE}: {error}"));
    }
    eprintln!("{text}");
    Ok(())
}

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
    /// Missed though they break something, by what they break.
    pub(crate) missed: BTreeMap<(&'static str, &'static str), usize>,
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

fn score(pack: &Path, per_pack: usize) -> Result<Score, String> {
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
    let mut score = Score { pack: name, clean: before.is_empty(), by_kind: BTreeMap::new(), missed: BTreeMap::new() };
    for (mutation, caught) in results {
        let count = score.by_kind.entry((mutation.kind, mutation.offer.breaks.is_some())).or_default();
        count.made += 1;
        count.caught += usize::from(caught);
        let kind = KINDS[mutation.kind].name;
        if let (false, Some(breaks)) = (caught, mutation.offer.breaks) {
            eprintln!("missed {kind} ({breaks}): {} in {}", mutation.offer.what, mutation.file);
            *score.missed.entry((kind, breaks)).or_default() += 1;
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
