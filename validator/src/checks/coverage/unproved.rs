//! C104 modelled-without-proof.

use chartroom_format::diag::Diagnostic;
use chartroom_format::entries::EntryKind;

use crate::checks::Check;
use crate::context::Context;

chartroom_format::codes! {
    CODE = "C104", "modelled-without-proof", "coverage", Warning,
        what: "A rule is called modelled, but nothing proves it.",
        why: "Nothing would tell when it breaks.",
        remedy: "Add an example, a test or a check that proves it.",
        bad: r#"Coverage(schema: 2, rules: {"x:1": Data(at: ["table:unit-cost"])})"#,
        good: r#"Coverage(schema: 2, rules: {"x:1": Data(at: ["table:unit-cost"], proved_by: [Transcription])})"#;
}

pub const CHECK: Check = Check { code: CODE, run };

fn run(cx: &Context<'_>, found: &mut Vec<Diagnostic>) {
    for (rule, covered) in cx.content.coverage.iter().filter(|(rule, _)| cx.is_own(EntryKind::Covered, rule.as_str())) {
        if covered.is_claimed() && covered.proofs().is_empty() {
            let spot = cx.entry(EntryKind::Covered, rule.as_str());
            found.push(cx.finding(CODE, &spot, format!("nothing proves {rule}")));
        }
    }
}
