//! Who commands what, and who is friend or enemy: one answer for all procedures that ask here.

use chartroom_format::schema::move_points::GroundOf;

use crate::ids::{Actor, PowerIx, SpaceIx};
use crate::ruleset::{Player, Ruleset};
use crate::state::{Stack, State};

/// The powers whose units a player commands, in order.
pub(crate) fn commanded(state: &State, player: &Player) -> Vec<PowerIx> {
    match player {
        Player::Side(side) => state.members(Actor::Side(*side)).collect(),
        Player::Power(power) => vec![*power],
        Player::Slot(powers) => powers.clone(),
        Player::All => state.powers().collect(),
    }
}

/// Whether two powers are one, or on the same side.
pub(crate) fn are_friends(state: &State, one: PowerIx, other: PowerIx) -> bool {
    one == other || state.side_of(one).is_some() && state.side_of(one) == state.side_of(other)
}

/// Whether units of somebody who is no friend stand in a space.
pub(crate) fn has_others(state: &State, power: PowerIx, space: SpaceIx) -> bool {
    state.stacks_in(space).iter().any(|stack| !are_friends(state, power, stack.power))
}

/// Units in a space that are at war with a power.
pub(crate) fn enemies_in(state: &State, power: PowerIx, space: SpaceIx) -> impl Iterator<Item = &Stack> {
    state.stacks_in(space).iter().filter(move |stack| state.at_war(power, stack.power))
}

/// Whose ground a space is, as a power sees it. What nobody holds is open to all.
pub(crate) fn ground(rules: &Ruleset, state: &State, power: PowerIx, space: SpaceIx) -> GroundOf {
    match state.holder(space) {
        Some(holder) if are_friends(state, power, holder) => GroundOf::Friends,
        Some(holder) if state.at_war(power, holder) => GroundOf::Enemies,
        None if !rules.board.has_land(space) || rules.board.space(space).owner.is_none() => GroundOf::Friends,
        _ => GroundOf::Neutrals,
    }
}
