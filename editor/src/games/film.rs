//! A game as a film: what happened after each action, and what changed on the map, so that going to any moment is a few changes
//! forward or back. Made by playing the recorded actions once more.

use std::collections::BTreeSet;
use std::path::Path;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, channel};

use chartroom_engine::ids::{PowerIx, SpaceIx, UnitIx};
use chartroom_engine::replay::{Recorded, Replay};
use chartroom_engine::{Event, Game, State};

use super::battle::battle_at;
use super::field::Field;
use crate::document::Snapshot;
use crate::document::watched::Progress;

/// Units alike in a space.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Piece {
    pub power: PowerIx,
    pub unit: UnitIx,
    pub hits: u8,
    pub count: u16,
}

/// What is to be seen of a space.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Place {
    pub holder: Option<PowerIx>,
    pub pieces: Vec<Piece>,
}

impl Place {
    fn of(state: &State, space: SpaceIx) -> Self {
        let mut pieces: Vec<Piece> = Vec::new();
        for stack in state.stacks_in(space) {
            let same =
                |piece: &&mut Piece| (piece.power, piece.unit, piece.hits) == (stack.power, stack.unit, stack.damaged);
            match pieces.iter_mut().find(same) {
                Some(piece) => piece.count = piece.count.saturating_add(stack.count),
                None => {
                    pieces.push(Piece { power: stack.power, unit: stack.unit, hits: stack.damaged, count: stack.count })
                }
            }
        }
        Self { holder: state.holder(space), pieces }
    }
}

/// A space that looks another way after a moment.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Change {
    pub space: SpaceIx,
    pub before: Place,
    pub after: Place,
}

/// One thing that happened, in words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    pub words: String,
    pub battle: Option<SpaceIx>,
    /// A phase or rule began: the rule of the rulebook behind it, if it names one.
    pub rule: Option<String>,
}

/// What an action brought about. The first moment of a film is the start.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Moment {
    pub turn: i16,
    pub phase: u16,
    pub lines: Vec<Line>,
    pub changes: Vec<Change>,
}

impl Moment {
    pub fn has_battle(&self) -> bool {
        self.lines.iter().any(|line| line.battle.is_some())
    }
}

/// The film.
#[derive(Debug)]
pub struct Film {
    pub field: Arc<Field>,
    pub title: String,
    pub moments: Vec<Moment>,
    /// Every space at the first moment.
    pub first: Vec<Place>,
    /// To play it again up to a moment.
    pub replay: Replay,
    /// How it ended, or why it goes no further.
    pub end: String,
}

impl Film {
    /// Films a game that was played on a field.
    pub fn of(field: Arc<Field>, replay: Replay, title: String, progress: &Progress) -> Result<Self, String> {
        progress.set_parts(replay.actions.len());
        let mut state = field.start.clone();
        state.rng = replay.seed;
        let (mut game, step) = Game::start(&field.rules, state);
        let mut camera = Camera::default();
        camera.take(&game, &step.events);
        for (number, action) in replay.actions.iter().enumerate() {
            if progress.is_stopped() {
                return Err("the replay was called off".to_owned());
            }
            let step =
                game.submit(action).map_err(|refusal| format!("action {} was refused: {refusal}", number + 1))?;
            camera.take(&game, &step.events);
            progress.one_more();
        }
        let end = ending(&game);
        Ok(camera.finish(field.clone(), replay, title, end))
    }

