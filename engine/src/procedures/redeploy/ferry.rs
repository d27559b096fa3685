//! Ferries: aircraft that fly from stop to stop without ships, and what that may cost.

use crate::event::{Event, LossReason};
use crate::ids::{SideIx, SpaceIx};
use crate::procedures::{FerryRule, RedeployRules};
use crate::run::Run;
use crate::state::rng::{Decision, Purpose};
use crate::state::{Stack, State};

fn is_open(state: &State, side: SideIx, ferry: &FerryRule, stack: Stack) -> bool {
    let friendly = |space: &SpaceIx| state.is_friendly(*space, side);
    ferry.units.contains(&stack.unit)
        && ferry.from.binary_search(&stack.space).is_ok()
        && ferry.stops.iter().all(friendly)
        && (ferry.unless_friendly.is_empty() || !ferry.unless_friendly.iter().any(friendly))
}

/// The ferry that takes a stack to a space.
pub(super) fn find(state: &State, side: SideIx, settings: &RedeployRules, stack: Stack, to: SpaceIx) -> Option<usize> {
    let leads = |ferry: &FerryRule| ferry.to.binary_search(&to).is_ok() && is_open(state, side, ferry, stack);
    settings.ferries.iter().position(leads)
}

/// Friendly spaces that ferries lead a stack to.
pub(super) fn ends(state: &State, side: SideIx, settings: &RedeployRules, stack: Stack) -> Vec<SpaceIx> {
    let open = settings.ferries.iter().filter(|ferry| is_open(state, side, ferry, stack));
    open.flat_map(|ferry| ferry.to.iter().copied()).filter(|space| state.is_friendly(*space, side)).collect()
}

/// A stack has flown: on the first flight of the turn the dice say whether all of it arrived.
pub(super) fn fly(run: &mut Run, settings: &RedeployRules, at: usize, arrived: Stack) {
    let Some(risk) = settings.ferries.get(at).and_then(|ferry| ferry.risk) else { return };
    let seas = run.rules.seas.as_ref().map_or(0, |seas| seas.names.len() + seas.changes.len());
    let account = seas + at;
    if run.state.shipped.get(account).is_some_and(|flown| *flown > 0) {
        return;
    }
    run.emit(Event::Shipped { sea: account as u8, points: arrived.count });
    let (dice, faces) = risk.dice;
    let what = Decision::of(Purpose::Ferry).at(arrived.space).by(arrived.power);
    let sum: i64 = (0..dice).map(|_| run.roll(what, faces)).sum();
    if sum >= risk.from {
        let count = risk.lost.clamp(0, i64::from(arrived.count)) as u16;
        run.emit(Event::Removed { stack: Stack { count, ..arrived }, why: LossReason::OnTheWay });
    }
}
