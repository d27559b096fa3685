//! C102 coverage-names-nothing.

use chartroom_format::diag::Diagnostic;
use chartroom_format::entries::EntryKind;
use chartroom_format::names::nearest;

use crate::checks::Check;
use crate::context::Context;

chartroom_format::codes! {
    CODE = "C102", "coverage-names-nothing", "coverage", Error,
        what: "The coverage says that a rule lives in an entry that does not exist.",
        why: "The rule is called modelled but is not.",
        remedy: "Correct the entry, written as \"kind:id\", or mark the rule as open.",
        bad: r#"Coverage(schema: 2, rules: {"x:1": Data(at: ["table:no-such-table"], proved_by: [Transcription])})"#,
        good: r#"Coverage(schema: 2, rules: {"x:1": Data(at: ["table:unit-cost"], proved_by: [Transcription])})"#;
}

pub const CHECK: Check = Check { code: CODE, run };

fn run(cx: &Context<'_>, found: &mut Vec<Diagnostic>) {
    for (rule, covered) in cx.content.coverage.iter().filter(|(rule, _)| cx.is_own(EntryKind::Covered, rule.as_str())) {
        for named in covered.entries() {
            if exists(cx, named) {
                continue;
            }
            let spot = cx.entry(EntryKind::Covered, rule.as_str());
            let finding = cx.finding(CODE, &spot, format!("{rule} is said to live in `{named}`, which does not exist"));
            let close = named.split_once(':').and_then(|(kind, id)| {
                let kind = EntryKind::parse(kind)?;
                nearest(id, cx.content.ids(kind)).map(|close| format!("{}:{close}", kind.name()))
            });
            found.push(match close {
                Some(close) => finding.help(format!("did you mean `{close}`?")),
                None => finding,
            });
        }
    }
}

/// Parts of a pack that have no id of their own are named by their kind alone: "powers", "sequence", "map".
fn exists(cx: &Context<'_>, named: &str) -> bool {
    let Some((kind, id)) = named.split_once(':') else {
        return cx
            .loaded
            .files
            .iter()
            .any(|file| file.kind.is_some_and(|kind| kind.name().eq_ignore_ascii_case(named)));
    };
    match EntryKind::parse(kind) {
        Some(EntryKind::Space) => cx.board.surface(id).is_some(),
        Some(kind) => {
            cx.content.has(kind, id) || cx.content.scenarios.values().any(|scenario| scenario.rules.contains_key(id))
        }
        None => false,
    }
}
