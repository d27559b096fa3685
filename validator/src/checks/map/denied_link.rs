//! P108 denied-link-between-strangers.

use chartroom_format::diag::Diagnostic;
use chartroom_format::schema::Kind;

use crate::checks::Check;
use crate::context::Context;

chartroom_format::codes! {
    CODE = "P108", "denied-link-between-strangers", "map", Error,
        what: "A link is denied between spaces that are not neighbours.",
        why: "It denies nothing; the pair that was meant stays open.",
        remedy: "Correct one of the two names.",
        bad: r#"Links(schema: 2, denied: [(from: "0103", to: "0804")])"#,
        good: r#"Links(schema: 2, denied: [(from: "0103", to: "0104")])"#;
}

pub const CHECK: Check = Check { code: CODE, run };

fn run(cx: &Context<'_>, found: &mut Vec<Diagnostic>) {
    for (index, link) in cx.content.denied_links.iter().enumerate() {
        if !cx.board.touches(link.from.as_str(), link.to.as_str()) {
            let spot = cx.nth(Kind::Links, "denied", index);
            found.push(cx.finding(CODE, &spot, format!("`{}` and `{}` are not neighbours", link.from, link.to)));
        }
    }
}
