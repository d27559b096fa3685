//! Orders of a played example. Each is a map with `do` and what the order needs; armies are named by the space they stand in
//! (`nth` where several do). `dice` says how the dice fall, `refused` that the order must be refused.

use chartroom_format::schema::value::Data;

use super::position::space_named;
use super::{deciding, text};
use crate::action::{Action, Aim, FleetOrder};
use crate::game::Game;
use crate::ids::{PowerIx, RouteIx, SpaceIx, TrackIx, UnitIx};
use crate::procedures::fleets;
use crate::state::fleets::{Fleet, Task};

pub(super) fn read(game: &Game<'_>, order: &Data) -> Result<Action, String> {
    let known = super::maneuvers::read(game, order)
        .or_else(|| super::commands::read(game, order))
        .or_else(|| super::zone_orders::read(game, order));
    if let Some(order) = known {
        return order;
    }
    let rules = game.rules;
    let space = |key: &str| text(order, key).and_then(|id| space_named(rules, id));
    let whole = |key: &str, otherwise: i64| order.get(key).and_then(Data::as_whole).unwrap_or(otherwise);
    let army = |key: &str| space(key).and_then(|at| army_at(game, at, whole("nth", 0)));
    let unit = || {
        let id = text(order, "unit")?;
        rules.find_unit(id).ok_or_else(|| format!("there is no unit `{id}`"))
    };
    let item = || {
        let id = text(order, "item")?;
        let at = rules.tracks.iter().position(|track| track.id == id);
        at.map(TrackIx::new).ok_or_else(|| format!("there is no track `{id}`"))
    };
    Ok(match text(order, "do")? {
        "done" => Action::Done,
        "redeploy" => {
            let (from, unit) = (space("from")?, unit()?);
            let (army, power) = holding(game, from, unit)?;
            let into = order.get("into").and_then(Data::as_whole).map(|into| into as u8);
            Action::Redeploy { from, army, power, unit, count: whole("count", 1) as u16, to: space("to")?, into }
        }
        "convert" => {
            let (space, unit) = (space("at")?, unit()?);
            let (army, power) = holding(game, space, unit)?;
            Action::Convert { space, army, power, unit, count: whole("count", 1) as u16 }
        }
        "leave-marker" => Action::LeaveMarker { space: space("at")? },
        "take-marker" => Action::TakeMarker { space: space("at")? },
        "announce" => Action::Announce { army: army("army")?, target: space("to")? },
        "invade" => Action::Invade {
            army: army("army")?,
            target: space("to")?,
            spent: whole("spent", 0) as u8,
            ships: whole("ships", 0) as u8,
        },
        "sortie" => {
            Action::Sortie { from: space("from")?, target: space("to")?, ships: whole("ships", 1).clamp(0, 255) as u8 }
        }
        "intercept" => Action::Intercept { space: space("from")? },
        "sail" => {
            let from = space("from")?;
            let part = match order.get("unit") {
                Some(_) => Some((unit()?, whole("count", 1) as u16)),
                None => None,
            };
            let task = match text(order, "for")? {
                "base" => Task::Base,
                "patrol" => Task::Patrol,
                "home" => Task::Home,
                other => return Err(format!("no fleet sails for `{other}`: base, patrol or home")),
            };
            let fleet = fleet_at(game, order, from)?;
            Action::Fleet(FleetOrder::Sail { fleet, part, to: space("to")?, task })
        }
        "attack-route" => Action::Fleet(FleetOrder::Attack {
            fleet: fleet_at(game, order, space("from")?)?,
            route: route(game, order)?,
        }),
        "escort" => Action::Fleet(FleetOrder::Escort {
            fleet: fleet_at(game, order, space("from")?)?,
            route: route(game, order)?,
        }),
        "lay" => {
            Action::Fleet(FleetOrder::Lay { unit: unit()?, space: space("at")?, points: whole("points", 1) as u16 })
        }
        "pay" => {
            Action::Fleet(FleetOrder::Pay { unit: unit()?, space: space("at")?, points: whole("points", 1) as u16 })
        }
        "go-out" => Action::Fleet(FleetOrder::Intercept { fleet: fleet_at(game, order, space("from")?)? }),
        "fire" => Action::Fire { space: space("at")? },
        "hold-fire" => Action::HoldFire { space: space("at")? },
        "reserve" => Action::Reserve { army: army("army")? },
        "assault" => Action::Assault { from: space("from")?, target: space("to")? },
        "advance" => Action::Advance { army: army("army")? },
        "paradrop" => Action::Paradrop { army: army("army")?, points: whole("points", 1) as u8 },
        "exploit" => Action::Exploit { army: army("army")?, target: space("to")? },
        "lose" => {
            let (space, unit) = (space("at")?, unit()?);
            let nth = order.get("nth").and_then(Data::as_whole);
            let (army, power) = match nth {
                Some(nth) => (army_at(game, space, nth)?, holding(game, space, unit)?.1),
                None => holding(game, space, unit)?,
            };
            Action::Lose { army, space, power, unit }
        }
        "retreat" => {
            let army = game.state.combat.retreats.first().map(|due| due.army);
            Action::Retreat { army: army.ok_or("nobody has to retreat")?, to: space("to")? }
        }
        "build" => Action::Build { unit: unit()?, space: space("at")?, count: whole("count", 1) as u16 },
        "repair" => Action::Repair { space: space("at")?, points: whole("points", 1) as u16 },
        "dismantle" => Action::Dismantle { space: space("at")?, unit: unit()? },
        "lend" => Action::Lend { points: whole("points", 1) as u16 },
        "invest" => Action::Invest { item: item()?, points: whole("points", 1) as u8 },
        "conclude" => Action::Conclude { item: item()? },
        "incite" => Action::Incite { space: space("at")? },
        "bomb" => Action::Bomb { from: space("from")?, target: space("to")? },
        "bomb-morale" => Action::BombMorale { from: space("from")?, target: space("to")? },
        "launch" => {
            let aim = match order.get("at").and_then(Data::as_text) {
                None | Some("industry") => Aim::Industry,
                Some("morale") => Aim::Morale,
                Some("armies") => Aim::Armies,
                Some(other) => {
                    return Err(format!("missiles are fired at industry, morale or armies, not at `{other}`"));
                }
            };
            let points = whole("points", 1).clamp(0, 60_000) as u16;
            Action::Launch { from: space("from")?, target: space("to")?, points, aim }
        }
        "drop-bomb" => Action::DropBomb { from: space("from")?, target: space("to")? },
        "propaganda" => Action::Propaganda,
        "choose" => Action::Choose { option: whole("option", 0) as u8 },
        "invoke" => {
            let id = text(order, "rule")?;
            Action::Invoke { rule: rules.find_event(id).ok_or_else(|| format!("there is no rule `{id}`"))? }
        }
        other => return Err(format!("nobody knows the order `{other}`")),
    })
}

