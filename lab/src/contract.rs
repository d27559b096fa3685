//! `balance.ron` against games: each want is held against an interval that always holds, until all are proved or refuted or
//! the games are spent.

use std::collections::BTreeMap;
use std::sync::atomic::AtomicBool;

use chartroom_format::load::Loaded;
use chartroom_format::schema::balance::{Contract, Want};
use serde::Serialize;

use crate::job::{self, Arm, Job, Question};
use crate::lineup::Lineup;
use crate::play::{self, Arena, Flow, Record, Watch};
use crate::stats::interval::{self, Interval};
use crate::stats::moments::Moments;

/// Games before anything is said.
const LEAST: f64 = 64.0;
/// The chance that a contract that holds is refuted, or the other way round.
const ERROR: f64 = 0.05;

/// What the games say about one want.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Verdict {
    Proved,
    Refuted,
    Open,
}

/// One want and its games.
#[derive(Clone, Debug, Serialize)]
pub struct Evidence {
    pub want: String,
    pub verdict: Verdict,
    /// Share of games, and the interval that holds at whatever game one stops.
    pub share: f64,
    pub low: f64,
    pub high: f64,
}

/// A contract and its games.
#[derive(Clone, Debug, Serialize)]
pub struct Checked {
    pub contract: String,
    pub scenario: String,
    pub bots: Vec<String>,
    pub games: usize,
    pub most_games: usize,
    pub seed: u64,
    pub pack_hash: String,
    pub program: String,
    pub wants: Vec<Evidence>,
    /// The flag was raised before all was known.
    pub interrupted: bool,
}

/// One want as a question about each game, and the share of games that should answer yes.
struct Asked<'a> {
    want: &'a Want,
    from: f64,
    to: f64,
    seen: Moments,
}

/// Plays a contract. The error says what is wrong with it.
pub fn check(
    loaded: &Loaded,
    name: &str,
    contract: &Contract,
    program: &str,
    stopped: &AtomicBool,
    played: &(dyn Fn() + Sync),
) -> Result<Checked, String> {
    if contract.games == 0 {
        return Err("a budget of 0 games proves nothing".to_owned());
    }
    if contract.wants.is_empty() {
        return Err("it wants nothing".to_owned());
    }
    let mut asked: Vec<Asked<'_>> = contract.wants.iter().map(asked).collect::<Result<_, _>>()?;
    let switches: BTreeMap<String, bool> = contract.options.iter().map(|(id, on)| (id.to_string(), *on)).collect();
    let arena = Arena::new(loaded, contract.scenario.as_str(), &[], &switches)?;
    let lineups: Vec<Lineup> = contract.bots.iter().map(|bots| Lineup::parse(bots)).collect::<Result<_, _>>()?;
    if lineups.is_empty() {
        return Err("it names no bots".to_owned());
    }
    lineups.iter().try_for_each(|lineup| lineup.check(&arena.rules))?;
    let hash = job::hash(loaded);
    let job = Job {
        program: program.to_owned(),
        scenario: contract.scenario.to_string(),
        options: Vec::new(),
        arms: vec![Arm { pack: String::new(), hash: hash.clone(), set: Vec::new(), options: Vec::new() }],
        lineups,
        seed: contract.seed,
        games: contract.games as usize,
        sides: arena.rules.sides.clone(),
        question: Question::Simulate,
    };
    let spaces: Vec<String> = contract
        .wants
        .iter()
        .filter_map(|want| match want {
            Want::Contested { space, .. } => Some(space.to_string()),
            _ => None,
        })
        .collect();
    let confidence = 1.0 - ERROR / asked.len() as f64;
    let arenas = [arena];
    let mut games = 0;
    play::run(&job, &arenas, Watch { spaces: &spaces }, 0..job.blocks(), stopped, played, |_, records| {
        games += records.len();
        for record in &records {
            asked.iter_mut().for_each(|asked| asked.seen.push(&[f64::from(u8::from(is_so(asked.want, record)))]));
        }
        let open = asked.iter().any(|asked| asked.evidence(confidence).verdict == Verdict::Open);
        Ok(if open { Flow::More } else { Flow::Enough })
    })?;
    let wants: Vec<Evidence> = asked.iter().map(|asked| asked.evidence(confidence)).collect();
    Ok(Checked {
        contract: name.to_owned(),
        scenario: job.scenario.clone(),
        bots: contract.bots.clone(),
        games,
        most_games: job.games,
        seed: job.seed,
        pack_hash: hash,
        program: program.to_owned(),
        interrupted: stopped.load(std::sync::atomic::Ordering::Relaxed),
        wants,
    })
}

