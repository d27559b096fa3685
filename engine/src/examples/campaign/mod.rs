//! Worked examples of games of strength points: each sets up a position and lets the code that plays decide it.

mod air;
mod economy;
mod land;
mod position;
mod routes;
mod sea;
mod voyages;

use crate::playable::Playable;
use chartroom_format::schema::example::Example;
use chartroom_format::schema::procedure::Procedure;

/// Runs an example of such a game; `None` where the pack is of another family or the example is about something else.
pub(super) fn run(content: &Playable<'_>, example: &Example, name: &str) -> Option<Result<(), String>> {
    if !content.procedures.values().any(|entry| matches!(entry.run, Procedure::DifferentialCombat { .. })) {
        return None;
    }
    match name {
        "move-by-points" => land::allowance(content, example),
        "overrun" => land::overrun(content, example),
        "amphibious-assault" => land::carried(content, example),
        "differential-combat" => land::battle(content, example),
        "stacking" => land::stacking(content, example),
        "naval-combat" => Some(sea::strike(content, example)),
        "strategic-bombing" => air::raid(content, example),
        "transfer" => air::transfer(content, example),
        "strategic-move" => routes::strategic(content, example),
        "trace-supply" => routes::supply(content, example),
        "pipeline" => routes::gaps(content, example),
        "lend-lease" => Some(routes::lend(content, example)),
        "produce" => economy::order(content, example),
        "collect-income" => economy::points(content, example),
        "victory" => economy::victory(content, example),
        _ => None,
    }
}
