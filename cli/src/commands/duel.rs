//! `chartroom duel PACK SCENARIO --bots a,b`: which of two players is stronger, from games in which each plays each side.

use std::fmt::Write as _;
use std::io::{IsTerminal, Write as _};
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::Instant;

use chartroom_engine::bots::{self, Player, Seats};
use chartroom_engine::ids::{Actor, SideIx};
use chartroom_engine::{Ruleset, State};
use chartroom_lab::duel::{Pair, Share, elo, share};
use rayon::prelude::*;
use serde_json::{Value, json};

use super::play::{compiled, switches};
use crate::{find, output};

#[derive(clap::Args)]
#[command(
    after_help = "Each bot plays each side against the other one, who plays the rest, on the same dice. Budgets are positions, never seconds,
so that a duel comes out the same on every machine.

Examples:
  chartroom duel war-game-ww2 1942 --bots greedy,random --games 40
  chartroom duel war-game-ww2 1942 --bots greedy:maritime,greedy:cautious
  chartroom duel hitlers-global-war barbarossa --bots strong@500,greedy --games 20"
)]
pub(crate) struct Args {
    /// A pack folder, or the name of one under content/.
    pack: String,
    /// The id of the scenario.
    scenario: String,
    /// Two players: greedy, strong, random, each with a style if you like: greedy:maritime, strong@500.
    #[arg(long, value_delimiter = ',', required = true, value_name = "BOT,BOT")]
    bots: Vec<String>,
    /// How many games; rounded up so that each plays each side as often.
    #[arg(long, default_value_t = 40)]
    games: usize,
    /// The dice of the first pair; the others follow from it.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Switch an optional rule: NAME to play with it, NAME=off to play without.
    #[arg(long = "option", value_name = "NAME[=off]")]
    options: Vec<String>,
    #[arg(long)]
    json: bool,
}

/// Two games on the same luck: who played which side of them, and how they came out.
struct Played {
    side: SideIx,
    pair: Pair,
    hash: u64,
}

pub(crate) fn run(args: &Args) -> Result<ExitCode, String> {
    if args.games == 0 {
        return Err("a duel needs at least one game".to_owned());
    }
    let [one, other] = args.bots.as_slice() else { return Err("name two bots: --bots greedy,random".to_owned()) };
    let loaded = find::load_pack(&args.pack)?;
    let switches = switches(&loaded, &args.options)?;
    let (rules, start) = compiled(&loaded, &args.scenario, args.seed, &switches)?;
    let players = [Player::parse(one, &rules.styles)?, Player::parse(other, &rules.styles)?];
    let sides: Vec<SideIx> =
        (0..rules.sides.len()).map(SideIx::new).filter(|side| takes_part(&rules, &start, *side)).collect();
    // Of two sides, one against the rest is the other way round too.
    let sides = if sides.len() == 2 { &sides[..1] } else { &sides[..] };
    if sides.is_empty() {
        return Err(format!("nobody takes part in the scenario `{}`: there is nothing to duel for", args.scenario));
    }
    let stopped = Arc::new(AtomicBool::new(false));
    let flag = stopped.clone();
    ctrlc::set_handler(move || flag.store(true, Ordering::Relaxed))
        .map_err(|error| format!("cannot listen for Ctrl-C: {error}"))?;
    let pairs = args.games.div_ceil(2 * sides.len()) * sides.len();
    let (began, done) = (Instant::now(), AtomicUsize::new(0));
    let show = std::io::stderr().is_terminal();
    let played: Vec<Played> = (0..pairs)
        .into_par_iter()
        .filter_map(|number| {
            let side = sides[number % sides.len()];
            let seed = mix(args.seed, (number / sides.len()) as u64);
            let game = |as_side: usize| -> Option<(f64, u64)> {
                if stopped.load(Ordering::Relaxed) {
                    return None;
                }
                let (score, hash) = play_one(&rules, &start, (&players[as_side], &players[1 - as_side]), side, seed);
                let count = done.fetch_add(1, Ordering::Relaxed) + 1;
                if show {
                    progress(count, 2 * pairs, began);
                }
                Some((if as_side == 0 { score } else { 1.0 - score }, hash))
            };
            let (as_side, first) = game(0)?;
            let (as_rest, second) = game(1)?;
            Some(Played { side, pair: Pair { as_side, as_rest }, hash: first.rotate_left(1) ^ second })
        })
        .collect();
    if show {
        let _ = writeln!(std::io::stderr());
    }
    let result = report(args, &rules, &players, sides, &played)?;
    if args.json {
        output::print_json(&result)?;
    } else {
        output::print(&text(&result))?;
    }
    Ok(ExitCode::SUCCESS)
}

