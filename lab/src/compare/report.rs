//! A comparison in numbers: what `--json` prints, and what text, Markdown and the page are made of.

use std::collections::{BTreeMap, BTreeSet};

use serde::Serialize;

use super::analysis::{Compare, Verdict};
use crate::job::{Arm, Job};
use crate::lineup::Lineup;
use crate::play::Record;
use crate::stats::interval::{self, Interval};
use crate::stats::moments::Moments;
use crate::stats::sequential::Answer;

/// Confidence of all intervals of a comparison. They hold whenever one stops.
const CONFIDENCE: f64 = 0.95;
/// Units in the tables of what was bought and lost: those with the greatest differences.
const MOST_UNITS: usize = 12;

/// A comparison.
#[derive(Clone, Debug, Serialize)]
pub struct Report {
    pub command: &'static str,
    pub program: String,
    pub scenario: String,
    pub options: Vec<String>,
    pub base: Arm,
    pub change: Arm,
    pub lineups: Vec<Lineup>,
    pub seed: u64,
    pub pairs: usize,
    pub most_pairs: usize,
    pub answer: Verdict,
    /// The answer as a sentence.
    pub says: String,
    pub goals: Vec<GoalReport>,
    pub sides: Vec<SideReport>,
    pub by_bots: Vec<BotReport>,
    pub last_turn: Paired,
    /// How often the tide turned.
    pub tides: Paired,
    /// Shares of games by level of victory and winner.
    pub levels: Vec<Named>,
    pub bought: Vec<Named>,
    pub lost: Vec<Named>,
    pub alpha: f64,
    pub beta: f64,
    /// In points of a hundred.
    pub worth: f64,
    /// Of all last positions, in the order of the seeds.
    pub hash: String,
    #[serde(skip)]
    pub path: Vec<(usize, f64, f64)>,
    /// Games by last turn: base, change.
    #[serde(skip)]
    pub lengths: BTreeMap<i16, [usize; 2]>,
}

/// One goal.
#[derive(Clone, Debug, Serialize)]
pub struct GoalReport {
    pub goal: String,
    pub side: String,
    pub answer: Answer,
    /// Shares, without the luck that could be taken out.
    pub base: f64,
    pub change: f64,
    /// How much nearer to the goal the change is, in points.
    pub gain: f64,
    pub ratio_fairer: f64,
    pub ratio_less_fair: f64,
    pub lower_bound: f64,
    pub upper_bound: f64,
    /// How many times fewer games were needed because of pairs, and because luck was taken out.
    pub pairing_factor: Option<f64>,
    pub luck_factor: Option<f64>,
    /// Games that a test of fixed size without pairs needs for the difference seen, at the same errors.
    pub unpaired_games: Option<f64>,
}

/// A number in both rule sets.
#[derive(Clone, Debug, Serialize)]
pub struct Paired {
    pub base: Estimate,
    pub change: Estimate,
    pub difference: Estimate,
}

/// A mean, and where it lies.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Estimate {
    pub mean: f64,
    pub low: f64,
    pub high: f64,
}

#[derive(Clone, Debug, Serialize)]
pub struct SideReport {
    pub side: String,
    #[serde(flatten)]
    pub share: Paired,
}

#[derive(Clone, Debug, Serialize)]
pub struct Named {
    pub name: String,
    #[serde(flatten)]
    pub games: Paired,
}

#[derive(Clone, Debug, Serialize)]
pub struct BotReport {
    pub bots: String,
    pub pairs: usize,
    pub sides: Vec<SideReport>,
}

impl Compare<'_> {
    pub fn report(&self) -> Report {
        let job = self.job;
        let all: Vec<&[Record; 2]> = self.pairs.iter().collect();
        let arm = |at: usize| {
            job.arms.get(at).cloned().unwrap_or(Arm {
                pack: String::new(),
                hash: String::new(),
                set: Vec::new(),
                options: Vec::new(),
            })
        };
        let goals = self.goals();
        let mut lengths: BTreeMap<i16, [usize; 2]> = BTreeMap::new();
        for (arm, game) in self.pairs.iter().flat_map(|pair| pair.iter().enumerate()) {
            lengths.entry(game.turn).or_default()[arm] += 1;
        }
        let mut report = Report {
            command: "compare",
            program: job.program.clone(),
            scenario: job.scenario.clone(),
            options: job.options.clone(),
            base: arm(0),
            change: arm(1),
            lineups: job.lineups.clone(),
            seed: job.seed,
            pairs: self.pairs.len(),
            most_pairs: job.games,
            answer: self.answer(),
            says: String::new(),
            sides: sides(job, &all),
            by_bots: self.by_bots(),
            last_turn: paired(&all, |game| f64::from(game.turn)),
            tides: paired(&all, |game| f64::from(game.tides)),
            levels: named(&all, |game| {
                let level = if game.level.is_empty() { "victory" } else { &game.level };
                let name =
                    if game.winner.is_empty() { "nobody".to_owned() } else { format!("{} {level}", game.winner) };
                BTreeMap::from([(name, 1)])
            }),
            bought: named(&all, |game| game.bought.clone()),
            lost: named(&all, |game| game.lost.clone()),
            alpha: self.promise.alpha * goals.len().max(1) as f64,
            beta: self.promise.beta,
            worth: self.promise.worth * 100.0,
            hash: hash(&self.pairs),
            goals,
            path: self.path.clone(),
            lengths,
        };
        report.says = report.sentence();
        report
    }

    fn goals(&self) -> Vec<GoalReport> {
        let report = |judged: &super::analysis::Judged| {
            let pairs = judged.test.pairs();
            let (base, change) = if pairs.count() > 0.0 { (pairs.mean(0), pairs.mean(1)) } else { (0.0, 0.0) };
            let (fairer, less) = judged.test.ratios();
            let (one, other) = (pairs.variance(0), pairs.variance(1));
            let together = one + other - 2.0 * pairs.covariance(0, 1);
            let factors: Vec<f64> = judged.luck.iter().filter_map(crate::stats::control::Control::factor).collect();
            let fixed = interval::unpaired_games(
                base.clamp(0.0, 1.0),
                change.clamp(0.0, 1.0),
                self.promise.alpha,
                self.promise.beta,
            );
            GoalReport {
                goal: judged.goal.to_string(),
                side: judged.goal.side.clone(),
                answer: judged.test.answer(),
                base,
                change,
                gain: judged.goal.wanted.gain(base, change) * 100.0,
                ratio_fairer: fairer,
                ratio_less_fair: less,
                lower_bound: self.promise.lower(),
                upper_bound: self.promise.upper(),
                pairing_factor: (together > 0.0).then(|| (one + other) / together),
                luck_factor: (factors.len() == 2).then(|| f64::midpoint(factors[0], factors[1])),
                unpaired_games: fixed.is_finite().then(|| (2.0 * fixed).ceil()),
            }
        };
        self.judged.iter().map(report).collect()
    }

    fn by_bots(&self) -> Vec<BotReport> {
        let report = |(at, lineup): (usize, &Lineup)| {
            let own: Vec<&[Record; 2]> =
                self.pairs.iter().filter(|pair| self.job.lineup(pair[0].number) == at).collect();
            BotReport { bots: lineup.to_string(), pairs: own.len(), sides: sides(self.job, &own) }
        };
        self.job.lineups.iter().enumerate().map(report).collect()
    }
}

