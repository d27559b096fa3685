//! P112 impossible-amount.

use chartroom_format::diag::Diagnostic;
use chartroom_format::entries::EntryKind;

use crate::checks::Check;
use crate::context::Context;

chartroom_format::codes! {
    CODE = "P112", "impossible-amount", "map", Error,
        what: "A feature or a value of a space is negative, or a feature has the amount 0.",
        why: "Income and production would be counted wrongly.",
        remedy: "Write a positive amount, or leave the feature out.",
        bad: r#"Spaces(schema: 2, spaces: {"0102": (surface: Coast, country: "redland", features: {"factory": 0})})"#,
        good: r#"Spaces(schema: 2, spaces: {"0102": (surface: Coast, country: "redland", value: 0)})"#;
}

pub const CHECK: Check = Check { code: CODE, run };

fn run(cx: &Context<'_>, found: &mut Vec<Diagnostic>) {
    for (id, space) in &cx.content.spaces {
        let spot = cx.entry(EntryKind::Space, id.as_str());
        for (feature, amount) in space.features.iter().filter(|(_, amount)| **amount < 1) {
            let at = spot.then("features").then(feature.as_str());
            found.push(cx.finding(CODE, &at, format!("`{id}` has {amount} of `{feature}`")));
        }
        if let Some(value) = space.value.filter(|value| *value < 0) {
            found.push(cx.finding(CODE, &spot.then("value"), format!("`{id}` is worth {value}")));
        }
    }
}