/// The army of the side that decides in a space.
fn army_at(game: &Game<'_>, space: SpaceIx, nth: i64) -> Result<u8, String> {
    let side = deciding(game)?;
    let armies = game.state.armies(side).into_iter().filter(|(_, at)| *at == space);
    let found = armies.map(|(army, _)| army).nth(nth.max(0) as usize);
    found.ok_or_else(|| format!("no army stands in {}", game.rules.space_name(space)))
}

/// The army and power that has units of a type in a space.
fn holding(game: &Game<'_>, space: SpaceIx, unit: UnitIx) -> Result<(u8, PowerIx), String> {
    let side = deciding(game)?;
    let mut stacks = game.state.stacks_in(space).iter();
    let found = stacks.find(|stack| stack.unit == unit && game.state.side_of(stack.power) == Some(side));
    found
        .map(|stack| (stack.army, stack.power))
        .ok_or_else(|| format!("no {} stands in {}", game.rules.unit(unit).id, game.rules.space_name(space)))
}

/// The fleet of the side that decides in a space: its submarines if the order says so, else its surface ships; those of a power if it
/// names one.
fn fleet_at(game: &Game<'_>, order: &Data, space: SpaceIx) -> Result<Fleet, String> {
    let settings = fleets::of_game(game.rules).ok_or("no fleets sail in this game")?;
    let side = deciding(game)?;
    let submarine = order.get("submarines") == Some(&Data::Truth(true));
    let power = match order.get("of").and_then(Data::as_text) {
        Some(name) => Some(game.rules.find_power(name).ok_or_else(|| format!("there is no power `{name}`"))?),
        None => None,
    };
    let own = fleets::own_fleets(game.rules, &game.state, settings, side).into_iter();
    let mut found = own.filter(|fleet| fleet.space == space && fleet.submarine == submarine);
    let fleet = found.find(|fleet| power.is_none_or(|power| power == fleet.power));
    fleet.ok_or_else(|| format!("no such fleet lies in {}", game.rules.space_name(space)))
}

fn route(game: &Game<'_>, order: &Data) -> Result<RouteIx, String> {
    let name = text(order, "route")?;
    fleets::find_route(game.rules, name).ok_or_else(|| format!("there is no route `{name}`"))
}
