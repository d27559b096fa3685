//! S119 nowhere-to-set-up.

use chartroom_format::diag::Diagnostic;
use chartroom_format::schema::map::Surface;
use chartroom_format::schema::scenario::Placement;

use crate::checks::Check;
use crate::context::Context;

chartroom_format::codes! {
    CODE = "S119", "nowhere-to-set-up", "scenario", Error,
        what: "Units may be set up within places of which their side holds none.",
        why: "The player cannot set them up anywhere.",
        remedy: "Correct the places, or who holds them.",
        bad: r#"Scenario(schema: 2, id: "second", title: "Second", turns: (first: 1, last: 8), wars: [(["east"], ["west"])], set_up: {"red": [Within(["blueland"], {"infantry": 1})]}, victory: [(check: GameEnd, when: Otherwise)])"#,
        good: r#"Scenario(schema: 2, id: "second", title: "Second", turns: (first: 1, last: 8), wars: [(["east"], ["west"])], set_up: {"red": [Within(["redland"], {"infantry": 1})]}, victory: [(check: GameEnd, when: Otherwise)])"#;
}

pub const CHECK: Check = Check { code: CODE, run };

fn run(cx: &Context<'_>, found: &mut Vec<Diagnostic>) {
    for start in &cx.starts {
        for stack in cx.set_up(start) {
            let Placement::Within(places, _) = stack.placed.placement else { continue };
            let open = places.iter().flat_map(|place| cx.board.spaces_of(place.as_str())).any(|space| {
                let sea = matches!(cx.board.surface(space), Some(Surface::Sea | Surface::Box));
                sea || start.holder.get(space).is_some_and(|by| start.are_friends(cx.content, stack.power, by))
            });
            if !open {
                found.push(cx.finding(CODE, &stack.spot(), format!("{} holds none of these places", stack.power)));
            }
        }
    }
}
