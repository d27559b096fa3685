//! What besides the values of land decides an income: levels on the way to full production, raiders, lost capitals, and land that
//! pays somebody else. Pure reads.

use crate::ids::{ClassIx, FeatureIx, OptionIx, PowerIx, SpaceIx, TrackIx};
use crate::ruleset::Ruleset;
use crate::state::State;

#[derive(Clone, Debug, Default)]
pub struct Terms {
    /// Powers that collect by a level until it is full.
    pub levels: Vec<(PowerIx, TrackIx)>,
    /// What marks spaces that raiders spoil, and who raids.
    pub raided: Option<(FeatureIx, ClassIx)>,
    pub needs_capital: bool,
    pub revenues: Vec<RevenueRule>,
}

/// Land of some powers that pays another.
#[derive(Clone, Debug)]
pub struct RevenueRule {
    pub of: Vec<PowerIx>,
    pub to: PowerIx,
    pub conquests: bool,
    pub option: Option<OptionIx>,
}

/// What a power's land pays: what is originally its own, and what it conquered.
#[derive(Clone, Copy, Default)]
struct Land {
    own: i64,
    conquered: i64,
}

/// Whether all capitals of a power are in enemy hands.
pub(crate) fn has_lost_capital(rules: &Ruleset, state: &State, power: PowerIx) -> bool {
    let lost = |space: SpaceIx| {
        state.holder(space).is_some_and(|holder| {
            let friends = state.side_of(holder).is_some() && state.side_of(holder) == state.side_of(power);
            holder != power && !friends
        })
    };
    let mut capitals = state.capitals(rules, power).peekable();
    capitals.peek().is_some() && capitals.all(lost)
}

impl Terms {
    /// Whether land simply pays its holder.
    pub(crate) fn is_plain(&self) -> bool {
        self.levels.is_empty() && self.raided.is_none() && !self.needs_capital && self.revenues.is_empty()
    }

    /// What a power collects from land; nothing at all while its capital is lost.
    pub(crate) fn land(&self, rules: &Ruleset, state: &State, power: PowerIx) -> Option<i64> {
        if self.needs_capital && has_lost_capital(rules, state, power) {
            return None;
        }
        let mut own = self.of(rules, state, power);
        let mut sum = 0;
        for revenue in self.revenues.iter().filter(|revenue| state.option_or_none(revenue.option)) {
            if revenue.to == power {
                let theirs = revenue.of.iter().map(|other| self.of(rules, state, *other));
                sum += theirs.map(|land| land.conquered + if revenue.conquests { 0 } else { land.own }).sum::<i64>();
            }
            if revenue.of.contains(&power) {
                own = Land { own: if revenue.conquests { own.own } else { 0 }, conquered: 0 };
            }
        }
        Some(sum + own.own + own.conquered)
    }

    fn of(&self, rules: &Ruleset, state: &State, power: PowerIx) -> Land {
        let mut land = Land::default();
        for space in (0..rules.board.spaces.len()).map(SpaceIx::new).filter(|at| state.holder(*at) == Some(power)) {
            if self.is_raided(rules, state, power, space) {
                continue;
            }
            let info = rules.board.space(space);
            *(if info.owner == Some(power) { &mut land.own } else { &mut land.conquered }) += info.value;
        }
        let level = self.levels.iter().find(|(of, _)| *of == power).map(|(_, track)| *track);
        if let Some(track) = level.filter(|track| state.track(*track, None) < rules.track(*track).to) {
            land.own = state.track(track, None);
        }
        land
    }

    /// Whether enemy raiders keep a space from paying.
    pub(crate) fn is_raided(&self, rules: &Ruleset, state: &State, power: PowerIx, space: SpaceIx) -> bool {
        let Some((feature, raiders)) = self.raided else { return false };
        state.feature(rules, space, feature) > 0
            && state
                .stacks_in(space)
                .iter()
                .any(|stack| state.at_war(power, stack.power) && rules.unit(stack.unit).is(Some(raiders)))
    }
}
