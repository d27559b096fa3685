//! Effects, compiled, and what they do: each group of kinds in its own file; here is only the fan-out.

mod economy;
mod politics;
mod units;

use chartroom_format::schema::condition::RelationKind;

use crate::condition::{Condition, Scene, UnitFilter};
use crate::event::Event;
use crate::ids::{Actor, EventIx, FeatureIx, OptionIx, PowerIx, SideIx, SpaceIx, TrackIx, UnitIx};
use crate::run::Run;
use crate::state::Outcome;
use crate::triggers;

/// Spaces in order of preference, and the units that appear there.
pub type Arrivals = (Vec<SpaceIx>, Vec<(UnitIx, i64)>);

/// Something that happens.
#[derive(Clone, Debug)]
pub enum Effect {
    Join(PowerIx, SideIx),
    DeclareWar(Actor, Actor),
    SetRelation(PowerIx, PowerIx, RelationKind),
    BecomeNeutral(PowerIx),
    Surrender {
        power: PowerIx,
        to: Option<Actor>,
        units_to: Option<PowerIx>,
    },
    Control(Actor, Vec<SpaceIx>),
    /// Units in the first of these spaces that the rules allow.
    Place(PowerIx, Vec<Arrivals>),
    Remove {
        who: Actor,
        units: UnitFilter,
        places: Option<Vec<SpaceIx>>,
        count: Option<i64>,
    },
    Money(Actor, i64),
    Transfer(PowerIx, PowerIx, i64),
    Income(Actor, i64),
    SetFeature(SpaceIx, FeatureIx, i64),
    Devastate(Vec<SpaceIx>, i64),
    Track {
        track: TrackIx,
        who: Option<Actor>,
        add: i64,
    },
    SetTrack {
        track: TrackIx,
        who: Option<Actor>,
        to: i64,
    },
    Points(Actor, i64),
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
    Choose(Vec<(String, Option<Condition>, Vec<Self>)>),
    Tell(String),
}

/// Lets effects happen in their order. Stops when the step budget of the run is used up: rules that trigger each other.
pub(crate) fn happen(run: &mut Run, effects: &[Effect], scene: &Scene) {
    for effect in effects {
        if !run.step() {
            return;
        }
        match effect {
            Effect::Join(..)
            | Effect::DeclareWar(..)
            | Effect::SetRelation(..)
            | Effect::BecomeNeutral(_)
            | Effect::Surrender { .. }
            | Effect::Control(..) => politics::happen(run, effect, scene),
            Effect::Place(..) | Effect::Remove { .. } => units::happen(run, effect),
            Effect::Roll { dice, sides, outcomes } => {
                let total: i64 = (0..(*dice).clamp(1, 100)).map(|_| run.roll(*sides)).sum();
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
            Effect::Choose(choices) => choose(run, choices, scene),
            Effect::Tell(text) => run.emit(Event::Told { text: text.clone() }),
            _ => economy::happen(run, effect),
        }
    }
}

/// The first choice that is open is taken: it is what the rulebook lists first.
fn choose(run: &mut Run, choices: &[(String, Option<Condition>, Vec<Effect>)], scene: &Scene) {
    let open =
        choices.iter().find(|(_, when, _)| when.as_ref().is_none_or(|when| when.holds(run.rules, &run.state, scene)));
    if let Some((title, _, then)) = open {
        run.emit(Event::Told { text: title.clone() });
        happen(run, then, scene);
    }
}
