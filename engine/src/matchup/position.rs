//! The start of a scenario, for what the odds of a battle or a price depend on beyond the question: turn, relations, tracks, options,
//! what has happened.

use std::collections::BTreeSet;

use chartroom_format::content::Content;
use chartroom_format::names::nearest;
use chartroom_format::schema::condition::Condition as Written;
use chartroom_format::schema::expression::Value;
use chartroom_format::schema::ids::{OptionId, ScenarioId};
use chartroom_format::schema::scenario::Scenario;
use chartroom_format::schema::value::Amount;

use super::doubt::{self, Doubt, Truth};
use crate::compile::ground::Ground;
use crate::compile::{Options, compile_on, condition_on, value_on};
use crate::condition::{Condition, Politics, Scene, Time};
use crate::game::Game;
use crate::ids::PowerIx;
use crate::ruleset::Ruleset;
use crate::state::State;
use crate::truth;
use crate::value::{Missing, View};

/// A scenario at its first decision.
pub struct Position<'a> {
    content: &'a Content,
    scenario: &'a Scenario,
    ground: Ground,
    rules: Ruleset,
    state: State,
}

impl std::fmt::Debug for Position<'_> {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        out.debug_struct("Position").field("scenario", &self.scenario.id).finish_non_exhaustive()
    }
}

impl<'a> Position<'a> {
    /// The error says that there is no such scenario, or what keeps it from being played.
    pub fn at_start(content: &'a Content, scenario: &str) -> Result<Self, String> {
        let known = || content.scenarios.keys().map(ScenarioId::as_str);
        let Some(scenario) = content.scenarios.get(scenario) else {
            let hint =
                nearest(scenario, known()).map_or_else(String::new, |close| format!("; did you mean `{close}`?"));
            return Err(format!("the pack has no scenario `{scenario}`{hint}"));
        };
        let ground = Ground::new(content, scenario, None);
        let (rules, state) = compile_on(&ground, content, scenario, Options::default()).map_err(|findings| {
            let first = findings.first().map_or_else(String::new, |finding| finding.message.clone());
            format!("the scenario `{}` cannot be played: {first}; run `chartroom check`", scenario.id)
        })?;
        let state = Game::start(&rules, state).0.state;
        Ok(Self { content, scenario, ground, rules, state })
    }

    /// The game at its first decision.
    pub(super) fn game(&self) -> (&Ruleset, &State) {
        (&self.rules, &self.state)
    }

    pub fn scenario(&self) -> &str {
        self.scenario.id.as_str()
    }

    pub(super) fn option(&self, option: &OptionId) -> bool {
        let at = self.rules.options.iter().position(|known| known == option.as_str());
        at.is_some_and(|at| self.state.options.get(at).copied().unwrap_or(false))
    }

    /// The power that holds a place.
    pub fn holder(&self, space: &str) -> Option<&str> {
        let space = self.rules.board.find(space)?;
        self.state.holder(space).map(|power| &*self.rules.power(power).id)
    }

    /// Whether a condition about time, holdings or politics holds for a power, or for nobody in particular.
    pub(super) fn judge(
        &self,
        written: &Written,
        power: Option<&str>,
        at: Option<&str>,
        procedure: Option<&str>,
    ) -> Truth {
        let compiled = match condition_on(&self.ground, self.content, self.scenario, written) {
            Ok(compiled) => compiled,
            Err(why) => return doubt::open(why),
        };
        match (&compiled, power.and_then(|power| self.rules.find_power(power))) {
            (Condition::Time(Time::During(_)), _) => self.during(&compiled, procedure),
            // Nobody in particular: if it is the same for everybody that is the answer.
            (Condition::Politics(Politics::Track { who: None, .. }), None) => {
                let mut all = self.state.powers().map(|power| self.holds(&compiled, Some(power), at));
                let first = all.next().unwrap_or(Truth::No);
                if all.all(|other| other == first) { first } else { super::scene::about(written) }
            }
            (_, power) => self.holds(&compiled, power, at),
        }
    }

    /// What a value comes to for a power, or for nobody in particular.
    pub(super) fn reckon(
        &self,
        written: &Value,
        power: Option<&str>,
        at: Option<&str>,
        round: Option<i64>,
    ) -> Result<Amount, BTreeSet<Doubt>> {
        let open = |why: String| BTreeSet::from([Doubt::Open(why)]);
        let value = value_on(&self.ground, self.content, self.scenario, written).map_err(open)?;
        let power = power.and_then(|power| self.rules.find_power(power));
        let scene = Scene { round: round.unwrap_or(0), ..self.scene(power, at) };
        value.of(&self.rules, &self.state, &scene).map_err(missed)
    }

    fn scene(&self, power: Option<PowerIx>, at: Option<&str>) -> Scene {
        let side = power.and_then(|power| self.state.side_of(power));
        Scene { power, side, at: at.and_then(|at| self.rules.board.find(at)), ..Scene::default() }
    }

    fn holds(&self, condition: &Condition, power: Option<PowerIx>, at: Option<&str>) -> Truth {
        let scene = self.scene(power, at);
        match truth::judge(&View { rules: &self.rules, state: &self.state, scene: &scene }, condition) {
            crate::truth::Truth::Yes => Truth::Yes,
            crate::truth::Truth::No => Truth::No,
            crate::truth::Truth::Unknown(missing) => Truth::Unknown(missed(missing)),
        }
    }

    /// A battle is fought in the phases that run its procedure.
    fn during(&self, condition: &Condition, procedure: Option<&str>) -> Truth {
        let fights = |at: &usize| {
            let run = self.rules.phases[*at].run.map(|run| self.rules.procedures[run.index()].id.as_str());
            run.is_some() && run == procedure
        };
        let mut state = self.state.clone();
        let mut found = (0..self.rules.phases.len()).filter(fights).map(|at| {
            state.phase = at as u16;
            condition.holds(&self.rules, &state, &Scene::default())
        });
        match found.next() {
            Some(first) if found.all(|other| other == first) => first.into(),
            _ => doubt::open("the phase"),
        }
    }
}

/// What is not at hand is what the question does not name.
fn missed(missing: Missing) -> BTreeSet<Doubt> {
    BTreeSet::from([match missing {
        Missing::Place => Doubt::Unnamed("the place"),
        Missing::Power => Doubt::Unnamed("whose it is"),
        Missing::Unit | Missing::Cell | Missing::Fault(_) => Doubt::Open(missing.words().to_owned()),
    }])
}
