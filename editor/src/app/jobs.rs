//! What takes long, as the status line shows it: how far it is, and a way to call it off.

use egui::{ProgressBar, RichText, Ui};

use super::Editor;
use crate::command::Command;

/// Something long.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum JobKind {
    /// A pack is being opened.
    Opening,
    /// The pack is being checked.
    Check,
    /// The pack is being checked with played games.
    Games,
    /// A picture to trace is being opened.
    Picture,
    /// Bots play games.
    Playing,
    /// Bots play games before and after a change.
    Trial,
    /// A game is being made ready to be shown.
    Filming,
    /// The maps of the welcome page are being drawn.
    Maps,
}

impl JobKind {
    pub const ALL: [Self; 8] =
        [Self::Opening, Self::Check, Self::Games, Self::Picture, Self::Playing, Self::Trial, Self::Filming, Self::Maps];

    /// The words on the button that calls it off.
    pub const fn cancel(self) -> &'static str {
        match self {
            Self::Opening => "Cancel opening",
            Self::Check => "Cancel the check",
            Self::Games => "Cancel the games",
            Self::Picture => "Cancel the picture",
            Self::Playing => "Cancel playing",
            Self::Trial => "Cancel the games before and after",
            Self::Filming => "Cancel the replay",
            Self::Maps => "Cancel the maps",
        }
    }
}

/// One that is under way.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Job {
    pub kind: JobKind,
    pub words: String,
    /// Parts done and parts altogether, where they can be counted.
    pub parts: Option<(usize, usize)>,
}

impl Editor {
    /// Everything long that is under way.
    pub fn jobs(&self) -> Vec<Job> {
        let counted = |parts: (usize, usize)| (parts.1 > 0).then_some(parts);
        let mut jobs = Vec::new();
        if let Some(opening) = &self.opening {
            let name = opening.path.file_name().unwrap_or_default().to_string_lossy();
            let parts = counted(opening.progress.parts());
            jobs.push(Job { kind: JobKind::Opening, words: format!("opening {name}"), parts });
        }
        if let Some(session) = &self.session {
            if session.checker.running && session.checker.plays_games {
                let parts = counted(session.checker.progress().parts());
                jobs.push(Job { kind: JobKind::Games, words: "playing games".to_owned(), parts });
            } else if session.checker.running {
                jobs.push(Job { kind: JobKind::Check, words: "checking…".to_owned(), parts: None });
            }
            let games = &session.games;
            if let Some(batch) = games.batch.as_ref().filter(|batch| batch.is_running()) {
                let parts = counted(batch.progress.parts());
                jobs.push(Job { kind: JobKind::Playing, words: "bots play".to_owned(), parts });
            }
            if games.trial.is_running() {
                let parts = counted(games.trial.progress.parts());
                jobs.push(Job { kind: JobKind::Trial, words: "bots play before and after".to_owned(), parts });
            }
            if let Some(filming) = &games.filming {
                let parts = counted(filming.progress.parts());
                jobs.push(Job { kind: JobKind::Filming, words: "making the replay".to_owned(), parts });
            }
            if session.opening.is_some() {
                jobs.push(Job { kind: JobKind::Picture, words: "opening the picture".to_owned(), parts: None });
            }
        } else if let Some(drawn) = self.drawn.as_ref().filter(|drawn| drawn.from.is_some() && drawn.done < drawn.of) {
            let parts = Some((drawn.done, drawn.of));
            jobs.push(Job { kind: JobKind::Maps, words: "drawing maps".to_owned(), parts });
        }
        jobs
    }

    /// Calls something long off. What it was to change stays as it was.
    pub(super) fn cancel(&mut self, kind: JobKind) {
        match kind {
            JobKind::Opening => {
                if let Some(opening) = self.opening.take() {
                    opening.progress.stop();
                    self.say(format!("{} was not opened.", opening.path.display()));
                }
            }
            JobKind::Check | JobKind::Games => {
                if let Some(session) = &mut self.session {
                    session.checker.cancel();
                    self.say("The check was cancelled; the next change or F5 starts it again.");
                }
            }
            JobKind::Picture => {
                if let Some(opening) = self.session.as_mut().and_then(|session| session.opening.take()) {
                    opening.cancel();
                }
            }
            JobKind::Playing => {
                if let Some(batch) = self.session.as_ref().and_then(|session| session.games.batch.as_ref()) {
                    batch.cancel();
                }
            }
            JobKind::Trial => {
                if let Some(session) = &mut self.session {
                    session.games.trial.cancel();
                }
            }
            JobKind::Filming => {
                if let Some(session) = &mut self.session {
                    session.games.stop_filming();
                }
            }
            // Without a receiver the drawing ends.
            JobKind::Maps => self.drawn.iter_mut().for_each(|drawn| drawn.from = None),
        }
    }

    /// Draws the jobs into the status line, from right to left.
    pub(super) fn jobs_ui(&mut self, ui: &mut Ui) {
        let tokens = self.tokens();
        for job in self.jobs() {
            let button = egui::Button::new("×").small();
            let response = ui.add(button).on_hover_text(job.kind.cancel());
            response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Button, true, job.kind.cancel()));
            if response.clicked() {
                self.queue.push(Command::Cancel(job.kind));
            }
            if let Some((done, of)) = job.parts {
                let bar = ProgressBar::new(done as f32 / of.max(1) as f32).desired_width(110.0);
                ui.add(bar.text(format!("{done} of {of}")));
            } else {
                ui.spinner();
            }
            ui.label(RichText::new(job.words).color(tokens.text_weak));
            ui.separator();
        }
    }
}
