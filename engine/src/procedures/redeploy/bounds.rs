//! Points that may redeploy only to some places.

use chartroom_format::schema::refusal::Ban;

use crate::action::Refusal;
use crate::condition::{Condition, Scene, UnitFilter};
use crate::ids::{Actor, SpaceIx};
use crate::ruleset::Ruleset;
use crate::state::{Stack, State};

/// A bound; lists of spaces are sorted.
#[derive(Clone, Debug)]
pub struct BoundRule {
    pub by: Actor,
    /// Empty: wherever they stand.
    pub from: Vec<SpaceIx>,
    pub to: Vec<SpaceIx>,
    pub units: UnitFilter,
    pub when: Option<Condition>,
    pub source: Option<String>,
}

/// The bounds that hold for a stack now.
pub(super) fn of<'r>(rules: &Ruleset, state: &State, bounds: &'r [BoundRule], stack: Stack) -> Vec<&'r BoundRule> {
    let holds = |bound: &&BoundRule| {
        let scene = Scene { power: Some(stack.power), side: state.side_of(stack.power), ..Scene::default() };
        state.is_of(stack.power, bound.by)
            && (bound.from.is_empty() || bound.from.binary_search(&stack.space).is_ok())
            && bound.units.takes(rules, state, stack.unit, Some(stack.power))
            && bound.when.as_ref().is_none_or(|when| when.holds(rules, state, &scene))
    };
    bounds.iter().filter(holds).collect()
}

/// Whether all of some bounds let points go to a space.
pub(super) fn let_to(bounds: &[&BoundRule], to: SpaceIx) -> bool {
    bounds.iter().all(|bound| bound.to.binary_search(&to).is_ok())
}

/// Why points may not go to a space.
pub(super) fn check(
    rules: &Ruleset,
    state: &State,
    bounds: &[BoundRule],
    stack: Stack,
    to: SpaceIx,
) -> Result<(), Refusal> {
    let shut = of(rules, state, bounds, stack).into_iter().find(|bound| !let_to(&[bound], to));
    shut.map_or(Ok(()), |bound| {
        Err(Refusal::by(bound.source.as_deref(), Ban::NoWay, "these points do not redeploy to that place now"))
    })
}
