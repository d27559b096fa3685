//! Facilities: what may be built or raised where, for how much, and what stands when its phase comes.

use chartroom_format::schema::refusal::Ban;

use super::{RecruitRules, builder, pay};
use crate::action::Refusal;
use crate::condition::{Condition, Scene};
use crate::event::{Event, Operation};
use crate::ids::{Actor, FeatureIx, PowerIx, SpaceIx};
use crate::procedures::hit_rolls::conquest;
use crate::query::zones;
use crate::ruleset::Ruleset;
use crate::run::Run;
use crate::state::State;
use crate::state::operations::Work;

/// One kind of facility, and where it may be built.
#[derive(Clone, Debug)]
pub struct FacilityRule {
    pub feature: FeatureIx,
    pub price: i64,
    /// What it takes the place of.
    pub from: Option<FeatureIx>,
    pub least: i64,
    pub own_land: bool,
    pub also_in: Vec<SpaceIx>,
    pub only_in: Option<Vec<SpaceIx>>,
    pub by: Vec<PowerIx>,
    pub when: Option<Condition>,
    pub source: Option<String>,
}

impl FacilityRule {
    fn fits(&self, rules: &Ruleset, state: &State, power: PowerIx, space: SpaceIx) -> bool {
        let info = rules.board.space(space);
        let scene = Scene { side: state.side_of(power), power: Some(power), at: Some(space), ..Scene::default() };
        let standing = state.feature(rules, space, self.feature) > 0;
        let begun = state.operations.works.iter().any(|work| work.space == space && work.feature == self.feature);
        (self.by.is_empty() || self.by.contains(&power))
            && info.value >= self.least
            && self.only_in.as_ref().is_none_or(|only| only.binary_search(&space).is_ok())
            && (!self.own_land || info.owner == Some(power) || self.also_in.binary_search(&space).is_ok())
            && self.from.is_none_or(|from| state.feature(rules, space, from) > 0)
            && !standing
            && !begun
            && self.when.as_ref().is_none_or(|when| when.holds(rules, state, &scene))
    }
}

/// What a facility costs a power in a land that bears it; none if it cannot be had there now.
pub(super) fn founding(
    rules: &Ruleset,
    state: &State,
    settings: &RecruitRules,
    holder: PowerIx,
    feature: FeatureIx,
    space: SpaceIx,
) -> Option<i64> {
    if settings.facilities.is_empty() {
        return of_table(rules, state, settings, holder, feature, space);
    }
    // Among factories only one stands in a land; who would build a second raises the first.
    let is_factory = |feature: FeatureIx| settings.factories.iter().any(|(kind, _)| *kind == feature);
    let standing = zones::factory(rules, state, space, &settings.kinds()).is_some();
    let begun = state.operations.works.iter().any(|work| work.space == space && is_factory(work.feature));
    let fits = |rule: &&FacilityRule| {
        let second = is_factory(feature) && (begun || rule.from.is_none() && standing);
        rule.feature == feature && !second && rule.fits(rules, state, holder, space)
    };
    settings.facilities.iter().filter(fits).map(|rule| rule.price).min()
}

/// The price of a factory by the table of prices.
fn of_table(
    rules: &Ruleset,
    state: &State,
    settings: &RecruitRules,
    holder: PowerIx,
    feature: FeatureIx,
    space: SpaceIx,
) -> Option<i64> {
    if !settings.factories.iter().any(|(kind, _)| *kind == feature) {
        return None;
    }
    let fits = settings.counted(rules, holder, space) >= settings.least(feature);
    let standing = zones::factory(rules, state, space, &settings.kinds());
    let idle = state.operations.bought_at(space).built == 0;
    settings.founding_price(rules, holder, standing, feature).filter(|_| fits && idle)
}

/// Everything that can be founded.
pub(super) fn kinds(settings: &RecruitRules) -> Vec<FeatureIx> {
    if settings.facilities.is_empty() {
        return settings.kinds();
    }
    let mut kinds: Vec<FeatureIx> = settings.facilities.iter().map(|rule| rule.feature).collect();
    kinds.sort_unstable();
    kinds.dedup();
    kinds
}

