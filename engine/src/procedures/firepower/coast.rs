//! Aircraft of coasts against invasions: which coasts have them, how strong they are, and their fire on those who come or pass.

use chartroom_format::schema::condition::{BattleKind, SupplyState};

use super::{fire, is_hostile, landing, sea_fire};
use crate::event::Event;
use crate::ids::{SideIx, SpaceIx};
use crate::procedures::{FirepowerRules, LandingRules, supply_rules};
use crate::query::supply;
use crate::ruleset::Ruleset;
use crate::run::Run;
use crate::state::rng::{Decision, Purpose};
use crate::state::{Invasion, State};

/// Whether a coast has air cover against the invasions of a side: only an enemy's, and only where the invader holds nothing next to it.
pub fn has_coastal_air(
    rules: &Ruleset,
    state: &State,
    settings: &FirepowerRules,
    landings: &LandingRules,
    side: SideIx,
    coast: SpaceIx,
) -> bool {
    let near = rules.board.links_of(coast).iter();
    let next_to_friends = near.clone().any(|link| rules.board.has_land(link.to) && state.is_friendly(link.to, side));
    is_hostile(state, side, coast)
        && state.holding_side(coast).is_some()
        && rules.board.has_land(coast)
        && !next_to_friends
        && is_based(rules, state, settings, landings, coast)
}

/// Whether aircraft can be there: with a garrison or an army; without a garrison of its own, a coast needs supply and a base.
fn is_based(
    rules: &Ruleset,
    state: &State,
    settings: &FirepowerRules,
    landings: &LandingRules,
    coast: SpaceIx,
) -> bool {
    let bare = settings.is_bare(rules, coast);
    let (true, Some((features, units))) = (bare, &landings.bare_coasts) else {
        return super::advance::garrison(rules, state, settings, coast) > 0 || !state.stacks_in(coast).is_empty();
    };
    let manned = features.iter().any(|feature| state.feature(rules, coast, *feature) > 0)
        || state.stacks_in(coast).iter().any(|stack| units.contains(&stack.unit));
    let supplied = |side: SideIx| {
        let lines = supply::trace(rules, state, side, supply_rules(rules), None);
        lines.of(coast) != SupplyState::Unsupplied
    };
    manned && state.holding_side(coast).is_some_and(supplied)
}

/// With what strength the aircraft of a coast fire at invasions of a side.
pub fn strength(rules: &Ruleset, state: &State, landings: &LandingRules, side: SideIx, coast: SpaceIx) -> i64 {
    let special = landings.air_cover.iter().find(|cover| {
        cover.against == side && state.feature(rules, coast, cover.at) > 0 && state.holding_side(coast) != Some(side)
    });
    special.map_or(landings.coastal_air, |cover| cover.strength)
}

/// The next coast on the way of the invasion at hand that fires at it. False when none is left.
pub(super) fn strike_next(run: &mut Run, settings: &FirepowerRules) -> bool {
    let (Some(landing), Some(landings)) = (run.state.combat.invasions.first().cloned(), &settings.landings) else {
        return false;
    };
    let afloat = landing.army != 0 && run.state.army_space(landing.side, landing.army).is_some()
        || sea_fire::support(run.rules, &run.state, &landing, landings) > 0;
    let fires = |coast: &&SpaceIx| {
        run.state.combat.coasts_fired.binary_search(coast).is_err()
            && has_coastal_air(run.rules, &run.state, settings, landings, landing.side, **coast)
    };
    let Some(coast) = landing.path.iter().find(fires).copied().filter(|_| afloat) else { return false };
    let full = strength(run.rules, &run.state, landings, landing.side, coast);
    run.emit(Event::CoastFired { space: coast });
    strike(run, settings, landings, &landing, coast, full);
    true
}

/// The aircraft of a coast fire at an invasion; ships with it fire at them first.
fn strike(
    run: &mut Run,
    settings: &FirepowerRules,
    landings: &LandingRules,
    landing: &Invasion,
    coast: SpaceIx,
    full: i64,
) {
    let Some(defender) = run.state.holding_side(coast) else { return };
    let shot_down = match sea_fire::support(run.rules, &run.state, landing, landings) {
        0 => 0,
        ships => {
            let added = sea_fire::added(run, landing.side, landing.from, landings);
            fire::volley(run, settings, Decision::of(Purpose::AntiAir).at(coast).by(landing.side), ships, added).1
        }
    };
    let strength = full - shot_down;
    if strength <= 0 {
        return;
    }
    let die = run.roll(Decision::of(Purpose::Bombing).at(coast).by(defender), fire::DIE);
    let losses = fire::losses(run.rules, settings, die, strength);
    let (from, at) = (coast, landing.from);
    run.emit(Event::Fired { side: defender, kind: BattleKind::Air, from, at, strength, die, losses });
    landing::hit_invasion(run, landing, losses);
}
