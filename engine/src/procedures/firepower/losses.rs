//! Losses: the owner picks them, one point at a time; what cannot be removed is ignored.

use chartroom_format::schema::refusal::Ban;
use chartroom_format::schema::units::{Ability, Domain};

use super::advance;
use crate::action::{Action, Refusal};
use crate::event::{Event, LossReason};
use crate::procedures::FirepowerRules;
use crate::ruleset::Ruleset;
use crate::run::Run;
use crate::state::{LossesDue, Stack, State, Whom};

/// Whether points belong to the landing force.
fn lands(rules: &Ruleset, settings: &FirepowerRules, stack: Stack) -> bool {
    settings.landings.as_ref().is_some_and(|landings| rules.unit(stack.unit).is(Some(landings.force)))
}

/// What a loss can be taken from: aircraft only when nothing else is left, the landing force while it must pay its share.
fn candidates(rules: &Ruleset, state: &State, settings: &FirepowerRules, due: &LossesDue) -> Vec<Stack> {
    let may_hit = |stack: &&Stack| match rules.unit(stack.unit).domain {
        Domain::Land => true,
        Domain::Fixed => due.whom != Whom::AtSea,
        Domain::Air => due.whom != Whom::OnGround,
        Domain::Sea | Domain::Submarine => due.whom == Whom::AtSea,
    };
    let all: Vec<Stack> = state
        .stacks
        .iter()
        .filter(|stack| state.side_of(stack.power) == Some(due.side) && due.from.contains(&(stack.army, stack.space)))
        .filter(may_hit)
        // What is fired and used up is no loss.
        .filter(|stack| !rules.unit(stack.unit).can(Ability::Expended))
        .copied()
        .collect();
    if due.landing > 0 && all.iter().any(|stack| lands(rules, settings, *stack)) {
        return all.into_iter().filter(|stack| lands(rules, settings, *stack)).collect();
    }
    let on_ground: Vec<Stack> =
        all.iter().filter(|stack| rules.unit(stack.unit).domain != Domain::Air).copied().collect();
    if on_ground.is_empty() { all } else { on_ground }
}

/// Takes losses that leave no choice. False when the owner has to pick.
pub(in crate::procedures) fn settle(run: &mut Run, settings: &FirepowerRules) -> bool {
    while let Some(due) = run.state.combat.losses.first().cloned() {
        let open = candidates(run.rules, &run.state, settings, &due);
        match open.as_slice() {
            [] => run.emit(Event::LossesIgnored),
            [only] => take(run, settings, *only),
            many => {
                let points: u32 = many.iter().map(|stack| u32::from(stack.count)).sum();
                if points > u32::from(due.count) {
                    return false;
                }
                take(run, settings, many[0]);
            }
        }
    }
    true
}

fn take(run: &mut Run, settings: &FirepowerRules, stack: Stack) {
    let landing = lands(run.rules, settings, stack);
    run.emit(Event::Removed { stack: Stack { count: 1, ..stack }, why: LossReason::Fire });
    advance::vacated(run, settings, stack.space);
    run.emit(Event::LossesTaken { landing });
}

pub(in crate::procedures) fn choose(run: &mut Run, settings: &FirepowerRules, action: &Action) -> Result<(), Refusal> {
    let Action::Lose { army, space, power, unit } = *action else {
        return Err(Refusal::of(Ban::Losses, "the owner of the losses picks them now"));
    };
    let Some(due) = run.state.combat.losses.first().cloned() else {
        return Err(Refusal::of(Ban::Losses, "no losses are due"));
    };
    let open = candidates(run.rules, &run.state, settings, &due);
    let wanted =
        open.into_iter().find(|stack| (stack.army, stack.space, stack.power, stack.unit) == (army, space, power, unit));
    let Some(stack) = wanted else {
        return Err(Refusal::of(Ban::Losses, "the loss must come from those who were fired at"));
    };
    take(run, settings, stack);
    Ok(())
}

pub(in crate::procedures) fn legal(rules: &Ruleset, state: &State, settings: &FirepowerRules) -> Vec<Action> {
    let Some(due) = state.combat.losses.first() else { return Vec::new() };
    candidates(rules, state, settings, due)
        .into_iter()
        .map(|stack| Action::Lose { army: stack.army, space: stack.space, power: stack.power, unit: stack.unit })
        .collect()
}
