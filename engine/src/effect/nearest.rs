//! The unit nearest to a place changes its owner and all others of its kind disappear. Who is as near as another waits for the
//! decision where it stands: those left on the board are the ways that are open.

use super::ask;
use crate::condition::Scene;
use crate::event::{Event, LossReason};
use crate::ids::SpaceIx;
use crate::ruleset::{Ruleset, Turning};
use crate::run::Run;
use crate::state::{Stack, State};

/// The units that a decision is about, in the order of the board.
pub(super) fn left(rules: &Ruleset, state: &State, turning: &Turning) -> Vec<Stack> {
    let own = state.stacks.iter().filter(|stack| state.is_of(stack.power, turning.who));
    own.filter(|stack| turning.units.takes(rules, state, stack.unit, Some(stack.power))).copied().collect()
}

pub(super) fn happen(run: &mut Run, choice: u16, scene: &Scene) {
    let Some(turning) = run.rules.choices.get(usize::from(choice)).and_then(|choice| choice.turning.as_ref()) else {
        return;
    };
    let stacks = left(run.rules, &run.state, turning);
    let steps = scene.at.map(|at| steps_from(run.rules, at));
    // Without a place at hand all are as near.
    let away = |stack: &Stack| steps.as_ref().map_or(0, |steps| steps[stack.space.index()]);
    let least = stacks.iter().map(away).min();
    for stack in stacks {
        let goes = if Some(away(&stack)) == least { stack.count.saturating_sub(1) } else { stack.count };
        if goes > 0 {
            run.emit(Event::Removed { stack: Stack { count: goes, ..stack }, why: LossReason::Rule });
        }
    }
    ask(run, choice, scene);
}

/// One unit changes its owner, the others that were as near disappear.
pub(super) fn turn(run: &mut Run, turning: &Turning, chosen: usize) {
    for (at, stack) in left(run.rules, &run.state, turning).into_iter().enumerate() {
        if at == chosen {
            run.emit(Event::Handed { stack, to: turning.to });
        } else {
            run.emit(Event::Removed { stack, why: LossReason::Rule });
        }
    }
}

/// Steps over the board from a space, whatever lies between.
fn steps_from(rules: &Ruleset, at: SpaceIx) -> Vec<u32> {
    let mut steps = vec![u32::MAX; rules.board.spaces.len()];
    steps[at.index()] = 0;
    let mut queue = std::collections::VecDeque::from([at]);
    while let Some(space) = queue.pop_front() {
        for link in rules.board.links_of(space) {
            if steps[link.to.index()] == u32::MAX {
                steps[link.to.index()] = steps[space.index()] + 1;
                queue.push_back(link.to);
            }
        }
    }
    steps
}
