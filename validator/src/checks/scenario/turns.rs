//! S108 turns-that-never-come.

use chartroom_format::diag::{Diagnostic, Safety};
use chartroom_format::edit::Edit;
use chartroom_format::entries::EntryKind;

use crate::checks::Check;
use crate::context::Context;

chartroom_format::codes! {
    CODE = "S108", "turns-that-never-come", "scenario", Error,
        what: "The scenario ends before it begins, or units arrive before its first or after its last turn.",
        why: "Reinforcements outside the turns never come.",
        remedy: "Correct the turn.",
        bad: r#"Scenario(schema: 2, id: "second", title: "Second", turns: (first: 1, last: 8), wars: [(["east"], ["west"])], reinforcements: [(turn: 50, power: "red", units: {"infantry": 1})], victory: [(check: GameEnd, when: Otherwise)])"#,
        good: r#"Scenario(schema: 2, id: "second", title: "Second", turns: (first: 1, last: 8), wars: [(["east"], ["west"])], reinforcements: [(turn: 3, power: "red", units: {"infantry": 1})], victory: [(check: GameEnd, when: Otherwise)])"#;
}

pub const CHECK: Check = Check { code: CODE, run };

fn run(cx: &Context<'_>, found: &mut Vec<Diagnostic>) {
    for start in &cx.starts {
        let scenario = start.scenario;
        let spot = cx.entry(EntryKind::Scenario, scenario.id.as_str());
        let turns = scenario.turns;
        if turns.first > turns.last {
            let message = format!("turn {} comes after turn {}", turns.first, turns.last);
            let finding = cx.finding(CODE, &spot.then("turns"), message).help("the first turn is the smaller number");
            let edits: Vec<Edit> = [("first", turns.last), ("last", turns.first)]
                .into_iter()
                .map(|(field, turn)| Edit::replace(cx.place(&spot.then("turns").then(field)).span, turn.to_string()))
                .collect();
            found.push(if turns.last >= 1 {
                finding.fix("swap the two turns", Safety::Unsafe, edits)
            } else {
                finding
            });
        }
        for (field, list) in [("reinforcements", &scenario.reinforcements), ("pipeline", &scenario.pipeline)] {
            for (index, arrival) in list.iter().enumerate() {
                if arrival.turn < turns.first || arrival.turn > turns.last {
                    let at = spot.then(field).then(index).then("turn");
                    let message = format!("turn {} is outside {} to {}", arrival.turn, turns.first, turns.last);
                    found.push(cx.finding(CODE, &at, message));
                }
            }
        }
    }
}
