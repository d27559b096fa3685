//! Losses: the owner picks them, one point at a time; what cannot be removed is ignored.

use chartroom_format::schema::units::Domain;

use crate::action::{Action, Refusal};
use crate::event::{Event, LossReason};
use crate::ruleset::Ruleset;
use crate::run::Run;
use crate::state::{LossesDue, Stack, State};

/// What a loss can be taken from: aircraft only when nothing else is left.
fn candidates(rules: &Ruleset, state: &State, due: &LossesDue) -> Vec<Stack> {
    let all: Vec<Stack> = state
        .stacks
        .iter()
        .filter(|stack| state.side_of(stack.power) == Some(due.side) && due.from.contains(&(stack.army, stack.space)))
        .filter(|stack| matches!(rules.unit(stack.unit).domain, Domain::Land | Domain::Air | Domain::Fixed))
        .copied()
        .collect();
    let on_ground: Vec<Stack> =
        all.iter().filter(|stack| rules.unit(stack.unit).domain != Domain::Air).copied().collect();
    if on_ground.is_empty() { all } else { on_ground }
}

/// Takes losses that leave no choice. False when the owner has to pick.
pub(super) fn settle(run: &mut Run) -> bool {
    while let Some(due) = run.state.combat.losses.first().cloned() {
        let open = candidates(run.rules, &run.state, &due);
        match open.as_slice() {
            [] => run.emit(Event::LossesIgnored),
            [only] => take(run, *only),
            many => {
                let points: u32 = many.iter().map(|stack| u32::from(stack.count)).sum();
                if points > u32::from(due.count) {
                    return false;
                }
                take(run, many[0]);
            }
        }
    }
    true
}

fn take(run: &mut Run, stack: Stack) {
    run.emit(Event::Removed { stack: Stack { count: 1, ..stack }, why: LossReason::Fire });
    run.emit(Event::LossesTaken);
}

pub(super) fn choose(run: &mut Run, action: &Action) -> Result<(), Refusal> {
    let Action::Lose { army, space, power, unit } = *action else {
        return Err(Refusal::new("hgw:assault.5", "the owner of the losses picks them now"));
    };
    let Some(due) = run.state.combat.losses.first().cloned() else {
        return Err(Refusal::new("hgw:assault.5", "no losses are due"));
    };
    let open = candidates(run.rules, &run.state, &due);
    let wanted =
        open.into_iter().find(|stack| (stack.army, stack.space, stack.power, stack.unit) == (army, space, power, unit));
    let Some(stack) = wanted else {
        return Err(Refusal::new("hgw:assault.4", "the loss must come from the armies that were fired at"));
    };
    take(run, stack);
    Ok(())
}

pub(super) fn legal(rules: &Ruleset, state: &State) -> Vec<Action> {
    let Some(due) = state.combat.losses.first() else { return Vec::new() };
    candidates(rules, state, due)
        .into_iter()
        .map(|stack| Action::Lose { army: stack.army, space: stack.space, power: stack.power, unit: stack.unit })
        .collect()
}
