//! The table these tests play at: a game of zones with the units a test asks for, and words to give orders in. Games of other years sit
//! down at it too.

#![allow(dead_code, reason = "each game uses its share")]

use std::path::Path;

use chartroom_engine::ids::{PowerIx, SpaceIx, UnitIx};
use chartroom_engine::procedures::Procedure;
use chartroom_engine::procedures::range::RangeRules;
use chartroom_engine::state::Stack;
use chartroom_engine::state::operations::BattleStep;
use chartroom_engine::{Action, Event, Game, Operation, Options, Order, Ruleset, State, compile};
use chartroom_format::content::Content;
use chartroom_format::fs::DiskFs;
use chartroom_format::load;

pub(crate) struct Table {
    pub(crate) rules: Ruleset,
    pub(crate) start: State,
}

pub(crate) type Wanted = fn(&Procedure) -> bool;

pub(crate) const ATTACK: Wanted = |run| matches!(run, Procedure::MoveByRange(RangeRules { attack: true, .. }));
pub(crate) const QUIET: Wanted = |run| matches!(run, Procedure::MoveByRange(RangeRules { attack: false, .. }));
pub(crate) const BUILD: Wanted = |run| matches!(run, Procedure::Recruit(_));

pub(crate) fn content() -> Content {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../content").join(super::PACK);
    load::load(&DiskFs, &folder).expect("the pack loads").content
}

impl Table {
    pub(crate) fn new() -> Self {
        Self::with(&[])
    }

    /// With some special additions switched.
    pub(crate) fn with(switches: &[(&str, bool)]) -> Self {
        let (rules, start) =
            compile(&content(), super::SCENARIO, Options { switches, ..Options::default() }).expect("it compiles");
        Self { rules, start }
    }

    pub(crate) fn space(&self, id: &str) -> SpaceIx {
        self.rules.board.find(id).unwrap_or_else(|| panic!("no space {id}"))
    }

    pub(crate) fn power(&self, id: &str) -> PowerIx {
        self.rules.find_power(id).expect("power")
    }

    pub(crate) fn unit(&self, id: &str) -> UnitIx {
        self.rules.find_unit(id).expect("unit")
    }

    pub(crate) fn stack(&self, power: &str, unit: &str, space: &str, count: u16) -> Stack {
        Stack { space: self.space(space), army: 0, power: self.power(power), unit: self.unit(unit), damaged: 0, count }
    }

    /// A game in a phase of a power, with these units and nobody else in their places.
    pub(crate) fn game(&self, seed: u64, power: &str, wanted: Wanted, units: &[(&str, &str, &str, u16)]) -> Game<'_> {
        let mut state = self.start.clone();
        state.rng = seed;
        for (_, _, space, _) in units {
            let space = self.space(space);
            state.stacks.retain(|stack| stack.space != space);
        }
        for (power, unit, space, count) in units.iter().filter(|(.., count)| *count > 0) {
            state.stacks.push(self.stack(power, unit, space, *count));
        }
        state.stacks.sort_unstable();
        let mut game = Game { rules: &self.rules, state };
        let power = self.power(power);
        let found = (0..self.rules.phases.len()).find(|at| {
            game.state.phase = *at as u16;
            self.rules.phases[*at].run.is_some_and(|run| wanted(&self.rules.procedures[run.index()].run))
                && chartroom_engine::query::zones::powers_of(&self.rules, &game.state).contains(&power)
        });
        game.state.phase = found.expect("such a phase") as u16;
        game.state.begun = true;
        game
    }

    pub(crate) fn hold(&self, game: &mut Game<'_>, space: &str, power: &str) {
        game.state.holders[self.space(space).index()] = self.power(power).0 + 1;
    }

    pub(crate) fn holder(&self, game: &Game<'_>, space: &str) -> String {
        game.state.holder(self.space(space)).map_or(String::new(), |power| self.rules.power(power).id.clone())
    }

    /// Puts two powers at war, which is relation 0.
    pub(crate) fn war(&self, game: &mut Game<'_>, one: &str, other: &str) {
        let (one, other) = (self.power(one).index(), self.power(other).index());
        let powers = game.state.sides.len();
        for (a, b) in [(one, other), (other, one)] {
            game.state.relations[a * powers + b] = 0;
        }
    }

    pub(crate) fn purse(&self, game: &mut Game<'_>, power: &str, money: i32) {
        game.state.money[self.power(power).index()] = money;
    }

    pub(crate) fn money(&self, game: &Game<'_>, power: &str) -> i32 {
        game.state.money[self.power(power).index()]
    }

    pub(crate) fn count(&self, game: &Game<'_>, power: &str, unit: &str, space: &str) -> u16 {
        let wanted = self.stack(power, unit, space, 0);
        let here = game.state.stacks_in(wanted.space).iter();
        here.filter(|stack| stack.power == wanted.power && stack.unit == wanted.unit).map(|stack| stack.count).sum()
    }

    /// The first stack of such units there, whatever its orders.
    pub(crate) fn there(&self, game: &Game<'_>, power: &str, unit: &str, space: &str) -> Stack {
        let wanted = self.stack(power, unit, space, 0);
        let here = game.state.stacks_in(wanted.space).iter();
        let found = here.copied().find(|stack| stack.power == wanted.power && stack.unit == wanted.unit);
        found.unwrap_or_else(|| panic!("no {power} {unit} in {space}"))
    }

    pub(crate) fn order_to_go(&self, game: &Game<'_>, of: (&str, &str, u16), from: &str, to: &str) -> Order {
        let (power, unit, count) = of;
        let stack = Stack { count, ..self.there(game, power, unit, from) };
        Order::Move { stack, via: None, to: self.space(to) }
    }

    pub(crate) fn go(&self, game: &mut Game<'_>, of: (&str, &str, u16), from: &str, to: &str) {
        let order = self.order_to_go(game, of, from, to);
        give(game, order);
    }

    /// A transport of a zone takes cargo from a land, sails to another zone and names a shore; the number of its group.
    pub(crate) fn ship(&self, game: &mut Game<'_>, of: (&str, &str, u16), way: [&str; 4]) -> u8 {
        let (power, unit, count) = of;
        let [from, zone, to, shore] = way;
        give(game, Order::Load { stack: self.stack(power, unit, from, count), zone: self.space(zone), army: 0 });
        let army = game.state.operations.groups.len() as u8;
        if zone != to {
            give(game, Order::Sail { army, to: self.space(to) });
        }
        if !shore.is_empty() {
            let cargo = Stack { army, ..self.stack(power, unit, to, count) };
            give(game, Order::Land { stack: cargo, to: self.space(shore) });
        }
        army
    }
}