/// A seed for each pair that does not depend on which thread plays it.
fn mix(seed: u64, number: u64) -> u64 {
    let mixed = (seed ^ number.wrapping_mul(0x9E37_79B9_7F4A_7C15)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    mixed ^ (mixed >> 29)
}

/// Width of the progress bar.
const BAR: usize = 30;

fn progress(done: usize, games: usize, began: Instant) {
    let left = began.elapsed().as_secs_f64() / done as f64 * (games - done) as f64;
    let filled = done * BAR / games.max(1);
    let bar: String = (0..BAR).map(|at| if at < filled { '#' } else { '.' }).collect();
    let mut err = std::io::stderr().lock();
    let _ = write!(err, "\r[{bar}] {done}/{games} games, {left:.0} s left ");
    let _ = err.flush();
}

fn takes_part(rules: &Ruleset, start: &State, side: SideIx) -> bool {
    start.members(Actor::Side(side)).any(|power| rules.power(power).plays)
}

/// One game; what it gave whoever played the side.
fn play_one(rules: &Ruleset, start: &State, (one, rest): (&Player, &Player), side: SideIx, seed: u64) -> (f64, u64) {
    let mut state = start.clone();
    state.rng = seed;
    let seats = Seats { others: rest.clone(), sides: vec![(side, one.clone())] };
    let mut bot = seats.sit(rules, seed, false);
    let (game, _) = bots::play(rules, &state, bot.as_mut(), None, |_, _| {});
    let winner = game.outcome().and_then(|outcome| outcome.winner).map(|winner| match winner {
        Actor::Side(winner) => Some(winner),
        Actor::Power(power) => game.state.side_of(power),
    });
    let score = match winner {
        Some(winner) if winner == Some(side) => 1.0,
        Some(_) => 0.0,
        None => 0.5,
    };
    (score, game.state.hash())
}

fn told(share: Share) -> Value {
    json!({ "share": share.share, "low": share.low, "high": share.high,
        "elo": elo(share.share), "elo_low": elo(share.low), "elo_high": elo(share.high) })
}

fn report(
    args: &Args,
    rules: &Ruleset,
    players: &[Player; 2],
    sides: &[SideIx],
    played: &[Played],
) -> Result<Value, String> {
    let pairs: Vec<Pair> = played.iter().map(|played| played.pair).collect();
    let Some(all) = share(&pairs) else { return Err("no pair of games was played to its end".to_owned()) };
    let mean = |values: Vec<f64>| values.iter().sum::<f64>() / (values.len() as f64).max(1.0);
    let by_side: Vec<Value> = sides
        .iter()
        .map(|side| {
            let own = || played.iter().filter(|played| played.side == *side);
            json!({
                "side": rules.sides[side.index()], "games": own().count() * 2,
                "with_it": mean(own().map(|played| played.pair.as_side).collect()),
                "against_it": mean(own().map(|played| played.pair.as_rest).collect()),
            })
        })
        .collect();
    let hash = played.iter().fold(0_u64, |all, played| all.rotate_left(7) ^ played.hash);
    Ok(json!({
        "pack": args.pack, "scenario": args.scenario, "seed": args.seed, "options": args.options,
        "bots": [players[0].name(), players[1].name()], "games": 2 * played.len(), "asked": args.games,
        "first": told(all), "by_side": by_side, "hash": format!("{hash:016x}"),
    }))
}

fn text(result: &Value) -> String {
    let number = |value: &Value| value.as_f64().unwrap_or(0.0);
    let word = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let (one, other) = (word(&result["bots"][0]), word(&result["bots"][1]));
    let first = &result["first"];
    let mut out = format!(
        "{} games of {} {}: {one} against {other}\n",
        result["games"],
        word(&result["pack"]),
        word(&result["scenario"])
    );
    let _ = writeln!(
        out,
        "  {one} scores {:.1} % ({:.1} to {:.1} with 95 % confidence): Elo {:+.0} ({:+.0} to {:+.0})",
        number(&first["share"]) * 100.0,
        number(&first["low"]) * 100.0,
        number(&first["high"]) * 100.0,
        number(&first["elo"]),
        number(&first["elo_low"]),
        number(&first["elo_high"])
    );
    for side in result["by_side"].as_array().into_iter().flatten() {
        let _ = writeln!(
            out,
            "  {}: {one} scores {:.1} % with it, {:.1} % against it",
            word(&side["side"]),
            number(&side["with_it"]) * 100.0,
            number(&side["against_it"]) * 100.0
        );
    }
    out
}
