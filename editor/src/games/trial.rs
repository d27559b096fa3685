//! What a change does to whole games: the pack as it is saved and the pack as it stands play the same games on the same luck, and
//! what came of them is held side by side, with intervals, while more games are played.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender, channel};

use chartroom_format::fs::DiskFs;
use chartroom_format::load;
use chartroom_lab::job::{Arm, Job, Question, hash};
use chartroom_lab::lineup::Lineup;
use chartroom_lab::play::{self, Arena, Flow, Record, Watch};
use chartroom_lab::stats::interval::{Interval, of_mean, wilson};

use crate::document::Snapshot;
use crate::document::watched::Progress;

/// How sure the intervals are.
pub const CONFIDENCE: f64 = 0.95;
/// More pairs than this in one go are the business of `chartroom compare`.
pub const MOST_PAIRS: usize = 2000;

/// A number before and after, each with its interval, and what the pairs say about the difference.
#[derive(Clone, Debug, PartialEq)]
pub struct Paired {
    pub name: String,
    pub before: f64,
    pub after: f64,
    pub before_interval: Interval,
    pub after_interval: Interval,
    pub change: Interval,
}

impl Paired {
    /// Whether the games show that something has changed.
    pub fn is_certain(&self) -> bool {
        !self.change.contains(0.0)
    }
}

/// What the games say so far.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Balance {
    /// Games of each rule set.
    pub games: usize,
    /// Shares of the games won, by side; games nobody won come last.
    pub wins: Vec<Paired>,
    /// The last turn.
    pub length: Option<Paired>,
    /// Units bought per game, those first whose number has changed most.
    pub bought: Vec<Paired>,
}

enum News {
    Played(Vec<Record>),
    Failed(String),
}

/// The games under way, and what they say.
#[derive(Default)]
pub struct TrialDesk {
    pub scenario: String,
    pub pairs: usize,
    pub balance: Option<Balance>,
    pub failure: Option<String>,
    pub progress: Arc<Progress>,
    /// The state of the pack that is played.
    pub revision: u64,
    records: Vec<Record>,
    from: Option<Receiver<News>>,
}

impl TrialDesk {
    pub fn is_running(&self) -> bool {
        self.from.is_some()
    }

    /// Starts to play; what is under way is called off.
    pub fn start(&mut self, now: Snapshot, wake: impl Fn() + Send + Sync + 'static) {
        self.cancel();
        let (to, from) = channel();
        let progress = Arc::new(Progress::default());
        let pairs = self.pairs.clamp(2, MOST_PAIRS);
        progress.set_parts(2 * pairs);
        self.revision = now.revision;
        let (scenario, shared) = (self.scenario.clone(), progress.clone());
        std::thread::spawn(move || {
            if let Err(message) = play_pairs(&now, &scenario, pairs, &shared, &to, &wake) {
                let _ = to.send(News::Failed(message));
            }
            drop(to);
            wake();
        });
        (self.balance, self.failure) = (None, None);
        self.records.clear();
        self.progress = progress;
        self.from = Some(from);
    }

    /// Plays no further game. What was played stays.
    pub fn cancel(&mut self) {
        self.progress.stop();
        self.from = None;
    }

    pub(super) fn take(&mut self) {
        let Some(from) = &self.from else { return };
        let mut more = false;
        loop {
            match from.try_recv() {
                Ok(News::Played(records)) => {
                    self.records.extend(records);
                    more = true;
                }
                Ok(News::Failed(message)) => self.failure = Some(message),
                Err(std::sync::mpsc::TryRecvError::Empty) => break,
                Err(std::sync::mpsc::TryRecvError::Disconnected) => {
                    self.from = None;
                    break;
                }
            }
        }
        if more {
            self.balance = Some(balance(&self.records));
        }
    }
}

impl Drop for TrialDesk {
    fn drop(&mut self) {
        self.progress.stop();
    }
}

