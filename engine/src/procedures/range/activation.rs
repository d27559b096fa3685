//! Countries on no side that open their doors to the side they lean to: who enters gets the land, and with the capital the country.

use chartroom_format::schema::condition::RelationKind;

use crate::condition::{Condition, Scene};
use crate::effect::{self, Politics};
use crate::event::Event;
use crate::ids::{Actor, ClassIx, PowerIx, SideIx, SpaceIx, UnitIx};
use crate::query::zones;
use crate::ruleset::Ruleset;
use crate::run::Run;
use crate::state::{Stack, State};

/// Who may enter which countries, and what becomes of their units.
#[derive(Clone, Debug)]
pub struct ActivationRule {
    pub by: Vec<Actor>,
    /// Every country that leans if empty.
    pub of: Vec<PowerIx>,
    pub absorbs: bool,
    pub not_by: Vec<ClassIx>,
    pub when: Option<Condition>,
}

/// Whether a power on no side leans to a side: by its nature, or to somebody of it.
fn leans_to(rules: &Ruleset, state: &State, power: PowerIx, side: SideIx) -> bool {
    rules.power(power).leans == Some(side)
        || state.members(Actor::Side(side)).any(|member| state.relation(power, member) == RelationKind::Leaning)
}

/// The rule by which units of a power may walk into a land of a country that leans to their side.
pub(crate) fn door<'r>(
    rules: &'r Ruleset,
    state: &State,
    power: PowerIx,
    unit: UnitIx,
    space: SpaceIx,
) -> Option<&'r ActivationRule> {
    let settings = super::settings_now(rules, state)?;
    let side = state.side_of(power)?;
    let country = state.holder(space).filter(|country| state.side_of(*country).is_none())?;
    let friendly = !state.at_war(power, country) && leans_to(rules, state, country, side);
    if !rules.board.has_land(space) || !friendly || !zones::takes_land(rules, unit) {
        return None;
    }
    let scene = Scene { power: Some(power), side: Some(side), unit: Some(unit), at: Some(space), ..Scene::default() };
    settings.activates.iter().find(|rule| {
        rule.by.iter().any(|who| state.is_of(power, *who))
            && (rule.of.is_empty() || rule.of.contains(&country))
            && !rule.not_by.iter().any(|class| rules.unit(unit).is(Some(*class)))
            && rule.when.as_ref().is_none_or(|when| when.holds(rules, state, &scene))
    })
}

/// Units of a power have come into such a land.
pub(super) fn enter(run: &mut Run, rule: &ActivationRule, power: PowerIx, space: SpaceIx) {
    let Some(country) = run.state.holder(space) else { return };
    let whole = run.state.capitals(run.rules, country).any(|capital| capital == space);
    let all = (0..run.rules.board.spaces.len()).map(SpaceIx::new);
    let lands: Vec<SpaceIx> =
        all.filter(|at| *at == space || whole && run.state.holder(*at) == Some(country)).collect();
    if rule.absorbs {
        let joins = |stack: &Stack| stack.power == country && (whole || stack.space == space);
        for stack in run.state.stacks.iter().filter(|stack| joins(stack)).copied().collect::<Vec<_>>() {
            run.emit(Event::Handed { stack, to: power });
        }
    } else if let Some(side) = run.state.side_of(power) {
        let scene = Scene { power: Some(power), side: Some(side), at: Some(space), ..Scene::default() };
        effect::happen(run, &[Politics::TakeSide(country, side).into()], &scene);
    }
    for land in lands {
        run.capture(land, Some(power));
    }
}
