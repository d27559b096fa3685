//! Effects, compiled, and what they do: each kind has its own file, which holds what it can say and does it; here are those that
//! steer other effects.

mod economy;
mod nearest;
mod politics;
mod units;

pub use economy::Economy;
pub use politics::Politics;
pub use units::Units;

use chartroom_format::schema::refusal::Ban;

use crate::action::Refusal;
use crate::condition::Scene;
use crate::event::Event;
use crate::ids::{Actor, EventIx, OptionIx, SpaceIx, UnitIx};
use crate::procedures::victory;
use crate::ruleset::{ChoiceOption, Ruleset};
use crate::run::Run;
use crate::state::{Outcome, State};
use crate::triggers;

/// Spaces in order of preference, and the units that appear there.
pub type Arrivals = (Vec<SpaceIx>, Vec<(UnitIx, i64)>);

/// Something that happens.
#[derive(Clone, Debug)]
pub enum Effect {
    Politics(Politics),
    Units(Units),
    Economy(Economy),
    /// A decision of the ruleset's list, which says what units it is about.
    NearestTurns(u16),
    Switch(OptionIx, bool),
    Roll {
        dice: i64,
        sides: i64,
        outcomes: Vec<(i64, i64, Vec<Self>)>,
    },
    Trigger(EventIx),
    Win {
        side: Actor,
        level: Option<String>,
    },
    /// A decision of the ruleset's list.
    Choose(u16),
    EndGame,
    Tell(String),
}

impl From<Politics> for Effect {
    fn from(kind: Politics) -> Self {
        Self::Politics(kind)
    }
}

impl From<Units> for Effect {
    fn from(kind: Units) -> Self {
        Self::Units(kind)
    }
}

impl From<Economy> for Effect {
    fn from(kind: Economy) -> Self {
        Self::Economy(kind)
    }
}

/// Lets effects happen in their order. Stops when the step budget of the run is used up: rules that trigger each other.
pub(crate) fn happen(run: &mut Run, effects: &[Effect], scene: &Scene) {
    for effect in effects {
        if !run.step() {
            return;
        }
        match effect {
            Effect::Politics(politics) => politics.happen(run, scene),
            Effect::Units(units) => units.happen(run, scene),
            Effect::Economy(economy) => economy.happen(run, scene),
            Effect::Roll { dice, sides, outcomes } => {
                let total: i64 = (0..(*dice).clamp(1, 100)).map(|_| run.roll_for_rule(scene, *sides)).sum();
                let hit = outcomes.iter().find(|(from, to, _)| (*from..=*to).contains(&total));
                if let Some((_, _, then)) = hit {
                    happen(run, then, scene);
                }
            }
            Effect::Switch(option, on) => run.emit(Event::OptionSwitched { option: *option, on: *on }),
            Effect::Trigger(event) => triggers::by_name(run, *event, scene),
            Effect::Win { side, level } => run.emit(Event::GameEnded {
                outcome: Outcome {
                    winner: Some(*side),
                    level: level.clone(),
                    victory: usize::MAX,
                    reason: "a rule decides the game".to_owned(),
                },
            }),
            Effect::NearestTurns(choice) => nearest::happen(run, *choice, scene),
            Effect::Choose(choice) => ask(run, *choice, scene),
            Effect::EndGame => victory::decide(run),
            Effect::Tell(text) => run.emit(Event::Told { text: text.clone() }),
        }
    }
}

/// Asks the owner to decide. Where only one way is open, or nobody can be asked, the first open way is taken.
fn ask(run: &mut Run, choice: u16, scene: &Scene) {
    let open = open_ways(run.rules, &run.state, choice, scene);
    let asked = run.rules.choices.get(usize::from(choice)).and_then(|choice| choice.asked);
    let owner = match asked {
        Some(Actor::Side(side)) => Some(side),
        Some(Actor::Power(power)) => run.state.side_of(power),
        None => scene.side.or_else(|| scene.power.and_then(|power| run.state.side_of(power))),
    };
    match (open.as_slice(), owner) {
        ([], _) => {}
        ([_, _, ..], Some(side)) => run.emit(Event::ChoiceAsked { choice, side }),
        ([first, ..], _) => take_way(run, choice, *first, scene),
    }
}

/// The ways of a decision that are open.
pub(crate) fn open_ways(rules: &Ruleset, state: &State, choice: u16, scene: &Scene) -> Vec<u8> {
    let Some(choice) = rules.choices.get(usize::from(choice)) else { return Vec::new() };
    if let Some(turning) = &choice.turning {
        return (0_u8..).zip(nearest::left(rules, state, turning)).map(|(at, _)| at).collect();
    }
    let ways = &choice.options;
    let open = |way: &ChoiceOption| way.when.as_ref().is_none_or(|when| when.holds(rules, state, scene));
    (0_u8..).zip(ways).filter(|(_, way)| open(way)).map(|(at, _)| at).collect()
}

/// Takes one way of a decision.
fn take_way(run: &mut Run, choice: u16, option: u8, scene: &Scene) {
    let rules = run.rules;
    let Some(choice) = rules.choices.get(usize::from(choice)) else { return };
    if let Some(turning) = &choice.turning {
        nearest::turn(run, turning, usize::from(option));
    } else if let Some(way) = choice.options.get(usize::from(option)) {
        run.emit(Event::Told { text: way.title.clone() });
        happen(run, &way.then, scene);
    }
}

/// The decision that is due is made.
pub(crate) fn decide(run: &mut Run, option: u8) -> Result<(), Refusal> {
    let Some((choice, side)) = run.state.choices.first().copied() else {
        return Err(Refusal::of(Ban::WrongTime, "nothing has to be decided"));
    };
    let scene = Scene::of_side(Some(side));
    if !open_ways(run.rules, &run.state, choice, &scene).contains(&option) {
        return Err(Refusal::of(Ban::WrongTime, "this way is not open"));
    }
    run.emit(Event::ChoiceMade { choice, option });
    take_way(run, choice, option, &scene);
    Ok(())
}
