//! Steps that a side owes: who falls, one step after the other.

use chartroom_format::schema::refusal::Ban;
use chartroom_format::schema::table_battle::LossChooser;
use chartroom_format::schema::value::Amount;

use super::results::engaged;
use crate::action::{Action, Maneuver, Refusal};
use crate::event::{Event, LossReason, ManeuverEvent};
use crate::run::Run;
use crate::services::{fraction, steps};
use crate::state::table_battle::{Clash, Duty, Task};
use crate::state::{Stack, State};

/// Takes losses that need no choice; says whether somebody must choose.
pub(super) fn go_on(run: &mut Run, clash: &Clash, duty: &Duty) -> bool {
    let mut duty = *duty;
    loop {
        let units = engaged(&run.state, clash, duty.of);
        let chooser = match duty.task {
            Task::Lose { chooser, steps: 1.. } => chooser,
            Task::Match { chooser, strength } if strength.numerator > 0 => chooser,
            Task::Lose { .. } | Task::Match { .. } | Task::Retreat { .. } | Task::Advance { .. } => break,
        };
        let worth = |stack: &&Stack| {
            let worth = steps::step_worth(run.rules, stack, duty.of);
            // In parts of a point: ties go to the unit that stands first.
            i128::from(worth.numerator) * 60 / i128::from(worth.denominator.max(1))
        };
        let victim = match (chooser, &units[..]) {
            (_, []) => break,
            (_, [only]) => Some(*only),
            (LossChooser::Weakest, _) => units.iter().min_by_key(worth).copied(),
            (LossChooser::Strongest, _) => units.iter().rev().max_by_key(worth).copied(),
            (LossChooser::Owner | LossChooser::Enemy, _) => None,
        };
        let Some(victim) = victim else { return true };
        match fall(run, &duty, victim) {
            Some(rest) => duty = rest,
            None => return false,
        }
    }
    if run.state.battles.clash.is_some_and(|clash| clash.duty.is_some()) {
        run.emit(Event::Maneuver(ManeuverEvent::DutySet { duty: None }));
    }
    false
}

/// A unit loses a step; says what is still owed, if anything is.
fn fall(run: &mut Run, duty: &Duty, stack: Stack) -> Option<Duty> {
    let worth = steps::step_worth(run.rules, &stack, duty.of);
    steps::lose_step(run, stack, LossReason::Fire);
    let task = match duty.task {
        Task::Lose { steps, chooser } => Task::Lose { steps: steps.saturating_sub(1), chooser },
        Task::Match { strength, chooser } => {
            // A step that is worth nothing in this role settles nothing, so that no debt goes on for ever it counts a point.
            let worth = if worth.numerator > 0 { worth } else { Amount::ONE };
            Task::Match { strength: fraction::less(strength, worth), chooser }
        }
        other => other,
    };
    let duty = Duty { task, ..*duty };
    let is_paid = match duty.task {
        Task::Lose { steps, .. } => steps == 0,
        Task::Match { strength, .. } => strength.numerator <= 0,
        Task::Retreat { .. } | Task::Advance { .. } => true,
    };
    let duty = (!is_paid).then_some(duty);
    run.emit(Event::Maneuver(ManeuverEvent::DutySet { duty }));
    duty
}

pub(super) fn ways(state: &State, clash: &Clash, duty: &Duty) -> Vec<Action> {
    let units = engaged(state, clash, duty.of).into_iter();
    units.map(|stack| Action::Maneuver(Maneuver::Lose { stack: Stack { count: 1, ..stack } })).collect()
}

pub(super) fn lose(run: &mut Run, clash: &Clash, duty: &Duty, stack: Stack) -> Result<(), Refusal> {
    let same = |other: &&Stack| Stack { count: 0, ..**other } == Stack { count: 0, ..stack };
    let units = engaged(&run.state, clash, duty.of);
    let Some(found) = units.iter().find(same).copied() else {
        let names: Vec<&str> = units.iter().map(|stack| run.rules.unit(stack.unit).title.as_str()).collect();
        let text = format!("losses come from the units in the battle: {}", names.join(", "));
        return Err(Refusal::of(Ban::Losses, text));
    };
    fall(run, duty, found);
    Ok(())
}
