//! Orders of phases in which units move step by step and fight by a combat results table: `move` (`unit`, `from`, `to`, `count`; the whole
//! stack without `unit`), `activate` (`at`), `pledge` (`unit`, `from`, `to`, `count`), `attack` (`to`), `lose` (`unit`, `at`), `retreat`
//! (`unit`, `at`, `to`, `count`) and `advance` (`unit`, `at`, `count`). `damaged` picks units in that state of damage.

use chartroom_format::schema::value::Data;

use super::position::space_named;
use super::text;
use crate::action::{Action, Maneuver};
use crate::game::Game;
use crate::procedures::Procedure;
use crate::services::marks::Marks;
use crate::state::Stack;

/// The order, if the phase at hand is such a phase and knows it.
pub(super) fn read(game: &Game<'_>, order: &Data) -> Option<Result<Action, String>> {
    let phase = game.rules.phases.get(usize::from(game.state.phase)).and_then(|phase| phase.run);
    let run = phase.map(|at| &game.rules.procedures[at.index()].run);
    let verb = order.get("do").and_then(Data::as_text)?;
    match run? {
        Procedure::Move(_) | Procedure::Battle(_) | Procedure::Activate(_) => {}
        _ => return None,
    }
    let space = |key: &str| text(order, key).and_then(|id| space_named(game.rules, id));
    let found = match verb {
        "move" if order.get("unit").is_none() => {
            space("from").and_then(|from| Ok(Maneuver::MoveAll { from, to: space("to")? }))
        }
        "move" => units(game, order, "from", |marks| !marks.has(Marks::MOVED))
            .and_then(|stack| Ok(Maneuver::Move { stack, to: space("to")? })),
        "activate" => space("at").map(|space| Maneuver::Activate { space }),
        "pledge" => units(game, order, "from", |marks| !marks.has(Marks::FOUGHT))
            .and_then(|stack| Ok(Maneuver::Pledge { stack, target: space("to")? })),
        "attack" => space("to").map(|target| Maneuver::Attack { target }),
        "lose" => units(game, order, "at", |marks| marks.has(Marks::ENGAGED)).map(|stack| Maneuver::Lose { stack }),
        "retreat" => units(game, order, "at", |marks| marks.has(Marks::ENGAGED))
            .and_then(|stack| Ok(Maneuver::Retreat { stack, to: space("to")? })),
        "advance" => {
            units(game, order, "at", |marks| marks.has(Marks::ENGAGED)).map(|stack| Maneuver::Advance { stack })
        }
        _ => return None,
    };
    Some(found.map(Action::Maneuver))
}

/// The units an order names: the first of their kind that fit, or any of their kind, so that the game itself says why not.
fn units(game: &Game<'_>, order: &Data, key: &str, fits: impl Fn(Marks) -> bool) -> Result<Stack, String> {
    let rules = game.rules;
    let space = space_named(rules, text(order, key)?)?;
    let id = text(order, "unit")?;
    let unit = rules.find_unit(id).ok_or_else(|| format!("there is no unit `{id}`"))?;
    let damaged = order.get("damaged").and_then(Data::as_whole);
    let kind = |stack: &&Stack| stack.unit == unit && damaged.is_none_or(|damaged| i64::from(stack.damaged) == damaged);
    let there = || game.state.stacks_in(space).iter().filter(kind);
    let found = there().find(|stack| fits(Marks::of(stack))).or_else(|| there().next());
    let stack = found.ok_or_else(|| format!("no {id} stands in {}", rules.space_name(space)))?;
    let count = order.get("count").and_then(Data::as_whole).unwrap_or(1).clamp(0, 60_000) as u16;
    Ok(Stack { count, ..*stack })
}
