//! How far a check has come, in packs and in played games: one line on the terminal that is gone when it is done. Scripts never
//! see it.

use std::collections::BTreeMap;
use std::io::{IsTerminal, Write};
use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use chartroom_validator::games;

/// The line, and what it counts: packs that are checked, and by pack games that are over and games altogether.
pub(crate) struct Progress {
    shown: bool,
    of: usize,
    checked: AtomicUsize,
    packs: Mutex<BTreeMap<String, (usize, usize)>>,
}

impl Progress {
    /// For so many packs.
    pub(crate) fn new(of: usize) -> Self {
        Self { shown: std::io::stderr().is_terminal(), of, checked: AtomicUsize::new(0), packs: Mutex::default() }
    }

    /// One pack is checked; called from any thread. A single pack is no progress to speak of.
    pub(crate) fn checked(&self, pack: &Path) {
        let done = self.checked.fetch_add(1, Ordering::Relaxed) + 1;
        if self.shown && self.of > 1 {
            let mut err = std::io::stderr().lock();
            let _ = write!(err, "\r{done} of {} packs checked ({})\x1b[K", self.of, pack.display());
            let _ = err.flush();
        }
    }

    /// Counts and shows one step; called from any thread.
    pub(crate) fn show(&self, step: games::Progress<'_>) {
        if !self.shown {
            return;
        }
        let Ok(mut packs) = self.packs.lock() else { return };
        let pack = packs.entry(step.pack.to_owned()).or_insert((0, step.of));
        pack.0 += step.games;
        let (done, of) = packs.values().fold((0, 0), |sum, pack| (sum.0 + pack.0, sum.1 + pack.1));
        let mut err = std::io::stderr().lock();
        let _ = write!(err, "\r{done} of {of} games played ({})\x1b[K", step.pack);
        let _ = err.flush();
    }

    /// Takes the line away.
    pub(crate) fn clear(&self) {
        if self.shown {
            let _ = write!(std::io::stderr().lock(), "\r\x1b[K");
        }
    }
}
