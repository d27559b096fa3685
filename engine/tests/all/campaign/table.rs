//! The table at which positions of the standard scenario are laid out.

use std::path::Path;
use std::sync::OnceLock;

use chartroom_engine::bots::{Bot, Greedy};
use chartroom_engine::ids::{EventIx, PowerIx, SideIx, SpaceIx, UnitIx};
use chartroom_engine::procedures::Procedure;
use chartroom_engine::procedures::differential::CampaignPhase;
use chartroom_engine::state::Stack;
use chartroom_engine::{Action, Command, Event, Game, Options, Player, Ruleset, State, compile};
use chartroom_format::fs::DiskFs;
use chartroom_format::load;

/// Place, power, type and number.
pub(crate) type Units<'u> = &'u [(&'u str, &'u str, &'u str, u16)];

/// The table of the standard scenario, laid once for all tests.
pub(crate) fn standard() -> &'static Table {
    static TABLE: OnceLock<Table> = OnceLock::new();
    TABLE.get_or_init(Table::new)
}

pub(crate) struct Table {
    pub(crate) rules: Ruleset,
    pub(crate) start: State,
}

impl Table {
    pub(crate) fn new() -> Self {
        Self::with(&[])
    }

    /// With some optional rules switched.
    pub(crate) fn with(switches: &[(&str, bool)]) -> Self {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../content/global-war-1975");
        let content = load::load(&DiskFs, &folder).expect("the pack loads").content;
        let (rules, start) =
            compile(&content, "standard", Options { switches, ..Options::default() }).unwrap_or_else(|findings| {
                let list: Vec<String> = findings.iter().map(|finding| finding.message.clone()).collect();
                panic!("it does not compile:\n{}", list.join("\n"))
            });
        Self { rules, start }
    }

    pub(crate) fn power(&self, id: &str) -> PowerIx {
        self.rules.find_power(id).expect("power")
    }

    pub(crate) fn side(&self, id: &str) -> SideIx {
        self.rules.find_side(id).expect("side")
    }

    pub(crate) fn unit(&self, id: &str) -> UnitIx {
        self.rules.find_unit(id).expect("unit")
    }

    pub(crate) fn space(&self, id: &str) -> SpaceIx {
        self.rules.board.find(id).expect("space")
    }

    /// A game whose board holds only these units, at the first such phase of a side.
    pub(crate) fn at(
        &self,
        side: &str,
        kind: &CampaignPhase,
        turn: i16,
        units: &[(&str, &str, &str, u16)],
    ) -> Game<'_> {
        let mut state = self.start.clone();
        state.turn = turn;
        state.stacks = units
            .iter()
            .map(|(space, power, unit, count)| Stack {
                space: self.space(space),
                army: 0,
                power: self.power(power),
                unit: self.unit(unit),
                damaged: 0,
                count: *count,
            })
            .collect();
        state.stacks.sort_unstable();
        let side = self.side(side);
        let phase = self.rules.phases.iter().position(|phase| {
            let run = phase.run.map(|at| &self.rules.procedures[at.index()].run);
            matches!(run, Some(Procedure::Campaign(other)) if other == kind)
                && state.side_of_player(&phase.player) == Some(side)
        });
        (state.phase, state.begun) = (phase.expect("phase") as u16, true);
        Game { rules: &self.rules, state }
    }

    pub(crate) fn march(&self, from: &str, power: &str, unit: &str, count: u16, to: &str) -> Action {
        Action::Campaign(Command::March {
            from: self.space(from),
            power: self.power(power),
            unit: self.unit(unit),
            count,
            to: self.space(to),
        })
    }

    pub(crate) fn pledge(&self, from: &str, power: &str, unit: &str, count: u16, target: &str) -> Action {
        Action::Campaign(Command::Pledge {
            from: self.space(from),
            power: self.power(power),
            unit: self.unit(unit),
            count,
            target: self.space(target),
        })
    }

    pub(crate) fn rule(&self, id: &str) -> EventIx {
        self.rules.find_event(id).expect("rule")
    }

    /// The same at the phase of one power.
    pub(crate) fn for_power(&self, power: &str, kind: &CampaignPhase, turn: i16, units: Units<'_>) -> Game<'_> {
        let mut game = self.at("axis", &CampaignPhase::March, turn, units);
        let power = self.power(power);
        let phase = self.rules.phases.iter().position(|phase| {
            let run = phase.run.map(|at| &self.rules.procedures[at.index()].run);
            let alike = |other: &CampaignPhase| std::mem::discriminant(other) == std::mem::discriminant(kind);
            phase.player == Player::Power(power) && matches!(run, Some(Procedure::Campaign(other)) if alike(other))
        });
        game.state.phase = phase.expect("a phase of the power") as u16;
        game
    }

    /// Points of a type that stand in a space.
    pub(crate) fn count(&self, game: &Game<'_>, space: &str, power: &str, unit: &str) -> u16 {
        let stacks = game.state.stacks_in(self.space(space)).iter();
        let own = stacks.filter(|stack| stack.power == self.power(power) && stack.unit == self.unit(unit));
        own.map(|stack| stack.count).sum()
    }

    /// Points of a type anywhere.
    pub(crate) fn in_all(&self, game: &Game<'_>, power: &str, unit: &str) -> u16 {
        let own = |stack: &&Stack| stack.power == self.power(power) && stack.unit == self.unit(unit);
        game.state.stacks.iter().filter(own).map(|stack| stack.count).sum()
    }

    /// Spaces change hands before the game goes on.
    pub(crate) fn hold(&self, game: &mut Game<'_>, power: &str, spaces: &[&str]) {
        for space in spaces {
            game.state.holders[self.space(space).index()] = self.power(power).0 + 1;
        }
    }

    /// A power enters the war on a side, against these.
    pub(crate) fn join(&self, game: &mut Game<'_>, power: &str, side: &str, against: &[&str]) {
        game.state.sides[self.power(power).index()] = self.side(side).0 + 1;
        let powers = game.state.sides.len();
        for foe in against {
            let (one, other) = (self.power(power).index(), self.power(foe).index());
            (game.state.relations[one * powers + other], game.state.relations[other * powers + one]) = (0, 0);
        }
    }

    /// Whether an action is open, without doing it.
    #[expect(clippy::unused_self, reason = "asked of a table like everything else in these tests")]
    pub(crate) fn may(&self, game: &Game<'_>, action: &Action) -> bool {
        game.clone().submit(action).is_ok()
    }

    /// The rule that forbids an action.
    #[expect(clippy::unused_self, reason = "asked of a table like everything else in these tests")]
    pub(crate) fn forbids(&self, game: &Game<'_>, action: &Action) -> String {
        match game.clone().submit(action) {
            Ok(_) => panic!("{action:?} is allowed"),
            Err(refusal) => refusal.rule,
        }
    }

    pub(crate) fn attack(&self, target: &str) -> Action {
        Action::Campaign(Command::Attack { target: self.space(target) })
    }

    pub(crate) fn widen(&self, target: &str, with: &str) -> Action {
        Action::Campaign(Command::Widen { target: self.space(target), with: self.space(with) })
    }

    pub(crate) fn give_up(&self, from: &str, power: &str, unit: &str) -> Action {
        let (from, power, unit) = (self.space(from), self.power(power), self.unit(unit));
        Action::Campaign(Command::GiveUp { from, power, unit })
    }

    pub(crate) fn follow(&self, from: &str, power: &str, unit: &str, count: u16, to: &str) -> Action {
        let (from, power, unit, to) = (self.space(from), self.power(power), self.unit(unit), self.space(to));
        Action::Campaign(Command::Follow { from, power, unit, count, to })
    }

    /// All points of some powers attack a space, with this face of the die; the bot settles what follows.
    pub(crate) fn fight(
        &self,
        game: &mut Game<'_>,
        die: i64,
        powers: &[&str],
        units: Units<'_>,
        target: &str,
    ) -> Vec<Event> {
        game.state.dice.loaded = vec![die];
        let mut told = Vec::new();
        for (space, power, unit, count) in units.iter().filter(|unit| powers.contains(&unit.1)) {
            told.extend(game.submit(&self.pledge(space, power, unit, *count, target)).expect("pledged").events);
        }
        told.extend(game.submit(&self.attack(target)).expect("attacked").events);
        let mut bot = Greedy::default();
        while game.state.campaign.engagement.is_some() {
            let action = bot.choose(game);
            told.extend(game.submit(&action).expect("legal").events);
        }
        told
    }

    pub(crate) fn assault(&self, from: &str, power: &str, unit: &str, count: u16, to: &str) -> Action {
        let (from, power, unit, to) = (self.space(from), self.power(power), self.unit(unit), self.space(to));
        Action::Campaign(Command::Assault { from, power, unit, count, to })
    }

    pub(crate) fn embark(&self, from: &str, power: &str, unit: &str, count: u16, to: &str) -> Action {
        let (from, power, unit, to) = (self.space(from), self.power(power), self.unit(unit), self.space(to));
        Action::Campaign(Command::Embark { from, power, unit, count, to })
    }

    pub(crate) fn entrain(&self, from: &str, power: &str, unit: &str, count: u16, to: &str, by: &str) -> Action {
        let (from, power, unit, to) = (self.space(from), self.power(power), self.unit(unit), self.space(to));
        Action::Campaign(Command::Entrain { from, power, unit, count, to, by: self.power(by) })
    }
}
