//! Ships in a port that falls to the enemy: they go to the nearest port of their own that has room, and are lost with it if none has.

use std::collections::VecDeque;

use chartroom_format::schema::units::Domain;

use super::sea_fire;
use crate::event::{Event, LossReason};
use crate::ids::{SideIx, SpaceIx};
use crate::procedures::{LandingRules, Procedure};
use crate::query::reach::{self, SpaceSet};
use crate::ruleset::Ruleset;
use crate::run::Run;
use crate::state::{Stack, State};

/// How landings go in the game at hand, if it has any.
fn landings(rules: &Ruleset) -> Option<&LandingRules> {
    rules.phases.iter().filter_map(|phase| phase.run).find_map(|run| match &rules.procedures[run.index()].run {
        Procedure::FirepowerAdvance(settings) => settings.landings.as_ref(),
        _ => None,
    })
}

/// Ships leave a space that has become somebody else's.
pub(in crate::procedures) fn expel(run: &mut Run, space: SpaceIx) {
    let Some(landings) = landings(run.rules) else { return };
    let afloat = |stack: &&Stack| matches!(run.rules.unit(stack.unit).domain, Domain::Sea | Domain::Submarine);
    let ships: Vec<Stack> = run.state.stacks_in(space).iter().filter(afloat).copied().collect();
    for stack in ships {
        let Some(side) = run.state.side_of(stack.power).filter(|side| !run.state.is_friendly(space, *side)) else {
            continue;
        };
        for _ in 0..stack.count {
            let one = Stack { count: 1, ..stack };
            match refuge(run.rules, &run.state, side, landings, space) {
                Some(to) => run.emit(Event::Moved { stack: one, to, army: one.army }),
                None => run.emit(Event::Removed { stack: one, why: LossReason::NoRetreat }),
            }
        }
    }
}

/// The nearest port of a side over the sea with room for one more ship.
fn refuge(rules: &Ruleset, state: &State, side: SideIx, landings: &LandingRules, from: SpaceIx) -> Option<SpaceIx> {
    let mut seen = SpaceSet::new(rules.board.spaces.len());
    let mut queue = VecDeque::from([from]);
    seen.add(from);
    while let Some(space) = queue.pop_front() {
        if state.is_friendly(space, side) && has_room(rules, state, side, landings, space) {
            return Some(space);
        }
        for link in rules.board.links_of(space) {
            // They get out before the new owner closes the port's own waters.
            let open = space == from && link.passes.has(Domain::Sea) || reach::sails(rules, state, side, space, link);
            if open && seen.add(link.to) {
                queue.push_back(link.to);
            }
        }
    }
    None
}

/// Whether a port takes one more ship of a side.
fn has_room(rules: &Ruleset, state: &State, side: SideIx, landings: &LandingRules, space: SpaceIx) -> bool {
    let any = |features: &[_]| features.iter().any(|feature| state.feature(rules, space, *feature) > 0);
    let crowded = |most: i64| sea_fire::ships(rules, state, side, space, landings) >= most;
    any(&landings.escorted_from) || any(&landings.from) && !landings.berths.is_some_and(crowded)
}
