//! U106 unit-nobody-can-have.

use std::collections::BTreeSet;

use chartroom_format::diag::Diagnostic;
use chartroom_format::entries::EntryKind;
use chartroom_format::prices;
use chartroom_format::refs;
use chartroom_format::schema::ids::UnitId;
use serde::Serialize;

use crate::checks::Check;
use crate::context::Context;

chartroom_format::codes! {
    CODE = "U106", "unit-nobody-can-have", "unit", Warning,
        what: "A unit is never set up, never arrives, is trained from no other, and nobody may build it. Nothing is said where the pack itself states the gap: coverage.ron calls the rule behind it open or out of scope, or the index calls it beyond any test.",
        why: "It is in the pack but can never be in a game.",
        remedy: "Set it up, let it be built, or remove it.",
        bad: r#"Units(schema: 2, units: {"guards": (title: "Guards", domain: Land, classes: ["land"], stats: (attack: [3], defend: [4], movement: 1), build: (never: true))})"#,
        good: r#"Units(schema: 2, units: {"guards": (title: "Guards", domain: Land, classes: ["land"], stats: (attack: [3], defend: [4], movement: 1))})
---
Table(schema: 2, id: "unit-cost", title: "Unit costs", axes: [Words(name: "unit", of: Unit), Words(name: "power", of: Power, keys: ["red", "blue"])], cells: Money, rows: {"infantry": [3, 3], "armor": [6, 5], "destroyer": [8, 8], "guards": [4, 4]})"#;
}

pub const CHECK: Check = Check { code: CODE, run };

fn run(cx: &Context<'_>, found: &mut Vec<Diagnostic>) {
    let mut brought = BTreeSet::new();
    for scenario in cx.content.scenarios.values() {
        collect(scenario, &mut brought);
    }
    for rule in cx.content.rules.values() {
        collect(&rule.then, &mut brought);
    }
    for procedure in cx.content.procedures.values() {
        collect(procedure, &mut brought);
    }
    for unit in cx.content.units.values() {
        brought.extend(unit.upgrades_to.iter().map(UnitId::to_string));
    }
    for (id, unit) in cx.content.units.iter().filter(|(id, _)| cx.is_own(EntryKind::Unit, id.as_str())) {
        let never = unit.build.as_ref().is_some_and(|build| build.never);
        let item = unit.build.as_ref().and_then(|build| build.priced_as.as_ref()).unwrap_or(id);
        let priced = prices::of(cx.content, item.as_str()).iter().any(|price| !price.cell.is_empty());
        // Where what it is trained from cannot be had either, that is the one to name.
        let trained = unit.trained.is_some();
        let gap = || cx.is_stated_gap(unit.source.as_ref());
        if !brought.contains(id.as_str()) && !trained && (never || !priced) && !gap() {
            let spot = cx.entry(EntryKind::Unit, id.as_str());
            found.push(cx.finding(CODE, &spot, format!("no game can ever have a unit of type {}", unit.title)));
        }
    }
}

fn collect(value: &impl Serialize, into: &mut BTreeSet<String>) {
    refs::walk(value, &mut |name_type, name, _| {
        if name_type == UnitId::KIND {
            into.insert(name.to_owned());
        }
    });
}
