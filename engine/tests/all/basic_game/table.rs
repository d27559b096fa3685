//! The table these tests play at: The Fall of Germany, with words for places and phases. No rule is tested here.

use std::path::Path;

use chartroom_engine::ids::{PowerIx, SideIx, SpaceIx, UnitIx};
use chartroom_engine::procedures::{FirepowerRules, Procedure};
use chartroom_engine::state::Stack;
use chartroom_engine::{Action, Game, Options, Ruleset, State, compile};
use chartroom_format::content::Content;
use chartroom_format::fs::DiskFs;
use chartroom_format::load;
use chartroom_format::schema::ids::ProcedureId;

pub(crate) type Wanted = fn(&Procedure) -> bool;

pub(crate) const MOVING: Wanted = |run| matches!(run, Procedure::Redeploy(_));
pub(crate) const FIGHTING: Wanted = |run| matches!(run, Procedure::FirepowerAdvance(_));
pub(crate) const BUILDING: Wanted = |run| matches!(run, Procedure::Produce(_));
pub(crate) const SETTING_UP: Wanted = |run| matches!(run, Procedure::Deploy(_));

pub(crate) struct Table {
    pub(crate) rules: Ruleset,
    pub(crate) start: State,
}

pub(crate) fn content() -> Content {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../content/hitlers-global-war");
    load::load(&DiskFs, &folder).expect("the pack loads").content
}

impl Table {
    /// The scenario as it is printed.
    pub(crate) fn new() -> Self {
        Self::of(&content(), &[])
    }

    /// The same, fought by the rules for worlds where deserts have no garrison of their own.
    pub(crate) fn worldwide() -> Self {
        let mut content = content();
        let world = content.procedures[&ProcedureId::from("combat-worldwide")].run.clone();
        content.procedures.get_mut(&ProcedureId::from("combat")).expect("combat").run = world;
        Self::of(&content, &[])
    }

    /// The scenario with players who place their points as they like.
    pub(crate) fn free_set_up() -> Self {
        Self::of(&content(), &[("free-set-up", true)])
    }

    pub(crate) fn of(content: &Content, switches: &[(&str, bool)]) -> Self {
        let options = Options { seed: 1, switches, ..Options::default() };
        let (rules, start) = compile(content, "fall-of-germany", options).expect("the scenario compiles");
        Self { rules, start }
    }

    /// A game at the first decision of a phase of a side.
    pub(crate) fn at(&self, side: &str, wanted: Wanted) -> Game<'_> {
        let (mut game, _) = Game::start(&self.rules, self.start.clone());
        self.go_on(&mut game, side, wanted);
        game
    }

    /// Whether a phase of a kind waits.
    pub(crate) fn is_at(&self, game: &Game<'_>, wanted: Wanted) -> bool {
        let phase = self.rules.phases.get(usize::from(game.state.phase));
        let run = phase.and_then(|phase| phase.run);
        run.is_some_and(|at| wanted(&self.rules.procedures[at.index()].run))
    }

    /// Ends phases until one of a side comes.
    pub(crate) fn go_on(&self, game: &mut Game<'_>, side: &str, wanted: Wanted) {
        let side = self.side(side);
        for _ in 0..500 {
            let player = &self.rules.phases[usize::from(game.state.phase)].player;
            if self.is_at(game, wanted) && game.state.side_of_player(player) == Some(side) {
                return;
            }
            game.submit(&Action::Done).expect("a phase can always be ended");
        }
        panic!("the phase never comes");
    }

    pub(crate) fn side(&self, id: &str) -> SideIx {
        self.rules.find_side(id).unwrap_or_else(|| panic!("no side {id}"))
    }

    pub(crate) fn space(&self, id: &str) -> SpaceIx {
        self.rules.board.find(id).unwrap_or_else(|| panic!("no space {id}"))
    }

    pub(crate) fn unit(&self, id: &str) -> UnitIx {
        self.rules.find_unit(id).unwrap_or_else(|| panic!("no unit {id}"))
    }

    pub(crate) fn power(&self, id: &str) -> PowerIx {
        self.rules.find_power(id).unwrap_or_else(|| panic!("no power {id}"))
    }

    pub(crate) fn combat(&self) -> &FirepowerRules {
        let found = self.rules.procedures.iter().find_map(|entry| match &entry.run {
            Procedure::FirepowerAdvance(settings) => Some(&**settings),
            _ => None,
        });
        found.expect("combat settings")
    }

    /// A space changes hands.
    pub(crate) fn give(&self, state: &mut State, id: &str, power: &str) {
        state.holders[self.space(id).index()] = self.power(power).0 + 1;
    }

    /// The points of an army in place of whatever stands in a space.
    pub(crate) fn put(&self, state: &mut State, at: &str, army: u8, power: &str, units: &[(&str, u16)]) {
        let (space, power) = (self.space(at), self.power(power));
        state.stacks.retain(|stack| stack.space != space);
        let points = |(unit, count): &(&str, u16)| {
            let (unit, count) = (self.unit(unit), *count);
            Stack { space, army, power, unit, damaged: 0, count }
        };
        state.stacks.extend(units.iter().map(points));
        state.stacks.sort_unstable();
    }
}

/// Tries something that must be refused; the rule behind it.
pub(crate) fn refused(game: &mut Game<'_>, action: Action) -> String {
    let before = game.state.clone();
    let refusal = game.submit(&action).expect_err("this must be refused");
    assert_eq!(before, game.state, "a refusal changes nothing");
    refusal.rule
}
