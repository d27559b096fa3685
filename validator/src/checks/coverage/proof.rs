//! C103 proof-that-does-not-hold.

use chartroom_format::diag::Diagnostic;
use chartroom_format::entries::EntryKind;
use chartroom_format::schema::coverage::Proof;

use crate::checks::Check;
use crate::codes;
use crate::context::Context;
use crate::examples::Outcome;

chartroom_format::codes! {
    CODE = "C103", "proof-that-does-not-hold", "coverage", Error,
        what: "A proof in the coverage names an example, check or scenario that does not exist or does not pass.",
        why: "The rule is called proved but is not.",
        remedy: "Correct the name, mend what fails, or give another proof.",
        bad: r#"Coverage(schema: 2, rules: {"x:1": Data(at: ["table:unit-cost"], proved_by: [Check("P999")])})"#,
        good: r#"Coverage(schema: 2, rules: {"x:1": Data(at: ["table:unit-cost"], proved_by: [Check("T101")])})"#;
}

pub const CHECK: Check = Check { code: CODE, run };

fn run(cx: &Context<'_>, found: &mut Vec<Diagnostic>) {
    for (rule, covered) in cx.content.coverage.iter().filter(|(rule, _)| cx.is_own(EntryKind::Covered, rule.as_str())) {
        for proof in covered.proofs() {
            if let Some(message) = fault(cx, proof) {
                let spot = cx.entry(EntryKind::Covered, rule.as_str());
                found.push(cx.finding(CODE, &spot, format!("{rule}: {message}")));
            }
        }
    }
}

fn fault(cx: &Context<'_>, proof: &Proof) -> Option<String> {
    match proof {
        Proof::Example(id) => match cx.examples.get(id.as_str())? {
            Outcome::Fail(_) => Some(format!("the example `{id}` fails")),
            Outcome::Pass | Outcome::Open(_) => None,
        },
        Proof::Check(code) => codes::find(code).err(),
        Proof::Total(id) => {
            let totals = cx.content.scenarios.get(id).map_or(0, |scenario| scenario.totals.len());
            (totals == 0).then(|| format!("the scenario `{id}` states no totals"))
        }
        Proof::Test(_) | Proof::Transcription => None,
    }
}
