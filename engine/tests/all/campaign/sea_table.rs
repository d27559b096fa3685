//! The table for the naval stage: positions at any of its six phases, the orders of ships, and what the dice said.

use chartroom_engine::procedures::differential::CampaignPhase;
use chartroom_engine::procedures::differential::fleet::waters::Waters;
use chartroom_engine::{Action, CampaignEvent, Command, Event, Game};

use crate::campaign::table::{Table, Units, standard};

/// A naval phase of the standard scenario.
pub(crate) struct Sea {
    pub(crate) table: &'static Table,
    pub(crate) game: Game<'static>,
}

/// A war between Japan and the United States, whose surface fleets may stay at sea.
pub(crate) fn pacific(game: &mut Game<'_>) {
    let table = standard();
    table.join(game, "usa", "allies", &["japan", "germany"]);
}

impl Sea {
    /// These units only, at the naval phase of a side with this number (from 1 to 3) of a turn.
    pub(crate) fn new(side: &str, number: usize, turn: i16, units: Units<'_>) -> Self {
        Self::with(side, number, turn, units, |_| {})
    }

    /// The same, where something else is changed before the turn begins.
    pub(crate) fn with(
        side: &str,
        number: usize,
        turn: i16,
        units: Units<'_>,
        change: impl FnOnce(&mut Game<'_>),
    ) -> Self {
        let table = standard();
        let mut laid = table.at(side, &CampaignPhase::Naval, turn, units);
        let wanted = usize::from(laid.state.phase) + 2 * (number - 1);
        change(&mut laid);
        (laid.state.phase, laid.state.begun) = (0, false);
        let (game, _) = Game::start(&table.rules, laid.state);
        let mut sea = Self { table, game };
        while usize::from(sea.game.state.phase) < wanted {
            sea.done();
        }
        assert_eq!((usize::from(sea.game.state.phase), sea.game.state.turn), (wanted, turn), "the phase is reached");
        sea
    }

    pub(crate) fn act(&mut self, action: &Action) -> Vec<Event> {
        match self.game.submit(action) {
            Ok(step) => step.events,
            Err(refusal) => panic!("{action:?} is refused: {refusal}"),
        }
    }

    /// Several things one after the other.
    pub(crate) fn all(&mut self, actions: &[Action]) {
        for action in actions {
            self.act(action);
        }
    }

    pub(crate) fn done(&mut self) -> Vec<Event> {
        self.act(&Action::Done)
    }

    /// A side that is asked something lets it be; where nothing is left to decide it is not asked.
    pub(crate) fn stand(&mut self, side: &str) {
        if self.asked().as_deref() == Some(side) {
            self.done();
        }
    }

    /// The next die shows this face.
    pub(crate) fn die(&mut self, face: i64) -> &mut Self {
        self.game.state.dice.loaded = vec![face];
        self
    }

    /// The same position once more, with the next die loaded.
    pub(crate) fn fork(&self, face: i64) -> Self {
        let mut fork = Self { table: self.table, game: self.game.clone() };
        fork.die(face);
        fork
    }

    pub(crate) fn forbids(&self, action: &Action) -> String {
        self.table.forbids(&self.game, action)
    }

    pub(crate) fn may(&self, action: &Action) -> bool {
        self.table.may(&self.game, action)
    }

    pub(crate) fn lists(&self, action: &Action) -> bool {
        self.game.legal().contains(action)
    }

    pub(crate) fn count(&self, space: &str, power: &str, unit: &str) -> u16 {
        self.table.count(&self.game, space, power, unit)
    }

    pub(crate) fn in_all(&self, power: &str, unit: &str) -> u16 {
        self.table.in_all(&self.game, power, unit)
    }

    /// Depleted units of a type.
    pub(crate) fn depleted(&self, power: &str, unit: &str) -> u16 {
        let (power, unit) = (self.table.power(power), self.table.unit(unit));
        let own = self.game.state.stacks.iter().filter(|stack| (stack.power, stack.unit) == (power, unit));
        own.filter(|stack| stack.damaged > 0).map(|stack| stack.count).sum()
    }

    /// Units of a type that lie somewhere are depleted.
    pub(crate) fn deplete(game: &mut Game<'_>, space: &str, unit: &str, count: u16) {
        let table = standard();
        let (space, unit) = (table.space(space), table.unit(unit));
        let at = game.state.stacks.iter().position(|stack| (stack.space, stack.unit) == (space, unit)).expect("there");
        let whole = game.state.stacks.remove(at);
        let parts = [(0, whole.count - count), (1, count)].map(|(damaged, count)| (damaged, count));
        for (damaged, count) in parts.into_iter().filter(|(_, count)| *count > 0) {
            game.state.stacks.push(chartroom_engine::state::Stack { damaged, count, ..whole });
        }
        game.state.stacks.sort_unstable();
    }

    /// Spaces at this distance by sea from where such ships lie.
    pub(crate) fn ring(&self, from: &str, power: &str, unit: &str, steps: u8) -> Vec<String> {
        let (power, unit) = (self.table.power(power), self.table.unit(unit));
        let waters = Waters::new(&self.table.rules, &self.game.state, power, &[unit]);
        let ways = waters.ways(self.table.space(from), 250, None, None);
        let found = ways.reached().filter(|(_, at)| *at == steps);
        found.map(|(space, _)| self.table.rules.board.space(space).id.clone()).collect()
    }

    /// Hexes that the ships of a type that have set out may still go.
    pub(crate) fn left(&self, power: &str, unit: &str) -> Option<u8> {
        let (power, unit) = (self.table.power(power), self.table.unit(unit));
        let ship = self.game.state.stacks.iter().find(|stack| (stack.power, stack.unit) == (power, unit))?;
        self.game.state.campaign.sea.fleet(ship.army).left
    }

    /// Who is asked now, if a question is open.
    pub(crate) fn asked(&self) -> Option<String> {
        let (side, _) = chartroom_engine::procedures::differential::fleet::asks(&self.table.rules, &self.game.state)?;
        Some(self.table.rules.sides[side.index()].clone())
    }
}

/// Attack, defence, differential and die of every strike among events.
pub(crate) fn strikes(events: &[Event]) -> Vec<(i32, i32, i32, i64)> {
    let found = events.iter().filter_map(|event| match event {
        Event::Campaign(CampaignEvent::Struck { attack, defence, differential, die, .. }) => {
            Some((*attack, *defence, *differential, *die))
        }
        _ => None,
    });
    found.collect()
}

pub(crate) fn sail(from: &str, power: &str, unit: &str, count: u16, to: &str) -> Action {
    let table = standard();
    let (from, power, unit, to) = (table.space(from), table.power(power), table.unit(unit), table.space(to));
    Action::Campaign(Command::Sail { from, power, unit, count, to })
}

pub(crate) fn transfer(from: &str, power: &str, unit: &str, count: u16, to: &str) -> Action {
    let table = standard();
    let (from, power, unit, to) = (table.space(from), table.power(power), table.unit(unit), table.space(to));
    Action::Campaign(Command::Transfer { from, power, unit, count, to })
}

pub(crate) fn fall_back(from: &str, power: &str, unit: &str, count: u16, to: &str) -> Action {
    let table = standard();
    let (from, power, unit, to) = (table.space(from), table.power(power), table.unit(unit), table.space(to));
    Action::Campaign(Command::FallBack { from, power, unit, count, to })
}

pub(crate) fn challenge(target: &str) -> Action {
    Action::Campaign(Command::Challenge { target: standard().space(target) })
}

pub(crate) fn waive(target: &str) -> Action {
    Action::Campaign(Command::Waive { target: standard().space(target) })
}

pub(crate) fn pledge(from: &str, power: &str, unit: &str, count: u16, target: &str) -> Action {
    standard().pledge(from, power, unit, count, target)
}

pub(crate) fn attack(target: &str) -> Action {
    standard().attack(target)
}

pub(crate) fn give_up(from: &str, power: &str, unit: &str) -> Action {
    standard().give_up(from, power, unit)
}

pub(crate) fn cover(from: &str, power: &str, count: u16) -> Action {
    let table = standard();
    let (from, power, unit) = (table.space(from), table.power(power), table.unit("asw"));
    Action::Campaign(Command::Cover { from, power, unit, count })
}

pub(crate) fn ambush(from: Option<&str>) -> Action {
    Action::Campaign(Command::Ambush { from: from.map(|from| standard().space(from)) })
}

pub(crate) fn counter() -> Action {
    Action::Campaign(Command::Counter)
}

pub(crate) fn snort(power: &str) -> Action {
    Action::Campaign(Command::Snort { power: standard().power(power) })
}

pub(crate) fn loan(from: &str, power: &str, count: u16, to: &str) -> Action {
    let table = standard();
    let (from, power, unit, to) = (table.space(from), table.power(power), table.unit("merchant"), table.power(to));
    Action::Campaign(Command::Loan { from, power, unit, count, to })
}
