//! Attacks on countries that are at peace with the attacker: which are allowed, and the war they bring.

use super::is_hostile;
use crate::condition::Scene;
use crate::effect::{self, Politics};
use crate::ids::{Actor, SideIx, SpaceIx};
use crate::procedures::FirepowerRules;
use crate::ruleset::Ruleset;
use crate::run::Run;
use crate::state::State;

/// Whether a side may attack a space although it is not at war with its holder.
pub fn may_break(rules: &Ruleset, state: &State, side: SideIx, settings: &FirepowerRules, space: SpaceIx) -> bool {
    let (Some(violations), Some(power)) = (&settings.violations, state.holder(space)) else { return false };
    if is_hostile(state, side, space)
        || violations.never.binary_search(&space).is_ok()
        || rules.board.space(space).surface == chartroom_format::schema::map::Surface::Impassable
    {
        return false;
    }
    match state.side_of(power) {
        None => true,
        // Who has surrendered to one side is left in peace by it.
        Some(other) => violations.sides.contains(&(side, other)) && !state.has_surrendered(power),
    }
}

/// The country, or the side it is on, becomes an enemy.
pub(super) fn break_it(run: &mut Run, side: SideIx, space: SpaceIx, scene: &Scene) {
    if is_hostile(&run.state, side, space) || run.state.is_friendly(space, side) {
        return;
    }
    let Some(power) = run.state.holder(space) else { return };
    let victim = run.state.side_of(power).map_or(Actor::Power(power), Actor::Side);
    effect::happen(run, &[Politics::DeclareWar(Actor::Side(side), victim).into()], scene);
}
