//! Orders of a game of strength points: `march`, `overrun`, `land`, `pledge`, `attack`, `entrain` (`by`), `embark`, `follow`, `fall-back`,
//! `give-up`, `transfer`, `raid`, `deploy`, `order`, `rebuild`, `give`, `sail`, `challenge`, `waive`, `cover`, `ambush`, `counter`, `snort`
//! and `loan`. Units are named by `of`, `unit`, `from` and `count`, places by `to` or `at`.

use chartroom_format::schema::value::Data;

use super::position::space_named;
use super::text;
use crate::action::{Action, Command};
use crate::game::Game;
use crate::ids::{PowerIx, SpaceIx, UnitIx};
use crate::procedures::Procedure;

/// Units as an order names them.
struct Units {
    from: SpaceIx,
    power: PowerIx,
    unit: UnitIx,
    count: u16,
}

/// The order, if the phase at hand is one of such a game and knows it.
pub(super) fn read(game: &Game<'_>, order: &Data) -> Option<Result<Action, String>> {
    let phase = game.rules.phases.get(usize::from(game.state.phase)).and_then(|phase| phase.run);
    let campaign = phase.is_some_and(|at| matches!(game.rules.procedures[at.index()].run, Procedure::Campaign(_)));
    let verb = order.get("do").and_then(Data::as_text).filter(|_| campaign)?;
    command(game, order, verb).map(|found| found.map(Action::Campaign)).transpose()
}

fn command(game: &Game<'_>, order: &Data, verb: &str) -> Result<Option<Command>, String> {
    let place = |key: &str| text(order, key).and_then(|id| space_named(game.rules, id));
    let power = |key: &str| {
        let id = text(order, key)?;
        game.rules.find_power(id).ok_or_else(|| format!("there is no power `{id}`"))
    };
    let unit = || {
        let id = text(order, "unit")?;
        game.rules.find_unit(id).ok_or_else(|| format!("there is no unit `{id}`"))
    };
    let number = |key: &str| order.get(key).and_then(Data::as_whole).unwrap_or(1).clamp(0, 60_000) as u16;
    let units =
        || Ok::<_, String>(Units { from: place("from")?, power: power("of")?, unit: unit()?, count: number("count") });
    let moved = |make: fn(SpaceIx, PowerIx, UnitIx, u16, SpaceIx) -> Command| {
        let Units { from, power, unit, count } = units()?;
        Ok::<_, String>(make(from, power, unit, count, place("to")?))
    };
    Ok(Some(match verb {
        "march" => moved(|from, power, unit, count, to| Command::March { from, power, unit, count, to })?,
        "land" => moved(|from, power, unit, count, to| Command::Assault { from, power, unit, count, to })?,
        "pledge" => moved(|from, power, unit, count, target| Command::Pledge { from, power, unit, count, target })?,
        "follow" => moved(|from, power, unit, count, to| Command::Follow { from, power, unit, count, to })?,
        "fall-back" => moved(|from, power, unit, count, to| Command::FallBack { from, power, unit, count, to })?,
        "embark" => moved(|from, power, unit, count, to| Command::Embark { from, power, unit, count, to })?,
        "transfer" => moved(|from, power, unit, count, to| Command::Transfer { from, power, unit, count, to })?,
        "raid" => moved(|from, power, unit, count, target| Command::Raid { from, power, unit, count, target })?,
        "drop" => moved(|from, power, unit, count, target| Command::Drop { from, power, unit, count, target })?,
        "sail" => moved(|from, power, unit, count, to| Command::Sail { from, power, unit, count, to })?,
        "overrun" => Command::Overrun { from: place("from")?, to: place("to")? },
        "widen" => Command::Widen { target: place("at")?, with: place("to")? },
        "attack" => Command::Attack { target: place("to")? },
        "give-up" => Command::GiveUp { from: place("from")?, power: power("of")?, unit: unit()? },
        "entrain" => {
            let Units { from, power: own, unit, count } = units()?;
            let by = if order.get("by").is_some() { power("by")? } else { own };
            Command::Entrain { from, power: own, unit, count, to: place("to")?, by }
        }
        "deploy" => Command::Deploy { power: power("of")?, unit: unit()?, at: place("at")? },
        "order" => Command::Order { unit: unit()?, count: number("count"), rebuild: false },
        "rebuild" => Command::Order { unit: unit()?, count: number("count"), rebuild: true },
        "give" => Command::Give { to: power("to")?, points: number("points") },
        "challenge" => Command::Challenge { target: place("to")? },
        "waive" => Command::Waive { target: place("to")? },
        "cover" => {
            let Units { from, power, unit, count } = units()?;
            Command::Cover { from, power, unit, count }
        }
        "ambush" => Command::Ambush { from: order.get("from").is_some().then(|| place("from")).transpose()? },
        "counter" => Command::Counter,
        "snort" => Command::Snort { power: power("of")? },
        "loan" => {
            let Units { from, power: own, unit, count } = units()?;
            Command::Loan { from, power: own, unit, count, to: power("to")? }
        }
        _ => return Ok(None),
    }))
}
