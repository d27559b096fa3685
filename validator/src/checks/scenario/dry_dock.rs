//! S128 ship-ashore.

use chartroom_format::diag::Diagnostic;
use chartroom_format::schema::map::Surface;
use chartroom_format::schema::scenario::Placement;
use chartroom_format::schema::terrain::FeatureRole;
use chartroom_format::schema::units::Domain;

use crate::checks::Check;
use crate::context::Context;

chartroom_format::codes! {
    CODE = "S128", "ship-ashore", "scenario", Warning,
        what: "On a map of zones a ship is set up in a zone of land that has no port, in a game whose map has ports.",
        why: "It stands where no ship can come by the rules; most often the sea zone beside it was meant.",
        remedy: "Set it up in the sea zone beside, or give the zone its port.",
        bad: r#"Scenario(schema: 2, id: "second", title: "Second", turns: (first: 1, last: 8), wars: [(["east"], ["west"])], set_up: {"red": [At("red-hills", {"destroyer": 1})]}, victory: [(check: GameEnd, when: Otherwise)])"#,
        good: r#"Scenario(schema: 2, id: "second", title: "Second", turns: (first: 1, last: 8), wars: [(["east"], ["west"])], victory: [(check: GameEnd, when: Otherwise)])"#;
}

pub const CHECK: Check = Check { code: CODE, run };

fn run(cx: &Context<'_>, found: &mut Vec<Diagnostic>) {
    let is_port = |feature: &str| {
        let kind = cx.content.features.get(feature);
        kind.is_some_and(|kind| matches!(kind.role, FeatureRole::Port | FeatureRole::NavalBase))
    };
    let ports: Vec<&str> =
        cx.content.features.keys().map(|id| id.as_str()).filter(|feature| is_port(feature)).collect();
    // A hex of coast holds sea as well as land, and a map that knows no ports says nothing about them.
    let has_ports = cx.content.spaces.values().any(|space| space.features.keys().any(|id| is_port(id.as_str())));
    if cx.board.is_hex || !has_ports {
        return;
    }
    for start in &cx.starts {
        for stack in cx.set_up(start).filter(|stack| !matches!(stack.placed.placement, Placement::Aboard(..))) {
            let Some(space) = stack.space() else { continue };
            let ashore = matches!(cx.board.surface(space), Some(Surface::Coast | Surface::Island));
            if !ashore || ports.iter().any(|port| start.feature(cx.content, space, port) > 0) {
                continue;
            }
            for (unit, _) in stack.units() {
                let Some(kind) = cx.content.units.get(unit) else { continue };
                if matches!(kind.domain, Domain::Sea | Domain::Submarine) {
                    let beside = cx.board.geometry.of(space).into_iter().flatten();
                    let mut seas: Vec<&str> =
                        beside.filter(|other| cx.board.surface(other) == Some(Surface::Sea)).collect();
                    seas.sort_unstable();
                    let message = format!("{} stands in `{space}`, a zone of land without a port", kind.title);
                    let finding = cx.finding(CODE, &stack.unit_spot(unit.as_str()).name(), message);
                    found.push(match seas.first() {
                        Some(_) => finding.help(format!("the sea beside it is `{}`", seas.join("`, `"))),
                        None => finding,
                    });
                }
            }
        }
    }
}
