//! Armies: the containers that land points must be in.

use crate::ids::{PowerIx, SideIx, SpaceIx, UnitIx};
use crate::ruleset::Ruleset;
use crate::state::{Stack, State};

/// Whether units of a type belong to armies.
pub fn belongs(rules: &Ruleset, unit: UnitIx) -> bool {
    rules.unit(unit).is(rules.army_class)
}

/// The lowest army number a side has free, if it may have another army.
pub fn free_number(rules: &Ruleset, state: &State, side: SideIx) -> Option<u8> {
    let most = rules.most_armies.unwrap_or(250).clamp(0, 250) as u8;
    let mut used = [false; 256];
    for stack in state.stacks.iter().filter(|stack| state.side_of(stack.power) == Some(side)) {
        used[usize::from(stack.army)] = true;
    }
    (1..=most).find(|number| !used[usize::from(*number)])
}

/// The army of a side in a space.
pub fn in_space(state: &State, side: SideIx, space: SpaceIx) -> Option<u8> {
    state
        .stacks_in(space)
        .iter()
        .find(|stack| stack.army != 0 && state.side_of(stack.power) == Some(side))
        .map(|stack| stack.army)
}

/// The army that units join in a space: the one there, else a new one. `Some(0)` for units outside armies, `None` when the
/// side may have no more armies.
pub fn joining(rules: &Ruleset, state: &State, power: PowerIx, unit: UnitIx, space: SpaceIx) -> Option<u8> {
    if !belongs(rules, unit) {
        return Some(0);
    }
    let Some(side) = state.side_of(power) else { return Some(0) };
    in_space(state, side, space).or_else(|| free_number(rules, state, side))
}

/// The stacks of an army as references, for modifiers.
pub fn stacks(state: &State, side: SideIx, army: u8) -> Vec<&Stack> {
    state.army(side, army).collect()
}
