//! S109 won-before-the-first-turn.

use chartroom_format::diag::Diagnostic;
use chartroom_format::entries::EntryKind;
use chartroom_format::schema::scenario::{VictoryCheck, VictoryTest};

use crate::checks::Check;
use crate::context::Context;
use crate::model::logic::Known;

chartroom_format::codes! {
    CODE = "S109", "won-before-the-first-turn", "scenario", Error,
        what: "A victory that is looked at during play holds already in the start position.",
        why: "The game would be over before anybody moves.",
        remedy: "Correct the condition, or who holds what at start.",
        bad: r#"Scenario(schema: 2, id: "second", title: "Second", turns: (first: 1, last: 8), wars: [(["east"], ["west"])], victory: [(winner: "east", check: TurnEnd, when: Holds(Controls("east", ["0103"]))), (check: GameEnd, when: Otherwise)])"#,
        good: r#"Scenario(schema: 2, id: "second", title: "Second", turns: (first: 1, last: 8), wars: [(["east"], ["west"])], victory: [(winner: "east", check: TurnEnd, when: Holds(Controls("east", ["0804"]))), (check: GameEnd, when: Otherwise)])"#;
}

pub const CHECK: Check = Check { code: CODE, run };

fn run(cx: &Context<'_>, found: &mut Vec<Diagnostic>) {
    for start in &cx.starts {
        let scenario = start.scenario;
        let spot = cx.entry(EntryKind::Scenario, scenario.id.as_str());
        let known = Known { content: cx.content, board: &cx.board, turns: None, start: Some(start) };
        for (index, victory) in scenario.victory.iter().enumerate() {
            let (VictoryTest::Holds(condition) | VictoryTest::HoldsFor(condition, _)) = &victory.when else { continue };
            if victory.check != VictoryCheck::GameEnd && known.judge(condition) == Some(true) {
                let at = spot.then("victory").then(index).then("when");
                let who = victory.winner.as_ref().map_or("nobody", |winner| winner.as_str());
                found.push(cx.finding(CODE, &at, format!("{who} has won {} before the first turn", scenario.title)));
            }
        }
    }
}
