//! S112 impossible-count.

use chartroom_format::diag::Diagnostic;
use chartroom_format::entries::EntryKind;

use crate::checks::Check;
use crate::context::Context;

chartroom_format::codes! {
    CODE = "S112", "impossible-count", "scenario", Error,
        what: "A number of units is not positive, or more than a thousand.",
        why: "Nobody can set up minus two divisions.",
        remedy: "Correct the number, or remove the unit.",
        bad: r#"Scenario(schema: 2, id: "second", title: "Second", turns: (first: 1, last: 8), wars: [(["east"], ["west"])], set_up: {"red": [At("0103", {"infantry": 0})]}, victory: [(check: GameEnd, when: Otherwise)])"#,
        good: r#"Scenario(schema: 2, id: "second", title: "Second", turns: (first: 1, last: 8), wars: [(["east"], ["west"])], set_up: {"red": [At("0103", {"infantry": 1})]}, victory: [(check: GameEnd, when: Otherwise)])"#;
}

pub const CHECK: Check = Check { code: CODE, run };

fn run(cx: &Context<'_>, found: &mut Vec<Diagnostic>) {
    for start in &cx.starts {
        let scenario = start.scenario;
        let spot = cx.entry(EntryKind::Scenario, scenario.id.as_str());
        for stack in cx.set_up(start) {
            for (unit, count) in stack.placed.force.iter().filter(|(_, count)| !(1..=1000).contains(*count)) {
                let at = stack.unit_spot(unit.as_str());
                found.push(cx.finding(CODE, &at, format!("{count} of `{unit}` cannot be set up: 1 to 1000 can")));
            }
        }
        for (power, force) in &scenario.pools {
            for (unit, count) in force.iter().filter(|(_, count)| !(1..=1000).contains(*count)) {
                let at = spot.then("pools").then(power.as_str()).then(unit.as_str());
                found.push(cx.finding(CODE, &at, format!("{count} of `{unit}` cannot be in a pool: 1 to 1000 can")));
            }
        }
        for (field, list) in [("reinforcements", &scenario.reinforcements), ("pipeline", &scenario.pipeline)] {
            for (index, arrival) in list.iter().enumerate() {
                for (unit, count) in arrival.units.iter().filter(|(_, count)| !(1..=1000).contains(*count)) {
                    let at = spot.then(field).then(index).then("units").then(unit.as_str());
                    found.push(cx.finding(CODE, &at, format!("{count} of `{unit}` cannot arrive: 1 to 1000 can")));
                }
            }
        }
    }
}
