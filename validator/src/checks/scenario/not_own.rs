//! S103 set-up-in-foreign-space.

use chartroom_format::diag::Diagnostic;
use chartroom_format::schema::units::Domain;

use crate::checks::Check;
use crate::context::Context;

chartroom_format::codes! {
    CODE = "S103", "set-up-in-foreign-space", "scenario", Error,
        what: "Land units are set up in a space that a power holds which is not on their side.",
        why: "They would start inside somebody else's country without a battle.",
        remedy: "Give the space to their owner under `control`, or correct the space.",
        bad: r#"Scenario(schema: 2, id: "second", title: "Second", turns: (first: 1, last: 8), wars: [(["east"], ["west"])], set_up: {"red": [At("0804", {"infantry": 1})]}, victory: [(check: GameEnd, when: Otherwise)])"#,
        good: r#"Scenario(schema: 2, id: "second", title: "Second", turns: (first: 1, last: 8), wars: [(["east"], ["west"])], set_up: {"red": [At("0804", {"infantry": 1})]}, control: {"red": ["0804"]}, victory: [(check: GameEnd, when: Otherwise)])"#;
}

pub const CHECK: Check = Check { code: CODE, run };

fn run(cx: &Context<'_>, found: &mut Vec<Diagnostic>) {
    for start in &cx.starts {
        for stack in cx.set_up(start) {
            let Some((space, holder)) = stack.space().and_then(|space| Some((space, start.holder.get(space)?))) else {
                continue;
            };
            let by_land = stack.units().any(|(unit, _)| {
                cx.content.units.get(unit).is_some_and(|unit| matches!(unit.domain, Domain::Land | Domain::Fixed))
            });
            if by_land && !start.are_friends(cx.content, stack.power, holder) {
                let message = format!("units of {} stand in `{space}`, which {holder} holds", stack.power);
                let finding = cx.finding(CODE, &stack.space_spot(), message).label(format!("held by {holder}"));
                found.push(finding.help("give the space to its owner under `control`"));
            }
        }
    }
}
