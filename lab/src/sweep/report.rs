//! A sweep in numbers and as charts.

use serde::Serialize;

use super::axis::Axis;
use crate::chart::{Band, Cell, Chart, curves, heat};
use crate::goal::Goal;
use crate::html::Page;
use crate::job::{Job, Question};
use crate::play::Record;
use crate::stats::interval::{self, Interval, wilson};
use crate::stats::moments::Moments;

const CONFIDENCE: f64 = 0.95;

/// A sweep.
#[derive(Clone, Debug, Serialize)]
pub struct Report {
    pub command: &'static str,
    pub program: String,
    pub pack: String,
    pub pack_hash: String,
    pub scenario: String,
    pub options: Vec<String>,
    pub bots: Vec<String>,
    pub seed: u64,
    /// Games of each rule set that were asked for.
    pub games: usize,
    pub axes: Vec<Axis>,
    pub points: Vec<Point>,
    pub nearest: Vec<Nearest>,
    #[serde(skip)]
    goals: Vec<Goal>,
    #[serde(skip)]
    sides: Vec<String>,
}

/// One rule set of a sweep.
#[derive(Clone, Debug, Serialize)]
pub struct Point {
    pub values: Vec<i64>,
    pub games: usize,
    pub shares: Vec<Share>,
    pub last_turn: f64,
    pub last_turn_low: f64,
    pub last_turn_high: f64,
}

#[derive(Clone, Debug, Serialize)]
pub struct Share {
    pub side: String,
    pub wins: usize,
    pub share: f64,
    pub low: f64,
    pub high: f64,
}

/// The value nearest to a goal.
#[derive(Clone, Debug, Serialize)]
pub struct Nearest {
    pub goal: String,
    pub values: Vec<i64>,
    pub share: f64,
    pub low: f64,
    pub high: f64,
    /// Whether its share lies within the goal.
    pub reached: bool,
    /// By axis: the least and the greatest value that may be as good, as far as these games tell.
    pub between: Vec<[i64; 2]>,
}

/// What the records of a sweep say.
pub fn report(job: &Job, records: &[Record]) -> Result<Report, String> {
    let Question::Sweep { axes, goals } = &job.question else {
        return Err("these games were not played for a sweep".to_owned());
    };
    let mut combinations: Vec<Vec<i64>> = vec![Vec::new()];
    for axis in axes {
        combinations = combinations
            .into_iter()
            .flat_map(|before| axis.values.iter().map(move |value| [before.as_slice(), &[*value]].concat()))
            .collect();
    }
    let points: Vec<Point> = combinations
        .into_iter()
        .enumerate()
        .map(|(arm, values)| point(job, values, records.iter().filter(|game| game.arm == arm)))
        .collect();
    let nearest = goals.iter().filter_map(|goal| nearest(goal, &points)).collect();
    let arm = job.arms.first();
    Ok(Report {
        command: "sweep",
        program: job.program.clone(),
        pack: arm.map_or_else(String::new, |arm| arm.pack.clone()),
        pack_hash: arm.map_or_else(String::new, |arm| arm.hash.clone()),
        scenario: job.scenario.clone(),
        options: job.options.clone(),
        bots: job.lineups.iter().map(ToString::to_string).collect(),
        seed: job.seed,
        games: job.games,
        axes: axes.clone(),
        points,
        nearest,
        goals: goals.clone(),
        sides: job.sides.clone(),
    })
}

