//! How far the played games of a check have come: one line on the terminal that is gone when it is done. Scripts never see it.

use std::collections::BTreeMap;
use std::io::{IsTerminal, Write};
use std::sync::Mutex;

use chartroom_validator::games;

/// The line, and what it counts by pack: games that are over, games altogether.
pub(crate) struct Progress {
    shown: bool,
    packs: Mutex<BTreeMap<String, (usize, usize)>>,
}

impl Progress {
    pub(crate) fn new() -> Self {
        Self { shown: std::io::stderr().is_terminal(), packs: Mutex::default() }
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
