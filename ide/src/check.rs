//! Checking packs beside the conversation: one thread, one pack at a time, over texts as they were when it was asked.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, Sender};
use std::sync::{Arc, OnceLock};
use std::time::Instant;

use chartroom_format::content::Content;
use chartroom_format::diag::Diagnostic;
use chartroom_format::load::{self, Loaded};
use chartroom_validator::model::board::Board;
use chartroom_validator::run::{self, Depth};

use crate::overlay::Overlay;

/// A rule of the rulebook's index.
#[derive(Clone, Debug)]
pub(crate) struct RuleText {
    pub(crate) id: String,
    pub(crate) section: String,
    pub(crate) text: String,
    pub(crate) file: PathBuf,
    pub(crate) line: usize,
}

/// A pack as it was at one moment: merged content, findings, and what is reckoned from it when somebody asks.
pub(crate) struct Snapshot {
    pub(crate) loaded: Loaded,
    pub(crate) findings: Vec<Diagnostic>,
    rules: Vec<RuleText>,
    board: OnceLock<Board>,
}

impl Snapshot {
    /// Loads a pack without checking it.
    pub(crate) fn load(overlay: &Overlay, pack: &Path) -> Result<Self, String> {
        let mut loaded = load::load(overlay, pack)?;
        let findings = std::mem::take(&mut loaded.findings);
        Ok(Self::of(overlay, loaded, findings))
    }

    /// Loads and checks a pack, until somebody raises the flag.
    fn check(overlay: &Overlay, pack: &Path, stop: &AtomicBool) -> Result<Self, String> {
        let mut loaded = load::load(overlay, pack)?;
        let findings = std::mem::take(&mut loaded.findings);
        let checked = run::check_loaded(overlay, loaded, findings, Depth::Until(None, &|_| {}, stop));
        Ok(Self::of(overlay, checked.loaded, checked.findings))
    }

    fn of(overlay: &Overlay, loaded: Loaded, findings: Vec<Diagnostic>) -> Self {
        let rules = rules(overlay, &loaded);
        Self { loaded, findings, rules, board: OnceLock::new() }
    }

    pub(crate) const fn content(&self) -> &Content {
        &self.loaded.content
    }

    pub(crate) fn board(&self) -> &Board {
        self.board.get_or_init(|| Board::new(self.content()))
    }

    pub(crate) fn rules(&self) -> &[RuleText] {
        &self.rules
    }

    pub(crate) fn rule(&self, id: &str) -> Option<&RuleText> {
        self.rules.iter().find(|rule| rule.id == id)
    }
}

/// The rules of the rulebooks that the layers of a pack were made from.
fn rules(overlay: &Overlay, loaded: &Loaded) -> Vec<RuleText> {
    let beside = loaded.root.parent().unwrap_or(Path::new(""));
    let mut found = Vec::new();
    for pack in &loaded.content.layers {
        let Some(rulebook) = &pack.rulebook else { continue };
        let named = beside.join(pack.id.as_str());
        let folder = if named.is_dir() { named } else { loaded.root.clone() };
        let Ok(index) = overlay.text(&folder, &rulebook.index) else { continue };
        let file = folder.join(&rulebook.index);
        // Its columns: id, section, kind, testable, rule.
        for (line, row) in index.lines().enumerate().skip(1) {
            let cells: Vec<&str> = row.split('\t').collect();
            if let [id, section, _, _, text, ..] = cells.as_slice() {
                found.push(RuleText {
                    id: (*id).to_owned(),
                    section: (*section).to_owned(),
                    text: (*text).to_owned(),
                    file: file.clone(),
                    line,
                });
            }
        }
    }
    found
}

/// What the thread is asked to do.
pub(crate) struct Job {
    pub(crate) pack: PathBuf,
    pub(crate) overlay: Overlay,
    /// How many changes the texts had seen.
    pub(crate) generation: u64,
    pub(crate) stop: Arc<AtomicBool>,
}

/// What came out.
pub(crate) struct Done {
    pub(crate) pack: PathBuf,
    pub(crate) generation: u64,
    pub(crate) result: Result<Snapshot, String>,
    /// It was told to stop: what it found is not all.
    pub(crate) stopped: bool,
}

/// Works until nobody asks any more.
pub(crate) fn work<E>(jobs: &Receiver<Job>, done: &Sender<E>, event: impl Fn(Done) -> E) {
    for Job { pack, overlay, generation, stop } in jobs {
        // A fault of the checks must not end the conversation.
        let result = catch_unwind(AssertUnwindSafe(|| Snapshot::check(&overlay, &pack, &stop)))
            .unwrap_or_else(|_| Err(format!("the checks failed on {}; please report it", pack.display())));
        let stopped = stop.load(Ordering::Relaxed);
        if done.send(event(Done { pack, generation, result, stopped })).is_err() {
            return;
        }
    }
}

/// The job that is under way.
pub(crate) struct Running {
    pub(crate) pack: PathBuf,
    pub(crate) stop: Arc<AtomicBool>,
    pub(crate) since: Instant,
}
