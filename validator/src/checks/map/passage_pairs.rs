//! P104 passage-joins-no-neighbours.

use chartroom_format::diag::Diagnostic;
use chartroom_format::entries::EntryKind;

use crate::checks::Check;
use crate::context::Context;

chartroom_format::codes! {
    CODE = "P104", "passage-joins-no-neighbours", "map", Error,
        what: "A canal or strait joins two spaces that are not neighbours.",
        why: "Nobody could ever pass it, open or closed.",
        remedy: "Name two neighbouring spaces, or state a link between them.",
        bad: r#"Links(schema: 2, passages: {"canal": (between: [("0102", "0804")], keys: ["0103"], opens: FriendlyHoldsAll)})"#,
        good: r#"Links(schema: 2, passages: {"canal": (between: [("0401", "0501")], keys: ["0103"], opens: FriendlyHoldsAll)})"#;
}

pub const CHECK: Check = Check { code: CODE, run };

fn run(cx: &Context<'_>, found: &mut Vec<Diagnostic>) {
    for (id, passage) in &cx.content.passages {
        for (index, (from, to)) in passage.between.iter().enumerate() {
            if !cx.board.are_neighbours(from.as_str(), to.as_str()) {
                let spot = cx.entry(EntryKind::Passage, id.as_str()).then("between").then(index);
                let message = format!("`{from}` and `{to}` are not neighbours, so the passage `{id}` joins nothing");
                found.push(cx.finding(CODE, &spot, message));
            }
        }
    }
}
