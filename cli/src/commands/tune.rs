//! `chartroom tune PACK SCENARIO --goal .. --free PATH..`: the smallest set of whole-number changes that reaches a goal.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::process::ExitCode;
use std::sync::atomic::Ordering;

use chartroom_format::edit::{self, Edit};
use chartroom_format::load::Loaded;
use chartroom_lab::goal::Goal;
use chartroom_lab::job::Question;
use chartroom_lab::play::{self, Arena, Record};
use chartroom_lab::tune::{self, Found, Free, Limits, Spot};
use chartroom_lab::{setting, setting_edit};
use serde_json::{Value, json};

use super::experiment::{self, Change, Common};
use crate::output;

/// Search the smallest set of changes that reaches a goal; show them as a diff, and write them only on --write.
#[derive(clap::Args)]
#[command(after_help = "Example:
  chartroom tune hitlers-global-war barbarossa --goal \"axis 45..55\" --free tables.unit-cost.0.infantry --free tables.unit-cost.0.mechanized=4..8

Exit code 0 if the goal is reached on seeds that the search has not seen, 1 if not.")]
pub(crate) struct Args {
    #[command(flatten)]
    common: Common,
    /// What the author wants, such as "axis 45..55".
    #[arg(long, value_name = "SIDE FROM..TO", required = true)]
    goal: Vec<String>,
    /// A value that may be changed, in a range; without one from half to double of what it is.
    #[arg(long, value_name = "PATH[=FROM..TO]", required = true)]
    free: Vec<String>,
    /// Values changed at most.
    #[arg(long, default_value_t = 3)]
    cells: usize,
    /// Games at most; the proof of the answer comes on top.
    #[arg(long, default_value_t = 12_000)]
    max_games: usize,
    /// Games that prove the answer, on fresh seeds.
    #[arg(long, default_value_t = 512)]
    proof: usize,
    /// Write the changes into the pack, as the smallest edits.
    #[arg(long)]
    write: bool,
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: &Args) -> Result<ExitCode, String> {
    if args.cells == 0 || args.max_games == 0 || args.proof == 0 {
        return Err("a search needs at least one cell, one game, and one game to prove its answer".to_owned());
    }
    let loaded = experiment::load(&args.common.pack)?;
    let free: Vec<Free> = args.free.iter().map(|text| Free::parse(text, &loaded.content)).collect::<Result<_, _>>()?;
    if args.write {
        // What could not be written is found out before the search, not after.
        free.iter().try_for_each(|free| setting_edit::edits(&loaded, &free.path, free.value).map(drop))?;
    }
    let goals: Vec<Goal> = args.goal.iter().map(|text| Goal::parse(text)).collect::<Result<_, _>>()?;
    let base = [Change::new(&loaded, Vec::new())];
    let ready = experiment::prepare(&args.common, &base, args.max_games, |_| Ok(Question::Simulate))?;
    experiment::check_goals(&goals, &ready)?;
    let stopped = experiment::interruptible()?;
    let bar = experiment::bar(args.max_games + 2 * args.proof);
    let mut arenas: BTreeMap<Spot, Arena> = BTreeMap::new();
    let mut game = |spot: &Spot, numbers: std::ops::Range<usize>| -> Result<Option<Vec<Record>>, String> {
        if !arenas.contains_key(spot) {
            arenas.insert(spot.clone(), experiment::arena(&args.common, &Change::new(&loaded, spot.settings(&free)))?);
        }
        let told = || bar.inc(1);
        play::games(&ready.job, &arenas[spot], numbers, &stopped, &told)
    };
    let limits = Limits { cells: args.cells, games: args.max_games, proof: args.proof };
    let found = tune::search(&free, &goals, limits, &mut game)?;
    bar.finish_and_clear();
    let interrupted = stopped.load(Ordering::Relaxed);
    let changes = found.spot.changes(&free);
    let written = if args.write && found.reached && !interrupted { write(&loaded, &changes)? } else { Vec::new() };
    if args.json {
        output::print_json(&as_json(args, &found, &free, &goals, &written))?;
    } else {
        output::print(&text(args, &found, &free, &goals, &written))?;
    }
    if interrupted {
        return Ok(experiment::exit(true));
    }
    Ok(ExitCode::from(u8::from(!found.reached)))
}

