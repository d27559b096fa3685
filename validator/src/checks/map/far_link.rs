//! P123 link-without-a-reason.

use chartroom_format::diag::Diagnostic;
use chartroom_format::schema::Kind;
use chartroom_format::schema::map::Surface;

use crate::checks::Check;
use crate::context::Context;

chartroom_format::codes! {
    CODE = "P123", "link-without-a-reason", "map", Warning,
        what: "Two spaces that do not touch are made neighbours, and neither a rule nor a note says why. Boxes lie off the map and need no reason.",
        why: "Nobody can tell a mistyped neighbour from a ferry, a tunnel or a chain of islands.",
        remedy: "Give the rule as `source`, or say why in `note`; or correct the space that was meant.",
        bad: r#"Links(schema: 2, added: [(from: "0103", to: "0803", class: "land")])"#,
        good: r#"Links(schema: 2, added: [(from: "0103", to: "0803", class: "land", note: "an air lift")])"#;
}

pub const CHECK: Check = Check { code: CODE, run };

fn run(cx: &Context<'_>, found: &mut Vec<Diagnostic>) {
    for (index, link) in cx.content.added_links.iter().enumerate() {
        let (from, to) = (link.from.as_str(), link.to.as_str());
        let off_map = [from, to].iter().any(|space| cx.board.surface(space) == Some(Surface::Box));
        if link.source.is_none() && link.note.is_empty() && !off_map && from != to && !cx.board.touches(from, to) {
            let spot = cx.nth(Kind::Links, "added", index);
            let message = format!("`{from}` and `{to}` do not touch, and nothing says why they are neighbours");
            found.push(cx.finding(CODE, &spot, message));
        }
    }
}
