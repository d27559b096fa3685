//! S106 printed-total-differs.

use chartroom_format::diag::Diagnostic;
use chartroom_format::entries::EntryKind;

use crate::checks::Check;
use crate::context::Context;

chartroom_format::codes! {
    CODE = "S106", "printed-total-differs", "scenario", Error,
        what: "A total that the rulebook prints is not what the set-up gives.",
        why: "Something in the set-up or on the map is wrong: a count, an owner, a value.",
        remedy: "Find the difference. If the rulebook contradicts itself, say so in `contradicted`.",
        bad: r#"Scenario(schema: 2, id: "second", title: "Second", turns: (first: 1, last: 8), wars: [(["east"], ["west"])], totals: [(who: "red", of: Units("infantry"), is: 9, source: "x:1")], set_up: {"red": [At("0103", {"infantry": 4})]}, victory: [(check: GameEnd, when: Otherwise)])"#,
        good: r#"Scenario(schema: 2, id: "second", title: "Second", turns: (first: 1, last: 8), wars: [(["east"], ["west"])], totals: [(who: "red", of: Units("infantry"), is: 4, source: "x:1")], set_up: {"red": [At("0103", {"infantry": 4})]}, victory: [(check: GameEnd, when: Otherwise)])"#;
}

pub const CHECK: Check = Check { code: CODE, run };

fn run(cx: &Context<'_>, found: &mut Vec<Diagnostic>) {
    for start in &cx.starts {
        let scenario = start.scenario;
        let spot = cx.entry(EntryKind::Scenario, scenario.id.as_str());
        for (index, total) in scenario.totals.iter().enumerate() {
            let is = start.total(cx.content, total.who.as_str(), &total.of);
            let at = spot.then("totals").then(index);
            if total.contradicted.is_none() && is != total.is {
                let message = format!("{} should have {} of {:?} but has {is}", total.who, total.is, total.of);
                found.push(cx.finding(CODE, &at, message).note(format!("rule {}", total.source)));
            }
        }
    }
}
