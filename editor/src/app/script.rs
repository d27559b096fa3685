//! Commands by their words, for scripts: what `chartroom-editor --do` runs and how pictures for the handbook are made.

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, channel};

use egui::{ColorImage, Context};

use super::Editor;
use crate::command::{Action, Command};
use crate::tools::{Paint, ToolKind};
use crate::view_model::tables::Sheet;

/// Frames the window gets to settle before its picture is taken.
const SETTLE: u32 = 12;

/// A picture of the window that is to be taken.
#[derive(Debug)]
pub struct Shot {
    pub path: PathBuf,
    frames: u32,
    asked: Option<Receiver<Arc<ColorImage>>>,
}

impl Shot {
    pub fn new(path: PathBuf) -> Self {
        Self { path, frames: 0, asked: None }
    }
}

impl Editor {
    /// Runs one line: the title of a command, or `word:value`. The error says what is not understood.
    pub fn run_words(&mut self, line: &str) -> Result<(), String> {
        let known = Action::all()
            .into_iter()
            .find(|action| action.title().trim_end_matches('…').eq_ignore_ascii_case(line.trim()));
        if let Some(action) = known {
            self.run(Command::Do(action));
            return Ok(());
        }
        let (word, value) = line.split_once(':').ok_or_else(|| format!("`{line}` is no command"))?;
        if word == "theme" {
            self.settings.theme = if value == "dark" { crate::theme::Theme::Dark } else { crate::theme::Theme::Light };
            return Ok(());
        }
        let tokens = self.tokens();
        let session = self.session.as_mut().ok_or("no pack is open")?;
        let space = |id: &str| session.scene.index(id).ok_or_else(|| format!("there is no space {id}"));
        match word {
            "table" => session.table.show(Sheet::Table(value.to_owned())),
            "look" => {
                let at = space(value)?;
                session.look_at(at);
                session.fit_pending = false;
            }
            "zoom" => {
                session.camera.zoom = value.parse().map_err(|_| format!("`{value}` is not a number"))?;
                session.fit_pending = false;
            }
            "games" => {
                session.games.plan.games = value.parse().map_err(|_| format!("`{value}` is not a number"))?;
                self.run(Command::Do(Action::PlayGames));
                return Ok(());
            }
            "watch" => {
                let numbers = value.split_once(',').and_then(|(row, at)| Some((row.parse().ok()?, at.parse().ok()?)));
                session.games.then_show = Some(numbers.ok_or("watch:game,moment")?);
            }
            "heat" => {
                let mut kinds = crate::games::HeatKind::ALL.into_iter();
                let kind = kinds.find(|kind| kind.title().eq_ignore_ascii_case(value));
                session.games.heat = kind.ok_or_else(|| format!("there is no heat map of {value}"))?;
            }
            "try" => {
                session.games.trial.pairs = value.parse().map_err(|_| format!("`{value}` is not a number"))?;
                session.games.trial.scenario = session.tool.scenario.clone().unwrap_or_default();
                session.table.shows_games = true;
                self.run(Command::TryChange);
                return Ok(());
            }
            "scenario" => session.tool.scenario = Some(value.to_owned()),
            "terrain" => {
                session.tool.tool = ToolKind::Terrain;
                session.tool.paint = Paint::Terrain(value.to_owned());
            }
            "paint" => {
                let places: Result<Vec<usize>, String> = value.split(',').map(|id| space(id.trim())).collect();
                let places = places?;
                let paint = |_: &mut crate::tools::Tools, bench: &mut crate::tools::Bench<'_>| {
                    crate::tools::terrain::paint(bench, &places, "Paint terrain");
                };
                if let Some(message) = session.with_bench(&self.settings.layers, paint) {
                    return Err(message);
                }
            }
            "cell" => {
                let (place, text) = value.split_once('=').ok_or("cell:row,column=text")?;
                let (row, column) = place.split_once(',').ok_or("cell:row,column=text")?;
                session.table.stale = true;
                session.table.refresh(&session.document, &[]);
                let find = |keys: &[String], key: &str| {
                    keys.iter().position(|known| known == key).ok_or_else(|| format!("there is no {key} in the table"))
                };
                let at = (find(&session.table.grid.rows, row)?, find(&session.table.grid.columns, column)?);
                let changes = session.table.plan(&session.document, &vec![(at.0, at.1, text.to_owned())])?;
                session.document.change(&format!("{row}, {column}: {text}"), &changes)?;
                (session.table.cursor.row, session.table.cursor.column) = at;
            }
            _ => return Err(format!("`{line}` is no command")),
        }
        session.refresh(tokens);
        Ok(())
    }

    /// Takes the picture that was asked for once the window has settled, and closes it.
    pub(super) fn take_shot(&mut self, ctx: &Context) {
        let drawing = self.jobs().iter().any(|job| job.kind == super::jobs::JobKind::Maps);
        let Some(shot) = &mut self.shot else { return };
        let picture = shot.asked.as_ref().and_then(|asked| asked.try_recv().ok());
        if let Some(picture) = picture {
            let bytes: Vec<u8> = picture.pixels.iter().flat_map(|pixel| [pixel.r(), pixel.g(), pixel.b()]).collect();
            let saved = image::RgbImage::from_raw(picture.size[0] as u32, picture.size[1] as u32, bytes)
                .map(|image| image.save(&shot.path));
            if !matches!(saved, Some(Ok(()))) {
                eprintln!("chartroom-editor: cannot write {}", shot.path.display());
            }
            self.shot = None;
            self.quit();
            return;
        }
        let busy = match &self.session {
            _ if self.opening.is_some() => true,
            Some(session) => session.checker.running || session.battle.is_running() || session.games.is_busy(),
            None => drawing,
        };
        if !busy {
            shot.frames += 1;
        }
        if shot.frames > SETTLE && shot.asked.is_none() {
            let (send, receive) = channel();
            shot.asked = Some(receive);
            ctx.request_screenshot(move |picture| drop(send.send(picture)));
        }
        ctx.request_repaint();
    }
}