/// The hash of a batch: of its last positions in order.
fn hash(pairs: &[[Record; 2]]) -> String {
    let number = |game: &Record| u64::from_str_radix(&game.hash, 16).unwrap_or(0);
    let all = pairs.iter().flatten().fold(0_u64, |all, game| all.rotate_left(7) ^ number(game));
    format!("{all:016x}")
}

fn sides(job: &Job, pairs: &[&[Record; 2]]) -> Vec<SideReport> {
    let mut names: Vec<String> = job.sides.clone();
    let others: BTreeSet<&String> = pairs.iter().flat_map(|pair| pair.iter().map(|game| &game.winner)).collect();
    names.extend(others.into_iter().filter(|name| !job.sides.contains(name)).cloned());
    let report = |name: String| {
        let mut share = paired(pairs, |game| game.won(&name));
        for estimate in [&mut share.base, &mut share.change] {
            (estimate.low, estimate.high) = (estimate.low.max(0.0), estimate.high.min(1.0));
        }
        let side = if name.is_empty() { "nobody".to_owned() } else { name };
        SideReport { side, share }
    };
    names.into_iter().map(report).collect()
}

fn paired(pairs: &[&[Record; 2]], value: impl Fn(&Record) -> f64) -> Paired {
    let mut seen = Moments::new(3);
    for [base, change] in pairs {
        let (one, other) = (value(base), value(change));
        seen.push(&[one, other, other - one]);
    }
    let games = seen.count();
    let estimate = |at: usize| {
        // A variance of 0 in a few games is not one of 0 for ever.
        let variance = seen.variance(at) + 1.0 / (games + 2.0);
        let Interval { low, high } = if games > 0.0 {
            interval::always(seen.mean(at), variance, games, CONFIDENCE)
        } else {
            Interval { low: 0.0, high: 0.0 }
        };
        Estimate { mean: seen.mean(at), low, high }
    };
    Paired { base: estimate(0), change: estimate(1), difference: estimate(2) }
}

/// The names with the greatest differences beside their spread, in the order of their names.
fn named(pairs: &[&[Record; 2]], counts: impl Fn(&Record) -> BTreeMap<String, i64>) -> Vec<Named> {
    let counted: Vec<[BTreeMap<String, i64>; 2]> =
        pairs.iter().map(|[base, change]| [counts(base), counts(change)]).collect();
    let names: BTreeSet<&String> = counted.iter().flatten().flat_map(BTreeMap::keys).collect();
    let mut found: Vec<Named> = names
        .into_iter()
        .map(|name| {
            let mut seen = Moments::new(3);
            for [base, change] in &counted {
                let of = |map: &BTreeMap<String, i64>| map.get(name).copied().unwrap_or(0) as f64;
                seen.push(&[of(base), of(change), of(change) - of(base)]);
            }
            let games = seen.count().max(1.0);
            let estimate = |at: usize| {
                let within =
                    interval::always(seen.mean(at), seen.variance(at) + 1.0 / (games + 2.0), games, CONFIDENCE);
                Estimate { mean: seen.mean(at), low: within.low, high: within.high }
            };
            Named {
                name: name.clone(),
                games: Paired { base: estimate(0), change: estimate(1), difference: estimate(2) },
            }
        })
        .collect();
    let weight = |named: &Named| named.games.difference.mean.abs();
    found.sort_by(|one, other| weight(other).total_cmp(&weight(one)).then_with(|| one.name.cmp(&other.name)));
    found.truncate(MOST_UNITS);
    found.sort_by(|one, other| one.name.cmp(&other.name));
    found
}