fn play_pairs(
    now: &Snapshot,
    scenario: &str,
    pairs: usize,
    progress: &Progress,
    to: &Sender<News>,
    wake: &(dyn Fn() + Sync),
) -> Result<(), String> {
    let saved = load::load(&DiskFs, &now.root)?;
    let changed = load::load(now, &now.root)?;
    let arm = |loaded: &load::Loaded| Arm {
        pack: loaded.content.pack().map(|pack| pack.id.to_string()).unwrap_or_default(),
        hash: hash(loaded),
        set: Vec::new(),
        options: Vec::new(),
    };
    let arena = |loaded: &load::Loaded, which: &str| {
        Arena::new(loaded, scenario, &[], &BTreeMap::new()).map_err(|message| format!("{which}: {message}"))
    };
    let arenas = [arena(&saved, "as saved")?, arena(&changed, "with your changes")?];
    let job = Job {
        program: env!("CARGO_PKG_VERSION").to_owned(),
        scenario: scenario.to_owned(),
        options: Vec::new(),
        arms: vec![arm(&saved), arm(&changed)],
        lineups: vec![Lineup::default()],
        seed: 1,
        games: pairs,
        sides: arenas[1].rules.sides.clone(),
        question: Question::Simulate,
    };
    let played = || {
        progress.one_more();
        wake();
    };
    play::run(&job, &arenas, Watch::default(), 0..job.blocks(), progress.flag(), &played, |_, records| {
        let heard = to.send(News::Played(records)).is_ok();
        wake();
        Ok(if heard { Flow::More } else { Flow::Enough })
    })
}

/// What pairs of games say.
pub fn balance(records: &[Record]) -> Balance {
    let arm = |arm: usize| {
        records
            .iter()
            .filter(move |record| record.arm == arm)
            .map(|record| (record.number, record))
            .collect::<BTreeMap<_, _>>()
    };
    let (before, after) = (arm(0), arm(1));
    let pairs: Vec<(&Record, &Record)> =
        before.iter().filter_map(|(number, record)| Some((*record, *after.get(number)?))).collect();
    let mut winners: BTreeSet<&str> =
        pairs.iter().flat_map(|(one, other)| [one.winner.as_str(), &other.winner]).collect();
    let nobody = winners.remove("");
    let wins = winners.into_iter().chain(nobody.then_some("")).map(|who| {
        let mut line = paired(if who.is_empty() { "nobody" } else { who }, &pairs, |record| record.won(who));
        let games = pairs.len() as f64;
        line.before_interval = wilson(line.before * games, games, CONFIDENCE);
        line.after_interval = wilson(line.after * games, games, CONFIDENCE);
        line
    });
    let units: BTreeSet<&String> =
        pairs.iter().flat_map(|(one, other)| one.bought.keys().chain(other.bought.keys())).collect();
    let mut bought: Vec<Paired> = units
        .into_iter()
        .map(|unit| paired(unit, &pairs, |record| record.bought.get(unit).copied().unwrap_or(0) as f64))
        .collect();
    let moved = |line: &Paired| (line.after - line.before).abs();
    bought.sort_by(|a, b| moved(b).total_cmp(&moved(a)).then_with(|| a.name.cmp(&b.name)));
    Balance {
        games: pairs.len(),
        wins: wins.collect(),
        length: (!pairs.is_empty()).then(|| paired("last turn", &pairs, |record| f64::from(record.turn))),
        bought,
    }
}

fn paired(name: &str, pairs: &[(&Record, &Record)], value: impl Fn(&Record) -> f64) -> Paired {
    let games = pairs.len().max(1) as f64;
    let of = |numbers: &[f64]| {
        let mean = numbers.iter().sum::<f64>() / games;
        let variance = numbers.iter().map(|number| (number - mean).powi(2)).sum::<f64>() / (games - 1.0).max(1.0);
        (mean, of_mean(mean, variance, games, CONFIDENCE))
    };
    let one: Vec<f64> = pairs.iter().map(|(record, _)| value(record)).collect();
    let other: Vec<f64> = pairs.iter().map(|(_, record)| value(record)).collect();
    let change: Vec<f64> = one.iter().zip(&other).map(|(one, other)| other - one).collect();
    let ((before, before_interval), (after, after_interval), (_, change)) = (of(&one), of(&other), of(&change));
    Paired { name: name.to_owned(), before, after, before_interval, after_interval, change }
}
