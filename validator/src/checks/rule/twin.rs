//! L107 rule-stated-twice.

use std::collections::BTreeMap;

use chartroom_format::diag::Diagnostic;
use chartroom_format::entries::EntryKind;

use crate::checks::Check;
use crate::context::Context;

chartroom_format::codes! {
    CODE = "L107", "rule-stated-twice", "rule", Warning,
        what: "Two rules, modifiers or objectives say exactly the same.",
        why: "The effect would happen twice; most often one was copied and not changed.",
        remedy: "Change or remove one of them.",
        bad: r#"Rules(schema: 2, modifiers: {"a": (quantity: Attack, change: Add(1)), "b": (quantity: Attack, change: Add(1))})"#,
        good: r#"Rules(schema: 2, modifiers: {"a": (quantity: Attack, change: Add(1)), "b": (quantity: Defence, change: Add(1))})"#;
}

pub const CHECK: Check = Check { code: CODE, run };

fn run(cx: &Context<'_>, found: &mut Vec<Diagnostic>) {
    let mut seen: BTreeMap<String, (EntryKind, &str)> = BTreeMap::new();
    let mut tell = |kind: EntryKind, id: &str, other: Option<(EntryKind, &str)>| {
        if let Some((_, other)) = other {
            let message = format!("the {} `{id}` says the same as `{other}`", kind.name());
            found.push(cx.finding(CODE, &cx.entry(kind, id), message));
        }
    };
    for (id, it) in &cx.content.modifiers {
        let said =
            format!("{:?}{:?}{:?}{:?}{:?}{:?}", it.quantity, it.change, it.to, it.pairs_with, it.when, it.option);
        let other = seen.insert(said, (EntryKind::Modifier, id.as_str()));
        tell(EntryKind::Modifier, id.as_str(), other);
    }
    for (id, it) in cx.content.rules.iter().filter(|(_, rule)| !rule.then.is_empty()) {
        let said = format!("{:?}{:?}{:?}{:?}{:?}", it.on, it.when, it.then, it.option, it.scenarios);
        let other = seen.insert(said, (EntryKind::Rule, id.as_str()));
        tell(EntryKind::Rule, id.as_str(), other);
    }
    for (id, it) in &cx.content.objectives {
        let said = format!("{:?}{:?}{:?}{:?}{:?}", it.power, it.income, it.points, it.when, it.option);
        let other = seen.insert(said, (EntryKind::Objective, id.as_str()));
        tell(EntryKind::Objective, id.as_str(), other);
    }
}
