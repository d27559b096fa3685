//! Who may move and fight less than others: units confined to some places, powers outside the war that move at home, garrisons
//! that must stay, powers that only defend.

use chartroom_format::schema::campaign::Restriction;

use super::{ConfinedRule, battle, decides_for, zones};
use crate::condition::{Condition, Scene};
use crate::ids::{PowerIx, SideIx, SpaceIx};
use crate::ruleset::Ruleset;
use crate::state::campaign::Group;
use crate::state::{Stack, State};

/// Whether a condition holds for a power; no condition always does.
pub(super) fn holds(rules: &Ruleset, state: &State, power: PowerIx, when: Option<&Condition>) -> bool {
    let scene = Scene { power: Some(power), side: state.side_of(power), ..Scene::default() };
    when.is_none_or(|when| when.holds(rules, state, &scene))
}

/// The rules that keep a power's units in some places at the end of their movement; none if they may be anywhere.
pub(super) struct Confines<'r>(Vec<&'r ConfinedRule>);

impl<'r> Confines<'r> {
    pub(super) fn of(rules: &'r Ruleset, state: &State, power: PowerIx) -> Self {
        Self(active(rules, state, &rules.march(state).confined, power))
    }

    /// The rule that keeps them out of a space.
    pub(super) fn bars(&self, space: SpaceIx) -> Option<&'r str> {
        let first = self.0.first()?;
        let open = self.0.iter().any(|rule| rule.spaces.binary_search(&space).is_ok());
        (!open).then_some(first.source.as_str())
    }
}

/// The rules of a list that speak of a power now.
fn active<'r>(rules: &'r Ruleset, state: &State, list: &'r [ConfinedRule], power: PowerIx) -> Vec<&'r ConfinedRule> {
    list.iter().filter(|rule| rule.power == power && holds(rules, state, power, rule.when.as_ref())).collect()
}

/// The rule that keeps a power's units out of a space at the end of their movement.
pub fn confined(rules: &Ruleset, state: &State, power: PowerIx, space: SpaceIx) -> Option<String> {
    Confines::of(rules, state, power).bars(space).map(str::to_owned)
}

/// Whether neutral ground lies open to a power.
pub fn is_open(rules: &Ruleset, state: &State, power: PowerIx, space: SpaceIx) -> bool {
    let list = rules.march(state).open_ground.iter().filter(|rule| rule.power == power);
    let mut here = list.filter(|rule| rule.spaces.binary_search(&space).is_ok());
    here.any(|rule| holds(rules, state, power, rule.when.as_ref()))
}

/// The neutral on whose ground units of a power stand, if they may leave across more of it now.
pub fn leaves(rules: &Ruleset, state: &State, power: PowerIx, from: SpaceIx) -> Option<PowerIx> {
    let host = state.holder(from)?;
    let mut list = rules.march(state).grace.iter().filter(|(neutral, _)| *neutral == host);
    let foreign = !zones::is_friend(state, power, host) && !state.at_war(power, host);
    (foreign && list.any(|(_, when)| holds(rules, state, power, when.as_ref()))).then_some(host)
}

/// The spaces within which a power outside the war may move; none if it may not, or is in the war.
pub fn roams<'r>(rules: &'r Ruleset, state: &State, power: PowerIx) -> Option<Vec<&'r ConfinedRule>> {
    if state.side_of(power).is_some() {
        return None;
    }
    let now = active(rules, state, &rules.march(state).neutral_moves, power);
    (!now.is_empty()).then_some(now)
}

/// Whether a side moves a power's units now.
pub fn moves(rules: &Ruleset, state: &State, side: SideIx, power: PowerIx) -> bool {
    state.side_of(power) == Some(side) || decides_for(rules, state, side, power) && roams(rules, state, power).is_some()
}

/// The rule that a march out of a garrison would break.
pub fn leaves_garrison(rules: &Ruleset, state: &State, group: Group, to: SpaceIx) -> Option<String> {
    let own = rules.march(state).garrisons.iter().filter(|rule| rule.power == group.power);
    let broken = own.filter(|rule| {
        let inside = |space: SpaceIx| rule.spaces.binary_search(&space).is_ok();
        if !inside(group.space) || inside(to) || !holds(rules, state, group.power, rule.when.as_ref()) {
            return false;
        }
        let stay: i64 = state
            .stacks
            .iter()
            .filter(|stack| stack.power == group.power && inside(stack.space) && zones::is_land(rules, stack))
            .map(|stack| battle::face_value(rules, stack))
            .sum();
        let stack =
            Stack { space: group.space, army: 0, power: group.power, unit: group.unit, damaged: 0, count: group.count };
        stay - battle::face_value(rules, &stack) < rule.points
    });
    broken.map(|rule| rule.source.clone()).next()
}

/// The rule that restricts the units of a power in such a way now.
pub fn restricted<'r>(rules: &'r Ruleset, state: &State, power: PowerIx, to: Restriction) -> Option<&'r str> {
    let list = rules.campaign.battle.as_ref().map_or(&[][..], |battle| &battle.restricted);
    let found =
        list.iter().find(|rule| rule.power == power && rule.to == to && holds(rules, state, power, rule.when.as_ref()));
    found.map(|rule| rule.source.as_str())
}
