//! L103 option-nothing-uses.

use std::collections::BTreeSet;

use chartroom_format::diag::Diagnostic;
use chartroom_format::entries::EntryKind;
use chartroom_format::refs;
use chartroom_format::schema::ids::OptionId;
use serde::Serialize;

use crate::checks::Check;
use crate::context::Context;

chartroom_format::codes! {
    CODE = "L103", "option-nothing-uses", "rule", Warning,
        what: "An optional rule is listed, but nothing asks whether it is on. Nothing is said where the pack itself states the gap: coverage.ron calls the rule behind it open or out of scope, or the index calls it beyond any test.",
        why: "Switching it changes nothing.",
        remedy: "Let a rule, unit, modifier or phase depend on it, call its rule open in coverage.ron, or remove it.",
        bad: r#"Options(schema: 2, options: {"fog": (title: "Fog")})"#,
        good: r#"Options(schema: 2, options: {"fog": (title: "Fog")})
---
Rules(schema: 2, facts: {"f": (says: "Nobody sees far.", option: "fog")})"#;
}

pub const CHECK: Check = Check { code: CODE, run };

fn run(cx: &Context<'_>, found: &mut Vec<Diagnostic>) {
    let mut used = BTreeSet::new();
    let content = cx.content;
    collect(&content.units.values().collect::<Vec<_>>(), &mut used);
    collect(&content.rules.values().collect::<Vec<_>>(), &mut used);
    collect(&content.modifiers.values().collect::<Vec<_>>(), &mut used);
    collect(&content.objectives.values().collect::<Vec<_>>(), &mut used);
    collect(&content.facts.values().collect::<Vec<_>>(), &mut used);
    collect(&content.procedures.values().collect::<Vec<_>>(), &mut used);
    collect(&content.passages.values().collect::<Vec<_>>(), &mut used);
    collect(&content.sequence, &mut used);
    collect(&content.other_sequences.values().collect::<Vec<_>>(), &mut used);
    for scenario in content.scenarios.values() {
        collect(&scenario.rules.values().collect::<Vec<_>>(), &mut used);
        collect(&scenario.victory, &mut used);
    }
    for (id, option) in content.options.iter().filter(|(id, _)| cx.is_own(EntryKind::Option, id.as_str())) {
        if !used.contains(id.as_str()) && !cx.is_stated_gap(option.source.as_ref()) {
            let spot = cx.entry(EntryKind::Option, id.as_str());
            found.push(cx.finding(CODE, &spot, format!("nothing depends on {}", option.title)));
        }
    }
}

fn collect(value: &impl Serialize, into: &mut BTreeSet<String>) {
    refs::walk(value, &mut |name_type, name, _| {
        if name_type == OptionId::KIND {
            into.insert(name.to_owned());
        }
    });
}
