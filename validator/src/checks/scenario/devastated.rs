//! S120 more-damage-than-production.

use chartroom_format::diag::Diagnostic;
use chartroom_format::entries::EntryKind;
use chartroom_format::schema::terrain::FeatureRole;

use crate::checks::Check;
use crate::context::Context;

chartroom_format::codes! {
    CODE = "S120", "more-damage-than-production", "scenario", Error,
        what: "A space starts with more damage than it has production, or with a negative feature.",
        why: "The engine would count production below nothing.",
        remedy: "Correct the number or the space.",
        bad: r#"Scenario(schema: 2, id: "second", title: "Second", turns: (first: 1, last: 8), wars: [(["east"], ["west"])], devastated: {"0103": 9}, victory: [(check: GameEnd, when: Otherwise)])"#,
        good: r#"Terrain(schema: 2, features: {"industry": (title: "Industry", role: Production)})
---
Spaces(schema: 2, spaces: {"0104": (surface: Land, country: "redland", features: {"industry": 2})})
---
Scenario(schema: 2, id: "second", title: "Second", turns: (first: 1, last: 8), wars: [(["east"], ["west"])], devastated: {"0104": 2}, victory: [(check: GameEnd, when: Otherwise)])"#;
}

pub const CHECK: Check = Check { code: CODE, run };

fn run(cx: &Context<'_>, found: &mut Vec<Diagnostic>) {
    for start in &cx.starts {
        let scenario = start.scenario;
        let spot = cx.entry(EntryKind::Scenario, scenario.id.as_str());
        for (space, damage) in &scenario.devastated {
            let there: i64 = cx
                .content
                .features
                .iter()
                .filter(|(_, kind)| {
                    matches!(kind.role, FeatureRole::Production | FeatureRole::Industry | FeatureRole::Factory)
                })
                .map(|(id, kind)| {
                    start
                        .feature(cx.content, space.as_str(), id.as_str())
                        .saturating_mul(kind.damage.unwrap_or(1).max(1))
                })
                .fold(0, i64::saturating_add);
            let value = cx.content.spaces.get(space).and_then(|space| space.value).unwrap_or(0);
            if *damage < 1 || *damage > there.max(value) {
                let at = spot.then("devastated").then(space.as_str());
                found.push(cx.finding(
                    CODE,
                    &at,
                    format!("`{space}` has {} to damage, not {damage}", there.max(value)),
                ));
            }
        }
        for (space, features) in &scenario.features {
            for (feature, amount) in features.iter().filter(|(_, amount)| **amount < 0) {
                let at = spot.then("features").then(space.as_str()).then(feature.as_str());
                found.push(cx.finding(CODE, &at, format!("`{space}` has {amount} of `{feature}`")));
            }
        }
    }
}
