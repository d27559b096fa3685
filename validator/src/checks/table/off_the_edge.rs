//! T112 lookup-off-the-edge.

use chartroom_format::diag::Diagnostic;
use chartroom_format::entries::EntryKind;
use chartroom_format::schema::table::{Axis, Edge};

use crate::checks::Check;
use crate::context::Context;
use crate::model::lookups::{self, Key};

chartroom_format::codes! {
    CODE = "T112", "lookup-off-the-edge", "table", Error,
        what: "A procedure can look up a value that its table does not have: a season, unit, turn, differential or modified die beyond the axis.",
        why: "The game would stop, or go on without a result, in the middle of a phase.",
        remedy: "Add the row or column, or say what happens beyond the end of the axis with `below` and `above`.",
        bad: r#"Table(schema: 2, id: "results", title: "Results", axes: [Die(sides: 2), Number(name: "differential", from: 0, to: 1)], cells: Losses, rows: {1: [0, 1], 2: [1, 2]})
---
Rules(schema: 2, procedures: {"combat": (do: DifferentialCombat(table: "results", minimum: 0)), "build": (do: Produce(costs: "unit-cost", by: Power))})"#,
        good: r#"Table(schema: 2, id: "results", title: "Results", axes: [Die(sides: 2), Number(name: "differential", from: 0, to: 1, above: Clamp)], cells: Losses, rows: {1: [0, 1], 2: [1, 2]})
---
Rules(schema: 2, procedures: {"combat": (do: DifferentialCombat(table: "results", minimum: 0)), "build": (do: Produce(costs: "unit-cost", by: Power))})
---
Units(schema: 2, units: {"infantry": (title: "Infantry", domain: Land, classes: ["land"], stats: (attack_strength: 2, defence_strength: 4, movement: 1)), "armor": (title: "Armor", domain: Land, classes: ["land"], stats: (attack_strength: 6, defence_strength: 4, movement: 2)), "destroyer": (title: "Destroyer", domain: Sea, classes: ["ships"], stats: (attack_strength: 5, defence_strength: 5, movement: 3))})"#;
}

pub const CHECK: Check = Check { code: CODE, run };

fn run(cx: &Context<'_>, found: &mut Vec<Diagnostic>) {
    for lookup in lookups::of(cx.content) {
        let Some(table) = cx.content.tables.get(lookup.table) else { continue };
        let axes = table.axes.iter().enumerate().filter(|(_, axis)| (lookup.axis)(axis));
        for (index, axis) in axes {
            let keys = table.keys(index);
            let missing: Vec<String> =
                lookup.keys.iter().filter(|key| !reaches(axis, &keys, key)).map(ToString::to_string).collect();
            if !missing.is_empty() {
                let spot = cx.entry(EntryKind::Table, lookup.table).then("axes").then(index);
                let message = format!(
                    "`{}` can look up {} on `{}` of `{}`, which is not there",
                    lookup.by,
                    missing.join(", "),
                    axis.name(),
                    lookup.table
                );
                found.push(cx.finding(CODE, &spot, message));
            }
        }
    }
}

/// Whether a key leads to a cell, or to what the axis says about its edges.
fn reaches(axis: &Axis, keys: &[chartroom_format::schema::value::Key], wanted: &Key) -> bool {
    use chartroom_format::lookup::range_contains;
    let edge_allows = |number: i64| match axis {
        Axis::Die { sides, below, above } => {
            number < 1 && *below != Edge::NotAllowed || number > *sides && *above != Edge::NotAllowed
        }
        Axis::Number { from, to, below, above, .. } => {
            number < *from && *below != Edge::NotAllowed
                || number > *to && *above != Edge::NotAllowed
                || (*from..=*to).contains(&number)
        }
        Axis::Words { .. } | Axis::Ranges { .. } => false,
    };
    match wanted {
        Key::Word(word) => keys.iter().any(|key| key.as_str() == word),
        Key::Number(number) => {
            keys.iter().any(|key| key.as_str() == number.to_string() || range_contains(key.as_str(), *number))
                || edge_allows(*number)
        }
    }
}