/// Gives an order that must be legal, and listed where it is one of the kinds that are.
pub(crate) fn give(game: &mut Game<'_>, order: Order) -> Vec<Event> {
    match game.submit(&Action::Order(order)) {
        Ok(step) => step.events,
        Err(refusal) => panic!("{order:?}: {refusal}"),
    }
}

/// The rule that forbids an order.
pub(crate) fn refused(game: &Game<'_>, order: Order) -> String {
    match game.clone().submit(&Action::Order(order)) {
        Ok(_) => panic!("{order:?} is legal"),
        Err(refusal) => refusal.rule,
    }
}

pub(crate) fn phase_is(game: &Game<'_>, wanted: Wanted) -> bool {
    let run = game.rules.phases.get(usize::from(game.state.phase)).and_then(|phase| phase.run);
    run.is_some_and(|run| wanted(&game.rules.procedures[run.index()].run))
}

/// Ends phases and rounds until the wanted phase comes; returns all events.
pub(crate) fn until(game: &mut Game<'_>, wanted: Wanted) -> Vec<Event> {
    let mut events = Vec::new();
    for _ in 0..900 {
        if phase_is(game, wanted) {
            return events;
        }
        events.extend(done(game));
    }
    panic!("the phase never comes");
}

pub(crate) fn done(game: &mut Game<'_>) -> Vec<Event> {
    game.submit(&Action::Done).expect("it can go on").events
}

/// Goes on until the attacker, or the defender, decides in a round of the combat; false if combat is over before.
pub(crate) fn until_decides(game: &mut Game<'_>, attacker: bool, round: u8) -> bool {
    for _ in 0..900 {
        let now = &game.state.operations;
        let who = match now.step {
            BattleStep::None => None,
            BattleStep::AttackerDecides => Some(true),
            BattleStep::DefenderDecides(_) => Some(false),
        };
        if who == Some(attacker) && now.round == round {
            return true;
        }
        if now.round > round || phase_is(game, QUIET) {
            return false;
        }
        done(game);
    }
    false
}

/// Orders of the player that are listed.
pub(crate) fn orders(game: &Game<'_>) -> Vec<Order> {
    let orders = game.legal().into_iter().filter_map(|action| match action {
        Action::Order(order) => Some(order),
        _ => None,
    });
    orders.collect()
}

pub(crate) fn withdrawals(game: &Game<'_>) -> Vec<(Stack, SpaceIx)> {
    let all = orders(game).into_iter();
    all.filter_map(|order| if let Order::Withdraw { stack, to } = order { Some((stack, to)) } else { None }).collect()
}

/// Units removed of a power and type.
pub(crate) fn lost(events: &[Event], power: PowerIx, unit: UnitIx) -> u16 {
    let of = |event: &Event| match event {
        Event::Removed { stack, .. } if stack.power == power && stack.unit == unit => stack.count,
        _ => 0,
    };
    events.iter().map(of).sum()
}

/// Dice thrown before each round of a battle was told, since the round told before it.
pub(crate) fn dice_by_round(events: &[Event]) -> Vec<(SpaceIx, u8, usize)> {
    let mut found = Vec::new();
    let mut dice = 0;
    for event in events {
        match event {
            Event::Rolled { .. } => dice += 1,
            Event::Operation(Operation::RoundFought { space, round }) => {
                found.push((*space, *round, dice));
                dice = 0;
            }
            _ => {}
        }
    }
    found
}
