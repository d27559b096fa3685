//! Moves that may not be made: where some units may not go, or may go only, while a condition holds.

use crate::condition::{Condition, Scene, UnitFilter};
use crate::ids::{Actor, PowerIx, SpaceIx, UnitIx};
use crate::query::{zone_supply, zones};
use crate::ruleset::Ruleset;
use crate::state::State;

/// One such ban. Lists of spaces are sorted; an empty one says nothing.
#[derive(Clone, Debug)]
pub struct BanRule {
    pub by: Vec<Actor>,
    pub units: UnitFilter,
    pub from: Vec<SpaceIx>,
    pub to: Vec<SpaceIx>,
    /// Places where those it concerns may go and nowhere else, and whether their homes are among them.
    pub within: Vec<SpaceIx>,
    pub at_home: bool,
    pub offshore: bool,
    pub when: Option<Condition>,
    pub source: Option<String>,
}

impl BanRule {
    fn is_within(&self, rules: &Ruleset, power: PowerIx, space: SpaceIx) -> bool {
        let allowed = |at: SpaceIx| {
            self.within.binary_search(&at).is_ok() || self.at_home && rules.power(power).home.binary_search(&at).is_ok()
        };
        allowed(space) || self.offshore && zones::is_sea(rules, space) && zones::coast(rules, space).any(allowed)
    }

    fn bars(&self, rules: &Ruleset, state: &State, power: PowerIx, unit: UnitIx, way: (SpaceIx, SpaceIx)) -> bool {
        let (from, to) = way;
        if !self.by.iter().any(|who| state.is_of(power, *who))
            || !self.units.takes(rules, state, unit, Some(power))
            || !self.from.is_empty() && self.from.binary_search(&from).is_err()
        {
            return false;
        }
        let kept_in = (self.at_home || !self.within.is_empty()) && !self.is_within(rules, power, to);
        let kept_out = self.to.binary_search(&to).is_ok();
        let stays = self.to.is_empty() && self.within.is_empty() && !self.at_home;
        let scene = Scene {
            power: Some(power),
            side: state.side_of(power),
            unit: Some(unit),
            at: Some(to),
            from: Some(from),
            supply: zone_supply::of(rules, state, power, from),
            ..Scene::default()
        };
        (kept_in || kept_out || stays) && self.when.as_ref().is_none_or(|when| when.holds(rules, state, &scene))
    }
}

/// The ban of the phase at hand that keeps a unit from going somewhere.
pub(crate) fn ban<'r>(
    rules: &'r Ruleset,
    state: &State,
    power: PowerIx,
    unit: UnitIx,
    way: (SpaceIx, SpaceIx),
) -> Option<&'r BanRule> {
    let settings = super::settings_now(rules, state)?;
    settings.bans.iter().find(|ban| ban.bars(rules, state, power, unit, way))
}