    /// Films a file of `chartroom play --record`, on the pack that is open.
    pub fn of_file(snapshot: &Snapshot, file: &Path, progress: &Progress) -> Result<Self, String> {
        let name = file.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let text = chartroom_format::fs::read_text(file).map_err(|error| format!("{name} cannot be read: {error}"))?;
        let recorded =
            Recorded::parse(&text).map_err(|fault| format!("{name}, line {}: {}", fault.line, fault.reason))?;
        let header = recorded.header.clone();
        let pack = chartroom_format::load::load(snapshot, &snapshot.root)?;
        let own = pack.content.pack().map(|pack| pack.id.to_string()).unwrap_or_default();
        if header.pack != own {
            return Err(format!(
                "{name} is a game of the pack {}, and {own} is open; open that pack first",
                header.pack
            ));
        }
        let field = Arc::new(Field::of(snapshot, &snapshot.root, &header.scenario, &header.options)?);
        progress.set_parts(recorded.actions());
        let mut camera = Camera::default();
        let played = recorded.play(&field.rules, &field.start, |game, events| {
            camera.take(game, events);
            progress.one_more();
        });
        let (end, known) = match played {
            Ok(game) => (ending(&game), true),
            // What can be shown is shown; where it leaves the recorded way is said.
            Err(fault) if fault.differs && camera.moments.len() > 1 => (
                format!(
                    "from line {} on the game goes another way than it was recorded ({}): the pack or the program has changed since",
                    fault.line, fault.reason
                ),
                false,
            ),
            Err(fault) => return Err(format!("{name}, line {}: {}", fault.line, fault.reason)),
        };
        let actions = if known { recorded_actions(&recorded, &field)? } else { Vec::new() };
        let replay = Replay { seed: header.seed, actions };
        Ok(camera.finish(field.clone(), replay, name, end))
    }

    /// The first battle after a moment.
    pub fn next_battle(&self, after: usize) -> Option<usize> {
        (after + 1..self.moments.len()).find(|at| self.moments[*at].has_battle())
    }

    /// The first moments of the turns.
    pub fn turns(&self) -> Vec<(usize, i16)> {
        let mut turns: Vec<(usize, i16)> = Vec::new();
        for (at, moment) in self.moments.iter().enumerate() {
            if turns.last().is_none_or(|(_, turn)| *turn != moment.turn) {
                turns.push((at, moment.turn));
            }
        }
        turns
    }

    /// The name of the phase of a moment, and the rule behind it.
    pub fn phase(&self, at: usize) -> (String, Option<String>) {
        let rules = &self.field.rules;
        let Some(phase) = self.moments.get(at).and_then(|moment| rules.phases.get(usize::from(moment.phase))) else {
            return (String::new(), None);
        };
        let title = if phase.title.is_empty() { rules.phase_name(phase.name).to_owned() } else { phase.title.clone() };
        let run = phase.run.and_then(|run| rules.procedures.get(run.index()));
        (title, phase.source.clone().or_else(|| run.and_then(|run| run.source.clone())))
    }

    /// The position after a moment.
    pub fn state(&self, at: usize) -> Result<State, String> {
        if at > self.replay.actions.len() {
            return Err(
                "this replay cannot be played again up to here: it goes another way than it was recorded".to_owned()
            );
        }
        let mut state = self.field.start.clone();
        state.rng = self.replay.seed;
        let (mut game, _) = Game::start(&self.field.rules, state);
        for action in &self.replay.actions[..at] {
            game.submit(action).map_err(|refusal| refusal.to_string())?;
        }
        Ok(game.state)
    }
}

/// The actions of a file once more, as the rules number things.
fn recorded_actions(recorded: &Recorded, field: &Field) -> Result<Vec<chartroom_engine::Action>, String> {
    recorded.actions_of(&field.rules).map_err(|fault| format!("line {}: {}", fault.line, fault.reason))
}

fn ending(game: &Game<'_>) -> String {
    let rules = game.rules;
    match game.outcome() {
        Some(outcome) => {
            let winner = outcome.winner.map_or("nobody", |winner| rules.actor_name(winner));
            let level = outcome.level.as_ref().map(|level| format!(", {level}")).unwrap_or_default();
            format!("{winner} wins{level}: {}", outcome.reason)
        }
        None => "the game was broken off".to_owned(),
    }
}

