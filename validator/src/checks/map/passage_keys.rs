//! P105 passage-without-keys.

use chartroom_format::diag::Diagnostic;
use chartroom_format::entries::EntryKind;
use chartroom_format::schema::map::Opening;

use crate::checks::Check;
use crate::context::Context;

chartroom_format::codes! {
    CODE = "P105", "passage-without-keys", "map", Error,
        what: "A canal or strait that depends on its holder names no space whose holder decides, or joins no pair of spaces.",
        why: "The engine could not tell when it is open.",
        remedy: "Name the key spaces and the pairs, or give the condition with `opens: When(...)`.",
        bad: r#"Links(schema: 2, passages: {"canal": (between: [("0401", "0501")], keys: [], opens: FriendlyHoldsAll)})"#,
        good: r#"Links(schema: 2, passages: {"canal": (between: [("0401", "0501")], keys: ["0103"], opens: FriendlyHoldsAny)})"#;
}

pub const CHECK: Check = Check { code: CODE, run };

fn run(cx: &Context<'_>, found: &mut Vec<Diagnostic>) {
    for (id, passage) in &cx.content.passages {
        let spot = cx.entry(EntryKind::Passage, id.as_str());
        if passage.keys.is_empty() && !matches!(passage.opens, Opening::When(_)) {
            found.push(cx.finding(CODE, &spot, format!("nobody's hold decides about the passage `{id}`")));
        }
        if passage.between.is_empty() {
            found.push(cx.finding(CODE, &spot, format!("the passage `{id}` joins no spaces")));
        }
    }
}
