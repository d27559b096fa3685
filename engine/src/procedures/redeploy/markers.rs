//! Markers in the movement phase: an army that leaves a place without garrison leaves one in its stead, and a player takes up those that he
//! does not want any more. What a marker is worth in combat and for supply is asked there, not here.

use chartroom_format::schema::refusal::Ban;

use crate::action::{Action, Refusal};
use crate::event::Event;
use crate::ids::{SideIx, SpaceIx};
use crate::procedures::{FirepowerRules, Procedure, RedeployRules, supply_rules};
use crate::query::armies;
use crate::ruleset::Ruleset;
use crate::run::Run;
use crate::state::State;

/// The settings of combat, which know the places without garrison: those of the first phase that fights.
fn combat_rules(rules: &Ruleset) -> Option<&FirepowerRules> {
    let mut running = rules.phases.iter().filter_map(|phase| phase.run);
    running.find_map(|run| match &rules.procedures[run.index()].run {
        Procedure::FirepowerAdvance(settings) => Some(&**settings),
        _ => None,
    })
}

/// Whether an army of a side stands in a place that would have no garrison without it, and no marker lies there yet.
fn may_leave(rules: &Ruleset, state: &State, side: SideIx, space: SpaceIx) -> bool {
    armies::in_space(state, side, space).is_some()
        && !state.is_marked(space)
        && combat_rules(rules).is_some_and(|combat| combat.is_bare(rules, space))
}

fn may_take(state: &State, side: SideIx, space: SpaceIx) -> bool {
    state.is_friendly(space, side) && state.is_marked(space)
}

/// An army leaves a marker.
pub(super) fn leave(run: &mut Run, side: SideIx, settings: &RedeployRules, space: SpaceIx) -> Result<(), Refusal> {
    if !settings.markers || !may_leave(run.rules, &run.state, side, space) {
        let reason = "a marker is left where an army stands and neither garrison nor marker would stay behind";
        return Err(Refusal::of(Ban::LeavesMarker, reason));
    }
    run.emit(Event::GarrisonPosted { space });
    Ok(())
}

/// A player takes a marker of his own up.
pub(super) fn take(run: &mut Run, side: SideIx, settings: &RedeployRules, space: SpaceIx) -> Result<(), Refusal> {
    if !settings.markers || !may_take(&run.state, side, space) {
        return Err(Refusal::of(Ban::TakesMarker, "only own markers are taken up"));
    }
    run.emit(Event::MarkerRemoved { space });
    Ok(())
}

/// Markers that may be left, then those that may be taken up: only such as make a difference, because every hex won has one.
pub(super) fn legal(rules: &Ruleset, state: &State, side: SideIx, settings: &RedeployRules) -> Vec<Action> {
    if !settings.markers {
        return Vec::new();
    }
    let mut left: Vec<SpaceIx> = state.armies(side).into_iter().map(|(_, space)| space).collect();
    left.retain(|space| may_leave(rules, state, side, *space));
    left.dedup();
    let combat = combat_rules(rules);
    let matters = |space: SpaceIx| {
        combat.is_some_and(|combat| combat.is_bare(rules, space))
            || rules.board.ground(space).needs_marker()
            || supply_rules(rules).dry.binary_search(&space).is_ok()
    };
    let mut taken: Vec<SpaceIx> = state.markers.iter().chain(&state.posted).copied().collect();
    taken.retain(|space| may_take(state, side, *space) && matters(*space));
    taken.sort_unstable();
    taken.dedup();
    let left = left.into_iter().map(|space| Action::LeaveMarker { space });
    left.chain(taken.into_iter().map(|space| Action::TakeMarker { space })).collect()
}
