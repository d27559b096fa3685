//! The only place where commands run.

use std::path::{Path, PathBuf};

use chartroom_atlas::world::{self, World};
use chartroom_atlas::{geo, source::Sources};
use chartroom_format::fs::{DiskFs, Fs};
use chartroom_format::starter;
use egui::ViewportCommand;

use super::Editor;
use super::jobs::JobKind;
use crate::command::{Action, Command, ExternalChoice, NewMap};
use crate::dialogs::{Dialog, Wants};
use crate::document::ops::inherit;
use crate::document::ops::text::quoted;
use crate::opening::{PackOpening, Then, Write};
use crate::panels::dock::{Place, Tab};
use crate::session::Session;
use crate::tools::{MOST_RADIUS, ToolKind};
use crate::underlay::{Opening, Remembered};
use crate::view_model::clipboard::HexClipboard;
use crate::view_model::problems::{Problem, counted_in, safe_fixes};
use crate::view_model::tables::Sheet;

impl Editor {
    /// Runs a command now.
    pub fn run(&mut self, command: Command) {
        match command {
            Command::Do(action) => self.act(action),
            Command::OpenPack(path) => self.open(&path, Then::default()),
            Command::NewPack(folder, map, title) => self.start_pack(&folder, map, title),
            Command::UsePicture(path) => self.use_picture(path),
            Command::Message(message) => self.say(message),
            Command::ShowSource(file, line) => self.dialog = Dialog::Source { file, line },
            Command::OpenText(file, line, column) => self.open_text(&file, line, column),
            Command::Cancel(job) => self.cancel(job),
            Command::QuitAnyway => self.quit(),
            Command::QuitAndSave => {
                if self.save() {
                    self.quit();
                }
            }
            Command::WatchGame(_) | Command::OpenRecorded(_) | Command::SavePosition(_) | Command::TryChange => {
                self.run_on_games(command);
            }
            command => self.run_on_session(command),
        }
        let tokens = self.tokens();
        if let Some(session) = &mut self.session {
            session.refresh(tokens);
        }
    }

    fn run_on_session(&mut self, command: Command) {
        let Some(session) = &mut self.session else { return };
        let done = match command {
            Command::Rewind(to) => {
                session.document.rewind(to);
                Ok(())
            }
            Command::LookAt(at) => {
                self.settings.dock.expanded = false;
                session.look_at(at);
                Ok(())
            }
            Command::ShowTable(id) => {
                session.table.show(Sheet::Table(id));
                self.settings.dock.show(Tab::Tables);
                Ok(())
            }
            Command::ShowEntry(kind, id) => {
                session.content.choose(kind, &id);
                self.settings.dock.show(Tab::Content);
                Ok(())
            }
            Command::ShowScenario(id) => {
                session.close_game();
                session.tool.scenario = Some(id);
                self.settings.dock.show(Tab::Scenario);
                Ok(())
            }
            Command::ShowRule(id) => {
                self.dialog = Dialog::Rule { id };
                Ok(())
            }
            Command::CopyDown(kind, id) => inherit::copy(&session.document, kind, &id).and_then(|changes| {
                session.document.change(&format!("Copy {} {id} into this pack", kind.name()), &changes)
            }),
            Command::JumpTo(at) => {
                let Some(problem) = session.problems.get(at).cloned() else { return };
                if let Some(space) = problem.space {
                    self.settings.dock.expanded = false;
                    session.look_at(space);
                    Ok(())
                } else if let Some(table) = problem.table {
                    session.table.show(Sheet::Table(table));
                    session.table.wanted_cell = problem.cell;
                    self.settings.dock.show(Tab::Tables);
                    Ok(())
                } else {
                    self.dialog = Dialog::Source { file: problem.file, line: problem.line };
                    Ok(())
                }
            }
            Command::ApplyFix(problem, fix) => {
                let fix = session.problems.get(problem).and_then(|problem| problem.fixes.get(fix)).cloned();
                fix.map_or(Ok(()), |fix| session.document.change(&format!("Fix: {}", fix.title), &[fix.change]))
            }
            Command::Recover(yes) => {
                self.dialog = Dialog::None;
                let left = std::mem::take(&mut session.left_behind);
                left.iter().try_for_each(|left| {
                    if yes {
                        session.document.recover(left)
                    } else {
                        std::fs::remove_file(&left.journal).map_err(|error| error.to_string())
                    }
                })
            }
            Command::External(at, choice) => {
                if at >= session.external.len() {
                    return;
                }
                let change = session.external.remove(at);
                if session.external.is_empty() {
                    self.dialog = Dialog::None;
                }
                match choice {
                    ExternalChoice::Mine => session.document.keep_mine(&change),
                    ExternalChoice::Theirs => session.document.take_theirs(&change),
                    ExternalChoice::Merge => session.document.merge_theirs(&change),
                }
            }
            _ => Ok(()),
        };
        if let Err(message) = done {
            self.complain(message);
        }
    }

