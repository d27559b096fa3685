//! Conditions about the unit, place or battle at hand.

use chartroom_format::schema::condition::SupplyState;

use super::{Condition, Scene};
use crate::ids::Actor;
use crate::ruleset::Ruleset;
use crate::state::State;

pub(super) fn holds(condition: &Condition, rules: &Ruleset, state: &State, scene: &Scene) -> bool {
    let terrain = |space: Option<crate::ids::SpaceIx>| space.map(|space| rules.board.space(space).terrain);
    match condition {
        Condition::By(actors) => actors.iter().any(|actor| match actor {
            Actor::Side(side) => {
                scene.side == Some(*side) || scene.power.is_some_and(|power| state.side_of(power) == Some(*side))
            }
            Actor::Power(power) => scene.power == Some(*power),
        }),
        Condition::Unit(filter) => scene.unit.is_some_and(|unit| filter.takes(rules, state, unit, scene.power)),
        Condition::Role(role) => scene.role == Some(*role),
        Condition::In(spaces) => scene.from.or(scene.at).is_some_and(|space| spaces.binary_search(&space).is_ok()),
        Condition::OnTerrain(terrains) => terrain(scene.at).is_some_and(|terrain| terrains.contains(&terrain)),
        Condition::OnSurface(surfaces) => {
            scene.at.is_some_and(|space| surfaces.contains(&rules.board.space(space).surface))
        }
        Condition::HasFeature(feature) => scene.at.is_some_and(|space| state.feature(rules, space, *feature) > 0),
        Condition::FromTerrain(terrains) => terrain(scene.from).is_some_and(|terrain| terrains.contains(&terrain)),
        Condition::Across(sides) => scene.across & sides != 0,
        Condition::OnlyAcross(sides) => scene.only_across & sides != 0,
        Condition::Round(rounds) => rounds.contains(&scene.round),
        Condition::Battle(kind) => scene.battle == Some(*kind),
        Condition::Supply(wanted) => scene.supply.unwrap_or(SupplyState::Full) == *wanted,
        Condition::Damaged => scene.damaged,
        Condition::Undefended => scene.undefended,
        _ => false,
    }
}
