//! S126 capital-without-its-mark.

use chartroom_format::diag::Diagnostic;
use chartroom_format::entries::EntryKind;
use chartroom_format::schema::terrain::FeatureRole;

use crate::checks::Check;
use crate::context::Context;

chartroom_format::codes! {
    CODE = "S126", "capital-without-its-mark", "scenario", Error,
        what: "A power names a space as its capital that the map does not mark as one, though the map marks capitals.",
        why: "Rules ask the one or the other; they would speak of two different places.",
        remedy: "Correct the space in powers.ron, or put the capital on the map.",
        bad: r##"Powers(schema: 2, sides: {}, powers: {"red": (title: "Red", side: "east", colour: "#c0594a", home: ["redland"], capitals: ["0104"])})"##,
        good: r##"Powers(schema: 2, sides: {}, powers: {"red": (title: "Red", side: "east", colour: "#c0594a", home: ["redland"], capitals: ["0103"])})"##;
}

pub const CHECK: Check = Check { code: CODE, run };

fn run(cx: &Context<'_>, found: &mut Vec<Diagnostic>) {
    let marks: Vec<&str> = cx
        .content
        .features
        .iter()
        .filter(|(_, kind)| kind.role == FeatureRole::Capital)
        .map(|(id, _)| id.as_str())
        .collect();
    let is_marked = |space: &str| {
        let printed =
            cx.content.spaces.get(space).is_some_and(|it| marks.iter().any(|mark| it.features.contains_key(*mark)));
        printed || cx.starts.iter().any(|start| marks.iter().any(|mark| start.feature(cx.content, space, mark) > 0))
    };
    if !cx.content.spaces.keys().any(|id| is_marked(id.as_str())) {
        return;
    }
    for (id, power) in &cx.content.powers {
        for (index, space) in power.capitals.iter().enumerate() {
            if cx.content.spaces.contains_key(space) && !is_marked(space.as_str()) {
                let spot = cx.entry(EntryKind::Power, id.as_str()).then("capitals").then(index);
                let message = format!("`{space}` is a capital of {}, but the map does not mark it as one", power.title);
                let feature = marks.first().copied().unwrap_or("capital");
                let help = format!("add `{feature}` to the features of `{space}`, or correct the capital");
                found.push(cx.finding(CODE, &spot, message).help(help));
            }
        }
    }
}
