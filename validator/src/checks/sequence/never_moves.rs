//! Q102 power-that-never-moves.

use std::collections::BTreeSet;

use chartroom_format::diag::Diagnostic;
use chartroom_format::entries::EntryKind;
use chartroom_format::schema::ids::SideId;
use chartroom_format::schema::sequence::{Step, Turns};

use crate::checks::Check;
use crate::context::Context;
use crate::model::phases;

chartroom_format::codes! {
    CODE = "Q102", "power-that-never-moves", "sequence", Error,
        what: "A power that plays and is no minor has no turn: it is in no slot and no phase names it or its side.",
        why: "Its player sits and watches.",
        remedy: "Add it to the order of play, or let another power move it.",
        bad: r#"Powers(schema: 2, sides: {}, powers: {}, order: [(title: "Red", powers: ["red"])])"#,
        good: r#"Powers(schema: 2, sides: {}, powers: {}, order: [(title: "Blue", powers: ["blue"]), (title: "Red", powers: ["red"])])"#;
}

pub const CHECK: Check = Check { code: CODE, run };

fn run(cx: &Context<'_>, found: &mut Vec<Diagnostic>) {
    let mut named: BTreeSet<String> = BTreeSet::new();
    let (mut slots, mut together) = (false, false);
    phases::visit(cx.content, &mut |step| match step {
        Step::Stage { each: Some(Turns::Slots), .. } => slots = true,
        Step::Stage { each: Some(Turns::Of(actors)), .. } => named.extend(actors.iter().map(ToString::to_string)),
        Step::Phase { by, together: all, .. } => {
            named.extend(by.iter().map(ToString::to_string));
            together |= *all;
        }
        Step::Stage { .. } => {}
    });
    if slots {
        named.extend(cx.content.order.iter().flat_map(|slot| &slot.powers).map(ToString::to_string));
    }
    if together || cx.content.sequence.is_empty() {
        return;
    }
    for (id, power) in &cx.content.powers {
        let sides = cx
            .starts
            .iter()
            .filter_map(|start| start.side_of.get(id.as_str()).copied())
            .chain(power.side.as_ref().map(SideId::as_str));
        let leans = power.leans.as_ref().map(SideId::as_str);
        let moves = named.contains(id.as_str()) || sides.chain(leans).any(|side| named.contains(side));
        let plays = cx.starts.iter().any(|start| start.powers.contains(id.as_str()));
        if plays && !moves && !power.minor && power.moved_by.is_none() {
            let spot = cx.entry(EntryKind::Power, id.as_str());
            found.push(cx.finding(CODE, &spot, format!("{} never has a turn", power.title)));
        }
    }
}