fn point<'r>(job: &Job, values: Vec<i64>, games: impl Iterator<Item = &'r Record>) -> Point {
    let mut turns = Moments::new(1);
    let mut wins = vec![0_usize; job.sides.len()];
    for game in games {
        turns.push(&[f64::from(game.turn)]);
        for (side, wins) in job.sides.iter().zip(&mut wins) {
            *wins += usize::from(game.winner == *side);
        }
    }
    let count = turns.count();
    let shares = job
        .sides
        .iter()
        .zip(wins)
        .map(|(side, wins)| {
            let Interval { low, high } = wilson(wins as f64, count, CONFIDENCE);
            Share { side: side.clone(), wins, share: wins as f64 / count.max(1.0), low, high }
        })
        .collect();
    let length = interval::of_mean(turns.mean(0), turns.variance(0), count, CONFIDENCE);
    Point {
        values,
        games: count as usize,
        shares,
        last_turn: turns.mean(0),
        last_turn_low: length.low,
        last_turn_high: length.high,
    }
}

fn nearest(goal: &Goal, points: &[Point]) -> Option<Nearest> {
    let share = |point: &Point| point.shares.iter().find(|share| share.side == goal.side).cloned();
    let middle = f64::midpoint(goal.wanted.from, goal.wanted.to);
    let off = |share: &Share| (goal.wanted.distance(share.share), (share.share - middle).abs());
    let played = || points.iter().filter(|point| point.games > 0).filter_map(|point| Some((point, share(point)?)));
    let (best, found) = played().min_by(|(_, one), (_, other)| {
        let (one, other) = (off(one), off(other));
        one.0.total_cmp(&other.0).then(one.1.total_cmp(&other.1))
    })?;
    let as_good: Vec<&Point> = played()
        .filter(|(_, share)| share.low <= goal.wanted.to && goal.wanted.from <= share.high)
        .map(|(point, _)| point)
        .collect();
    let between = (0..best.values.len())
        .map(|axis| {
            let values = || as_good.iter().map(|point| point.values[axis]).chain([best.values[axis]]);
            [values().min().unwrap_or_default(), values().max().unwrap_or_default()]
        })
        .collect();
    Some(Nearest {
        goal: goal.to_string(),
        values: best.values.clone(),
        share: found.share,
        low: found.low,
        high: found.high,
        reached: goal.wanted.distance(found.share) == 0.0,
        between,
    })
}

impl Report {
    /// What a goal comes to, in a sentence.
    fn sentence(&self, nearest: &Nearest) -> String {
        let list: Vec<String> = self
            .axes
            .iter()
            .zip(&nearest.values)
            .zip(&nearest.between)
            .map(|((axis, value), [from, to])| format!("{}={value} ({from} to {to} may be as good)", axis.path))
            .collect();
        format!(
            "{} {}: {} with {:.1} % ({:.1} to {:.1})",
            if nearest.reached { "reaches" } else { "nearest to" },
            nearest.goal,
            list.join(", "),
            nearest.share * 100.0,
            nearest.low * 100.0,
            nearest.high * 100.0
        )
    }

    pub fn text(&self) -> String {
        let mut out = format!("{} {}: {} games of each\n", self.pack, self.scenario, self.games);
        for row in self.rows() {
            out.push_str(&format!("  {}\n", row.join("  ")));
        }
        for nearest in &self.nearest {
            out.push_str(&format!("{}\n", self.sentence(nearest)));
        }
        out
    }

    fn headers(&self) -> Vec<String> {
        let mut headers: Vec<String> = self.axes.iter().map(|axis| axis.path.clone()).collect();
        headers.extend(self.sides.iter().cloned());
        headers.push("last turn".to_owned());
        headers
    }

    fn rows(&self) -> Vec<Vec<String>> {
        let row = |point: &Point| {
            let mut row: Vec<String> = point.values.iter().map(ToString::to_string).collect();
            row.extend(point.shares.iter().map(|share| {
                let [value, low, high] = [share.share, share.low, share.high].map(|share| share * 100.0);
                format!("{} {value:.1} % ({low:.1} to {high:.1})", share.side)
            }));
            row.push(format!("last turn {:.2}", point.last_turn));
            row
        };
        self.points.iter().map(row).collect()
    }

