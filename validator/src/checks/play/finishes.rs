//! G102 game-that-does-not-end.

use chartroom_engine::bots::{self, Greedy};
use chartroom_engine::{Options, compile};
use chartroom_format::diag::Diagnostic;
use chartroom_format::entries::EntryKind;

use crate::checks::Check;
use crate::context::Context;

chartroom_format::codes! {
    CODE = "G102", "game-that-does-not-end", "play", Error,
        what: "Bots played the scenario and came to no end, or rules triggered each other until the engine stopped them.",
        why: "A game that never ends, or ends only because the engine gave up, cannot be played by people either.",
        remedy: "Look at the last turns with `chartroom play`; most often a victory is missing at the end of the game.",
        bad: "",
        good: "";
}

pub const CHECK: Check = Check { code: CODE, run };

fn run(cx: &Context<'_>, found: &mut Vec<Diagnostic>) {
    if !cx.plays {
        return;
    }
    for id in cx.content.scenarios.keys() {
        let Ok((rules, start)) = compile(cx.content, id.as_str(), Options { seed: 1, ..Options::default() }) else {
            continue;
        };
        let (game, replay) = bots::play(&rules, &start, &mut Greedy::default(), None, |_, _| {});
        if game.outcome().is_none() {
            let spot = cx.id_of(EntryKind::Scenario, id.as_str());
            let message =
                format!("bots did not finish {id}: turn {} after {} actions", game.state.turn, replay.actions.len());
            found.push(cx.finding(CODE, &spot, message));
        }
    }
}
