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
use crate::query::{holds, zones};
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
            legal.push(holds::takes(&position.rules, carrier, &position.force(load)?));
        }
        compare(example, &[("legal", truths(legal))])
    })())
}

/// A game after the orders of an example: which were legal, and which rules refused the others.
pub(super) struct Ordered<'p> {
    pub(super) game: Game<'p>,
    legal: Vec<bool>,
    refused: Vec<Data>,
}

/// Brings a position to the phase in which its player gives orders.
pub(super) fn begin(position: &mut Position, example: &Example) -> Result<(), String> {
    let player = example.given.get("player").and_then(Data::as_text).ok_or("`given` lacks `player`")?;
    let player = position.power(player)?;
    let attack = example.given.get("phase").and_then(Data::as_text) != Some("non-combat");
    let wanted: fn(&Procedure) -> bool = if attack {
        |run| matches!(run, Procedure::MoveByRange(RangeRules { attack: true, .. }))
    } else {
        |run| matches!(run, Procedure::MoveByRange(RangeRules { attack: false, .. }))
    };
    position.begin(player, wanted)?;
    position.happen(&Event::Operation(Operation::Began));
    Ok(())
}

/// Gives orders one after the other.
pub(super) fn give<'p>(position: &'p Position, orders: &[Data]) -> Result<Ordered<'p>, String> {
    let mut ordered = Ordered { game: position.game(), legal: Vec::new(), refused: Vec::new() };
    for words in orders {
        let action = read(position, &ordered.game, words)?;
        let given = ordered.game.submit(&action);
        ordered.legal.push(given.is_ok());
        ordered.refused.extend(given.err().map(|refusal| Data::Text(refusal.rule)));
    }
    Ok(ordered)
}

impl Ordered<'_> {
    /// What an example can expect of the orders themselves, and of the position they led to.
    pub(super) fn said(&self, position: &Position, example: &Example) -> Result<Vec<(&'static str, Data)>, String> {
        Ok(vec![
            ("legal", truths(self.legal.iter().copied())),
            ("refused-by", Data::List(self.refused.clone())),
            ("spaces-left", left(&self.game)),
            ("ships-allowed", allowed(position, &self.game, example)?),
            ("units", standing(position, &self.game, example)),
            ("holds", holders(position, &self.game, example)),
        ])
    }
}

/// Gives the orders of an example.
pub(super) fn orders(content: &Playable<'_>, example: &Example) -> Option<Result<(), String>> {
    example.given.contains_key("orders").then(|| {
        let mut position = Position::new(content, example)?;
        begin(&mut position, example)?;
        let ordered = give(&position, list(example, "orders"))?;
        compare(example, &ordered.said(&position, example)?)
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
        let left = i64::from(zones::movement(game.rules, &game.state, stack)) - i64::from(group.spent);
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

/// An order in words: what, whose, which units, how many, from, to, and through what; whether units that pass a zone fight for it.
pub(super) fn read(position: &Position, game: &Game<'_>, words: &Data) -> Result<Action, String> {
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
    let power = position.power(text(1))?;
    if let "lead" | "recall" = what {
        let leader = game.state.operations.leaders.iter().position(|leader| leader.power == power);
        let (leader, to) = (leader.map_or(u8::MAX, |at| at as u8), position.space(text(2))?);
        let leads = what == "lead";
        return Ok(Action::Order(if leads {
            Order::Lead { leader, to, command: 0 }
        } else {
            Order::Recall { leader, to }
        }));
    }
    let unit = position.unit(text(2))?;
    if what == "offer" {
        return Ok(Action::Order(Order::Offer { space: position.space(text(3))?, power, unit }));
    }
    let count = parts.get(3).and_then(Data::as_whole).unwrap_or(1).clamp(0, 60_000) as u16;
    let (space, to) = (position.space(text(4))?, position.space(text(5))?);
    let via = || if text(6).is_empty() { Ok(None) } else { position.space(text(6)).map(Some) };
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
        "move" => Order::Move { stack, via: via()?, to },
        "load" => Order::Load { stack, zone: to, army: ship.unwrap_or(0) },
        "land" => Order::Land { stack, to },
        "support" => Order::Support { stack, target: to },
        "withdraw" => Order::Withdraw { stack, to },
        "pass" => Order::Pass { stack, to, fights: text(6) == "fights" },
        other => return Err(format!("there is no order `{other}`")),
    }))
}
