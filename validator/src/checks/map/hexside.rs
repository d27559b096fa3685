//! P106 hexside-between-strangers.

use chartroom_format::diag::Diagnostic;
use chartroom_format::schema::Kind;

use crate::checks::Check;
use crate::context::Context;

chartroom_format::codes! {
    CODE = "P106", "hexside-between-strangers", "map", Error,
        what: "A hexside is given between two spaces that do not touch.",
        why: "It lies nowhere: the river or mountain range would have no effect.",
        remedy: "Correct one of the two names.",
        bad: r#"Links(schema: 2, sides: {"0102/0804": ["river"]})"#,
        good: r#"Links(schema: 2, sides: {"0102/0202": ["river"]})"#;
}

pub const CHECK: Check = Check { code: CODE, run };

fn run(cx: &Context<'_>, found: &mut Vec<Diagnostic>) {
    for side in cx.content.hexsides.keys() {
        let Some((from, to)) = side.split_once('/') else { continue };
        if !cx.board.are_neighbours(from, to) {
            let spot = cx.in_kind(Kind::Links, &["sides".into(), side.as_str().into()]).name();
            let near = cx.board.geometry.of(from).map(|others| others.collect::<Vec<_>>().join(", "));
            let finding = cx.finding(CODE, &spot, format!("`{from}` and `{to}` do not touch")).label("no such hexside");
            found.push(match near {
                Some(near) if !near.is_empty() => finding.help(format!("the neighbours of {from} are {near}")),
                _ => finding,
            });
        }
    }
}
