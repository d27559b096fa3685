//! U104 upgrades-in-a-circle.

use chartroom_format::diag::Diagnostic;
use chartroom_format::entries::EntryKind;
use chartroom_format::schema::ids::UnitId;

use crate::checks::Check;
use crate::context::Context;
use crate::model::circle;

chartroom_format::codes! {
    CODE = "U104", "upgrades-in-a-circle", "unit", Error,
        what: "Units upgrade to each other in a circle, or a unit to itself.",
        why: "The chain of upgrades never ends.",
        remedy: "Remove one `upgrades_to`.",
        bad: r#"Units(schema: 2, units: {"guards": (title: "Guards", domain: Land, classes: ["land"], stats: (attack: [3], defend: [4], movement: 1), upgrades_to: "guards")})
---
Table(schema: 2, id: "unit-cost", title: "Unit costs", axes: [Words(name: "unit", of: Unit), Words(name: "power", of: Power, keys: ["red", "blue"])], cells: Money, rows: {"infantry": [3, 3], "armor": [6, 5], "destroyer": [8, 8], "guards": [5, 5]})"#,
        good: r#"Units(schema: 2, units: {"guards": (title: "Guards", domain: Land, classes: ["land"], stats: (attack: [3], defend: [4], movement: 1), upgrades_to: "armor")})
---
Table(schema: 2, id: "unit-cost", title: "Unit costs", axes: [Words(name: "unit", of: Unit), Words(name: "power", of: Power, keys: ["red", "blue"])], cells: Money, rows: {"infantry": [3, 3], "armor": [6, 5], "destroyer": [8, 8], "guards": [5, 5]})"#;
}

pub const CHECK: Check = Check { code: CODE, run };

fn run(cx: &Context<'_>, found: &mut Vec<Diagnostic>) {
    let next = |id: &str| -> Vec<String> {
        cx.content.units.get(id).and_then(|unit| unit.upgrades_to.as_ref()).map(UnitId::to_string).into_iter().collect()
    };
    for way in circle::all(cx.content.units.keys().map(UnitId::as_str), next) {
        let spot = cx.entry(EntryKind::Unit, &way[0]).then("upgrades_to");
        found.push(cx.finding(CODE, &spot, format!("units upgrade in a circle: {}", way.join(" to "))));
    }
}
