//! Pairs of games, block by block, into the tests; nothing here depends on how the games came about.

use crate::goal::Goal;
use crate::job::{Job, Question};
use crate::play::{Flow, Record};
use crate::stats::control::Control;
use crate::stats::sequential::{Answer, Promise, Test};

/// One goal under test.
pub(super) struct Judged {
    pub(super) goal: Goal,
    pub(super) test: Test,
    /// Luck of the base and of the change.
    pub(super) luck: [Control; 2],
}

/// All that is known of a comparison so far.
pub struct Compare<'a> {
    pub(super) job: &'a Job,
    pub(super) promise: Promise,
    pub(super) judged: Vec<Judged>,
    pub(super) pairs: Vec<[Record; 2]>,
    /// Log likelihood ratios of the first goal after each block, for the picture.
    pub(super) path: Vec<(usize, f64, f64)>,
}

impl<'a> Compare<'a> {
    pub fn new(job: &'a Job) -> Result<Self, String> {
        let Question::Compare { goals, promise } = &job.question else {
            return Err("these games were not played to compare two rule sets".to_owned());
        };
        // Several goals share what may be called wrong.
        let promise_each = Promise { alpha: promise.alpha / goals.len().max(1) as f64, ..*promise };
        let luck = 2 * job.sides.len();
        let judged = goals
            .iter()
            .map(|goal| Judged {
                goal: goal.clone(),
                test: Test::new(promise_each, goal.wanted),
                luck: [Control::new(luck), Control::new(luck)],
            })
            .collect();
        Ok(Self { job, promise: promise_each, judged, pairs: Vec::new(), path: Vec::new() })
    }

    /// Takes a block of games: the base's, then the change's with the same seeds.
    pub fn take(&mut self, records: Vec<Record>) -> Result<Flow, String> {
        let half = records.len() / 2;
        let mut records = records.into_iter();
        let base: Vec<Record> = records.by_ref().take(half).collect();
        for (base, change) in base.into_iter().zip(records) {
            if base.number != change.number || base.arm != 0 || change.arm != 1 {
                return Err(format!("game {} has no partner with the same seed", base.number));
            }
            for judged in &mut self.judged {
                let [one, other] = [(0, &base), (1, &change)]
                    .map(|(arm, game)| judged.luck[arm].adjust(game.won(&judged.goal.side), &game.luck()));
                judged.test.push(one, other);
            }
            self.pairs.push([base, change]);
        }
        let mut done = true;
        for judged in &mut self.judged {
            done &= judged.test.look() != Answer::Undecided;
            judged.luck.iter_mut().for_each(Control::learn);
        }
        if let Some(first) = self.judged.first() {
            let (fairer, less) = first.test.ratios();
            self.path.push((self.pairs.len(), fairer, less));
        }
        Ok(if done { Flow::Enough } else { Flow::More })
    }

    /// What all goals together say.
    pub fn answer(&self) -> Verdict {
        let answers: Vec<Answer> = self.judged.iter().map(|judged| judged.test.answer()).collect();
        match (answers.contains(&Answer::Fairer), answers.contains(&Answer::LessFair)) {
            (true, true) => Verdict::Mixed,
            _ if answers.contains(&Answer::Undecided) => Verdict::Undecided,
            (true, false) => Verdict::Fairer,
            (false, true) => Verdict::LessFair,
            (false, false) => Verdict::NoDifference,
        }
    }
}

/// The answer to the whole question.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Verdict {
    Fairer,
    LessFair,
    NoDifference,
    /// Fairer for one goal, less fair for another.
    Mixed,
    Undecided,
}
