//! S116 power-that-does-not-play.

use chartroom_format::diag::Diagnostic;
use chartroom_format::entries::EntryKind;

use crate::checks::Check;
use crate::context::Context;

chartroom_format::codes! {
    CODE = "S116", "power-that-does-not-play", "scenario", Error,
        what: "The scenario gives units or money to a power that does not take part.",
        why: "They would stand on the map for nobody.",
        remedy: "Add the power to `powers`, or remove what it gets.",
        bad: r#"Scenario(schema: 2, id: "second", title: "Second", turns: (first: 1, last: 8), wars: [(["east"], ["west"])], powers: ["red"], set_up: {"blue": [At("0804", {"infantry": 1})]}, victory: [(check: GameEnd, when: Otherwise)])"#,
        good: r#"Scenario(schema: 2, id: "second", title: "Second", turns: (first: 1, last: 8), wars: [(["east"], ["west"])], powers: ["red", "blue"], set_up: {"blue": [At("0804", {"infantry": 1})]}, victory: [(check: GameEnd, when: Otherwise)])"#;
}

pub const CHECK: Check = Check { code: CODE, run };

fn run(cx: &Context<'_>, found: &mut Vec<Diagnostic>) {
    for start in &cx.starts {
        let scenario = start.scenario;
        let spot = cx.entry(EntryKind::Scenario, scenario.id.as_str());
        let named = scenario
            .set_up
            .keys()
            .map(|power| ("set_up", power))
            .chain(scenario.pools.keys().map(|power| ("pools", power)));
        for (field, power) in named.filter(|(_, power)| !start.powers.contains(power.as_str())) {
            let at = spot.then(field).then(power.as_str()).name();
            found.push(cx.finding(CODE, &at, format!("{power} does not take part in {}", scenario.title)));
        }
        for (index, arrival) in scenario.reinforcements.iter().enumerate() {
            if !start.powers.contains(arrival.power.as_str()) {
                let at = spot.then("reinforcements").then(index).then("power");
                found.push(cx.finding(
                    CODE,
                    &at,
                    format!("{} does not take part in {}", arrival.power, scenario.title),
                ));
            }
        }
    }
}
