//! U105 value-the-die-cannot-roll.

use chartroom_format::diag::Diagnostic;
use chartroom_format::entries::EntryKind;
use chartroom_format::schema::procedure::Procedure;
use chartroom_format::schema::units::Stats;

use crate::checks::Check;
use crate::context::Context;

chartroom_format::codes! {
    CODE = "U105", "value-the-die-cannot-roll", "unit", Error,
        what: "A to-hit value lies outside the die that the combat procedure rolls.",
        why: "It would always or never hit: mostly a digit too many.",
        remedy: "Write a value from 0 to the number of faces.",
        bad: r#"Units(schema: 2, units: {"infantry": (title: "Infantry", domain: Land, classes: ["land"], stats: (attack: [20], defend: [4], movement: 1))})"#,
        good: r#"Units(schema: 2, units: {"infantry": (title: "Infantry", domain: Land, classes: ["land"], stats: (attack: [2], defend: [5], movement: 1))})"#;
}

pub const CHECK: Check = Check { code: CODE, run };

fn run(cx: &Context<'_>, found: &mut Vec<Diagnostic>) {
    let die = cx.content.procedures.values().filter_map(|entry| match &entry.run {
        Procedure::HitRollCombat { die, .. } => Some(*die),
        _ => None,
    });
    let Some(faces) = die.max() else { return };
    for (id, unit) in &cx.content.units {
        let spot = cx.entry(EntryKind::Unit, id.as_str());
        let mut all: Vec<(crate::context::Spot, &Stats)> = vec![(spot.then("stats"), &unit.stats)];
        all.extend(unit.damaged.iter().enumerate().map(|(index, stats)| (spot.then("damaged").then(index), stats)));
        all.extend(
            unit.variants
                .iter()
                .enumerate()
                .map(|(index, variant)| (spot.then("variants").then(index).then("stats"), &variant.stats)),
        );
        for (at, stats) in all {
            for (field, dice) in [("attack", &stats.attack), ("defend", &stats.defend)] {
                for (index, value) in
                    dice.iter().flatten().enumerate().filter(|(_, value)| !(0..=faces).contains(*value))
                {
                    let message = format!("{} hits on {value}, but the die has {faces} faces", unit.title);
                    found.push(cx.finding(CODE, &at.then(field).then(index), message));
                }
            }
        }
    }
}
