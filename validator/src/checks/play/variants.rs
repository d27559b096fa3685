//! G106 option-that-breaks-the-game.

use chartroom_format::diag::Diagnostic;
use chartroom_format::entries::EntryKind;

use crate::checks::Check;
use crate::context::Context;

chartroom_format::codes! {
    CODE = "G106", "option-that-breaks-the-game", "play", Error,
        what: "A scenario cannot be played when one of its options is switched the other way; each is tried alone, with what it needs and excludes.",
        why: "Players switch options before they begin; what they switch must still be a game.",
        remedy: "Mend what the message names, or let the option need or exclude what it cannot go with.",
        bad: r#"Options(schema: 2, options: {"loan": (title: "Loan")})
---
Rules(schema: 2, rules: {"spark": (on: TurnStart, then: [Control("blue", ["0302"])], option: "loan"), "back": (on: Captured(["0302"]), when: Controls("west", ["0302"]), then: [Control("red", ["0302"])], option: "loan"), "forth": (on: Captured(["0302"]), when: Controls("east", ["0302"]), then: [Control("blue", ["0302"])])})"#,
        good: r#"Options(schema: 2, options: {"loan": (title: "Loan")})
---
Rules(schema: 2, rules: {"interest": (on: TurnStart, when: Controls("red", ["0103"]), then: [Money("red", 1)], option: "loan")})"#;
}

pub const CHECK: Check = Check { code: CODE, run };

fn run(cx: &Context<'_>, found: &mut Vec<Diagnostic>) {
    for variant in cx.games.iter().flat_map(|games| &games.variants) {
        let Some(fault) = &variant.fault else { continue };
        let spot = cx.entry(EntryKind::Option, &variant.option);
        let how = if variant.on { "on" } else { "off" };
        let message = format!("{} with `{}` {how}: {fault}", variant.scenario, variant.option);
        found.push(cx.finding(CODE, &spot, message));
    }
}
