//! G102 game-that-does-not-end.

use chartroom_engine::codes::RULE_LOOP;
use chartroom_format::diag::Diagnostic;
use chartroom_format::entries::EntryKind;

use crate::checks::Check;
use crate::context::Context;
use crate::games::{End, Played};

chartroom_format::codes! {
    CODE = "G102", "game-that-does-not-end", "play", Error,
        what: "Bots played the scenario and came to no end within its limits, rules triggered each other until the engine stopped them, or the engine failed.",
        why: "A game that never ends, or ends only because the engine gave up, cannot be played by people either.",
        remedy: "Look at the last turns with `chartroom play`; most often a rule goes on triggering, or a victory is missing at the end of the game.",
        bad: r#"Rules(schema: 2, rules: {"spark": (on: TurnStart, then: [Control("blue", ["0302"])]), "back": (on: Captured(["0302"]), when: Controls("west", ["0302"]), then: [Control("red", ["0302"])]), "forth": (on: Captured(["0302"]), when: Controls("east", ["0302"]), then: [Control("blue", ["0302"])])})"#,
        good: r#"Rules(schema: 2, rules: {"spark": (on: TurnStart, then: [Control("blue", ["0302"])]), "back": (on: Captured(["0302"]), when: Controls("west", ["0302"]), then: [Control("red", ["0302"])], once: true), "forth": (on: Captured(["0302"]), when: Controls("east", ["0302"]), then: [Control("blue", ["0302"])])})"#;
}

pub const CHECK: Check = Check { code: CODE, run };

fn run(cx: &Context<'_>, found: &mut Vec<Diagnostic>) {
    for games in cx.games.iter().flat_map(|games| &games.scenarios) {
        let faults: Vec<(usize, &Played, String)> = games
            .played
            .iter()
            .enumerate()
            .filter_map(|(number, played)| fault(played).map(|fault| (number, played, fault)))
            .collect();
        // One is enough to look at; how many there are tells how grave it is.
        if let Some((number, played, fault)) = faults.first() {
            let spot = cx.id_of(EntryKind::Scenario, &games.scenario);
            let bot = if played.greedy { "greedy" } else { "random" };
            let message = format!(
                "{} of {} games of {} fail; game {} of the {bot} bot, turn {} after {} actions: {fault}",
                faults.len(),
                games.played.len(),
                games.scenario,
                number + 1,
                played.turn,
                played.actions
            );
            let finding = cx.finding(CODE, &spot, message);
            let looped = played.end == End::Looped;
            found.push(if looped { finding.help(format!("chartroom explain {RULE_LOOP}")) } else { finding });
        }
    }
}

fn fault(played: &Played) -> Option<String> {
    match &played.end {
        End::Over | End::ReplayDiffers => None,
        End::Unfinished => Some("it does not end".to_owned()),
        End::Looped => Some("rules trigger each other without end".to_owned()),
        End::Fault(fault) => Some(format!("the engine fails: {fault}")),
    }
}
