//! S113 more-than-may-be-in-play.

use std::collections::BTreeMap;

use chartroom_format::diag::Diagnostic;
use chartroom_format::entries::EntryKind;

use crate::checks::Check;
use crate::context::Context;

chartroom_format::codes! {
    CODE = "S113", "more-than-may-be-in-play", "scenario", Error,
        what: "A power starts with more units of a type than it may ever have in play.",
        why: "The set-up breaks a limit that play enforces.",
        remedy: "Correct the number, or the limit of the unit.",
        bad: r#"Units(schema: 2, units: {"armor": (title: "Armor", domain: Land, classes: ["land"], stats: (attack: [6], defend: [4], movement: 2), build: (in_play: 2))})
---
Scenario(schema: 2, id: "second", title: "Second", turns: (first: 1, last: 8), wars: [(["east"], ["west"])], set_up: {"red": [At("0103", {"armor": 3})]}, victory: [(check: GameEnd, when: Otherwise)])"#,
        good: r#"Units(schema: 2, units: {"armor": (title: "Armor", domain: Land, classes: ["land"], stats: (attack: [6], defend: [4], movement: 2), build: (in_play: 3))})
---
Scenario(schema: 2, id: "second", title: "Second", turns: (first: 1, last: 8), wars: [(["east"], ["west"])], set_up: {"red": [At("0103", {"armor": 3})]}, victory: [(check: GameEnd, when: Otherwise)])"#;
}

pub const CHECK: Check = Check { code: CODE, run };

fn run(cx: &Context<'_>, found: &mut Vec<Diagnostic>) {
    for start in &cx.starts {
        let scenario = start.scenario;
        let spot = cx.entry(EntryKind::Scenario, scenario.id.as_str());
        let mut counts: BTreeMap<(&str, &str), i64> = BTreeMap::new();
        for stack in cx.set_up(start) {
            for (unit, count) in stack.units() {
                *counts.entry((stack.power, unit.as_str())).or_default() += count;
            }
        }
        for ((power, unit), count) in counts {
            let limit = cx.content.units.get(unit).and_then(|unit| unit.build.as_ref()?.in_play);
            if let Some(limit) = limit.filter(|limit| count > *limit) {
                let at = spot.then("set_up").then(power).name();
                let message = format!("{power} starts with {count} of `{unit}` but may have {limit}");
                found.push(cx.finding(CODE, &at, message));
            }
        }
    }
}
