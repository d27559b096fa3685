//! L105 rule-without-effect.

use chartroom_format::diag::Diagnostic;
use chartroom_format::entries::EntryKind;
use chartroom_format::schema::expression::Value;
use chartroom_format::schema::rules::Change;

use crate::checks::Check;
use crate::context::Context;

chartroom_format::codes! {
    CODE = "L105", "rule-without-effect", "rule", Warning,
        what: "A rule, modifier or objective changes nothing.",
        why: "It is looked at for nothing; most often its effect is missing.",
        remedy: "Add the effect, or remove it.",
        bad: r#"Rules(schema: 2, modifiers: {"calm": (quantity: Attack, change: Add(0))})"#,
        good: r#"Rules(schema: 2, modifiers: {"calm": (quantity: Attack, change: Add(-1))})"#;
}

pub const CHECK: Check = Check { code: CODE, run };

fn run(cx: &Context<'_>, found: &mut Vec<Diagnostic>) {
    for (id, modifier) in &cx.content.modifiers {
        let nothing = match &modifier.change {
            Change::Add(amount) => amount.is_zero(),
            Change::Times(amount) => amount.is(1),
            Change::Set(_) | Change::AtLeast(_) | Change::AtMost(_) => false,
        };
        if nothing {
            let spot = cx.entry(EntryKind::Modifier, id.as_str());
            found.push(cx.finding(CODE, &spot, format!("the modifier `{id}` changes nothing")));
        }
    }
    for (id, _) in cx.content.rules.iter().filter(|(_, rule)| rule.then.is_empty()) {
        let spot = cx.entry(EntryKind::Rule, id.as_str());
        found.push(cx.finding(CODE, &spot, format!("the rule `{id}` has no effect")));
    }
    for (id, objective) in &cx.content.objectives {
        if objective.income.is_zero() && objective.points.as_ref().is_none_or(Value::is_zero) {
            let spot = cx.entry(EntryKind::Objective, id.as_str());
            found.push(cx.finding(CODE, &spot, format!("the objective `{id}` gives nothing")));
        }
    }
}