/// Collects moments.
#[derive(Default)]
struct Camera {
    first: Vec<Place>,
    now: Vec<Place>,
    moments: Vec<Moment>,
}

impl Camera {
    fn take(&mut self, game: &Game<'_>, events: &[Event]) {
        let spaces = game.rules.board.spaces.len();
        let lines = events.iter().filter_map(|event| line(game, event)).collect();
        let mut changes = Vec::new();
        if self.moments.is_empty() {
            self.now = (0..spaces).map(|at| Place::of(&game.state, SpaceIx::new(at))).collect();
            self.first.clone_from(&self.now);
        } else {
            for space in touched(&game.state, &self.now) {
                let after = Place::of(&game.state, space);
                if let Some(now) = self.now.get_mut(space.index()).filter(|now| **now != after) {
                    changes.push(Change { space, before: std::mem::replace(now, after.clone()), after });
                }
            }
        }
        self.moments.push(Moment { turn: game.state.turn, phase: game.state.phase, lines, changes });
    }

    fn finish(self, field: Arc<Field>, replay: Replay, title: String, end: String) -> Film {
        Film { field, title, moments: self.moments, first: self.first, replay, end }
    }
}

/// Spaces that may look another way than they did: those with other holders, and all where something stands or stood.
fn touched(state: &State, now: &[Place]) -> BTreeSet<SpaceIx> {
    let mut spaces: BTreeSet<SpaceIx> = state.stacks.iter().map(|stack| stack.space).collect();
    for (at, place) in now.iter().enumerate() {
        let space = SpaceIx::new(at);
        if !place.pieces.is_empty() || place.holder != state.holder(space) {
            spaces.insert(space);
        }
    }
    spaces
}

/// What an event says, if it says something that people want to read.
fn line(game: &Game<'_>, event: &Event) -> Option<Line> {
    let rules = game.rules;
    let rule = match event {
        Event::Rolled { .. } | Event::PhaseEnded { .. } => return None,
        Event::PhaseBegan { phase } => {
            let phase = rules.phases.get(usize::from(*phase))?;
            let run = phase.run.and_then(|run| rules.procedures.get(run.index()));
            phase.source.clone().or_else(|| run.and_then(|run| run.source.clone()))
        }
        Event::RuleHappened { event } => rules.rules.get(event.index()).and_then(|rule| rule.source.clone()),
        _ => None,
    };
    Some(Line { words: event.tell(rules), battle: battle_at(event), rule })
}

/// A film in the making.
pub struct Filming {
    pub progress: Arc<Progress>,
    from: Receiver<Result<Film, String>>,
}

impl Filming {
    /// Films a game of a batch.
    pub fn game(field: Arc<Field>, replay: Replay, title: String, wake: impl FnOnce() + Send + 'static) -> Self {
        Self::start(move |progress| Film::of(field, replay, title, progress), wake)
    }

    /// Films a recorded game.
    pub fn file(snapshot: Snapshot, file: std::path::PathBuf, wake: impl FnOnce() + Send + 'static) -> Self {
        Self::start(move |progress| Film::of_file(&snapshot, &file, progress), wake)
    }

    fn start(
        make: impl FnOnce(&Progress) -> Result<Film, String> + Send + 'static,
        wake: impl FnOnce() + Send + 'static,
    ) -> Self {
        let (to, from) = channel();
        let progress = Arc::new(Progress::default());
        let shared = progress.clone();
        std::thread::spawn(move || {
            if to.send(make(&shared)).is_ok() {
                wake();
            }
        });
        Self { progress, from }
    }

    /// What came of it, once.
    pub fn result(&self) -> Option<Result<Film, String>> {
        match self.from.try_recv() {
            Ok(result) => Some(result),
            Err(std::sync::mpsc::TryRecvError::Empty) => None,
            Err(std::sync::mpsc::TryRecvError::Disconnected) => Some(Err("the game could not be shown".to_owned())),
        }
    }
}
