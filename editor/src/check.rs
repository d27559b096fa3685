//! Checking in the background: a thread that loads and checks snapshots of the pack, the latest only.

use std::sync::mpsc::{Receiver, Sender, channel};
use std::time::{Duration, Instant};

use chartroom_format::content::Content;
use chartroom_format::diag::Diagnostic;

use crate::document::{Document, Snapshot};

/// How long the texts must rest before they are checked.
const REST: Duration = Duration::from_millis(300);

/// What a check gave.
pub struct Outcome {
    pub revision: u64,
    pub result: Result<(Content, Vec<Diagnostic>), String>,
}

/// The background check of one open pack. Its thread ends with it.
pub struct Checker {
    to: Sender<Snapshot>,
    from: Receiver<Outcome>,
    sent: Option<u64>,
    seen: (u64, Instant),
    pub running: bool,
}

impl Checker {
    /// `wake` is called whenever a result is ready.
    pub fn new(wake: impl Fn() + Send + 'static) -> Self {
        let (to, work) = channel::<Snapshot>();
        let (done, from) = channel();
        std::thread::spawn(move || {
            while let Ok(mut snapshot) = work.recv() {
                // Only the latest state is worth checking.
                while let Ok(newer) = work.try_recv() {
                    snapshot = newer;
                }
                if done.send(check(&snapshot)).is_err() {
                    return;
                }
                wake();
            }
        });
        Self { to, from, sent: None, seen: (0, Instant::now()), running: false }
    }

    /// Sends the document off when it has rested; returns how long to wait before asking again, if it has not.
    pub fn watch(&mut self, document: &Document) -> Option<Duration> {
        let revision = document.revision();
        if self.seen.0 != revision {
            self.seen = (revision, Instant::now());
        }
        if self.sent == Some(revision) {
            return None;
        }
        let rested = self.seen.1.elapsed();
        if (rested < REST && self.sent.is_some()) || document.is_in_step() {
            return Some(REST);
        }
        self.start(document);
        None
    }

    /// Checks the document as it is now.
    pub fn start(&mut self, document: &Document) {
        self.sent = Some(document.revision());
        self.running = self.to.send(document.snapshot()).is_ok();
    }

    /// The latest result, if one has come since.
    pub fn result(&mut self) -> Option<Outcome> {
        let outcome = self.from.try_iter().last()?;
        self.running = self.sent != Some(outcome.revision);
        Some(outcome)
    }

    /// Waits for a result; for tests.
    pub fn wait(&mut self, most: Duration) -> Option<Outcome> {
        let outcome = self.from.recv_timeout(most).ok()?;
        self.running = self.sent != Some(outcome.revision);
        Some(outcome)
    }
}

fn check(snapshot: &Snapshot) -> Outcome {
    let report = chartroom_validator::run::check(snapshot, std::slice::from_ref(&snapshot.root));
    let result = report.and_then(|mut report| {
        let pack = report.packs.pop().ok_or_else(|| "there is nothing to check".to_owned())?;
        Ok((pack.loaded.content, pack.findings))
    });
    Outcome { revision: snapshot.revision, result }
}
