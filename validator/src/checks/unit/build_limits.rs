//! U108 build-never-possible.

use chartroom_format::diag::Diagnostic;
use chartroom_format::entries::EntryKind;

use crate::checks::Check;
use crate::context::Context;
use crate::model::conditions;

chartroom_format::codes! {
    CODE = "U108", "build-never-possible", "unit", Warning,
        what: "The rule for building a unit can never be met: a limit below 1, or a first turn after every scenario's end.",
        why: "Nobody can build it although it has a price.",
        remedy: "Correct the limit, or say `never: true`.",
        bad: r#"Units(schema: 2, units: {"guards": (title: "Guards", domain: Land, classes: ["land"], stats: (attack: [3], defend: [4], movement: 1), build: (from_turn: 99))})
---
Table(schema: 2, id: "unit-cost", title: "Unit costs", axes: [Words(name: "unit", of: Unit), Words(name: "power", of: Power, keys: ["red", "blue"])], cells: Money, rows: {"infantry": [3, 3], "armor": [6, 5], "destroyer": [8, 8], "guards": [5, 5]})"#,
        good: r#"Units(schema: 2, units: {"guards": (title: "Guards", domain: Land, classes: ["land"], stats: (attack: [3], defend: [4], movement: 1), build: (from_turn: 3))})
---
Table(schema: 2, id: "unit-cost", title: "Unit costs", axes: [Words(name: "unit", of: Unit), Words(name: "power", of: Power, keys: ["red", "blue"])], cells: Money, rows: {"infantry": [3, 3], "armor": [6, 5], "destroyer": [8, 8], "guards": [5, 5]})"#;
}

pub const CHECK: Check = Check { code: CODE, run };

fn run(cx: &Context<'_>, found: &mut Vec<Diagnostic>) {
    let last = cx.content.scenarios.values().map(conditions::last_turn).max();
    for (id, unit) in &cx.content.units {
        let Some(build) = &unit.build else { continue };
        let spot = cx.entry(EntryKind::Unit, id.as_str()).then("build");
        for (field, limit) in [("per_turn", build.per_turn), ("in_play", build.in_play)] {
            if limit.is_some_and(|limit| limit < 1) {
                found.push(cx.finding(CODE, &spot.then(field), format!("{} has a limit below one", unit.title)));
            }
        }
        if let (Some(from), Some(last)) = (build.from_turn, last)
            && from > last
        {
            let message =
                format!("{} can be built from turn {from}, but no scenario goes beyond turn {last}", unit.title);
            found.push(cx.finding(CODE, &spot.then("from_turn"), message));
        }
    }
}
