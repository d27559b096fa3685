//! Orders of games whose units move by range, fight in rounds and are bought. Units are named by `unit`, `count` (1 if left out), where
//! they stand and, where it is not plain, whose they are (`of`): `move` (`from`, `to`, `via`), `load` (`from`, `to`: a zone), `sail` (`from`,
//! `to`), `land`, `raid`, `support`, `withdraw` (`from`, `to`), `pass` (`from`, `to`, `fights`), `drop` and `airlift` (`from`, `to`, `by`: the
//! aircraft), `offer` (`at`), `purchase`, `buy` and `place` (`at`, `to`: where it appears), `board` (`from`, `to`), `found` (`feature`,
//! `at`), `mend` (`feature`, `at`, `points`), `overhaul` (`at`), `raze` (`at`), `put-off` (`at`), `declare` (`by`, `on`), `give` (`by`,
//! `to`, `points`), `try` (`item`).

use chartroom_format::schema::value::Data;

use super::position::space_named;
use super::text;
use crate::action::Action;
use crate::game::Game;
use crate::ids::{FeatureIx, PowerIx, SpaceIx, TrackIx, UnitIx};
use crate::order::Order;
use crate::procedures::Procedure;
use crate::query::zones;
use crate::state::Stack;
use crate::state::operations::Role;

/// The order, if the phase at hand is one of such a game and knows it.
pub(super) fn read(game: &Game<'_>, order: &Data) -> Option<Result<Action, String>> {
    let phase = game.rules.phases.get(usize::from(game.state.phase)).and_then(|phase| phase.run);
    let verb = order.get("do").and_then(Data::as_text)?;
    let words = Words { game, order };
    let found = match &game.rules.procedures[phase?.index()].run {
        Procedure::MoveByRange(_) | Procedure::HitRolls(_) => words.of_units(verb)?,
        Procedure::Recruit(_) | Procedure::PlaceBought(_) => words.of_building(verb)?,
        Procedure::Diplomacy(_) | Procedure::Give(_) | Procedure::Breakthroughs(_) => words.of_powers(verb)?,
        _ => return None,
    };
    Some(found)
}

/// An order and the position it is given in.
struct Words<'a> {
    game: &'a Game<'a>,
    order: &'a Data,
}

