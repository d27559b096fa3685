//! How much of a side may stand in a space.

use chartroom_format::schema::move_points::StackLimit;

use crate::ids::{PowerIx, SideIx, SpaceIx, UnitIx};
use crate::modifier::stacking_limit;
use crate::query::stacking;
use crate::ruleset::Ruleset;
use crate::state::State;

/// The limit of a phase for a side in a space with all that changes it; none if the phase sets none.
pub(crate) fn limit(
    rules: &Ruleset,
    state: &State,
    side: SideIx,
    space: SpaceIx,
    base: Option<StackLimit>,
) -> Option<i64> {
    let (StackLimit::Units(base) | StackLimit::Points(base)) = base?;
    Some(stacking_limit(rules, state, side, space, base))
}

/// How many more units of a type a power may bring into a space.
pub(crate) fn room(
    rules: &Ruleset,
    state: &State,
    power: PowerIx,
    unit: UnitIx,
    space: SpaceIx,
    base: Option<StackLimit>,
) -> i64 {
    let left = || {
        let side = state.side_of(power)?;
        limit(rules, state, side, space, base).map(|limit| (limit - stacking::load(rules, state, side, space)).max(0))
    };
    stacking::room_with(rules, unit, space, || left().unwrap_or(i64::MAX))
}

/// A limit in words.
pub(crate) fn told(limit: i64, base: Option<StackLimit>) -> String {
    match base {
        Some(StackLimit::Points(_)) => format!("{limit} stacking points"),
        _ if limit == 1 => "1 unit".to_owned(),
        _ => format!("{limit} units"),
    }
}
