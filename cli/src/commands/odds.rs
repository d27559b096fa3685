//! `chartroom odds PACK --attack ".." --defend ".."`: the odds of a battle, exact where they can be.

use std::fmt::Write;
use std::process::ExitCode;

use chartroom_engine::matchup::{self, Answer, Losses, Question, Row};
use chartroom_engine::odds::{Budget, Method, SideLosses, Survivors};
use serde_json::{Map, Value, json};

use crate::args::Odds;
use crate::{find, output};

pub(crate) fn run(args: &Odds) -> Result<ExitCode, String> {
    let mut loaded = find::load_part(&args.pack, matchup::kinds_needed(args.at.is_some()))?;
    // Battles by a table are set up in a scenario, which takes the whole pack.
    if matchup::is_played(&loaded.content) {
        loaded = find::load_pack(&args.pack)?;
    }
    let content = &loaded.content;
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
        defender: args.defender.as_deref(),
        at: args.at.as_deref(),
        budget: Budget::default(),
    };
    let answer = matchup::answer(&question)?;
    if args.json {
        output::print_json(&view(&answer))?;
    } else {
        output::print(&text(&answer))?;
    }
    Ok(ExitCode::SUCCESS)
}

fn view(answer: &Answer) -> Value {
    let odds = &answer.odds;
    let (method, interval) = match odds.method {
        Method::Exact => ("exact", Value::Null),
        Method::Sampled { games, interval } => {
            ("sampled", json!({ "games": games, "low": interval.low, "high": interval.high }))
        }
    };
    json!({
        "method": method, "sample": interval, "family": answer.family, "win": odds.win, "draw": odds.draw, "lose": odds.lose,
        "attacker_survivors": survivors(answer, &odds.attacker_survivors),
        "defender_survivors": survivors(answer, &odds.defender_survivors),
        "expected_losses": {
            "attacker": losses(answer, &odds.expected_losses.attacker),
            "defender": losses(answer, &odds.expected_losses.defender),
        },
        "results": results(answer), "rounds": odds.rounds, "expected_rounds": odds.expected_rounds(), "notes": answer.notes,
    })
}

fn results(answer: &Answer) -> Value {
    Value::Object(answer.results.iter().map(|(code, chance)| (code.clone(), Value::from(*chance))).collect())
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
        match odds.method {
            Method::Exact => "exact".to_owned(),
            Method::Sampled { games, interval } => {
                format!(
                    "{games} games, {:.2} to {:.2} % with 95 % confidence",
                    interval.low * 100.0,
                    interval.high * 100.0
                )
            }
        }
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
    if !answer.results.is_empty() {
        let each = |(code, chance): &(String, f64)| format!("{code} {:.2} %", chance * 100.0);
        let _ = writeln!(out, "  results: {}", answer.results.iter().map(each).collect::<Vec<_>>().join(", "));
    }
    for note in &answer.notes {
        let _ = writeln!(out, "  note: {note}");
    }
    out
}