impl Words<'_> {
    fn of_units(&self, verb: &str) -> Option<Result<Action, String>> {
        let stack_to = |make: fn(Stack, SpaceIx) -> Order| -> Result<Order, String> {
            Ok(make(self.stack("from")?, self.space("to")?))
        };
        let found = match verb {
            "move" => {
                self.via().and_then(|via| Ok(Order::Move { stack: self.stack("from")?, via, to: self.space("to")? }))
            }
            "load" => self.load(),
            "sail" => self.sail(),
            "land" => stack_to(|stack, to| Order::Land { stack, to }),
            "raid" => stack_to(|stack, to| Order::Raid { stack, to }),
            "support" => stack_to(|stack, target| Order::Support { stack, target }),
            "withdraw" => stack_to(|stack, to| Order::Withdraw { stack, to }),
            "pass" => {
                let fights = self.order.get("fights") == Some(&Data::Truth(true));
                self.stack("from").and_then(|stack| Ok(Order::Pass { stack, to: self.space("to")?, fights }))
            }
            "drop" | "airlift" => self.by_air(verb == "drop"),
            "offer" => self.offer(),
            "put-off" => self.space("at").map(|space| Order::PutOff { space }),
            "scorch" => self.space("at").map(|space| Order::Scorch { space }),
            "train" => self.stack("at").map(|stack| Order::Train { stack }),
            _ => return None,
        };
        Some(found.map(Action::Order))
    }

    fn of_building(&self, verb: &str) -> Option<Result<Action, String>> {
        let to = |site: SpaceIx| if self.order.get("to").is_some() { self.space("to") } else { Ok(site) };
        let found = match verb {
            "purchase" => {
                self.mover().and_then(|power| Ok(Order::Purchase { power, unit: self.unit()?, count: self.count() }))
            }
            "buy" => self
                .space("at")
                .and_then(|site| Ok(Order::Buy { unit: self.unit()?, count: self.count(), site, to: to(site)? })),
            "place" => self.space("at").and_then(|site| {
                let (unit, count) = (self.unit()?, self.count());
                Ok(Order::Place { power: self.buyer(unit)?, unit, count, site, to: to(site)? })
            }),
            "board" => self.stack("from").and_then(|stack| Ok(Order::Board { stack, zone: self.space("to")? })),
            "found" => self.space("at").and_then(|space| Ok(Order::Found { feature: self.feature()?, space })),
            "mend" => self.space("at").and_then(|space| {
                Ok(Order::Mend { space, feature: self.feature()?, points: self.whole("points", 1) as u16 })
            }),
            "raze" => self.space("at").map(|space| Order::Raze { space }),
            "overhaul" => self.stack("at").map(|stack| Order::Overhaul { stack }),
            _ => return None,
        };
        Some(found.map(Action::Order))
    }

    fn of_powers(&self, verb: &str) -> Option<Result<Action, String>> {
        Some(match verb {
            "declare" => {
                self.power("by").and_then(|by| Ok(Action::Order(Order::Declare { by, on: self.power("on")? })))
            }
            "give" => self.power("by").and_then(|by| {
                let points = self.whole("points", 1).clamp(0, 60_000) as u16;
                Ok(Action::Order(Order::Give { by, to: self.power("to")?, points }))
            }),
            "try" => self.item().and_then(|item| Ok(Action::Try { power: self.mover()?, item })),
            _ => return None,
        })
    }

    fn space(&self, key: &str) -> Result<SpaceIx, String> {
        space_named(self.game.rules, text(self.order, key)?)
    }

    fn whole(&self, key: &str, otherwise: i64) -> i64 {
        self.order.get(key).and_then(Data::as_whole).unwrap_or(otherwise)
    }

    fn count(&self) -> u16 {
        self.whole("count", 1).clamp(0, 60_000) as u16
    }

    fn power(&self, key: &str) -> Result<PowerIx, String> {
        let id = text(self.order, key)?;
        self.game.rules.find_power(id).ok_or_else(|| format!("there is no power `{id}`"))
    }

    fn unit(&self) -> Result<UnitIx, String> {
        let id = text(self.order, "unit")?;
        self.game.rules.find_unit(id).ok_or_else(|| format!("there is no unit `{id}`"))
    }

    fn feature(&self) -> Result<FeatureIx, String> {
        let id = text(self.order, "feature")?;
        let found = self.game.rules.features.iter().position(|feature| feature.id == id);
        found.map(FeatureIx::new).ok_or_else(|| format!("there is no feature `{id}`"))
    }

    fn item(&self) -> Result<TrackIx, String> {
        let id = text(self.order, "item")?;
        let found = self.game.rules.tracks.iter().position(|track| track.id == id);
        found.map(TrackIx::new).ok_or_else(|| format!("there is no track `{id}`"))
    }

    fn via(&self) -> Result<Option<SpaceIx>, String> {
        if self.order.get("via").is_some() { self.space("via").map(Some) } else { Ok(None) }
    }

    /// The power the order names, or the first of those whose turn it is.
    fn mover(&self) -> Result<PowerIx, String> {
        if self.order.get("of").is_some() {
            return self.power("of");
        }
        let powers = zones::powers_of(self.game.rules, &self.game.state);
        powers.first().copied().ok_or_else(|| "nobody's turn it is".to_owned())
    }

    /// The power that waits for units of a type.
    fn buyer(&self, unit: UnitIx) -> Result<PowerIx, String> {
        if self.order.get("of").is_some() {
            return self.power("of");
        }
        let waits = self.game.state.operations.queue.iter().find(|queued| queued.unit == unit);
        waits.map_or_else(|| self.mover(), |queued| Ok(queued.power))
    }

    /// Units the order speaks of: those without orders or under way first, of the powers whose turn it is before others.
    fn stack(&self, key: &str) -> Result<Stack, String> {
        let (space, unit) = (self.space(key)?, self.unit()?);
        let (rules, state) = (self.game.rules, &self.game.state);
        let of = if self.order.get("of").is_some() { Some(self.power("of")?) } else { None };
        let damaged = self.order.get("damaged").and_then(Data::as_whole);
        let fits = |stack: &&Stack| {
            stack.unit == unit
                && of.is_none_or(|of| stack.power == of)
                && damaged.is_none_or(|damaged| i64::from(stack.damaged) == damaged)
        };
        let powers = zones::powers_of(rules, state);
        let mut there: Vec<Stack> = state.stacks_in(space).iter().filter(fits).copied().collect();
        there.sort_by_key(|stack| {
            let has_orders = stack.army != 0 && state.operations.role(stack.army) != Some(Role::Sailing);
            (!powers.contains(&stack.power), has_orders, stack.army)
        });
        let none = || format!("no {} stands in {}", rules.unit(unit).id, rules.space_name(space));
        let stack = there.first().ok_or_else(none)?;
        Ok(Stack { count: self.count(), ..*stack })
    }

    /// Cargo goes aboard: a ship that is under way where one has room, else one that lies there.
    fn load(&self) -> Result<Order, String> {
        let (stack, zone) = (self.stack("from")?, self.space("to")?);
        let (rules, state) = (self.game.rules, &self.game.state);
        let sailing = state.stacks_in(zone).iter().map(|stack| stack.army);
        let ship = sailing
            .filter(|army| state.operations.role(*army) == Some(Role::Sailing))
            .find(|army| zones::room_aboard(rules, state, stack.power, zone, stack.unit, Some(*army)) > 0);
        Ok(Order::Load { stack, zone, army: ship.unwrap_or(0) })
    }

    fn sail(&self) -> Result<Order, String> {
        let (from, to) = (self.space("from")?, self.space("to")?);
        let state = &self.game.state;
        let armies = state.stacks_in(from).iter().map(|stack| stack.army);
        let army = armies.filter(|army| state.operations.role(*army) == Some(Role::Sailing)).max();
        Ok(Order::Sail { army: army.unwrap_or(0), to })
    }

    fn by_air(&self, drops: bool) -> Result<Order, String> {
        let (cargo, to) = (self.stack("from")?, self.space("to")?);
        let id = text(self.order, "by")?;
        let unit = self.game.rules.find_unit(id).ok_or_else(|| format!("there is no unit `{id}`"))?;
        let flies = |stack: &&Stack| stack.unit == unit && stack.power == cargo.power;
        let none = || format!("no {id} stands in {}", self.game.rules.space_name(cargo.space));
        let carrier = self.game.state.stacks_in(cargo.space).iter().find(flies).ok_or_else(none)?;
        let carrier = Stack { count: 1, ..*carrier };
        Ok(if drops { Order::Drop { carrier, cargo, to } } else { Order::Airlift { carrier, cargo, to } })
    }

    fn offer(&self) -> Result<Order, String> {
        let (space, unit) = (self.space("at")?, self.unit()?);
        let power = match self.order.get("of") {
            Some(_) => self.power("of")?,
            None => self.stack("at")?.power,
        };
        Ok(Order::Offer { space, power, unit })
    }
}