    fn act(&mut self, action: Action) {
        match action {
            Action::Open => self.dialog = Dialog::open(self.beside(), Wants::Pack),
            Action::Picture => self.dialog = Dialog::open(self.beside(), Wants::Picture),
            Action::OpenReplay if self.session.is_some() => {
                self.dialog = Dialog::open(self.beside(), Wants::Replay);
            }
            Action::OpenReplay => self.complain("Open the pack of the game first."),
            Action::New => self.dialog = Dialog::new_pack(self.beside()),
            Action::Welcome => {
                if self.session.as_ref().is_none_or(|session| !session.document.is_dirty()) {
                    self.close_session();
                } else {
                    self.complain("Save first: there is unsaved work.");
                }
            }
            Action::Save => drop(self.save()),
            Action::CommandPalette => self.dialog = Dialog::palette(),
            Action::GoTo => self.dialog = Dialog::GoTo { typed: String::new() },
            Action::Shortcuts => self.dialog = Dialog::Shortcuts,
            Action::Tour => self.dialog = Dialog::Tour { step: 0 },
            Action::Handbook => self.dialog = Dialog::Handbook,
            Action::Expand => {
                let dock = &mut self.settings.dock;
                dock.expanded = !dock.expanded;
                if dock.expanded && !dock.has(Place::Bottom) {
                    dock.show(Tab::Tables);
                }
            }
            Action::ResetPanels => {
                self.settings.dock.reset();
                self.settings.scale = 1.0;
            }
            Action::Theme => {
                self.settings.theme = match self.settings.theme {
                    crate::theme::Theme::Light => crate::theme::Theme::Dark,
                    crate::theme::Theme::Dark => crate::theme::Theme::Light,
                };
            }
            Action::Larger => self.settings.scale = (self.settings.scale + 0.1).min(2.5),
            Action::Smaller => self.settings.scale = (self.settings.scale - 0.1).max(0.6),
            Action::Minimap => self.settings.minimap = !self.settings.minimap,
            Action::Show(tab) => {
                self.settings.dock.show(tab);
                if let (Tab::Tables, Some(session)) = (tab, &mut self.session) {
                    session.table.take_focus = true;
                }
            }
            Action::Layer(kind) => {
                if let Some(layer) = self.settings.layers.get_mut(kind) {
                    layer.shown = !layer.shown;
                }
            }
            Action::Quit => self.context.send_viewport_cmd(ViewportCommand::Close),
            action => self.act_on_session(action),
        }
    }

