//! S118 marker-off-its-track.

use chartroom_format::diag::Diagnostic;
use chartroom_format::entries::EntryKind;

use crate::checks::Check;
use crate::context::Context;

chartroom_format::codes! {
    CODE = "S118", "marker-off-its-track", "scenario", Error,
        what: "A marker starts beyond the ends of its track.",
        why: "The engine cannot put it there.",
        remedy: "Write a number from the track's first to its last.",
        bad: r#"Rules(schema: 2, tracks: {"morale": (title: "Morale", kind: Morale, each: Power, from: 0, to: 10)})
---
Scenario(schema: 2, id: "second", title: "Second", turns: (first: 1, last: 8), wars: [(["east"], ["west"])], tracks: [(track: "morale", who: "red", at: 11)], victory: [(check: GameEnd, when: Otherwise)])"#,
        good: r#"Rules(schema: 2, tracks: {"morale": (title: "Morale", kind: Morale, each: Power, from: 0, to: 10)})
---
Scenario(schema: 2, id: "second", title: "Second", turns: (first: 1, last: 8), wars: [(["east"], ["west"])], tracks: [(track: "morale", who: "red", at: 10)], victory: [(check: GameEnd, when: Otherwise)])"#;
}

pub const CHECK: Check = Check { code: CODE, run };

fn run(cx: &Context<'_>, found: &mut Vec<Diagnostic>) {
    for start in &cx.starts {
        let scenario = start.scenario;
        let spot = cx.entry(EntryKind::Scenario, scenario.id.as_str());
        for (index, marker) in scenario.tracks.iter().enumerate() {
            let Some(track) = cx.content.tracks.get(&marker.track) else { continue };
            if marker.at < track.from || marker.at > track.to {
                let at = spot.then("tracks").then(index).then("at");
                let message = format!("{} runs from {} to {}, not to {}", track.title, track.from, track.to, marker.at);
                found.push(cx.finding(CODE, &at, message));
            }
        }
    }
}
