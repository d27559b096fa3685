//! Conditions about relations, sides and tracks.

use chartroom_format::schema::condition::RelationKind;

use super::{Condition, between};
use crate::state::State;

pub(super) fn holds(condition: &Condition, state: &State) -> bool {
    match condition {
        Condition::AtWar(one, other) => state.actors_at_war(*one, *other),
        Condition::Relation(one, other, kind) => state.relation(*one, *other) == *kind,
        Condition::Member(power, side) => state.side_of(*power) == Some(*side),
        Condition::Surrendered(power) => state.has_surrendered(*power),
        Condition::Neutral(power) => {
            state.side_of(*power).is_none()
                && state.powers().all(|other| state.relation(*power, other) != RelationKind::War)
        }
        Condition::Track { track, who, at_least, at_most } => between(state.track(*track, *who), *at_least, *at_most),
        _ => false,
    }
}
