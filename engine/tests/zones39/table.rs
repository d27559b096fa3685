//! The table these tests play at: the game of 1939, in which Japan and China are at war from the start.

use std::path::Path;

use chartroom_engine::ids::{PowerIx, SpaceIx, UnitIx};
use chartroom_engine::procedures::Procedure;
use chartroom_engine::procedures::range::RangeRules;
use chartroom_engine::state::Stack;
use chartroom_engine::{Action, Event, Game, Operation, Options, Order, Ruleset, State, compile};
use chartroom_format::content::Content;
use chartroom_format::fs::DiskFs;
use chartroom_format::load;

pub(crate) struct Table {
    pub(crate) rules: Ruleset,
    pub(crate) start: State,
}

pub(crate) type Wanted = fn(&Procedure) -> bool;

pub(crate) const ATTACK: Wanted = |run| matches!(run, Procedure::MoveByRange(RangeRules { attack: true }));
pub(crate) const QUIET: Wanted = |run| matches!(run, Procedure::MoveByRange(RangeRules { attack: false }));

pub(crate) fn content() -> Content {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../content/global-war-1939");
    load::load(&DiskFs, &folder).expect("the pack loads").content
}

impl Table {
    pub(crate) fn new() -> Self {
        let (rules, start) = compile(&content(), "1939", Options::default()).expect("1939 compiles");
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

    /// Puts two powers at war, which is relation 0.
    pub(crate) fn war(&self, game: &mut Game<'_>, one: &str, other: &str) {
        let (one, other) = (self.power(one).index(), self.power(other).index());
        let powers = game.state.sides.len();
        for (a, b) in [(one, other), (other, one)] {
            game.state.relations[a * powers + b] = 0;
        }
    }

    pub(crate) fn holder(&self, game: &Game<'_>, space: &str) -> String {
        game.state.holder(self.space(space)).map_or(String::new(), |power| self.rules.power(power).id.clone())
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
