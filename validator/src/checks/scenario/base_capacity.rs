//! S121 base-too-full.

use std::collections::BTreeMap;

use chartroom_format::diag::Diagnostic;
use chartroom_format::entries::EntryKind;
use chartroom_format::schema::terrain::FeatureRole;

use crate::checks::Check;
use crate::context::Context;

chartroom_format::codes! {
    CODE = "S121", "base-too-full", "scenario", Error,
        what: "More units of a class stand in a space than its bases hold. A base or port whose type names no limit holds any number.",
        why: "The set-up breaks a limit that play enforces.",
        remedy: "Set some of them up elsewhere, or correct the number.",
        bad: r#"Terrain(schema: 2, features: {"dock": (title: "Dock", role: NavalBase, on: [Coast], holds: {"ships": 1})})
---
Spaces(schema: 2, spaces: {"0302": (surface: Coast, country: "redland", features: {"dock": 1})})
---
Scenario(schema: 2, id: "second", title: "Second", turns: (first: 1, last: 8), wars: [(["east"], ["west"])], set_up: {"red": [At("0302", {"destroyer": 2})]}, victory: [(check: GameEnd, when: Otherwise)])"#,
        good: r#"Terrain(schema: 2, features: {"dock": (title: "Dock", role: NavalBase, on: [Coast], holds: {"ships": 2})})
---
Spaces(schema: 2, spaces: {"0302": (surface: Coast, country: "redland", features: {"dock": 1})})
---
Scenario(schema: 2, id: "second", title: "Second", turns: (first: 1, last: 8), wars: [(["east"], ["west"])], set_up: {"red": [At("0302", {"destroyer": 2})]}, victory: [(check: GameEnd, when: Otherwise)])"#;
}

pub const CHECK: Check = Check { code: CODE, run };

fn run(cx: &Context<'_>, found: &mut Vec<Diagnostic>) {
    for start in &cx.starts {
        let scenario = start.scenario;
        let spot = cx.entry(EntryKind::Scenario, scenario.id.as_str());
        let mut standing: BTreeMap<(&str, &str), i64> = BTreeMap::new();
        for stack in cx.set_up(start) {
            let Some(space) = stack.space() else { continue };
            for (unit, count) in stack.units() {
                for class in cx.content.units.get(unit).into_iter().flat_map(|unit| &unit.classes) {
                    *standing.entry((space, class.as_str())).or_default() += count;
                }
            }
        }
        for ((space, class), count) in standing {
            let unlimited = cx.content.features.iter().any(|(id, kind)| {
                kind.holds.is_empty()
                    && matches!(kind.role, FeatureRole::NavalBase | FeatureRole::AirBase | FeatureRole::Port)
                    && start.feature(cx.content, space, id.as_str()) > 0
            });
            if unlimited {
                continue;
            }
            let room: Vec<i64> = cx
                .content
                .features
                .iter()
                .filter(|(_, kind)| kind.holds.contains_key(class))
                .map(|(id, kind)| start.feature(cx.content, space, id.as_str()).saturating_mul(kind.holds[class]))
                .filter(|room| *room > 0)
                .collect();
            let most: i64 = room.iter().copied().fold(0, i64::saturating_add);
            if !room.is_empty() && count > most {
                let message = format!("{count} units of class `{class}` stand in `{space}`, whose bases hold {most}");
                found.push(cx.finding(CODE, &spot.then("set_up").name(), message));
            }
        }
    }
}
