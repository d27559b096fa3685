//! C101 rule-not-covered.

use chartroom_format::diag::Diagnostic;
use chartroom_format::schema::Kind;

use crate::checks::Check;
use crate::context::Context;

chartroom_format::codes! {
    CODE = "C101", "rule-not-covered", "coverage", Warning,
        what: "A testable rule of the index has no line in the coverage.",
        why: "Nobody can tell whether it is modelled.",
        remedy: "Add the line: where it lives and what proves it, or `Open(\"what is missing\")`.",
        bad: "",
        good: "";
}

pub const CHECK: Check = Check { code: CODE, run };

fn run(cx: &Context<'_>, found: &mut Vec<Diagnostic>) {
    let rules = cx.testable.iter().map(|rule| &rule.id);
    for rule in rules.filter(|rule| !cx.content.coverage.contains_key(rule.as_str())) {
        found.push(cx.finding(
            CODE,
            &cx.file_of(Kind::Coverage),
            format!("the rule {rule} has no line in the coverage"),
        ));
    }
}
