//! U103 capacity-for-nothing.

use chartroom_format::diag::Diagnostic;
use chartroom_format::entries::EntryKind;
use chartroom_format::schema::ids::ClassId;
use chartroom_format::schema::value::Amount;

use crate::checks::Check;
use crate::context::Context;

chartroom_format::codes! {
    CODE = "U103", "capacity-for-nothing", "unit", Error,
        what: "A unit carries units of classes that no unit has, or too little for any of them.",
        why: "Its capacity can never be used.",
        remedy: "Correct the class, or the capacity.",
        bad: r#"Units(schema: 2, units: {"ferry": (title: "Ferry", domain: Sea, classes: ["ships"], stats: (movement: 2), carries: [(classes: ["land"], capacity: 0)])})
---
Table(schema: 2, id: "unit-cost", title: "Unit costs", axes: [Words(name: "unit", of: Unit), Words(name: "power", of: Power, keys: ["red", "blue"])], cells: Money, rows: {"infantry": [3, 3], "armor": [6, 5], "destroyer": [8, 8], "ferry": [5, 5]})"#,
        good: r#"Units(schema: 2, units: {"ferry": (title: "Ferry", domain: Sea, classes: ["ships"], stats: (movement: 2), carries: [(classes: ["land"], capacity: 2)])})
---
Table(schema: 2, id: "unit-cost", title: "Unit costs", axes: [Words(name: "unit", of: Unit), Words(name: "power", of: Power, keys: ["red", "blue"])], cells: Money, rows: {"infantry": [3, 3], "armor": [6, 5], "destroyer": [8, 8], "ferry": [5, 5]})"#;
}

pub const CHECK: Check = Check { code: CODE, run };

fn run(cx: &Context<'_>, found: &mut Vec<Diagnostic>) {
    for (id, unit) in &cx.content.units {
        for (index, carrying) in unit.carries.iter().enumerate() {
            let spot = cx.entry(EntryKind::Unit, id.as_str()).then("carries").then(index);
            let mut fitting = cx
                .content
                .units
                .values()
                .filter(|other| other.classes.iter().any(|class| carrying.classes.contains(class)));
            let fits = fitting.any(|other| {
                let weight = other.stats.weight.unwrap_or(Amount::ONE);
                weight.numerator <= carrying.capacity.saturating_mul(weight.denominator)
            });
            if carrying.capacity < 1 || !fits {
                let classes: Vec<&str> = carrying.classes.iter().map(ClassId::as_str).collect();
                let message = format!("{} cannot carry a single unit of {}", unit.title, classes.join(", "));
                found.push(cx.finding(CODE, &spot, message));
            }
        }
    }
}
