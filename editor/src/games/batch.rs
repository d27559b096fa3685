//! A batch of games between bots, played in the background on all cores but one, and called off between two games.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex};
use std::time::Instant;

use chartroom_engine::bots::{self, Seats};
use chartroom_engine::replay::Replay;

use super::field::Field;
use super::heat::Heat;
use crate::document::Snapshot;
use crate::document::watched::Progress;

/// More games than this in one batch are the business of `chartroom simulate`.
pub const MOST_GAMES: usize = 2000;

/// What is to be played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Plan {
    pub scenario: String,
    /// The bot of everybody.
    pub bot: String,
    /// Bots of some sides.
    pub sides: BTreeMap<String, String>,
    pub games: usize,
    /// Of the first game; each next one has the next number.
    pub seed: u64,
}

impl Default for Plan {
    fn default() -> Self {
        Self { scenario: String::new(), bot: "greedy".to_owned(), sides: BTreeMap::new(), games: 10, seed: 1 }
    }
}

impl Plan {
    /// The words that name the bots, as the command line takes them.
    fn words(&self) -> Vec<String> {
        let sides = self.sides.iter().filter(|(_, bot)| !bot.is_empty());
        std::iter::once(self.bot.clone()).chain(sides.map(|(side, bot)| format!("{side}={bot}"))).collect()
    }
}

/// One game that was played.
#[derive(Clone, Debug, PartialEq)]
pub struct Row {
    pub seed: u64,
    /// A side or a power; nobody if nothing.
    pub winner: Option<String>,
    pub level: Option<String>,
    pub reason: String,
    pub turn: i16,
    pub seconds: f32,
    pub replay: Replay,
}

enum News {
    Ready(Arc<Field>),
    Played(Box<(Row, Heat)>),
    Failed(String),
}

/// A batch under way, or done.
pub struct Batch {
    pub plan: Plan,
    /// The state of the pack that is played.
    pub revision: u64,
    pub field: Option<Arc<Field>>,
    /// In the order of their seeds.
    pub rows: Vec<Row>,
    pub heat: Heat,
    pub failure: Option<String>,
    pub progress: Arc<Progress>,
    from: Receiver<News>,
    running: bool,
}

impl Batch {
    /// Starts to play; `wake` is called when there is news.
    pub fn start(snapshot: Snapshot, plan: Plan, wake: impl Fn() + Send + Sync + 'static) -> Self {
        let (to, from) = channel();
        let progress = Arc::new(Progress::default());
        let games = plan.games.clamp(1, MOST_GAMES);
        progress.set_parts(games);
        let revision = snapshot.revision;
        let (asked, shared) = (plan.clone(), progress.clone());
        std::thread::spawn(move || {
            match Field::of(&snapshot, &snapshot.root, &asked.scenario, &BTreeMap::new()) {
                Ok(field) => play_all(&Arc::new(field), &asked, games, &shared, &to, &wake),
                Err(message) => drop(to.send(News::Failed(message))),
            }
            wake();
        });
        Self {
            plan,
            revision,
            field: None,
            rows: Vec::new(),
            heat: Heat::default(),
            failure: None,
            progress,
            from,
            running: true,
        }
    }

    /// Takes what has come since.
    pub fn take(&mut self) {
        loop {
            match self.from.try_recv() {
                Ok(News::Ready(field)) => self.field = Some(field),
                Ok(News::Played(played)) => {
                    let (row, heat) = *played;
                    let at = self.rows.partition_point(|known| known.seed < row.seed);
                    self.rows.insert(at, row);
                    self.heat.add(&heat);
                }
                Ok(News::Failed(message)) => self.failure = Some(message),
                Err(std::sync::mpsc::TryRecvError::Empty) => return,
                Err(std::sync::mpsc::TryRecvError::Disconnected) => {
                    self.running = false;
                    return;
                }
            }
        }
    }

    pub fn is_running(&self) -> bool {
        self.running && !self.progress.is_stopped()
    }

    /// Plays no further game. What was played stays.
    pub fn cancel(&self) {
        self.progress.stop();
    }

    /// How often each won, the most frequent first; nobody is an empty name.
    pub fn wins(&self) -> Vec<(String, usize)> {
        let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
        for row in &self.rows {
            *counts.entry(row.winner.as_deref().unwrap_or_default()).or_default() += 1;
        }
        let mut list: Vec<(String, usize)> = counts.into_iter().map(|(who, count)| (who.to_owned(), count)).collect();
        list.sort_by(|a, b| b.1.cmp(&a.1).then_with(|| a.0.cmp(&b.0)));
        list
    }
}

impl Drop for Batch {
    fn drop(&mut self) {
        self.progress.stop();
    }
}

fn play_all(
    field: &Arc<Field>,
    plan: &Plan,
    games: usize,
    progress: &Progress,
    to: &Sender<News>,
    wake: &(dyn Fn() + Sync),
) {
    let words = plan.words();
    if let Err(message) = Seats::parse(&field.rules, &words, &field.rules.styles) {
        return drop(to.send(News::Failed(message)));
    }
    if to.send(News::Ready(field.clone())).is_err() {
        return;
    }
    let next = AtomicUsize::new(0);
    // The window keeps a core for itself.
    let workers = std::thread::available_parallelism().map_or(1, |cores| cores.get().saturating_sub(1).max(1));
    let to = Mutex::new(to);
    std::thread::scope(|scope| {
        for _ in 0..workers.min(games) {
            scope.spawn(|| {
                loop {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    if number >= games || progress.is_stopped() {
                        return;
                    }
                    let seed = plan.seed.wrapping_add(number as u64);
                    let news = match play(field, &words, seed) {
                        Ok(played) => News::Played(Box::new(played)),
                        Err(message) => News::Failed(message),
                    };
                    progress.one_more();
                    let heard = to.lock().is_ok_and(|to| to.send(news).is_ok());
                    if !heard {
                        return;
                    }
                    wake();
                }
            });
        }
    });
}

/// Plays one game.
fn play(field: &Field, words: &[String], seed: u64) -> Result<(Row, Heat), String> {
    let began = Instant::now();
    let rules = &field.rules;
    let mut start = field.start.clone();
    start.rng = seed;
    let seats = Seats::parse(rules, words, &rules.styles)?;
    let mut player = seats.sit(rules, seed, false);
    let mut heat = Heat::default();
    let (game, replay) = bots::play(rules, &start, player.as_mut(), None, |_, events| heat.note(events));
    heat.close(&game.state);
    let outcome = game.outcome();
    let row = Row {
        seed,
        winner: outcome.and_then(|outcome| outcome.winner).map(|winner| rules.actor_name(winner).to_owned()),
        level: outcome.and_then(|outcome| outcome.level.clone()),
        reason: outcome.map_or_else(|| "it came to no end".to_owned(), |outcome| outcome.reason.clone()),
        turn: game.state.turn,
        seconds: began.elapsed().as_secs_f32(),
        replay,
    };
    Ok((row, heat))
}
