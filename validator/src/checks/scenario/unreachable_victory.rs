//! S110 victory-never-reached.

use chartroom_format::diag::Diagnostic;
use chartroom_format::entries::EntryKind;
use chartroom_format::schema::scenario::VictoryTest;

use crate::checks::Check;
use crate::context::Context;
use crate::model::conditions;
use crate::model::logic::Known;

chartroom_format::codes! {
    CODE = "S110", "victory-never-reached", "scenario", Error,
        what: "A victory asks for something that can never hold, or comes after one that always decides.",
        why: "One side plays for something it cannot get.",
        remedy: "Correct the condition or its numbers.",
        bad: r#"Scenario(schema: 2, id: "second", title: "Second", turns: (first: 1, last: 8), wars: [(["east"], ["west"])], victory: [(winner: "east", check: TurnEnd, when: Holds(ControlsSome(who: "east", at_least: 3, of: ["0804"]))), (check: GameEnd, when: Otherwise)])"#,
        good: r#"Scenario(schema: 2, id: "second", title: "Second", turns: (first: 1, last: 8), wars: [(["east"], ["west"])], victory: [(winner: "east", check: TurnEnd, when: Holds(ControlsSome(who: "east", at_least: 1, of: ["0804"]))), (check: GameEnd, when: Otherwise)])"#;
}

pub const CHECK: Check = Check { code: CODE, run };

fn run(cx: &Context<'_>, found: &mut Vec<Diagnostic>) {
    for start in &cx.starts {
        let scenario = start.scenario;
        let spot = cx.entry(EntryKind::Scenario, scenario.id.as_str());
        let turns = Some((scenario.turns.first, conditions::last_turn(scenario)));
        let known = Known { content: cx.content, board: &cx.board, turns, start: None };
        let mut decided = false;
        for (index, victory) in scenario.victory.iter().enumerate() {
            let at = spot.then("victory").then(index).then("when");
            let who = victory.winner.as_ref().map_or("nobody", |winner| winner.as_str());
            match &victory.when {
                VictoryTest::Holds(condition) | VictoryTest::HoldsFor(condition, _)
                    if known.judge(condition) == Some(false) =>
                {
                    found.push(cx.finding(CODE, &at, format!("{who} can never win this way")));
                }
                VictoryTest::HoldsFor(_, turns)
                    if *turns > conditions::last_turn(scenario) - scenario.turns.first + 1 =>
                {
                    found.push(cx.finding(
                        CODE,
                        &at,
                        format!("{who} must hold this for {turns} turns, longer than the game"),
                    ));
                }
                _ => {}
            }
            if decided {
                found.push(cx.finding(CODE, &at, "an earlier victory always decides before this one"));
            }
            decided |= matches!(victory.when, VictoryTest::Otherwise);
        }
    }
}
