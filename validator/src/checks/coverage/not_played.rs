//! C105 held-called-modelled.

use chartroom_format::diag::Diagnostic;
use chartroom_format::entries::EntryKind;

use crate::checks::Check;
use crate::context::Context;
use crate::coverage::{Class, class_of};
use crate::examples::Outcome;

chartroom_format::codes! {
    CODE = "C105", "held-called-modelled", "coverage", Warning,
        what: "The coverage calls a rule modelled that tells how the game goes, and nothing shows it in play.",
        why: "A figure in a file is not yet a rule that play obeys; the rule would count as done.",
        remedy: "Show it by a worked example that runs a procedure or by a test on a position, or write `Held(at: [..], why: \"..\")`.",
        bad: "",
        good: "";
}

pub const CHECK: Check = Check { code: CODE, run };

fn run(cx: &Context<'_>, found: &mut Vec<Diagnostic>) {
    // A quick check runs no example; one that fails has a finding of its own.
    let passes = |id: &str| !matches!(cx.examples.get(id), Some(Outcome::Open(_)));
    for rule in &cx.testable {
        let Some(covered) = cx.content.coverage.get(rule.id.as_str()).filter(|covered| covered.is_claimed()) else {
            continue;
        };
        // Without any proof it has a finding already.
        if !covered.proofs().is_empty() && class_of(cx.content, rule, Some(covered), passes) == Class::Held {
            let spot = cx.entry(EntryKind::Covered, &rule.id);
            let message = format!("{} is a rule of {}, and nothing shows it in play", rule.id, rule.kind);
            found.push(cx.finding(CODE, &spot, message));
        }
    }
}
