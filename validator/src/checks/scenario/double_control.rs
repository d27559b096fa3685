//! S114 held-by-two.

use std::collections::BTreeMap;

use chartroom_format::diag::Diagnostic;
use chartroom_format::entries::EntryKind;

use crate::checks::Check;
use crate::context::Context;

chartroom_format::codes! {
    CODE = "S114", "held-by-two", "scenario", Error,
        what: "A space is given to two powers at start.",
        why: "Only the last one would count, and nobody can tell which was meant.",
        remedy: "Remove it from one of the lists.",
        bad: r#"Scenario(schema: 2, id: "second", title: "Second", turns: (first: 1, last: 8), wars: [(["east"], ["west"])], control: {"red": ["0302"], "blue": ["0302"]}, victory: [(check: GameEnd, when: Otherwise)])"#,
        good: r#"Scenario(schema: 2, id: "second", title: "Second", turns: (first: 1, last: 8), wars: [(["east"], ["west"])], control: {"red": ["0602"], "blue": ["0302"]}, victory: [(check: GameEnd, when: Otherwise)])"#;
}

pub const CHECK: Check = Check { code: CODE, run };

fn run(cx: &Context<'_>, found: &mut Vec<Diagnostic>) {
    for start in &cx.starts {
        let scenario = start.scenario;
        let spot = cx.entry(EntryKind::Scenario, scenario.id.as_str());
        let mut given: BTreeMap<&str, &str> = BTreeMap::new();
        for (actor, places) in &scenario.control {
            for (index, place) in places.iter().enumerate() {
                // A space may be an exception to the region around it, so only spaces named themselves are compared.
                if cx.board.regions.contains_key(place.as_str()) {
                    continue;
                }
                if let Some(other) = given.insert(place.as_str(), actor.as_str()) {
                    let at = spot.then("control").then(actor.as_str()).then(index);
                    let message = if other == actor.as_str() {
                        format!("`{place}` is given to {actor} twice")
                    } else {
                        format!("`{place}` is given to {other} and to {actor}")
                    };
                    found.push(cx.finding(CODE, &at, message));
                }
            }
        }
    }
}
