//! S123 power-without-side.

use chartroom_format::diag::Diagnostic;
use chartroom_format::entries::EntryKind;

use crate::checks::Check;
use crate::context::Context;

chartroom_format::codes! {
    CODE = "S123", "power-without-side", "scenario", Note,
        what: "A power that plays has no side and is not listed as neutral.",
        why: "It is nobody's friend or enemy, so its units never fight and never share a space.",
        remedy: "Give it a side, or list it under `neutral`.",
        bad: r##"Powers(schema: 2, sides: {}, powers: {"red": (title: "Red", colour: "#c0594a", home: ["redland"], capitals: ["0103"])})"##,
        good: r#"Scenario(schema: 2, id: "second", title: "Second", turns: (first: 1, last: 8), wars: [(["east"], ["west"])], victory: [(check: GameEnd, when: Otherwise)])"#;
}

pub const CHECK: Check = Check { code: CODE, run };

fn run(cx: &Context<'_>, found: &mut Vec<Diagnostic>) {
    for start in &cx.starts {
        let scenario = start.scenario;
        let spot = cx.entry(EntryKind::Scenario, scenario.id.as_str());
        for (power, _) in &scenario.set_up {
            let neutral = scenario.neutral.contains(power);
            let at_war =
                scenario.wars.iter().any(|(a, b)| a.iter().chain(b).any(|actor| actor.as_str() == power.as_str()));
            let kind = cx.content.powers.get(power);
            let leans = kind.is_some_and(|kind| kind.leans.is_some() || kind.minor || kind.moved_by.is_some());
            if !start.side_of.contains_key(power.as_str()) && !neutral && !at_war && !leans {
                let at = spot.then("set_up").then(power.as_str()).name();
                found.push(cx.finding(CODE, &at, format!("{power} belongs to no side and is not neutral")));
            }
        }
    }
}
