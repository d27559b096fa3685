//! S104 power-without-capital.

use chartroom_format::diag::Diagnostic;
use chartroom_format::entries::EntryKind;

use crate::checks::Check;
use crate::context::Context;

chartroom_format::codes! {
    CODE = "S104", "power-without-capital", "scenario", Warning,
        what: "A power that plays and is no minor has no capital.",
        why: "Rules about capture, surrender and income of a nation have nothing to look at.",
        remedy: "Name its capital in powers.ron, or make it a minor power.",
        bad: r##"Powers(schema: 2, sides: {}, powers: {"red": (title: "Red", side: "east", colour: "#c0594a", home: ["redland"])})"##,
        good: r##"Powers(schema: 2, sides: {}, powers: {"red": (title: "Red", side: "east", colour: "#c0594a", home: ["redland"], capitals: ["0103"])})"##;
}

pub const CHECK: Check = Check { code: CODE, run };

fn run(cx: &Context<'_>, found: &mut Vec<Diagnostic>) {
    // Games without any capital do not know the notion.
    if cx.content.powers.values().all(|power| power.capitals.is_empty()) {
        return;
    }
    for (id, power) in &cx.content.powers {
        let plays = cx.starts.iter().any(|start| start.powers.contains(id.as_str()));
        if plays && power.capitals.is_empty() && !power.minor && power.moved_by.is_none() {
            let spot = cx.entry(EntryKind::Power, id.as_str());
            found.push(cx.finding(CODE, &spot, format!("{} has no capital", power.title)));
        }
    }
}
