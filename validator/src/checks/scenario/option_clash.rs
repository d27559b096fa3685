//! S115 options-that-clash.

use chartroom_format::diag::Diagnostic;
use chartroom_format::entries::EntryKind;
use chartroom_format::schema::ids::OptionId;

use crate::checks::Check;
use crate::context::Context;

chartroom_format::codes! {
    CODE = "S115", "options-that-clash", "scenario", Error,
        what: "The scenario switches on options that exclude each other, or one without the option it needs.",
        why: "The rules of both cannot hold together.",
        remedy: "Switch one of them off, or the needed one on.",
        bad: r#"Options(schema: 2, options: {"fog": (title: "Fog", excludes: ["sun"]), "sun": (title: "Sun")})
---
Rules(schema: 2, facts: {"f": (says: "fog", option: "fog"), "s": (says: "sun", option: "sun")})
---
Scenario(schema: 2, id: "second", title: "Second", turns: (first: 1, last: 8), wars: [(["east"], ["west"])], options: {"fog": true, "sun": true}, victory: [(check: GameEnd, when: Otherwise)])"#,
        good: r#"Options(schema: 2, options: {"fog": (title: "Fog", excludes: ["sun"]), "sun": (title: "Sun")})
---
Rules(schema: 2, facts: {"f": (says: "fog", option: "fog"), "s": (says: "sun", option: "sun")})
---
Scenario(schema: 2, id: "second", title: "Second", turns: (first: 1, last: 8), wars: [(["east"], ["west"])], options: {"fog": true, "sun": false}, victory: [(check: GameEnd, when: Otherwise)])"#;
}

pub const CHECK: Check = Check { code: CODE, run };

fn run(cx: &Context<'_>, found: &mut Vec<Diagnostic>) {
    for start in &cx.starts {
        let scenario = start.scenario;
        let spot = cx.entry(EntryKind::Scenario, scenario.id.as_str());
        let is_on = |id: &OptionId| {
            scenario
                .options
                .get(id)
                .copied()
                .unwrap_or_else(|| cx.content.options.get(id).is_some_and(|option| option.on))
        };
        for (id, option) in cx.content.options.iter().filter(|(id, _)| is_on(id)) {
            let at = spot.then("options").then(id.as_str()).name();
            if let Some(other) = option.excludes.iter().find(|other| is_on(other)) {
                found.push(cx.finding(CODE, &at, format!("{} cannot be on together with `{other}`", option.title)));
            }
            if let Some(other) = option.needs.iter().find(|other| !is_on(other)) {
                found.push(cx.finding(CODE, &at, format!("{} needs the option `{other}`", option.title)));
            }
        }
    }
}
