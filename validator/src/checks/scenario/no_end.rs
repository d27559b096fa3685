//! S111 game-without-result.

use chartroom_format::diag::Diagnostic;
use chartroom_format::entries::EntryKind;
use chartroom_format::schema::scenario::VictoryCheck;

use crate::checks::Check;
use crate::context::Context;

chartroom_format::codes! {
    CODE = "S111", "game-without-result", "scenario", Warning,
        what: "No victory is looked at when the last turn ends.",
        why: "The game would just stop, and nobody knows who won.",
        remedy: "Add a victory with `check: GameEnd`; `when: Otherwise` without a winner is a draw.",
        bad: r#"Scenario(schema: 2, id: "second", title: "Second", turns: (first: 1, last: 8), wars: [(["east"], ["west"])], victory: [(winner: "east", check: TurnEnd, when: Holds(Controls("east", ["0804"])))])"#,
        good: r#"Scenario(schema: 2, id: "second", title: "Second", turns: (first: 1, last: 8), wars: [(["east"], ["west"])], victory: [(check: GameEnd, when: Otherwise)])"#;
}

pub const CHECK: Check = Check { code: CODE, run };

fn run(cx: &Context<'_>, found: &mut Vec<Diagnostic>) {
    for start in &cx.starts {
        let scenario = start.scenario;
        let spot = cx.entry(EntryKind::Scenario, scenario.id.as_str());
        if !scenario.victory.iter().any(|victory| victory.check == VictoryCheck::GameEnd) {
            found.push(cx.finding(
                CODE,
                &spot.then("victory").name(),
                format!("{} ends without a result", scenario.title),
            ));
        }
    }
}
