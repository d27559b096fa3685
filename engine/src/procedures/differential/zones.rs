//! Zones of control, and whose ground a space is.

use chartroom_format::schema::campaign::Restriction;
use chartroom_format::schema::units::{Ability, Domain};

use super::limits;
use crate::ids::{PowerIx, SideIx, SpaceIx};
use crate::query::reach::SpaceSet;
use crate::ruleset::Ruleset;
use crate::state::{Stack, State};

/// Powers of which something is true: asked once of each power instead of once of each of its stacks.
pub(super) struct Powers([u64; 4]);

impl Powers {
    pub(super) fn which(state: &State, is_one: impl Fn(PowerIx) -> bool) -> Self {
        let mut powers = [0; 4];
        for power in state.powers().filter(|power| is_one(*power)) {
            powers[power.index() / 64] |= 1 << (power.index() % 64);
        }
        Self(powers)
    }

    pub(super) fn has(&self, power: PowerIx) -> bool {
        self.0[power.index() / 64] >> (power.index() % 64) & 1 == 1
    }
}

/// Whether a unit fights on land: mobile units and works.
pub fn is_land(rules: &Ruleset, stack: &Stack) -> bool {
    matches!(rules.unit(stack.unit).domain, Domain::Land)
        || rules.unit(stack.unit).domain == Domain::Fixed && rules.unit(stack.unit).can(Ability::HoldsGround)
}

/// Land units in a space that are at war with a power.
pub fn enemies_in<'s>(
    rules: &'s Ruleset,
    state: &'s State,
    power: PowerIx,
    space: SpaceIx,
) -> impl Iterator<Item = &'s Stack> {
    state.stacks_in(space).iter().filter(move |stack| state.at_war(power, stack.power) && is_land(rules, stack))
}

/// Land units in a space that stand beside a power: its own and those of its side.
pub fn friends_in<'s>(
    rules: &'s Ruleset,
    state: &'s State,
    power: PowerIx,
    space: SpaceIx,
) -> impl Iterator<Item = &'s Stack> {
    state.stacks_in(space).iter().filter(move |stack| is_friend(state, power, stack.power) && is_land(rules, stack))
}

pub fn is_friend(state: &State, one: PowerIx, other: PowerIx) -> bool {
    one == other || state.side_of(one).is_some() && state.side_of(one) == state.side_of(other)
}

/// Held by the power or its side.
pub fn is_friendly(state: &State, power: PowerIx, space: SpaceIx) -> bool {
    state.holder(space).is_some_and(|holder| is_friend(state, power, holder))
}

/// Land whose owner is in nobody's war, or that has none.
pub fn is_neutral(rules: &Ruleset, state: &State, space: SpaceIx) -> bool {
    rules.board.has_land(space) && state.holder(space).is_none_or(|holder| state.side_of(holder).is_none())
}

/// Spaces that enemies of a power control; those of the space `but` are left out.
pub fn enemy_zones(rules: &Ruleset, state: &State, power: PowerIx, but: Option<SpaceIx>) -> SpaceSet {
    let mut zones = SpaceSet::new(rules.board.spaces.len());
    let barred = rules.board.side_mask(|side| side.bars_control);
    let is_enemy = Powers::which(state, |other| state.at_war(power, other));
    let kept_at_home = Powers::which(state, |other| {
        is_enemy.has(other) && limits::restricted(rules, state, other, Restriction::AtHome).is_some()
    });
    for stack in &state.stacks {
        if !is_enemy.has(stack.power) || Some(stack.space) == but || !has_zone(rules, state, stack) {
            continue;
        }
        let at_home_only = rules.unit(stack.unit).can(Ability::HomeOnly) || kept_at_home.has(stack.power);
        for link in rules.board.links_of(stack.space) {
            let inside = !at_home_only || rules.power(stack.power).home.binary_search(&link.to).is_ok();
            let crosses = link.passes.has(Domain::Land) && link.sides & barred == 0;
            if crosses && !zones.has(link.to) && inside && !is_neutral(rules, state, link.to) {
                zones.add(link.to);
            }
        }
    }
    zones
}

/// Land units with a zone that did not come ashore just now.
fn has_zone(rules: &Ruleset, state: &State, stack: &Stack) -> bool {
    let info = rules.unit(stack.unit);
    if info.domain != Domain::Land || info.zone.is_none() {
        return false;
    }
    let landed: u16 = state
        .campaign
        .landings
        .iter()
        .map(|landing| landing.group)
        .filter(|group| group.space == stack.space && group.power == stack.power && group.unit == stack.unit)
        .map(|group| group.count)
        .sum();
    landed < stack.count
}

/// Units of a side in a space that can march: on land, not fixed.
pub fn is_mobile(rules: &Ruleset, stack: &Stack) -> bool {
    rules.unit(stack.unit).domain == Domain::Land && !rules.unit(stack.unit).can(Ability::Immobile)
}

/// Points of a power's type in a space, whatever their state.
pub fn count(state: &State, space: SpaceIx, power: PowerIx, unit: crate::ids::UnitIx) -> u16 {
    let stacks = state.stacks_in(space).iter().filter(|stack| stack.power == power && stack.unit == unit);
    stacks.map(|stack| stack.count).sum()
}

/// Spaces in which a side has land units, in order.
pub fn occupied(rules: &Ruleset, state: &State, side: SideIx) -> Vec<SpaceIx> {
    let own = state.stacks.iter().filter(|stack| state.side_of(stack.power) == Some(side) && is_land(rules, stack));
    let mut spaces: Vec<SpaceIx> = own.map(|stack| stack.space).collect();
    spaces.dedup();
    spaces
}