    fn act_on_session(&mut self, action: Action) {
        let Some(session) = &mut self.session else { return };
        match action {
            Action::Undo | Action::Redo => {
                let (done, what) = match action {
                    Action::Undo => (session.document.undo(), "undo"),
                    _ => (session.document.redo(), "redo"),
                };
                if !done {
                    self.say(format!("There is nothing to {what}."));
                }
            }
            Action::Fit => session.fit_pending = true,
            Action::ZoomIn | Action::ZoomOut => {
                let factor = if action == Action::ZoomIn { 1.25 } else { 0.8 };
                let (view, limits) = (session.view, session.zoom_limits());
                session.camera.zoom_at(view, view.center(), factor, limits);
            }
            Action::BrushSmaller => session.tool.radius = session.tool.radius.saturating_sub(1),
            Action::BrushLarger => session.tool.radius = (session.tool.radius + 1).min(MOST_RADIUS),
            Action::SelectAll => session.selection = (0..session.scene.cells.len()).collect(),
            Action::SelectNone => session.selection.clear(),
            Action::Copy => {
                session.clipboard =
                    HexClipboard::copy(&session.scene, session.document.content(), session.selection.iter().copied());
                let count = session.clipboard.hexes.len();
                let count = counted_in(count, "hex", "hexes");
                self.say(format!("Copied {count}: paste puts them under the pointer, R turns, F flips."));
            }
            Action::Paste => {
                let Some(at) = session.hovered else { return };
                let covered = session.clipboard.places(&session.scene, at).len();
                let lost = session.clipboard.hexes.len() - covered;
                let done = session.clipboard.paste(&session.document, &session.scene, at).and_then(|changes| {
                    if changes.is_empty() { Ok(()) } else { session.document.change("Paste hexes", &changes) }
                });
                match done {
                    Err(message) => self.complain(message),
                    Ok(()) if lost > 0 => {
                        self.say(format!("{} fell off the map.", counted_in(lost, "hex", "hexes")));
                    }
                    Ok(()) => {}
                }
            }
            Action::TurnClipboard => session.clipboard.turn(),
            Action::FlipClipboard => session.clipboard.flip(),
            Action::CheckNow | Action::CheckGames => {
                let games = action == Action::CheckGames;
                session.checker.start(&session.document, session.tool.scenario.as_deref(), games);
            }
            Action::FixAll => {
                let changes = safe_fixes(&session.problems);
                let count = changes.len();
                let done =
                    if changes.is_empty() { Ok(()) } else { session.document.change("Apply all safe fixes", &changes) };
                match done {
                    Ok(()) if count == 0 => self.say("There is nothing that can be fixed safely."),
                    Ok(()) => {}
                    Err(message) => self.complain(message),
                }
            }
            Action::Tool(tool) => session.tool.tool = tool,
            action => self.act_on_games(action),
        }
    }

    fn save(&mut self) -> bool {
        let Some(session) = &mut self.session else { return true };
        match session.document.save() {
            Ok(files) if files.is_empty() => {
                self.say("Nothing has changed.");
                true
            }
            Ok(files) => {
                session.learns_problems = session.checker.running;
                session.known_problems = session.problems.iter().map(Problem::key).collect();
                self.say(format!("Saved {}", files.join(", ")));
                true
            }
            Err(message) => {
                self.complain(message);
                false
            }
        }
    }

    /// Starts to open a pack; it takes the place of the open one when it is there.
    pub(super) fn open(&mut self, path: &Path, then: Then) {
        self.open_through(DiskFs, None, path, then);
    }

    /// The same through other eyes than the plain disk's, and after writing the pack if it is a new one.
    pub fn open_through(&mut self, fs: impl Fs + Send + 'static, write: Option<Write>, path: &Path, then: Then) {
        if self.session.as_ref().is_some_and(|session| session.document.is_dirty()) {
            self.complain("Save first: there is unsaved work.");
            return;
        }
        self.cancel(JobKind::Opening);
        let context = self.context.clone();
        let wake = move || context.request_repaint();
        self.opening = Some(PackOpening::start(fs, write, path, then, self.tokens(), wake));
    }

    /// Takes the pack that was being opened, if it is there.
    pub(super) fn take_opened(&mut self) {
        let Some(result) = self.opening.as_ref().and_then(PackOpening::result) else { return };
        let Some(opening) = self.opening.take() else { return };
        match result {
            // What was begun while it was on its way is worth more than the new pack.
            Ok(_) if self.session.as_ref().is_some_and(|session| session.document.is_dirty()) => {
                self.complain("Save first: there is unsaved work.");
            }
            Ok(session) => self.install(session, &opening),
            Err(message) => self.complain(message),
        }
    }

