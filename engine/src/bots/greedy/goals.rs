//! What places count for victory, read from the tests of the scenario and the objectives of its powers.

use crate::condition::{Condition, Holding};
use crate::ids::{FeatureIx, SpaceIx};
use crate::query::supply::places_with;
use crate::ruleset::{Ruleset, VictoryTest};
use crate::state::State;
use crate::value::Value;

/// What all places of one test count together, and at least and at most each of them.
const TEST: i64 = 160;
const LEAST: i64 = 12;
const MOST: i64 = 80;
/// What a place counts that an objective of a power names.
const OBJECTIVE: i64 = 10;

/// By space: what it counts on top of what it yields.
#[derive(Clone, Debug, Default)]
pub(in crate::bots) struct Goals(Vec<i64>);

impl Goals {
    pub(in crate::bots) fn new(rules: &Ruleset, state: &State) -> Self {
        let mut goals = Self(vec![0; rules.board.spaces.len()]);
        for victory in &rules.victory {
            match &victory.test {
                VictoryTest::Holds(condition) | VictoryTest::HoldsFor(condition, _) => {
                    goals.ask(rules, state, condition, TEST);
                }
                VictoryTest::MostPoints(scores) => {
                    for score in scores {
                        let held = places_with(rules, state, &score.each);
                        let within = |space: &SpaceIx| score.within.as_ref().is_none_or(|all| all.contains(space));
                        goals.raise(held.into_iter().filter(within), score.points.clamp(0, MOST));
                    }
                }
                VictoryTest::Otherwise => {}
            }
        }
        for objective in &rules.objectives {
            goals.ask(rules, state, &objective.when, OBJECTIVE);
        }
        for power in state.powers() {
            goals.raise(state.capitals(rules, power).collect::<Vec<_>>().into_iter(), MOST / 2);
        }
        goals
    }

    pub(in crate::bots) fn of(&self, space: SpaceIx) -> i64 {
        self.0.get(space.index()).copied().unwrap_or(0)
    }

    fn raise(&mut self, spaces: impl Iterator<Item = SpaceIx>, by: i64) {
        for space in spaces {
            if let Some(goal) = self.0.get_mut(space.index()) {
                *goal = (*goal).max(by);
            }
        }
    }

    fn share(&mut self, spaces: &[SpaceIx], all: i64) {
        let each = (all / (spaces.len() as i64).max(1)).clamp(LEAST.min(all), MOST);
        self.raise(spaces.iter().copied(), each);
    }

    fn ask(&mut self, rules: &Ruleset, state: &State, condition: &Condition, all: i64) {
        match condition {
            Condition::All(list) | Condition::Any(list) => list.iter().for_each(|one| self.ask(rules, state, one, all)),
            Condition::Not(one) => self.ask(rules, state, one, all),
            Condition::Holding(holding) => match holding {
                Holding::Controls(_, spaces)
                | Holding::ControlsNone(_, spaces)
                | Holding::ControlsSome { of: spaces, .. } => self.share(spaces, all),
                Holding::ControlsFeatures { feature, within, .. } => {
                    let spaces = within.clone().unwrap_or_else(|| with(rules, state, *feature));
                    self.share(&spaces, 4 * all);
                }
                _ => {}
            },
            // What is counted somewhere makes that place worth something.
            Condition::Compare(_, values) => {
                for spaces in values.iter().flat_map(Value::places) {
                    self.share(spaces, all);
                }
            }
            Condition::Exists(among) => self.share(among.within().unwrap_or_default(), all),
            Condition::Every(every) => self.share(every.0.within().unwrap_or_default(), all),
            _ => {}
        }
    }
}

fn with(rules: &Ruleset, state: &State, feature: FeatureIx) -> Vec<SpaceIx> {
    places_with(rules, state, &[feature])
}
