//! Measures what the sequential test promises on real games, for docs/statistics.md (`scripts/statistics` runs it).
//!
//! `statistics PACK SCENARIO PATH=VALUE PAIRS RUNS`: plays PAIRS pairs once, then draws RUNS runs from them in other orders:
//! pairs as they are for the planted difference, games of the base against other games of the base for none.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::io::Write as _;
use std::path::Path;
use std::process::ExitCode;
use std::sync::atomic::AtomicBool;

use chartroom_format::fs::DiskFs;
use chartroom_format::load;
use chartroom_lab::compare::Compare;
use chartroom_lab::goal::even;
use chartroom_lab::job::{self, Arm, BLOCK, Job, Question};
use chartroom_lab::lineup::Lineup;
use chartroom_lab::play::{self, Arena, Flow, Record, Watch};
use chartroom_lab::stats::interval::unpaired_games;
use chartroom_lab::stats::sequential::Promise;

const PROMISE: Promise = Promise { alpha: 0.05, beta: 0.05, worth: 0.03, least: 64 };

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let [pack, scenario, set, pairs, runs] = args.as_slice() else {
        eprintln!("statistics PACK SCENARIO PATH=VALUE PAIRS RUNS");
        return ExitCode::from(2);
    };
    match measure(pack, scenario, set, pairs, runs) {
        Ok(text) => match std::io::stdout().write_all(text.as_bytes()) {
            Ok(()) => ExitCode::SUCCESS,
            Err(_) => ExitCode::from(2),
        },
        Err(why) => {
            eprintln!("{why}");
            ExitCode::from(2)
        }
    }
}

fn measure(pack: &str, scenario: &str, set: &str, pairs: &str, runs: &str) -> Result<String, String> {
    let number = |text: &str| text.parse::<usize>().map_err(|_| format!("`{text}` is no number"));
    let (pairs, runs) = (number(pairs)?, number(runs)?);
    let loaded = load::load(&DiskFs, Path::new(pack))?;
    let sets = [Vec::new(), vec![set.to_owned()]];
    let arenas: Vec<Arena> =
        sets.iter().map(|set| Arena::new(&loaded, scenario, set, &BTreeMap::new())).collect::<Result<_, _>>()?;
    let hash = job::hash(&loaded);
    let sides = arenas[0].rules.sides.clone();
    let arm =
        |set: &Vec<String>| Arm { pack: pack.to_owned(), hash: hash.clone(), set: set.clone(), options: Vec::new() };
    let job = Job {
        program: env!("CARGO_PKG_VERSION").to_owned(),
        scenario: scenario.to_owned(),
        options: Vec::new(),
        arms: sets.iter().map(arm).collect(),
        lineups: vec![Lineup::default()],
        seed: 1,
        games: pairs,
        question: Question::Compare { goals: even(&sides), promise: PROMISE },
        sides,
    };
    let mut played: [Vec<Record>; 2] = [Vec::new(), Vec::new()];
    play::run(&job, &arenas, Watch::default(), 0..job.blocks(), &AtomicBool::new(false), &|| {}, |_, records| {
        records.into_iter().for_each(|game| played[game.arm].push(game));
        Ok(Flow::More)
    })?;
    let side = &job.sides[0];
    let share = |games: &[Record]| games.iter().map(|game| game.won(side)).sum::<f64>() / games.len() as f64;
    let (base, change) = (share(&played[0]), share(&played[1]));
    let fixed = 2.0 * unpaired_games(base, change, PROMISE.alpha, PROMISE.beta);
    let planted = counted(&job, runs, |dice| {
        let at = dice.below(pairs);
        (played[0][at].clone(), played[1][at].clone())
    })?;
    // Other luck on the other side: the same game twice would be no test.
    let none = counted(&job, runs, |dice| {
        let at = dice.below(pairs);
        let other = (at + 1 + dice.below(pairs - 1)) % pairs;
        (played[0][at].clone(), played[0][other].clone())
    })?;
    let line = |name: &str, found: &Counted| {
        format!(
            "| {name} | {} | {} | {} | {} | {:.0} |\n",
            found.answers[0], found.answers[1], found.answers[2], found.answers[3], found.games
        )
    };
    let mut out = String::new();
    let _ = writeln!(
        out,
        "`{set}` in {pack} {scenario}: {side} wins {:.2} % of {pairs} games as it is and {:.2} % with the change, {:+.2} points. Pairs save a factor of {:.2}, luck taken out one of {:.2}. A test of fixed size without pairs needs {fixed:.0} games at the same errors.\n",
        base * 100.0,
        change * 100.0,
        (change - base) * 100.0,
        planted.pairing,
        planted.luck
    );
    let _ = writeln!(out, "| {runs} runs | fairer | less fair | no difference | undecided | games of a run, mean |");
    out.push_str("|---|---|---|---|---|---|\n");
    out.push_str(&line("the planted difference", &planted));
    out.push_str(&line("no difference", &none));
    Ok(out)
}

#[derive(Default)]
struct Counted {
    answers: [usize; 4],
    games: f64,
    pairing: f64,
    luck: f64,
}

fn counted(job: &Job, runs: usize, mut draw: impl FnMut(&mut Dice) -> (Record, Record)) -> Result<Counted, String> {
    let mut found = Counted::default();
    for run in 0..runs {
        let mut dice = Dice(run as u64 + 1);
        let mut compare = Compare::new(job)?;
        let mut pairs = 0;
        while pairs < 20_000 {
            let (mut base, mut change): (Vec<Record>, Vec<Record>) = (0..BLOCK).map(|_| draw(&mut dice)).unzip();
            for (at, (one, other)) in base.iter_mut().zip(&mut change).enumerate() {
                (one.arm, one.number, other.arm, other.number) = (0, pairs + at, 1, pairs + at);
            }
            base.append(&mut change);
            pairs += BLOCK;
            if compare.take(base)? == Flow::Enough {
                break;
            }
        }
        let report = compare.report();
        let said = serde_json::to_value(report.answer).map_err(|error| error.to_string())?;
        let at = ["fairer", "less-fair", "no-difference", "undecided"].iter().position(|answer| said == **answer);
        found.answers[at.unwrap_or(3)] += 1;
        found.games += 2.0 * pairs as f64 / runs as f64;
        found.pairing += report.goals[0].pairing_factor.unwrap_or(1.0) / runs as f64;
        found.luck += report.goals[0].luck_factor.unwrap_or(1.0) / runs as f64;
    }
    Ok(found)
}

/// Draws of this program's own (SplitMix64).
struct Dice(u64);

impl Dice {
    fn below(&mut self, count: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        ((u128::from(mixed ^ (mixed >> 31)) * count as u128) >> 64) as usize
    }
}
