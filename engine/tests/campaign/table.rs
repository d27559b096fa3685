//! The table at which positions of the standard scenario are laid out.

use std::path::Path;

use chartroom_engine::ids::{PowerIx, SideIx, SpaceIx, UnitIx};
use chartroom_engine::procedures::Procedure;
use chartroom_engine::procedures::differential::CampaignPhase;
use chartroom_engine::state::Stack;
use chartroom_engine::{Action, Command, Game, Options, Ruleset, State, compile};
use chartroom_format::fs::DiskFs;
use chartroom_format::load;

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
}
