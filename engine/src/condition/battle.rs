//! Conditions about the unit, place or battle at hand.

use chartroom_format::schema::condition::{BattleKind, SupplyState};
use chartroom_format::schema::map::Surface;
use chartroom_format::schema::move_points::UnitMark;
use chartroom_format::schema::units::CombatRole;

use super::{Scene, UnitFilter};
use crate::ids::{Actor, FeatureIx, SpaceIx, TerrainIx};
use crate::query::zones;
use crate::ruleset::Ruleset;
use crate::state::State;

/// The unit, place or battle at hand.
#[derive(Clone, Debug)]
pub enum Battle {
    By(Vec<Actor>),
    Unit(UnitFilter),
    Role(CombatRole),
    In(Vec<SpaceIx>),
    OnTerrain(Vec<TerrainIx>),
    OnSurface(Vec<Surface>),
    HasFeature(FeatureIx),
    FromTerrain(Vec<TerrainIx>),
    /// Hexside types as a mask.
    Across(u32),
    OnlyAcross(u32),
    Round(Vec<i64>),
    Battle(BattleKind),
    Supply(SupplyState),
    Damaged,
    Marked(UnitMark),
    Undefended,
}

impl Battle {
    pub(super) fn holds(&self, rules: &Ruleset, state: &State, scene: &Scene) -> bool {
        let terrain = |space: Option<SpaceIx>| space.map(|space| rules.board.space(space).terrain);
        match self {
            Self::By(actors) => actors.iter().any(|actor| match actor {
                Actor::Side(side) => {
                    scene.side == Some(*side) || scene.power.is_some_and(|power| state.side_of(power) == Some(*side))
                }
                Actor::Power(power) => scene.power == Some(*power),
            }),
            Self::Unit(filter) => scene.unit.is_some_and(|unit| filter.takes(rules, state, unit, scene.power)),
            Self::Role(role) => scene.role == Some(*role),
            Self::In(spaces) => scene.from.or(scene.at).is_some_and(|space| spaces.binary_search(&space).is_ok()),
            Self::OnTerrain(terrains) => terrain(scene.at).is_some_and(|terrain| terrains.contains(&terrain)),
            Self::OnSurface(surfaces) => {
                scene.at.is_some_and(|space| surfaces.contains(&rules.board.space(space).surface))
            }
            Self::HasFeature(feature) => {
                scene.at.is_some_and(|space| has_feature(rules, state, space, *feature, scene))
            }
            Self::FromTerrain(terrains) => terrain(scene.from).is_some_and(|terrain| terrains.contains(&terrain)),
            Self::Across(sides) => scene.across & sides != 0,
            Self::OnlyAcross(sides) => scene.only_across & sides != 0,
            Self::Round(rounds) => rounds.contains(&scene.round),
            Self::Battle(kind) => scene.battle == Some(*kind),
            Self::Supply(wanted) => scene.supply.unwrap_or(SupplyState::Full) == *wanted,
            Self::Damaged => scene.damaged,
            Self::Marked(mark) => scene.marks.shows(*mark),
            Self::Undefended => scene.undefended,
        }
    }

    /// Whether it depends on the place and on whose it is only.
    pub(super) const fn is_of_place(&self) -> bool {
        matches!(self, Self::By(_) | Self::In(_) | Self::OnTerrain(_) | Self::OnSurface(_) | Self::HasFeature(_))
    }
}

/// Whether a feature is at work in a place, or in friendly land beside it if it serves the sea.
fn has_feature(rules: &Ruleset, state: &State, space: SpaceIx, feature: FeatureIx, scene: &Scene) -> bool {
    let info = &rules.features[feature.index()];
    let works = |at: SpaceIx| zones::works(rules, state, at, feature);
    let friendly = |at: SpaceIx| match (state.holder(at), scene.power) {
        (Some(holder), Some(power)) => zones::shares(rules, state, power, holder),
        _ => false,
    };
    works(space)
        || info.serves_coast
            && zones::is_sea(rules, space)
            && zones::coast(rules, space).any(|land| works(land) && friendly(land))
}
