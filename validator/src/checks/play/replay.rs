//! G107 game-that-does-not-replay.

use chartroom_format::diag::Diagnostic;
use chartroom_format::entries::EntryKind;

use crate::checks::Check;
use crate::context::Context;
use crate::games::End;

chartroom_format::codes! {
    CODE = "G107", "game-that-does-not-replay", "play", Error,
        what: "The recorded actions of a game, done again from the same start, led to another position.",
        why: "Records of games would be worthless, and no fault that a player reports could be looked at.",
        remedy: "This is a fault of the engine, not of the pack: report it with the pack and the scenario.",
        bad: "",
        good: r#"Scenario(schema: 2, id: "second", title: "Second", turns: (first: 1, last: 2), wars: [(["east"], ["west"])], victory: [(check: GameEnd, when: Otherwise)])"#;
}

pub const CHECK: Check = Check { code: CODE, run };

fn run(cx: &Context<'_>, found: &mut Vec<Diagnostic>) {
    for games in cx.games.iter().flat_map(|games| &games.scenarios) {
        if games.played.iter().any(|played| played.end == End::ReplayDiffers) {
            let spot = cx.id_of(EntryKind::Scenario, &games.scenario);
            let message = format!("the record of a game of {} leads elsewhere when it is played again", games.scenario);
            found.push(cx.finding(CODE, &spot, message));
        }
    }
}
