//! S105 capital-not-held.

use chartroom_format::diag::Diagnostic;
use chartroom_format::entries::EntryKind;

use crate::checks::Check;
use crate::context::Context;

chartroom_format::codes! {
    CODE = "S105", "capital-not-held", "scenario", Warning,
        what: "A power starts without any of its capitals although somebody else at its own side or nobody holds them.",
        why: "It would start half beaten: most often the capital or the owner of the space is mistyped.",
        remedy: "Correct the capital in powers.ron, or who holds the space.",
        bad: r##"Powers(schema: 2, sides: {}, powers: {"red": (title: "Red", side: "east", colour: "#c0594a", home: ["redland"], capitals: ["0401"])})"##,
        good: r#"Scenario(schema: 2, id: "second", title: "Second", turns: (first: 1, last: 8), wars: [(["east"], ["west"])], victory: [(check: GameEnd, when: Otherwise)])"#;
}

pub const CHECK: Check = Check { code: CODE, run };

fn run(cx: &Context<'_>, found: &mut Vec<Diagnostic>) {
    for start in &cx.starts {
        let scenario = start.scenario;
        for (id, power) in cx.content.powers.iter().filter(|(id, _)| start.powers.contains(id.as_str())) {
            let holders: Vec<Option<&&str>> =
                power.capitals.iter().map(|space| start.holder.get(space.as_str())).collect();
            let enemy = holders.iter().flatten().any(|by| !start.are_friends(cx.content, id.as_str(), by));
            if !holders.is_empty() && !enemy && holders.iter().all(|by| by.is_none_or(|by| *by != id.as_str())) {
                let at = cx.entry(EntryKind::Power, id.as_str()).then("capitals");
                let message = format!("{} does not hold its capital at the start of {}", power.title, scenario.id);
                found.push(cx.finding(CODE, &at, message));
            }
        }
    }
}