    /// The first chart: what a picture shows.
    pub fn chart(&self) -> Chart {
        let goal = self.goals.first();
        let side = goal.map(|goal| goal.side.clone()).or_else(|| self.sides.first().cloned()).unwrap_or_default();
        match self.axes.as_slice() {
            [down, across] => {
                let names = |axis: &Axis| axis.values.iter().map(ToString::to_string).collect::<Vec<_>>();
                let cells: Vec<Cell> = self
                    .points
                    .iter()
                    .enumerate()
                    .map(|(at, point)| {
                        let share =
                            point.shares.iter().find(|share| share.side == side).map_or(0.0, |share| share.share);
                        let (row, column) = (at / across.values.len(), at % across.values.len());
                        Cell { column, row, value: share, words: format!("{:.0}", share * 100.0) }
                    })
                    .collect();
                let title = format!("Games won by {side}, %");
                heat(&title, (&across.path, &names(across)), (&down.path, &names(down)), &cells)
            }
            _ => {
                let band = |(series, side): (usize, &String)| Band {
                    name: side.clone(),
                    series,
                    points: self
                        .points
                        .iter()
                        .filter_map(|point| {
                            let share = point.shares.iter().find(|share| share.side == *side)?;
                            let x = *point.values.first()? as f64;
                            Some([x, share.share * 100.0, share.low * 100.0, share.high * 100.0])
                        })
                        .collect(),
                };
                let bands: Vec<Band> = self.sides.iter().enumerate().map(band).collect();
                let x = self.axes.first().map_or("", |axis| &axis.path);
                let goal = goal.map(|goal| (goal.wanted.from * 100.0, goal.wanted.to * 100.0));
                curves("Games won, %", x, " %", &bands, &[], goal)
            }
        }
    }

    /// How anybody gets the same again.
    fn command(&self) -> String {
        let mut out = format!("chartroom sweep {} {}", self.pack, self.scenario);
        for option in &self.options {
            out.push_str(&format!(" --option {option}"));
        }
        for axis in &self.axes {
            let step = axis.values.get(1).zip(axis.values.first()).map_or(1, |(next, first)| next - first);
            let (from, to) = (axis.values.first().copied().unwrap_or(0), axis.values.last().copied().unwrap_or(0));
            out.push_str(&format!(" --over {}={from}..{to}:{step}", axis.path));
        }
        for goal in &self.goals {
            out.push_str(&format!(" --goal \"{}\"", goal.to_string().replace(" to ", "..").replace(" %", "")));
        }
        for bots in &self.bots {
            out.push_str(&format!(" --bots \"{}\"", bots.replace(", ", ",")));
        }
        format!("{out} --games {} --seed {}", self.games, self.seed)
    }

    pub fn html(&self) -> String {
        let title = format!(
            "{} {}: {}",
            self.pack,
            self.scenario,
            self.axes.iter().map(|axis| axis.path.as_str()).collect::<Vec<_>>().join(" and ")
        );
        let sentences: Vec<String> = self.nearest.iter().map(|nearest| self.sentence(nearest)).collect();
        let mut page = Page::new(&title).chart(&self.chart()).list(sentences.iter().map(String::as_str));
        if let [axis] = self.axes.as_slice() {
            let points = self
                .points
                .iter()
                .filter_map(|point| {
                    Some([*point.values.first()? as f64, point.last_turn, point.last_turn_low, point.last_turn_high])
                })
                .collect();
            let band = Band { name: "last turn".to_owned(), series: 2, points };
            page = page.chart(&curves("Last turn", &axis.path, "", &[band], &[], None));
        }
        let headers = self.headers();
        let headers: Vec<&str> = headers.iter().map(String::as_str).collect();
        page.table(&headers, &self.rows())
            .heading("How to read this, and how to get it again")
            .words("Every rule set played the same seeds. Bands and brackets are 95 % intervals for a number of games fixed before. Bots play: what they do not see, the games do not show.")
            .code(&self.command())
            .words(&format!("pack {}, program {}, seed {}", self.pack_hash, self.program, self.seed))
            .finish()
    }
}