    fn install(&mut self, mut session: Session, opening: &PackOpening) {
        self.close_session();
        if !session.other_editors.is_empty() {
            self.say("Another editor has unsaved work in this pack; whoever saves second will be asked.");
        }
        self.dialog = match (session.left_behind.is_empty(), std::mem::take(&mut self.greets)) {
            (false, _) => Dialog::Recover,
            (true, true) => Dialog::Tour { step: 0 },
            (true, false) => Dialog::None,
        };
        let picture = self.settings.pictures.get(&session.document.root().display().to_string()).cloned();
        if let Some(remembered) = picture {
            let context = self.context.clone();
            session.opening = Some(Opening::start(remembered, move || context.request_repaint()));
        }
        self.listen(session.document.root());
        self.session = Some(session);
        self.settings.remember(&opening.path);
        if opening.then.recover {
            self.run(Command::Recover(true));
        }
        for line in &opening.then.script {
            if let Err(message) = self.run_words(line) {
                self.complain(message);
            }
        }
    }

    /// The folder in which packs are: that of the open one, or the one the editor was started with.
    fn beside(&self) -> &Path {
        self.session.as_ref().and_then(|session| session.document.root().parent()).unwrap_or(&self.content)
    }

    fn start_pack(&mut self, folder: &Path, map: NewMap, title: String) {
        // A map of the world takes a while to draw.
        let write: Write = Box::new(move |folder| {
            match map {
                NewMap::Starter(starter) => starter::write(folder, starter)?,
                NewMap::World(part, columns) => write_world(folder, World { columns, ..part.world() })?,
            }
            entitle(folder, &title)
        });
        self.open_through(DiskFs, Some(write), folder, Then::default());
    }

    fn use_picture(&mut self, path: Option<PathBuf>) {
        let context = self.context.clone();
        let Some(session) = &mut self.session else { return };
        if let Some(opening) = session.opening.take() {
            opening.cancel();
        }
        let pack = session.document.root().display().to_string();
        if let Some(path) = path {
            let remembered = Remembered { path, opacity: 0.5, pins: None };
            session.opening = Some(Opening::start(remembered, move || context.request_repaint()));
            session.tool.tool = ToolKind::Picture;
        } else {
            session.underlay = None;
            self.settings.pictures.remove(&pack);
        }
    }

    fn close_session(&mut self) {
        if let Some(mut session) = self.session.take() {
            session.document.drop_journal();
        }
    }

    pub(super) fn quit(&mut self) {
        self.quitting = true;
        self.context.send_viewport_cmd(ViewportCommand::Close);
    }
}

/// Gives a new pack the title that was typed, capitals and all; its id made a plainer one.
fn entitle(folder: &Path, title: &str) -> Result<(), String> {
    let id = folder.file_name().unwrap_or_default().to_string_lossy().into_owned();
    if title.is_empty() || title == id {
        return Ok(());
    }
    let path = folder.join("pack.ron");
    let text = chartroom_format::fs::read_text(&path).map_err(|error| error.to_string())?;
    let titled = text.replacen(&quoted(&starter::title(&id)), &quoted(title), 1);
    chartroom_format::edit::write_atomic(&path, &titled).map_err(|error| error.to_string())
}

/// Draws a part of the world and writes it as a new pack.
fn write_world(folder: &Path, part: World) -> Result<(), String> {
    let id = starter::id_for(folder)?;
    let geography = |name: &str| geo::bundled(name).map(str::to_owned);
    let sources = Sources { geography: &geography, picture: &|_| Err("a new map needs no picture".to_owned()) };
    let files = world::files(&id, &part, &sources).map_err(|error| error.to_string())?;
    starter::write_files(folder, &files)
}
