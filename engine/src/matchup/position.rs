//! The start of a scenario, for what the odds of a battle or a price depend on beyond the question: turn, relations, tracks, options,
//! what has happened.

use chartroom_format::content::Content;
use chartroom_format::names::nearest;
use chartroom_format::schema::condition::Condition as Written;
use chartroom_format::schema::ids::{OptionId, ScenarioId};
use chartroom_format::schema::scenario::Scenario;

use super::truth::Truth;
use crate::compile::ground::Ground;
use crate::compile::{Options, compile_on, condition_on};
use crate::condition::{Condition, Politics, Scene, Time};
use crate::game::Game;
use crate::ids::PowerIx;
use crate::ruleset::Ruleset;
use crate::state::State;

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
    pub(super) fn judge(&self, written: &Written, power: Option<&str>, procedure: Option<&str>) -> Truth {
        let compiled = match condition_on(&self.ground, self.content, self.scenario, written) {
            Ok(compiled) => compiled,
            Err(why) => return Truth::open(why),
        };
        match (&compiled, power.and_then(|power| self.rules.find_power(power))) {
            (Condition::Time(Time::During(_)), _) => self.during(&compiled, procedure),
            // Nobody in particular: if it is the same for everybody that is the answer.
            (Condition::Politics(Politics::Track { who: None, .. }), None) => {
                let mut all = self.state.powers().map(|power| self.holds(&compiled, Some(power)));
                let first = all.next().unwrap_or(false);
                if all.all(|other| other == first) { first.into() } else { super::scene::about(written) }
            }
            (_, power) => self.holds(&compiled, power).into(),
        }
    }

    fn holds(&self, condition: &Condition, power: Option<PowerIx>) -> bool {
        let side = power.and_then(|power| self.state.side_of(power));
        condition.holds(&self.rules, &self.state, &Scene { power, side, ..Scene::default() })
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
            _ => Truth::open("the phase"),
        }
    }
}
