//! `chartroom odds PACK --attack ".." --defend ".."`: the odds of a battle, exact where they can be.

use std::fmt::Write;
use std::process::ExitCode;

use chartroom_engine::matchup::{self, Answer, LeftOut, Losses, Position, Question, Row};
use chartroom_engine::odds::{Budget, Method, SideLosses, Survivors};
use chartroom_format::content::Content;
use serde_json::{Map, Value, json};

use crate::args::Odds;
use crate::{find, output};

pub(crate) fn run(args: &Odds) -> Result<ExitCode, String> {
    if let Some(scenario) = &args.scenario {
        return show(args, &at_start(args, &find::load_pack(&args.pack)?.content, scenario)?);
    }
    let loaded = find::load_part(&args.pack, matchup::kinds_needed(args.at.is_some()))?;
    let answer = ask(args, &loaded.content, None, args.defender.as_deref())?;
    if answer.undecided().next().is_some() {
        // Where the pack has one scenario its start decides what the question cannot.
        let whole = find::load_pack(&args.pack)?.content;
        if let (1, Some(only)) = (whole.scenarios.len(), whole.scenarios.keys().next())
            && let Ok(answer) = at_start(args, &whole, only.as_str())
        {
            return show(args, &answer);
        }
    }
    show(args, &answer)
}

/// The battle at the start of a scenario. Who holds the place defends it, if nobody else is named.
fn at_start(args: &Odds, content: &Content, scenario: &str) -> Result<Answer, String> {
    let position = Position::at_start(content, scenario)?;
    let holder = args.at.as_deref().filter(|_| args.defender.is_none()).and_then(|at| position.holder(at));
    let mut answer = ask(args, content, Some(&position), args.defender.as_deref().or(holder))?;
    answer.notes.push(format!("at the start of the scenario `{scenario}`"));
    if let (Some(holder), Some(at)) = (holder, &args.at) {
        answer.notes.push(format!("{holder} defends: it holds {at} then"));
    }
    Ok(answer)
}

fn ask(
    args: &Odds,
    content: &Content,
    position: Option<&Position<'_>>,
    defender: Option<&str>,
) -> Result<Answer, String> {
    let (attack, defend) = (matchup::read_force(content, &args.attack)?, matchup::read_force(content, &args.defend)?);
    let losses = |policy: Option<&String>, force: &[Row]| {
        policy.map_or(Ok(Losses::Usual), |policy| Losses::read(content, policy, force))
    };
    let question = Question {
        content,
        losses: (losses(args.attacker_loses.as_ref(), &attack)?, losses(args.defender_loses.as_ref(), &defend)?),
        attack,
        defend,
        attacker: args.attacker.as_deref(),
        defender,
        at: args.at.as_deref(),
        position,
        budget: Budget::default(),
    };
    matchup::answer(&question)
}

fn show(args: &Odds, answer: &Answer) -> Result<ExitCode, String> {
    if args.json {
        output::print_json(&view(answer))?;
    } else {
        output::print(&text(answer))?;
    }
    Ok(ExitCode::SUCCESS)
}

fn view(answer: &Answer) -> Value {
    let odds = &answer.odds;
    let (method, interval) = match odds.method {
        Method::Exact if answer.is_exact() => ("exact", Value::Null),
        Method::Exact => ("exact but for", Value::Null),
        Method::Sampled { games, interval } => {
            ("sampled", json!({ "games": games, "low": interval.low, "high": interval.high }))
        }
    };
    let listed = |list: &mut dyn Iterator<Item = &LeftOut>| {
        list.map(|left_out| json!({ "what": left_out.what, "why": left_out.why })).collect::<Vec<_>>()
    };
    json!({
        "left_out": listed(&mut answer.undecided()), "unnamed": listed(&mut answer.unnamed()),
        "method": method, "sample": interval, "family": answer.family, "win": odds.win, "draw": odds.draw, "lose": odds.lose,
        "attacker_survivors": survivors(answer, &odds.attacker_survivors),
        "defender_survivors": survivors(answer, &odds.defender_survivors),
        "expected_losses": {
            "attacker": losses(answer, &odds.expected_losses.attacker),
            "defender": losses(answer, &odds.expected_losses.defender),
        },
        "rounds": odds.rounds, "expected_rounds": odds.expected_rounds(), "notes": answer.notes,
    })
}

fn name(answer: &Answer, unit: u16) -> String {
    answer.names.get(usize::from(unit)).cloned().unwrap_or_default()
}

fn survivors(answer: &Answer, rows: &[Survivors]) -> Value {
    let rows = rows.iter().map(|row| {
        let shown = json!({ "start": row.start, "expected": row.expected, "damaged": row.expected_damaged, "probability": row.probability });
        (name(answer, row.unit), shown)
    });
    Value::Object(rows.collect::<Map<String, Value>>())
}

fn losses(answer: &Answer, side: &SideLosses) -> Value {
    let units: Map<String, Value> =
        side.by_unit.iter().map(|(unit, lost)| (name(answer, *unit), Value::from(*lost))).collect();
    json!({ "units": units, "value": side.value })
}

fn text(answer: &Answer) -> String {
    let odds = &answer.odds;
    let mut out = format!(
        "attacker wins {:.2} %, nobody {:.2} %, defender {:.2} %  ({})\n",
        odds.win * 100.0,
        odds.draw * 100.0,
        odds.lose * 100.0,
        answer.method_in_words()
    );
    for (who, rows) in [("attacker", &odds.attacker_survivors), ("defender", &odds.defender_survivors)] {
        for row in rows {
            let _ = writeln!(out, "  {who} {}: {} start, {:.2} left", name(answer, row.unit), row.start, row.expected);
        }
    }
    let _ = writeln!(
        out,
        "  losses by value: attacker {:.2}, defender {:.2}; {:.2} rounds",
        odds.expected_losses.attacker.value,
        odds.expected_losses.defender.value,
        odds.expected_rounds()
    );
    for note in answer.notes.iter().chain(&answer.unnamed_in_words()) {
        let _ = writeln!(out, "  note: {note}");
    }
    out
}
