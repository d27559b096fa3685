//! Orders given on a position: which are legal, and what is where afterwards.

use std::collections::BTreeMap;

use chartroom_format::schema::example::Example;
use chartroom_format::schema::value::Data;

use super::super::{compare, list};
use super::position::{Position, truths};
use crate::action::Action;
use crate::event::{Event, Operation};
use crate::game::Game;
use crate::order::Order;
use crate::playable::Playable;
use crate::procedures::Procedure;
use crate::procedures::range::{RangeRules, ships_allowed};
use crate::query::zones;
use crate::state::Stack;
use crate::state::operations::Role;

/// What fits into one carrier, load by load.
pub(super) fn carry(content: &Playable<'_>, example: &Example) -> Option<Result<(), String>> {
    let carrier = example.given.get("carrier").and_then(Data::as_text)?;
    Some((|| {
        let position = Position::new(content, example)?;
        let carrier = position.unit(carrier)?;
        let mut legal = Vec::new();
        for load in list(example, "cargo") {
            let mut weight = 0;
            let mut room = i64::MAX;
            for (unit, count) in position.force(load)? {
                weight += zones::weight(&position.rules, unit) * i64::from(count);
                room = room.min(zones::capacity(&position.rules, carrier, unit));
            }
            legal.push(weight <= room);
        }
        compare(example, &[("legal", truths(legal))])
    })())
}

/// Gives the orders of an example one after the other.
pub(super) fn orders(content: &Playable<'_>, example: &Example) -> Option<Result<(), String>> {
    example.given.contains_key("orders").then(|| {
        let mut position = Position::new(content, example)?;
        let player = example.given.get("player").and_then(Data::as_text).ok_or("`given` lacks `player`")?;
        let player = position.power(player)?;
        let attack = example.given.get("phase").and_then(Data::as_text) != Some("non-combat");
        let wanted: fn(&Procedure) -> bool = if attack {
            |run| matches!(run, Procedure::MoveByRange(RangeRules { attack: true }))
        } else {
            |run| matches!(run, Procedure::MoveByRange(RangeRules { attack: false }))
        };
        position.begin(player, wanted)?;
        position.happen(&Event::Operation(Operation::Began));
        let mut game = position.game();
        let (mut legal, mut refused) = (Vec::new(), Vec::new());
        for words in list(example, "orders") {
            let action = read(&position, &game, words)?;
            match game.submit(&action) {
                Ok(_) => legal.push(true),
                Err(refusal) => {
                    legal.push(false);
                    refused.push(Data::Text(refusal.rule));
                }
            }
        }
        let left = left(&game);
        let said = [
            ("legal", truths(legal)),
            ("refused-by", Data::List(refused)),
            ("spaces-left", left),
            ("ships-allowed", allowed(&position, &game, example)?),
            ("units", standing(&position, &game, example)),
            ("holds", holders(&position, &game, example)),
        ];
        compare(example, &said)
    })
}

/// How many ships may still bombard, by shore, from the zone the example names.
fn allowed(position: &Position, game: &Game<'_>, example: &Example) -> Result<Data, String> {
    let Some(zone) = example.given.get("bombard-from").and_then(Data::as_text) else { return Ok(Data::Nothing) };
    let zone = position.space(zone)?;
    let shores = zones::coast(&position.rules, zone);
    let found = shores
        .map(|shore| (position.rules.space_name(shore).to_owned(), ships_allowed(game.rules, &game.state, zone, shore)))
        .filter(|(_, ships)| *ships > 0)
        .map(|(name, ships)| (name, Data::Whole(ships)));
    Ok(Data::Map(found.collect()))
}

/// Spaces that aircraft with orders have left, by type; the least where it differs.
fn left(game: &Game<'_>) -> Data {
    let mut found: BTreeMap<String, i64> = BTreeMap::new();
    for stack in &game.state.stacks {
        let Some(group) = game.state.operations.group(stack.army) else { continue };
        if matches!(group.role, Role::Landing | Role::Supports | Role::Bombards) {
            continue;
        }
        let left = i64::from(zones::movement(game.rules, stack.unit)) - i64::from(group.spent);
        let entry = found.entry(game.rules.unit(stack.unit).id.clone()).or_insert(left);
        *entry = left.min(*entry);
    }
    Data::Map(found.into_iter().map(|(unit, left)| (unit, Data::Whole(left.max(0)))).collect())
}

/// Units in the places that the example expects some in.
fn standing(position: &Position, game: &Game<'_>, example: &Example) -> Data {
    let Some(Data::Map(places)) = example.expect.get("units") else { return Data::Nothing };
    let told = places.keys().filter_map(|id| {
        let space = position.rules.board.find(id)?;
        Some((id.clone(), position.tell(game.state.stacks_in(space).iter().copied())))
    });
    Data::Map(told.collect())
}

fn holders(position: &Position, game: &Game<'_>, example: &Example) -> Data {
    let Some(Data::Map(places)) = example.expect.get("holds") else { return Data::Nothing };
    let told = places.keys().filter_map(|id| {
        let space = position.rules.board.find(id)?;
        let holder = game.state.holder(space).map_or("nobody", |power| position.rules.power(power).id.as_str());
        Some((id.clone(), Data::Text(holder.to_owned())))
    });
    Data::Map(told.collect())
}

/// An order in words: what, whose, which units, how many, from, to, and through what.
fn read(position: &Position, game: &Game<'_>, words: &Data) -> Result<Action, String> {
    let Data::List(parts) = words else { return Err("an order is a list".to_owned()) };
    let text = |at: usize| parts.get(at).and_then(Data::as_text).unwrap_or_default();
    let what = text(0);
    if what == "done" {
        return Ok(Action::Done);
    }
    if what == "sail" {
        let (from, to) = (position.space(text(1))?, position.space(text(2))?);
        let under_way = game.state.stacks_in(from).iter().map(|stack| stack.army);
        let army = under_way.filter(|army| game.state.operations.role(*army) == Some(Role::Sailing)).max();
        return Ok(Action::Order(Order::Sail { army: army.unwrap_or(0), to }));
    }
    let (power, unit) = (position.power(text(1))?, position.unit(text(2))?);
    let count = parts.get(3).and_then(Data::as_whole).unwrap_or(1).clamp(0, 60_000) as u16;
    let (space, to) = (position.space(text(4))?, position.space(text(5))?);
    let via = if text(6).is_empty() { None } else { Some(position.space(text(6))?) };
    let mut there: Vec<&Stack> =
        game.state.stacks_in(space).iter().filter(|stack| stack.power == power && stack.unit == unit).collect();
    // Those that are still to be ordered stand first: without orders, or aboard.
    there.sort_by_key(|stack| {
        (stack.army != 0 && game.state.operations.role(stack.army) != Some(Role::Sailing), stack.army)
    });
    let army = there.first().map_or(0, |stack| stack.army);
    let stack = Stack { space, army, power, unit, damaged: 0, count };
    let sailing = game.state.stacks_in(to).iter().map(|stack| stack.army);
    let ship = sailing
        .filter(|army| game.state.operations.role(*army) == Some(Role::Sailing))
        .find(|army| zones::room_aboard(game.rules, &game.state, power, to, unit, Some(*army)) > 0);
    Ok(Action::Order(match what {
        "move" => Order::Move { stack, via, to },
        "load" => Order::Load { stack, zone: to, army: ship.unwrap_or(0) },
        "land" => Order::Land { stack, to },
        "support" => Order::Support { stack, target: to },
        other => return Err(format!("there is no order `{other}`")),
    }))
}
