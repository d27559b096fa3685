//! `chartroom simulate PACK SCENARIO --games N`: many games by bots, and who wins how often.

mod set;

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::io::{IsTerminal, Write};
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::Instant;

use chartroom_engine::bots::{self, Seats};
use chartroom_engine::odds::Interval;
use chartroom_engine::{Event, Ruleset, State};
use rayon::prelude::*;
use serde_json::{Value, json};

use super::play::{compiled, switches};
use crate::args::Simulate;
use crate::{find, output};

/// How one game came out.
struct Played {
    winner: String,
    turn: i16,
    actions: usize,
    hash: u64,
    /// What each actor earned by turn.
    income: BTreeMap<(String, i16), i64>,
}

pub(crate) fn run(args: &Simulate) -> Result<ExitCode, String> {
    let mut loaded = find::load_pack(&args.pack)?;
    for setting in &args.set {
        set::apply(&mut loaded.content, setting)?;
    }
    let switches = switches(&loaded, &args.options)?;
    let (rules, start) = compiled(&loaded, &args.scenario, args.seed, &switches)?;
    let seats = Seats::parse(&rules, &args.bots, &rules.styles)?;
    let stopped = Arc::new(AtomicBool::new(false));
    let flag = stopped.clone();
    // Ctrl-C ends the batch, not the program: what was played so far is still an answer.
    ctrlc::set_handler(move || flag.store(true, Ordering::Relaxed))
        .map_err(|error| format!("cannot listen for Ctrl-C: {error}"))?;
    for (phase, why) in rules.not_played() {
        eprintln!("warning: {phase} is not played: {why}");
    }
    let began = Instant::now();
    let done = AtomicUsize::new(0);
    let show = std::io::stderr().is_terminal();
    let played: Vec<Played> = (0..args.games)
        .into_par_iter()
        .filter_map(|number| {
            if stopped.load(Ordering::Relaxed) {
                return None;
            }
            let game = play_one(args, &seats, &rules, &start, number);
            let count = done.fetch_add(1, Ordering::Relaxed) + 1;
            if show {
                progress(count, args.games, began);
            }
            Some(game)
        })
        .collect();
    if show {
        eprintln!();
    }
    let result = report(args, &played);
    if args.json {
        output::print_json(&result)?;
    } else {
        output::print(&text(&result))?;
    }
    Ok(ExitCode::SUCCESS)
}

fn play_one(args: &Simulate, seats: &Seats, rules: &Ruleset, start: &State, number: usize) -> Played {
    let seed = mix(args.seed, number as u64);
    let mut state = start.clone();
    state.rng = seed;
    let mut player = seats.sit(rules, seed, false);
    let mut income: BTreeMap<(String, i16), i64> = BTreeMap::new();
    // Events of one step may reach into the next turn, so that each turn is followed here.
    let mut turn = state.turn;
    let (game, replay) = bots::play(rules, &state, player.as_mut(), None, |_, events| {
        for event in events {
            match event {
                Event::TurnBegan { turn: begun } => turn = *begun,
                Event::Earned { who, amount } => {
                    *income.entry((rules.actor_name(*who).to_owned(), turn)).or_default() += amount;
                }
                _ => {}
            }
        }
    });
    let winner = game.outcome().and_then(|outcome| outcome.winner);
    Played {
        winner: winner.map_or_else(|| "nobody".to_owned(), |who| rules.actor_name(who).to_owned()),
        turn: game.state.turn,
        actions: replay.actions.len(),
        hash: game.state.hash(),
        income,
    }
}

/// A seed for each game that does not depend on which thread plays it.
pub(crate) fn mix(seed: u64, number: u64) -> u64 {
    let mixed = (seed ^ number.wrapping_mul(0x9E37_79B9_7F4A_7C15)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    mixed ^ (mixed >> 29)
}

/// Width of the progress bar.
const BAR: usize = 30;

pub(crate) fn progress(done: usize, games: usize, began: Instant) {
    let spent = began.elapsed().as_secs_f64();
    let left = spent / done as f64 * (games - done) as f64;
    let filled = done * BAR / games.max(1);
    let bar: String = (0..BAR).map(|at| if at < filled { '#' } else { '.' }).collect();
    let mut err = std::io::stderr().lock();
    let _ = write!(err, "\r[{bar}] {done}/{games} games, {left:.0} s left ");
    let _ = err.flush();
}

fn report(args: &Simulate, played: &[Played]) -> Value {
    let games = played.len() as f64;
    let mut wins: BTreeMap<&str, usize> = BTreeMap::new();
    for game in played {
        *wins.entry(&game.winner).or_default() += 1;
    }
    let mut lengths: BTreeMap<i16, usize> = BTreeMap::new();
    for game in played {
        *lengths.entry(game.turn).or_default() += 1;
    }
    let rates: BTreeMap<&str, Value> = wins
        .into_iter()
        .map(|(who, count)| {
            let interval = Interval::wilson(count as f64, games);
            let rate = if games > 0.0 { count as f64 / games } else { 0.0 };
            (who, json!({ "wins": count, "rate": rate, "low": interval.low, "high": interval.high }))
        })
        .collect();
    let all = played.iter().fold(0_u64, |all, game| all.rotate_left(7) ^ game.hash);
    let mut earned: BTreeMap<&str, BTreeMap<i16, Vec<i64>>> = BTreeMap::new();
    for ((who, turn), amount) in played.iter().flat_map(|game| &game.income) {
        earned.entry(who).or_default().entry(*turn).or_default().push(*amount);
    }
    let income: BTreeMap<&str, BTreeMap<i16, f64>> = earned
        .into_iter()
        .map(|(who, turns)| {
            let mean = |amounts: Vec<i64>| amounts.iter().sum::<i64>() as f64 / amounts.len().max(1) as f64;
            (who, turns.into_iter().map(|(turn, amounts)| (turn, mean(amounts))).collect())
        })
        .collect();
    let actions: usize = played.iter().map(|game| game.actions).sum();
    json!({
        "pack": args.pack, "scenario": args.scenario, "games": played.len(), "asked": args.games, "seed": args.seed, "set": args.set, "options": args.options,
        "wins": rates, "last_turn": lengths, "income": income, "actions_per_game": actions as f64 / games.max(1.0), "hash": format!("{all:016x}"),
    })
}

fn text(result: &Value) -> String {
    let mut out = format!("{} games of {} {}\n", result["games"], result["pack"], result["scenario"]);
    for (who, rate) in result["wins"].as_object().into_iter().flatten() {
        let percent = |key: &str| rate[key].as_f64().unwrap_or(0.0) * 100.0;
        let _ = writeln!(
            out,
            "  {who}: {:.1} % ({:.1} to {:.1} with 95 % confidence)",
            percent("rate"),
            percent("low"),
            percent("high")
        );
    }
    for (turn, count) in result["last_turn"].as_object().into_iter().flatten() {
        let _ = writeln!(out, "  ended on turn {turn}: {count}");
    }
    for (who, turns) in result["income"].as_object().into_iter().flatten() {
        let curve: Vec<String> = turns
            .as_object()
            .into_iter()
            .flatten()
            .map(|(turn, mean)| format!("{turn}: {:.1}", mean.as_f64().unwrap_or(0.0)))
            .collect();
        let _ = writeln!(out, "  income of {who} by turn: {}", curve.join(", "));
    }
    out
}