/// Writes the changes: all files are made first, so that a value nobody can write leaves every file as it was.
fn write(loaded: &Loaded, changes: &[(&Free, i64)]) -> Result<Vec<String>, String> {
    let mut by_file: BTreeMap<usize, Vec<Edit>> = BTreeMap::new();
    for (free, value) in changes {
        let (file, edits) = setting_edit::edits(loaded, &free.path, *value)?;
        by_file.entry(file).or_default().extend(edits);
    }
    let mut texts = Vec::new();
    for (file, edits) in by_file {
        let source = &loaded.files[file];
        let text = edit::apply(&source.text, &edits).map_err(|error| error.to_string())?;
        texts.push((loaded.root.join(&source.relative), text));
    }
    for (path, text) in &texts {
        edit::write_with_backup(path, text).map_err(|error| format!("cannot write {}: {error}", path.display()))?;
    }
    let again = experiment::load(&loaded.root.to_string_lossy())?;
    for (free, value) in changes {
        if setting::read(&again.content, &free.path)?.iter().any(|read| read != value) {
            return Err(format!(
                "`{}` was written but does not read back as {value}; the old texts are kept in .chartroom/backups/ of the pack",
                free.path
            ));
        }
    }
    Ok(texts.iter().map(|(path, _)| path.display().to_string()).collect())
}

/// A number before and after, over the games of the proof.
fn before_after(found: &Found, value: impl Fn(&Record) -> f64) -> (f64, f64) {
    let mean = |games: &[Record]| games.iter().map(&value).sum::<f64>() / games.len().max(1) as f64;
    (mean(&found.proof[0]), mean(&found.proof[1]))
}

fn as_json(args: &Args, found: &Found, free: &[Free], goals: &[Goal], written: &[String]) -> Value {
    let changes: Vec<Value> = found
        .spot
        .changes(free)
        .into_iter()
        .map(|(free, value)| json!({ "path": free.path, "from": free.value, "to": value }))
        .collect();
    let goals: Vec<Value> = goals
        .iter()
        .zip(&found.shares)
        .map(|(goal, (share, within))| {
            let before = before_after(found, |game| game.won(&goal.side)).0;
            json!({ "goal": goal.to_string(), "before": before, "share": share, "low": within.low, "high": within.high })
        })
        .collect();
    let (turn, tides) =
        (before_after(found, |game| f64::from(game.turn)), before_after(found, |game| f64::from(game.tides)));
    json!({
        "command": "tune", "pack": args.common.pack, "scenario": args.common.scenario, "seed": args.common.seed,
        "reached": found.reached, "changes": changes, "goals": goals, "proof_games": found.proof[1].len(),
        "last_turn": { "before": turn.0, "after": turn.1 }, "tides": { "before": tides.0, "after": tides.1 },
        "games": found.games, "tried": found.tried, "written": written,
    })
}

fn text(args: &Args, found: &Found, free: &[Free], goals: &[Goal], written: &[String]) -> String {
    let changes = found.spot.changes(free);
    let mut out = match (found.reached, changes.is_empty()) {
        (true, true) => "The goal is reached as it is: nothing to change.\n".to_owned(),
        (true, false) => format!("{} changed values reach the goal:\n", changes.len()),
        (false, _) => "The goal is not reached; the nearest found:\n".to_owned(),
    };
    for (free, value) in &changes {
        let _ = writeln!(out, "  - {} = {}\n  + {} = {value}", free.path, free.value, free.path);
    }
    for (goal, (share, within)) in goals.iter().zip(&found.shares) {
        let before = before_after(found, |game| game.won(&goal.side)).0;
        let _ = writeln!(
            out,
            "  {goal}: {:.1} % -> {:.1} % ({:.1} to {:.1}) over {} games on fresh seeds",
            before * 100.0,
            share * 100.0,
            within.low * 100.0,
            within.high * 100.0,
            found.proof[1].len()
        );
    }
    let (before, after) = before_after(found, |game| f64::from(game.turn));
    let _ = writeln!(out, "  what it costs elsewhere: last turn {before:.2} -> {after:.2}");
    let (before, after) = before_after(found, |game| f64::from(game.tides));
    let _ = writeln!(out, "  the tide turned {before:.2} -> {after:.2} times a game");
    let _ = writeln!(out, "{} rule sets tried in {} games, seed {}", found.tried, found.games, args.common.seed);
    for file in written {
        let _ = writeln!(out, "written: {file}; the old text is kept in .chartroom/backups/ of the pack");
    }
    if !args.write && found.reached && !changes.is_empty() {
        out.push_str("run again with --write to change the pack\n");
    }
    out
}
