//! `simulate`: who wins how often, from the records of one arm.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use serde_json::{Value, json};

use crate::job::Job;
use crate::play::Record;
use crate::stats::interval::wilson;

/// What the games add up to.
pub fn report(job: &Job, played: &[Record]) -> Value {
    let games = played.len() as f64;
    // A side that never wins has a share too, and the end of its interval is what people ask for.
    let mut wins: BTreeMap<&str, usize> = job.sides.iter().map(|side| (side.as_str(), 0)).collect();
    let mut lengths: BTreeMap<i16, usize> = BTreeMap::new();
    let mut earned: BTreeMap<&str, BTreeMap<i16, Vec<i64>>> = BTreeMap::new();
    for game in played {
        *wins.entry(if game.winner.is_empty() { "nobody" } else { &game.winner }).or_default() += 1;
        *lengths.entry(game.turn).or_default() += 1;
        for (who, turns) in &game.income {
            for (turn, amount) in turns {
                earned.entry(who).or_default().entry(*turn).or_default().push(*amount);
            }
        }
    }
    let rates: BTreeMap<&str, Value> = wins
        .into_iter()
        .map(|(who, count)| {
            let interval = wilson(count as f64, games, 0.95);
            let rate = if games > 0.0 { count as f64 / games } else { 0.0 };
            (who, json!({ "wins": count, "rate": rate, "low": interval.low, "high": interval.high }))
        })
        .collect();
    let number = |game: &Record| u64::from_str_radix(&game.hash, 16).unwrap_or(0);
    let all = played.iter().fold(0_u64, |all, game| all.rotate_left(7) ^ number(game));
    let income: BTreeMap<&str, BTreeMap<i16, f64>> = earned
        .into_iter()
        .map(|(who, turns)| {
            let mean = |amounts: Vec<i64>| amounts.iter().sum::<i64>() as f64 / amounts.len().max(1) as f64;
            (who, turns.into_iter().map(|(turn, amounts)| (turn, mean(amounts))).collect())
        })
        .collect();
    let actions: usize = played.iter().map(|game| game.actions).sum();
    let arm = job.arms.first();
    json!({
        "pack": arm.map(|arm| &arm.pack), "scenario": job.scenario, "games": played.len(), "asked": job.games, "seed": job.seed,
        "set": arm.map(|arm| &arm.set), "options": job.options, "bots": job.lineups.iter().map(ToString::to_string).collect::<Vec<_>>(),
        "wins": rates, "last_turn": lengths, "income": income, "actions_per_game": actions as f64 / games.max(1.0),
        "hash": format!("{all:016x}"), "program": job.program, "pack_hash": arm.map(|arm| &arm.hash),
    })
}

/// The report in words.
pub fn text(result: &Value) -> String {
    let word = |key: &str| result[key].as_str().unwrap_or_default().to_owned();
    let mut out = format!("{} games of {} {}\n", result["games"], word("pack"), word("scenario"));
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
