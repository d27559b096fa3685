//! S124 more-than-factories-can-build.

use std::collections::BTreeMap;

use chartroom_format::diag::Diagnostic;
use chartroom_format::entries::EntryKind;

use crate::checks::Check;
use crate::context::Context;
use crate::model::start::Start;

chartroom_format::codes! {
    CODE = "S124", "more-than-factories-can-build", "scenario", Error,
        what: "Production under way at start brings more units to a space in one turn than its factories can place, or to a space without a factory.",
        why: "The start breaks a limit that play enforces; the units would have no way onto the map.",
        remedy: "Spread the arrivals over turns or places, or correct the number.",
        bad: r#"Scenario(schema: 2, id: "second", title: "Second", turns: (first: 1, last: 8), wars: [(["east"], ["west"])], pipeline: [(turn: 2, power: "red", units: {"infantry": 4}, at: ["0103"])], victory: [(check: GameEnd, when: Otherwise)])"#,
        good: r#"Scenario(schema: 2, id: "second", title: "Second", turns: (first: 1, last: 8), wars: [(["east"], ["west"])], pipeline: [(turn: 2, power: "red", units: {"infantry": 3}, at: ["0103"])], victory: [(check: GameEnd, when: Otherwise)])"#;
}

pub const CHECK: Check = Check { code: CODE, run };

fn run(cx: &Context<'_>, found: &mut Vec<Diagnostic>) {
    // Games whose factories know no limit do not know the question.
    if cx.content.features.values().all(|kind| kind.builds.is_none()) {
        return;
    }
    for start in &cx.starts {
        let spot = cx.entry(EntryKind::Scenario, start.scenario.id.as_str()).then("pipeline");
        let mut coming: BTreeMap<(i64, &str), (i64, usize)> = BTreeMap::new();
        for (index, arrival) in start.scenario.pipeline.iter().enumerate() {
            let [place] = arrival.at.as_slice() else { continue };
            if let [space] = cx.board.spaces_of(place.as_str())[..] {
                let entry = coming.entry((arrival.turn, space)).or_insert((0, index));
                entry.0 += arrival.units.values().sum::<i64>();
                entry.1 = index;
            }
        }
        for ((turn, space), (count, index)) in coming {
            let most = capacity(cx, start, space);
            if most.is_some_and(|most| count > most) {
                let message = format!(
                    "{count} units come to `{space}` on turn {turn}, where {} can be placed",
                    most.unwrap_or(0)
                );
                found.push(cx.finding(CODE, &spot.then(index), message));
            }
        }
    }
}

/// How many units the factories of a space place in a turn; none if one of them knows no limit.
fn capacity(cx: &Context<'_>, start: &Start<'_>, space: &str) -> Option<i64> {
    use chartroom_format::schema::terrain::FeatureRole;
    let mut sum = 0;
    for (id, kind) in cx.content.features.iter().filter(|(_, kind)| kind.role == FeatureRole::Factory) {
        let amount = start.feature(cx.content, space, id.as_str());
        if amount > 0 {
            sum += amount * kind.builds?;
        }
    }
    Some(sum)
}