pub(super) fn found(run: &mut Run, settings: &RecruitRules, feature: FeatureIx, space: SpaceIx) -> Result<(), Refusal> {
    let power = builder(run.rules, &run.state, space)?;
    let Some(price) = founding(run.rules, &run.state, settings, power, feature, space) else {
        return Err(Refusal::of(Ban::Factory, "the land does not support such a factory"));
    };
    if price > run.state.money(Actor::Power(power)) {
        return Err(Refusal::of(Ban::BuildLimit, "the money does not reach"));
    }
    pay(run, power, price, true);
    let work = Work { space, feature, power };
    if settings.places_later {
        run.emit(Event::Operation(Operation::WorkBegun { work }));
    } else {
        raise(run, settings, work);
    }
    Ok(())
}

/// A facility stands; in this turn it is of no use yet.
fn raise(run: &mut Run, settings: &RecruitRules, work: Work) {
    let kinds = settings.kinds();
    let Work { space, feature, .. } = work;
    if kinds.contains(&feature) {
        let before = zones::factory(run.rules, &run.state, space, &kinds);
        conquest::set_factory(run, space, &kinds, before, Some(feature));
        run.emit(Event::Operation(Operation::Raised { space }));
    } else {
        run.emit(Event::FeatureSet { space, feature, amount: 1 });
    }
}

/// What was paid stands now, if its land has not been lost.
pub(super) fn finish(run: &mut Run, settings: &RecruitRules) {
    let powers = zones::powers_of(run.rules, &run.state);
    for work in run.state.operations.works.clone() {
        if powers.contains(&work.power) {
            run.emit(Event::Operation(Operation::WorkDone { work }));
            if run.state.holder(work.space) == Some(work.power) && !run.state.operations.is_taken(work.space) {
                raise(run, settings, work);
            }
        }
    }
}

/// Damage of a facility: of a factory that of its place, of others their own.
pub(crate) fn damage(state: &State, settings: &RecruitRules, space: SpaceIx, feature: FeatureIx) -> i64 {
    if settings.kinds().contains(&feature) { state.damage(space) } else { state.operations.wreck(space, feature) }
}

/// A facility gets so many points of damage, or loses them.
pub(crate) fn hurt(run: &mut Run, settings: &RecruitRules, space: SpaceIx, feature: FeatureIx, points: i64) {
    let before = damage(&run.state, settings, space, feature);
    let to = (before + points).clamp(0, 250);
    if to == before {
        return;
    }
    if settings.kinds().contains(&feature) {
        run.emit(Event::Devastated { space, points: to - before });
    } else {
        run.emit(Event::Operation(Operation::Wrecked { space, feature, to: to as u8 }));
    }
}

/// Facilities of a land that stand and are damaged.
fn damaged(rules: &Ruleset, state: &State, settings: &RecruitRules, space: SpaceIx) -> Vec<(FeatureIx, i64)> {
    let mut kinds = kinds(settings);
    kinds.extend(settings.kinds());
    kinds.sort_unstable();
    kinds.dedup();
    let standing = kinds.into_iter().filter(|feature| state.feature(rules, space, *feature) > 0);
    let points = standing.map(|feature| (feature, damage(state, settings, space, feature)));
    points.filter(|(_, points)| *points > 0).collect()
}

/// Repairs that a power can pay, at least one point each.
pub(super) fn repairs(
    rules: &Ruleset,
    state: &State,
    settings: &RecruitRules,
    space: SpaceIx,
) -> Vec<(FeatureIx, u16)> {
    let Some(price) = settings.repair else { return Vec::new() };
    let holder = state.holder(space).filter(|holder| zones::powers_of(rules, state).contains(holder));
    let money = holder.map_or(0, |holder| state.money(Actor::Power(holder)));
    let found = damaged(rules, state, settings, space).into_iter();
    let paid = found.map(|(feature, points)| (feature, points.min(money / price.max(1)).clamp(0, 250) as u16));
    paid.filter(|(_, points)| *points > 0).collect()
}

/// Damage is paid off.
pub(super) fn mend(
    run: &mut Run,
    settings: &RecruitRules,
    (space, feature): (SpaceIx, FeatureIx),
    points: u16,
) -> Result<(), Refusal> {
    if space.index() >= run.rules.board.spaces.len() {
        return Err(Refusal::of(Ban::Repair, "there is no such place"));
    }
    let open = repairs(run.rules, &run.state, settings, space);
    let fits = points > 0 && open.iter().any(|(of, most)| *of == feature && points <= *most);
    let (Some(price), Some(holder), true) = (settings.repair, run.state.holder(space), fits) else {
        return Err(Refusal::of(Ban::Repair, "there is nothing to repair, or the money does not reach"));
    };
    pay(run, holder, price * i64::from(points), true);
    hurt(run, settings, space, feature, -i64::from(points));
    Ok(())
}
