//! Borders that kill: what crossing them costs land units outside the dice of a battle.

use chartroom_format::schema::units::Domain;

use super::field;
use crate::event::{Event, LossReason};
use crate::ids::SpaceIx;
use crate::procedures::range::hit_rules;
use crate::query::zones;
use crate::run::Run;
use crate::state::Stack;
use crate::state::operations::Role;
use crate::state::rng::{Decision, Purpose};

/// Units cross so many dangerous borders, a die for each; returns those that come through.
pub(crate) fn cross(run: &mut Run, stack: Stack, borders: u8) -> Stack {
    let Some(die) = hit_rules(run.rules).map(|settings| settings.die).filter(|_| borders > 0) else { return stack };
    let worst = run.rules.board.side_types.iter().filter_map(|side| side.hazard).map(|(from, _)| from).min();
    let Some(lost_from) = worst else { return stack };
    let what = Decision::of(Purpose::Border).at(stack.space).by(stack.power).unit(Some(stack.unit));
    let mut lost = 0;
    for _ in 0..stack.count {
        let dead = (0..borders).any(|_| run.roll(what, die) >= lost_from);
        lost += u16::from(dead);
    }
    if lost > 0 {
        run.emit(Event::Removed { stack: Stack { count: lost, ..stack }, why: LossReason::OnTheWay });
    }
    Stack { count: stack.count - lost, ..stack }
}

/// Units that attack a place without defenders over a dangerous border throw a die for the border alone.
pub(super) fn enter(run: &mut Run, space: SpaceIx) {
    for stack in field::fighters(run.rules, &run.state, space, true) {
        let group = run.state.operations.group(stack.army).copied();
        let came =
            group.filter(|group| group.role == Role::Engaged && run.rules.unit(stack.unit).domain == Domain::Land);
        if came.is_some_and(|group| zones::hazard(run.rules, &run.state, group.from, space).is_some()) {
            let _ = cross(run, stack, 1);
        }
    }
}
