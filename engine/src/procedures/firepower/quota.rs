//! How many armies of a side may attack from some places in one combat phase.

use crate::action::Refusal;
use crate::condition::{Condition, Scene};
use crate::ids::{SideIx, SpaceIx};
use crate::procedures::FirepowerRules;
use crate::ruleset::Ruleset;
use crate::state::State;

/// A limit; its spaces are sorted.
#[derive(Clone, Debug)]
pub struct AttackLimitRule {
    pub by: SideIx,
    pub from: Vec<SpaceIx>,
    pub most: i64,
    pub when: Option<Condition>,
    pub source: Option<String>,
}

/// Whether one army more may attack from a space.
pub(super) fn check(
    rules: &Ruleset,
    state: &State,
    side: SideIx,
    settings: &FirepowerRules,
    from: SpaceIx,
) -> Result<(), Refusal> {
    let scene = Scene { side: Some(side), at: Some(from), ..Scene::default() };
    let holds = |limit: &&AttackLimitRule| {
        limit.by == side
            && limit.from.binary_search(&from).is_ok()
            && limit.when.as_ref().is_none_or(|when| when.holds(rules, state, &scene))
    };
    let Some(limit) = settings.attack_limits.iter().rfind(holds) else { return Ok(()) };
    let attacks = state.combat.armies.iter().filter(|record| record.side == side && record.target.is_some());
    let from_there = attacks.filter(|record| {
        state.army_space(side, record.army).is_some_and(|space| limit.from.binary_search(&space).is_ok())
    });
    if (from_there.count() as i64) < limit.most {
        return Ok(());
    }
    let text = format!("no more than {} armies may attack from there in one turn", limit.most);
    Err(Refusal::new(limit.source.as_deref().unwrap_or(""), text))
}
