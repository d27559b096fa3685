//! S102 unit-cannot-stand-there.

use chartroom_format::diag::Diagnostic;
use chartroom_format::schema::ids::UnitId;
use chartroom_format::schema::map::Surface;
use chartroom_format::schema::scenario::Placement;
use chartroom_format::schema::units::{Domain, UnitType};

use crate::checks::Check;
use crate::context::Context;

chartroom_format::codes! {
    CODE = "S102", "unit-cannot-stand-there", "scenario", Error,
        what: "A unit is set up where units of its kind cannot be: ships on land, tanks at sea, or on terrain that bars them.",
        why: "The engine refuses the position.",
        remedy: "Correct the space or the unit.",
        bad: r#"Scenario(schema: 2, id: "second", title: "Second", turns: (first: 1, last: 8), wars: [(["east"], ["west"])], set_up: {"red": [At("0103", {"destroyer": 1})]}, victory: [(check: GameEnd, when: Otherwise)])"#,
        good: r#"Scenario(schema: 2, id: "second", title: "Second", turns: (first: 1, last: 8), wars: [(["east"], ["west"])], set_up: {"red": [At("0401", {"destroyer": 1})]}, victory: [(check: GameEnd, when: Otherwise)])"#;
}

pub const CHECK: Check = Check { code: CODE, run };

fn run(cx: &Context<'_>, found: &mut Vec<Diagnostic>) {
    for start in &cx.starts {
        for stack in cx.set_up(start).filter(|stack| !matches!(stack.placed.placement, Placement::Aboard(..))) {
            let Some(space) = stack.space() else { continue };
            let wrong: Vec<(&UnitId, &UnitType)> = stack
                .units()
                .filter_map(|(unit, _)| Some((unit, cx.content.units.get(unit)?)))
                .filter(|(_, kind)| !can_stand(cx, kind, space))
                .collect();
            // Units of one stack stand in one wrong place: that is one mistake.
            let Some((first, _)) = wrong.first() else { continue };
            let titles: Vec<&str> = wrong.iter().map(|(_, kind)| kind.title.as_str()).collect();
            let surface = cx.board.surface(space).map_or_else(String::new, |surface| format!(", which is {surface:?}"));
            let message = format!("{} cannot stand in `{space}`{surface}", titles.join(" and "));
            found.push(cx.finding(CODE, &stack.unit_spot(first.as_str()).name(), message));
        }
    }
}

fn can_stand(cx: &Context<'_>, unit: &UnitType, space: &str) -> bool {
    let Some(surface) = cx.board.surface(space) else { return true };
    let fits = match (unit.domain, surface) {
        (_, Surface::Impassable) => false,
        (_, Surface::Box) | (Domain::Air | Domain::Fixed, _) => true,
        (Domain::Land, surface) => !matches!(surface, Surface::Sea | Surface::Lake),
        (Domain::Sea | Domain::Submarine, surface) => surface != Surface::Land,
    };
    let terrain =
        cx.content.spaces.get(space).and_then(|space| space.terrain.as_ref()).or(cx.content.default_terrain.as_ref());
    let barred = terrain
        .and_then(|terrain| cx.content.terrains.get(terrain))
        .is_some_and(|terrain| terrain.bars.contains(&unit.domain));
    fits && !barred
}
