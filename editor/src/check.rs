//! Checking in the background: a thread that loads and checks snapshots of the pack, the latest only.

use std::sync::mpsc::{Receiver, Sender, channel};
use std::time::{Duration, Instant};

use chartroom_format::content::Content;
use chartroom_format::diag::Diagnostic;

use crate::document::{Document, Snapshot};
use crate::map::supply::SupplyView;

/// How long the texts must rest before they are checked.
const REST: Duration = Duration::from_millis(300);

/// What a check gave.
pub struct Outcome {
    pub revision: u64,
    pub result: Result<Checked, String>,
}

/// A checked pack.
pub struct Checked {
    pub content: Content,
    pub findings: Vec<Diagnostic>,
    /// Supply at the start of the scenario that is shown.
    pub supply: SupplyView,
}

/// The background check of one open pack. Its thread ends with it.
pub struct Checker {
    to: Sender<(Snapshot, Option<String>)>,
    from: Receiver<Outcome>,
    sent: Option<(u64, Option<String>)>,
    seen: (u64, Instant),
    pub running: bool,
}

impl Checker {
    /// `wake` is called whenever a result is ready.
    pub fn new(wake: impl Fn() + Send + 'static) -> Self {
        let (to, work) = channel::<(Snapshot, Option<String>)>();
        let (done, from) = channel();
        std::thread::spawn(move || {
            while let Ok(mut latest) = work.recv() {
                // Only the latest state is worth checking.
                while let Ok(newer) = work.try_recv() {
                    latest = newer;
                }
                if done.send(check(&latest.0, latest.1.as_deref())).is_err() {
                    return;
                }
                wake();
            }
        });
        Self { to, from, sent: None, seen: (0, Instant::now()), running: false }
    }

    /// Sends the document off when it has rested; returns how long to wait before asking again, if it has not.
    pub fn watch(&mut self, document: &Document, scenario: Option<&str>) -> Option<Duration> {
        let revision = document.revision();
        if self.seen.0 != revision {
            self.seen = (revision, Instant::now());
        }
        if self.sent.as_ref().is_some_and(|(sent, shown)| *sent == revision && shown.as_deref() == scenario) {
            return None;
        }
        let rested = self.seen.1.elapsed();
        if (rested < REST && self.sent.is_some()) || document.is_in_step() {
            return Some(REST);
        }
        self.start(document, scenario);
        None
    }

    /// Checks the document as it is now.
    pub fn start(&mut self, document: &Document, scenario: Option<&str>) {
        let scenario = scenario.map(str::to_owned);
        self.sent = Some((document.revision(), scenario.clone()));
        self.running = self.to.send((document.snapshot(), scenario)).is_ok();
    }

    /// The latest result, if one has come since.
    pub fn result(&mut self) -> Option<Outcome> {
        let outcome = self.from.try_iter().last()?;
        self.running = self.sent.as_ref().is_none_or(|(sent, _)| *sent != outcome.revision);
        Some(outcome)
    }

    /// Waits for a result; for tests.
    pub fn wait(&mut self, most: Duration) -> Option<Outcome> {
        let outcome = self.from.recv_timeout(most).ok()?;
        self.running = self.sent.as_ref().is_none_or(|(sent, _)| *sent != outcome.revision);
        Some(outcome)
    }
}

fn check(snapshot: &Snapshot, scenario: Option<&str>) -> Outcome {
    let report = chartroom_validator::run::check(snapshot, std::slice::from_ref(&snapshot.root));
    let result = report.and_then(|mut report| {
        let pack = report.packs.pop().ok_or_else(|| "there is nothing to check".to_owned())?;
        let content = pack.loaded.content;
        let supply = scenario.map(|scenario| SupplyView::of(&content, scenario)).unwrap_or_default();
        Ok(Checked { content, findings: pack.findings, supply })
    });
    Outcome { revision: snapshot.revision, result }
}
