//! S107 contradiction-that-is-none.

use chartroom_format::diag::Diagnostic;
use chartroom_format::entries::EntryKind;

use crate::checks::Check;
use crate::context::Context;

chartroom_format::codes! {
    CODE = "S107", "contradiction-that-is-none", "scenario", Warning,
        what: "A printed total is said to be contradicted, but the set-up gives just that total.",
        why: "The excuse would hide the next mistake.",
        remedy: "Remove `contradicted`.",
        bad: r#"Scenario(schema: 2, id: "second", title: "Second", turns: (first: 1, last: 8), wars: [(["east"], ["west"])], totals: [(who: "red", of: Units("infantry"), is: 4, source: "x:1", contradicted: "no")], set_up: {"red": [At("0103", {"infantry": 4})]}, victory: [(check: GameEnd, when: Otherwise)])"#,
        good: r#"Scenario(schema: 2, id: "second", title: "Second", turns: (first: 1, last: 8), wars: [(["east"], ["west"])], totals: [(who: "red", of: Units("infantry"), is: 5, source: "x:1", contradicted: "the chart shows four")], set_up: {"red": [At("0103", {"infantry": 4})]}, victory: [(check: GameEnd, when: Otherwise)])"#;
}

pub const CHECK: Check = Check { code: CODE, run };

fn run(cx: &Context<'_>, found: &mut Vec<Diagnostic>) {
    for start in &cx.starts {
        let scenario = start.scenario;
        let spot = cx.entry(EntryKind::Scenario, scenario.id.as_str());
        for (index, total) in scenario.totals.iter().enumerate() {
            if total.contradicted.is_some() && start.total(cx.content, total.who.as_str(), &total.of) == total.is {
                let at = spot.then("totals").then(index).then("contradicted");
                found.push(cx.finding(CODE, &at, format!("{} has exactly {} of {:?}", total.who, total.is, total.of)));
            }
        }
    }
}
