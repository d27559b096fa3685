//! Checking in the background: a thread that loads and checks snapshots of the pack, the latest only. A check that is out of
//! date, or that nobody wants any more, stops at its next step.

use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::time::{Duration, Instant};

use chartroom_format::content::Content;
use chartroom_format::diag::Diagnostic;
use chartroom_validator::games::Limits;
use chartroom_validator::run::{Depth, check_to};

use crate::document::watched::Progress;
use crate::document::{Document, Snapshot};
use crate::map::supply::SupplyView;

/// How long the texts must rest before they are checked.
const REST: Duration = Duration::from_millis(300);

/// What a check gave.
pub struct Outcome {
    pub revision: u64,
    /// Bots played every scenario.
    pub games: bool,
    pub result: Result<Checked, String>,
}

/// A checked pack.
pub struct Checked {
    pub content: Content,
    pub findings: Vec<Diagnostic>,
    /// Supply at the start of the scenario that is shown.
    pub supply: SupplyView,
}

/// What the thread is asked for.
struct Request {
    snapshot: Snapshot,
    /// The scenario that is shown.
    scenario: Option<String>,
    games: bool,
    progress: Arc<Progress>,
}

/// The background check of one open pack. Its thread ends with it.
pub struct Checker {
    to: Sender<Request>,
    from: Receiver<Outcome>,
    sent: Option<(u64, Option<String>)>,
    seen: (u64, Instant),
    progress: Arc<Progress>,
    pub running: bool,
    /// The check under way plays games.
    pub plays_games: bool,
}

impl Checker {
    /// `wake` is called whenever there is news.
    pub fn new(wake: impl Fn() + Send + Sync + 'static) -> Self {
        let (to, work) = channel::<Request>();
        let (done, from) = channel();
        std::thread::spawn(move || {
            while let Ok(mut latest) = work.recv() {
                // Only the latest state is worth checking.
                while let Ok(newer) = work.try_recv() {
                    latest = newer;
                }
                let outcome = check(&latest, &wake);
                if latest.progress.is_stopped() {
                    continue;
                }
                if done.send(outcome).is_err() {
                    return;
                }
                wake();
            }
        });
        Self {
            to,
            from,
            sent: None,
            seen: (0, Instant::now()),
            progress: Arc::default(),
            running: false,
            plays_games: false,
        }
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
        self.start(document, scenario, false);
        None
    }

    /// Checks the document as it is now, with or without played games. A check under way stops.
    pub fn start(&mut self, document: &Document, scenario: Option<&str>, games: bool) {
        self.progress.stop();
        self.progress = Arc::default();
        let scenario = scenario.map(str::to_owned);
        self.sent = Some((document.revision(), scenario.clone()));
        let request = Request { snapshot: document.snapshot(), scenario, games, progress: self.progress.clone() };
        self.running = self.to.send(request).is_ok();
        self.plays_games = games;
    }

    /// Stops the check under way; nothing comes of it.
    pub fn cancel(&mut self) {
        self.progress.stop();
        self.running = false;
    }

    /// How far the check under way has come.
    pub fn progress(&self) -> &Progress {
        &self.progress
    }

    /// The latest result, if one has come since.
    pub fn result(&mut self) -> Option<Outcome> {
        let outcome = self.from.try_iter().last()?;
        self.take(outcome)
    }

    /// Waits for a result; for tests.
    pub fn wait(&mut self, most: Duration) -> Option<Outcome> {
        let outcome = self.from.recv_timeout(most).ok()?;
        self.take(outcome)
    }

    fn take(&mut self, outcome: Outcome) -> Option<Outcome> {
        let current = self.sent.as_ref().is_none_or(|(sent, _)| *sent == outcome.revision);
        // One that was done a moment before it was called off is called off all the same.
        if self.progress.is_stopped() || (current && outcome.games != self.plays_games) {
            return None;
        }
        self.running = !current;
        Some(outcome)
    }
}

impl Drop for Checker {
    fn drop(&mut self) {
        self.progress.stop();
    }
}

fn check(request: &Request, wake: &(dyn Fn() + Sync)) -> Outcome {
    let Request { snapshot, scenario, games, progress } = request;
    let limits = games.then(Limits::default);
    let watch = |step: chartroom_validator::games::Progress<'_>| {
        progress.set_parts(step.of);
        for _ in 0..step.games {
            progress.one_more();
        }
        wake();
    };
    let report =
        check_to(snapshot, std::slice::from_ref(&snapshot.root), Depth::Until(limits, &watch, progress.flag()));
    let result = report.and_then(|mut report| {
        let pack = report.packs.pop().ok_or_else(|| "there is nothing to check".to_owned())?;
        let content = pack.loaded.content;
        let shown = scenario.as_ref().filter(|_| !progress.is_stopped());
        let supply = shown.map(|scenario| SupplyView::of(&content, scenario)).unwrap_or_default();
        Ok(Checked { content, findings: pack.findings, supply })
    });
    Outcome { revision: snapshot.revision, games: *games, result }
}