fn asked(want: &Want) -> Result<Asked<'_>, String> {
    let (from, to) = match want {
        Want::Share { from, to, .. } => (*from, *to),
        Want::Length { in_games, .. } | Want::Bought { in_games, .. } | Want::Contested { in_games, .. } => {
            (*in_games, 100)
        }
    };
    if from > to || to > 100 {
        return Err(format!("{}: per cent go from 0 to 100, lower end first", says(want)));
    }
    if let Want::Length { from, to, .. } = want
        && from > to
    {
        return Err(format!("{}: no game ends then", says(want)));
    }
    Ok(Asked { want, from: f64::from(from) / 100.0, to: f64::from(to) / 100.0, seen: Moments::new(1) })
}

impl Asked<'_> {
    fn evidence(&self, confidence: f64) -> Evidence {
        let games = self.seen.count();
        let share = self.seen.mean(0);
        // A hundred games with one answer do not prove that there is no other.
        let variance = self.seen.variance(0) + 1.0 / (games + 2.0);
        let Interval { low, high } = interval::always(share, variance, games, confidence).of_share();
        let verdict = if games < LEAST {
            Verdict::Open
        } else if high < self.from || low > self.to {
            Verdict::Refuted
        } else if low >= self.from && high <= self.to {
            Verdict::Proved
        } else {
            Verdict::Open
        };
        Evidence { want: says(self.want), verdict, share, low, high }
    }
}

fn is_so(want: &Want, game: &Record) -> bool {
    match want {
        Want::Share { side, .. } => game.winner == side.as_str(),
        Want::Length { from, to, .. } => (*from..=*to).contains(&i64::from(game.turn)),
        Want::Bought { unit, by, .. } => game.bought.iter().any(|(name, count)| {
            let (power, bought) = name.split_once(' ').unwrap_or(("", name));
            *count > 0 && bought == unit.as_str() && by.as_ref().is_none_or(|by| by.as_str() == power)
        }),
        Want::Contested { space, .. } => game.contested.iter().any(|name| name == space.as_str()),
    }
}

fn says(want: &Want) -> String {
    match want {
        Want::Share { side, from, to } => format!("{side} wins {from} to {to} % of games"),
        Want::Length { from, to, in_games } => format!("{in_games} % of games end on turns {from} to {to}"),
        Want::Bought { unit, by, in_games } => {
            let by = by.as_ref().map_or_else(String::new, |by| format!(" by {by}"));
            format!("{unit} is bought{by} in {in_games} % of games")
        }
        Want::Contested { space, in_games } => format!("{space} changes hands in {in_games} % of games"),
    }
}

impl Evidence {
    /// What the games say.
    pub fn says(&self) -> String {
        format!("{:.1} %, {:.1} to {:.1}", self.share * 100.0, self.low * 100.0, self.high * 100.0)
    }
}

impl Checked {
    /// For a pull request.
    pub fn markdown(&self) -> String {
        let mut out = format!(
            "### {}: {}\n\n{} of at most {} games by {}, seed {}, pack `{}`, chartroom {}\n\n| wanted | | games say |\n|---|---|---|\n",
            self.contract,
            self.scenario,
            self.games,
            self.most_games,
            self.bots.join(" and "),
            self.seed,
            self.pack_hash,
            self.program
        );
        for want in &self.wants {
            let verdict = match want.verdict {
                Verdict::Proved => "proved",
                Verdict::Refuted => "**refuted**",
                Verdict::Open => "not proved yet",
            };
            out.push_str(&format!("| {} | {verdict} | {} |\n", want.want.replace('|', "\\|"), want.says()));
        }
        out + "\n"
    }
}
