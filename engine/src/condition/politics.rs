//! Conditions about relations, sides and tracks.

use chartroom_format::schema::condition::RelationKind;
use chartroom_format::schema::rules::TrackOwner;

use super::{Scene, between};
use crate::ids::{Actor, PowerIx, SideIx, TrackIx};
use crate::ruleset::Ruleset;
use crate::state::State;

/// How powers stand to each other, and tracks.
#[derive(Clone, Debug)]
pub enum Politics {
    AtWar(Actor, Actor),
    Relation(PowerIx, PowerIx, RelationKind),
    Member(PowerIx, SideIx),
    Surrendered(PowerIx),
    Neutral(PowerIx),
    Track { track: TrackIx, who: Option<Actor>, at_least: Option<i64>, at_most: Option<i64> },
}

impl Politics {
    pub(super) fn holds(&self, rules: &Ruleset, state: &State, scene: &Scene) -> bool {
        match self {
            Self::AtWar(one, other) => state.actors_at_war(*one, *other),
            Self::Relation(one, other, kind) => state.relation(*one, *other) == *kind,
            Self::Member(power, side) => state.side_of(*power) == Some(*side),
            Self::Surrendered(power) => state.has_surrendered(*power),
            Self::Neutral(power) => {
                state.side_of(*power).is_none()
                    && state.powers().all(|other| state.relation(*power, other) != RelationKind::War)
            }
            Self::Track { track, who, at_least, at_most } => {
                between(state.track(*track, owner(rules, *track, *who, scene)), *at_least, *at_most)
            }
        }
    }
}

/// Whose marker on a track is meant: the one named, else that of the power or side at hand, where each has one.
pub(crate) fn owner(rules: &Ruleset, track: TrackIx, named: Option<Actor>, scene: &Scene) -> Option<Actor> {
    named.or(match rules.track(track).each {
        TrackOwner::Power => scene.power.map(Actor::Power),
        TrackOwner::Side => scene.side.map(Actor::Side),
        TrackOwner::Game => None,
    })
}
