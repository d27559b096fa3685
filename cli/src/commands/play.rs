//! `chartroom play PACK SCENARIO`: bots play a scenario to its end; every step can be logged.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::process::ExitCode;

use chartroom_engine::bots::{self, Seats};
use chartroom_engine::{Event, Game, Options, Ruleset, State, compile, replay};
use chartroom_format::load::Loaded;
use chartroom_format::names::nearest;
use chartroom_format::schema::ids::OptionId;
use serde_json::{Value, json};

use crate::args::Play;
use crate::{find, output};

/// Optional rules as the command line switches them.
pub(crate) fn switches(loaded: &Loaded, options: &[String]) -> Result<BTreeMap<String, bool>, String> {
    let read = |option: &String| {
        let (name, state) = option.split_once('=').unwrap_or((option, "on"));
        let on = match state {
            "on" => true,
            "off" => false,
            other => return Err(format!("an optional rule is `on` or `off`, not `{other}`")),
        };
        let known = || loaded.content.options.keys().map(OptionId::as_str);
        if known().any(|other| other == name) {
            return Ok((name.to_owned(), on));
        }
        Err(match nearest(name, known()) {
            Some(close) => format!("there is no optional rule `{name}`; did you mean `{close}`?"),
            None => {
                format!("there is no optional rule `{name}`; the pack has {}", known().collect::<Vec<_>>().join(", "))
            }
        })
    };
    options.iter().map(read).collect()
}

/// Compiles a scenario for a command, or prints what is wrong with it.
pub(crate) fn compiled(
    loaded: &Loaded,
    scenario: &str,
    seed: u64,
    switches: &BTreeMap<String, bool>,
) -> Result<(Ruleset, State), String> {
    let texts = |path: &str| loaded.file(path).map(|file| file.text.clone());
    let switches: Vec<(&str, bool)> = switches.iter().map(|(option, on)| (option.as_str(), *on)).collect();
    compile(&loaded.content, scenario, Options { seed, switches: &switches, texts: Some(&texts) }).map_err(|findings| {
        let list: Vec<String> = findings
            .iter()
            .take(20)
            .map(|finding| {
                let place = finding.place.as_ref().map_or(String::new(), |place| {
                    let line = loaded.file(&place.file).map_or(0, |file| {
                        file.text.get(..place.span.start).map_or(0, |before| before.matches('\n').count() + 1)
                    });
                    format!("{}:{line}: ", place.file)
                });
                format!("  {place}{} {}", finding.code, finding.message)
            })
            .collect();
        format!("the scenario `{scenario}` cannot be played:\n{}", list.join("\n"))
    })
}

pub(crate) fn run(args: &Play) -> Result<ExitCode, String> {
    for path in args.log.iter().chain(&args.record) {
        output::may_write(path)?;
    }
    let loaded = find::load_pack(&args.pack)?;
    let switches = switches(&loaded, &args.options)?;
    let (rules, start) = compiled(&loaded, &args.scenario, args.seed, &switches)?;
    let mut explained = String::new();
    let mut log = args.log.as_ref().map(|_| Log::default());
    let mut passed_over: Vec<String> = Vec::new();
    let seats = Seats::parse(&rules, &args.bots, &rules.styles)?;
    let mut player = seats.sit(&rules, args.seed, args.explain);
    let (game, replay) = bots::play_explained(&rules, &start, player.as_mut(), args.turns, |game, events, reasons| {
        for reason in reasons {
            let _ = writeln!(explained, "turn {}: {reason}", game.state.turn);
        }
        for event in events {
            if let Event::PhasePassedOver { phase, why } = event {
                let name = rules.phases.get(usize::from(*phase)).map_or("", |phase| rules.phase_name(phase.name));
                let line = format!("{name}: {why}");
                if !passed_over.contains(&line) {
                    passed_over.push(line);
                }
            }
        }
        if let Some(log) = &mut log {
            log.write(game, events);
        }
    });
    if let (Some(path), Some(log)) = (&args.log, log) {
        output::write(path, log.0.as_bytes())?;
    }
    if let Some(path) = &args.record {
        let text = replay::record(&rules, &start, &replay, switches)
            .map_err(|(at, refusal)| format!("action {at} cannot be played again: {refusal}"))?;
        output::write(path, text.as_bytes())?;
    }
    let result = summary(&game, replay.actions.len(), &passed_over, &seats, args);
    if args.json {
        output::print_json(&result)?;
    } else {
        output::print(&format!("{explained}{}", text(&result)))?;
    }
    Ok(ExitCode::from(u8::from(loaded.has_errors())))
}

fn summary(game: &Game<'_>, actions: usize, passed_over: &[String], seats: &Seats, args: &Play) -> Value {
    let outcome = game.outcome();
    let winner = outcome.and_then(|outcome| outcome.winner).map(|winner| game.rules.actor_name(winner).to_owned());
    json!({
        "pack": game.rules.pack, "scenario": game.rules.scenario, "bot": seats.tell(game.rules),
        "seed": args.seed, "finished": outcome.is_some(), "winner": winner,
        "level": outcome.and_then(|outcome| outcome.level.clone()),
        "reason": outcome.map_or_else(|| "stopped before the end".to_owned(), |outcome| outcome.reason.clone()),
        "turn": game.state.turn, "actions": actions, "hash": format!("{:016x}", game.state.hash()),
        "passed_over": passed_over,
    })
}

fn text(result: &Value) -> String {
    let word = |key: &str| match &result[key] {
        Value::String(text) => text.clone(),
        Value::Null => "nobody".to_owned(),
        other => other.to_string(),
    };
    let mut out = format!(
        "{} {}: {} wins ({}) on turn {} after {} actions\nfinal hash {}\n",
        word("pack"),
        word("scenario"),
        word("winner"),
        word("reason"),
        word("turn"),
        word("actions"),
        word("hash")
    );
    for line in result["passed_over"].as_array().into_iter().flatten() {
        let _ = writeln!(out, "  passed over {}", line.as_str().unwrap_or_default());
    }
    out
}

/// One line of JSON for each event, written when the game is over: a log is whole or not there.
#[derive(Default)]
struct Log(String);

impl Log {
    fn write(&mut self, game: &Game<'_>, events: &[Event]) {
        let hash = format!("{:016x}", game.state.hash());
        for event in events {
            let line = json!({ "turn": game.state.turn, "phase": game.state.phase, "text": event.tell(game.rules), "hash": hash });
            let _ = writeln!(self.0, "{line}");
        }
    }
}
