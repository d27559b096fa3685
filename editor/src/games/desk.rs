//! What the Games panel works with: the plan, the batch that is played, the game that is shown.

use std::path::PathBuf;

use super::batch::{Batch, Plan};
use super::film::Filming;
use super::heat::HeatKind;
use super::screen::Screen;
use super::trial::TrialDesk;
use crate::document::Document;
use crate::map::Scene;

/// The state of the panel.
#[derive(Default)]
pub struct GamesDesk {
    pub plan: Plan,
    pub batch: Option<Batch>,
    /// A game that is made ready to be shown.
    pub filming: Option<Filming>,
    pub screen: Option<Screen>,
    pub heat: HeatKind,
    /// The row of the batch that is shown.
    pub shown_row: Option<usize>,
    /// A game and a moment of it that a script wants to be shown when the batch is done.
    pub then_show: Option<(usize, usize)>,
    /// Games before and after a change of a table.
    pub trial: TrialDesk,
}

impl GamesDesk {
    /// A plan for the shown scenario, if the one at hand is of none that exists.
    pub fn settle(&mut self, document: &Document, shown: Option<&str>) {
        let scenarios = &document.content().scenarios;
        if !scenarios.contains_key(self.plan.scenario.as_str()) {
            let first = scenarios.keys().next().map(|id| id.0.clone());
            self.plan.scenario = shown.map(str::to_owned).or(first).unwrap_or_default();
        }
        let sides = &document.content().sides;
        self.plan.sides.retain(|side, _| sides.contains_key(side.as_str()));
    }

    /// Starts the batch that is planned; one under way is called off.
    pub fn start(&mut self, document: &Document, wake: impl Fn() + Send + Sync + 'static) {
        if let Some(batch) = self.batch.take() {
            batch.cancel();
        }
        self.shown_row = None;
        self.batch = Some(Batch::start(document.snapshot(), self.plan.clone(), wake));
    }

    /// Makes a game of the batch ready to be shown.
    pub fn watch(&mut self, row: usize, wake: impl FnOnce() + Send + 'static) -> Result<(), String> {
        let batch = self.batch.as_ref().ok_or("no games have been played yet")?;
        let (Some(field), Some(played)) = (&batch.field, batch.rows.get(row)) else {
            return Err("this game is not played yet".to_owned());
        };
        let title = format!("{}, seed {}", batch.plan.scenario, played.seed);
        let filming = Filming::game(field.clone(), played.replay.clone(), title, wake);
        self.stop_filming();
        self.filming = Some(filming);
        self.shown_row = Some(row);
        Ok(())
    }

    /// Makes a recorded game ready to be shown.
    pub fn open(&mut self, document: &Document, file: PathBuf, wake: impl FnOnce() + Send + 'static) {
        self.stop_filming();
        self.shown_row = None;
        self.filming = Some(Filming::file(document.snapshot(), file, wake));
    }

    pub fn stop_filming(&mut self) {
        if let Some(filming) = self.filming.take() {
            filming.progress.stop();
        }
    }

    /// The game that a script waits for, once all are played.
    pub fn wanted(&self) -> Option<usize> {
        let done = self.filming.is_none() && self.batch.as_ref().is_some_and(|batch| !batch.is_running());
        self.then_show.filter(|_| done).map(|(row, _)| row)
    }

    /// Whether something is under way that a picture of the window should wait for.
    pub fn is_busy(&self) -> bool {
        let plays = self.batch.as_ref().is_some_and(Batch::is_running);
        plays || self.filming.is_some() || self.then_show.is_some() || self.trial.is_running()
    }

    /// Takes what has come since; the error is for the user.
    pub fn take(&mut self, scene: &Scene) -> Option<Result<(), String>> {
        if let Some(batch) = &mut self.batch {
            batch.take();
        }
        self.trial.take();
        let made = self.filming.as_ref()?.result()?;
        self.filming = None;
        if made.is_err() {
            self.then_show = None;
        }
        Some(made.map(|film| {
            let known = film.field.rules.board.spaces.iter().any(|space| scene.index(&space.id).is_some());
            if known {
                let mut screen = Screen::new(film);
                if let Some((_, moment)) = self.then_show.take() {
                    screen.go(moment);
                }
                self.screen = Some(screen);
            }
        }))
    }
}
