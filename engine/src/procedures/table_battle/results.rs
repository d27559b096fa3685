//! What a code of the table brings, part after part: losses, retreats, advances. A part that leaves no choice is done at once.

use chartroom_format::schema::refusal::Ban;
use chartroom_format::schema::table_battle::{BattleResult, Following, LossChooser};
use chartroom_format::schema::units::CombatRole;
use chartroom_format::schema::value::Amount;

use super::{BattleRules, afterwards, losses, mark};
use crate::action::{Action, Maneuver, Refusal};
use crate::event::{Event, LossReason, ManeuverEvent};
use crate::ids::SideIx;
use crate::ruleset::Ruleset;
use crate::run::Run;
use crate::services::marks::Marks;
use crate::services::{fraction, steps};
use crate::state::table_battle::{Clash, Duty, Task};
use crate::state::{Stack, State};

/// Units of one side in a battle that are still in it.
pub(super) fn engaged(state: &State, clash: &Clash, role: CombatRole) -> Vec<Stack> {
    let side = side_of(clash, role);
    let is_in = |stack: &&Stack| Marks::of(stack).has(Marks::ENGAGED) && state.side_of(stack.power) == Some(side);
    state.stacks.iter().filter(is_in).copied().collect()
}

pub(super) const fn side_of(clash: &Clash, role: CombatRole) -> SideIx {
    match role {
        CombatRole::Attacking => clash.attacker,
        CombatRole::Defending => clash.defender,
    }
}

const fn other(role: CombatRole) -> CombatRole {
    match role {
        CombatRole::Attacking => CombatRole::Defending,
        CombatRole::Defending => CombatRole::Attacking,
    }
}

/// Does what is due until somebody must choose, or the battle is over.
pub(super) fn go_on(run: &mut Run, settings: &BattleRules) {
    while let Some(clash) = run.state.battles.clash {
        if let Some(duty) = clash.duty {
            let waits = match duty.task {
                Task::Lose { .. } | Task::Match { .. } => losses::go_on(run, &clash, &duty),
                Task::Retreat { spaces } => afterwards::retreat(run, settings, &clash, &duty, spaces),
                Task::Advance { must } => afterwards::advance(run, settings, &clash, must),
            };
            if waits {
                return;
            }
            // A duty that changed is looked at again; one that is done makes room for the next part.
            if run.state.battles.clash.is_some_and(|now| now.duty == Some(duty)) {
                run.emit(Event::Maneuver(ManeuverEvent::DutySet { duty: None }));
            }
            continue;
        }
        let parts =
            clash.result.and_then(|at| settings.results.get(usize::from(at))).map(|(_, parts)| parts.as_slice());
        let Some(part) = parts.and_then(|parts| parts.get(usize::from(clash.begun))) else {
            end(run, &clash);
            return;
        };
        run.emit(Event::Maneuver(ManeuverEvent::ResultTaken));
        take(run, settings, &clash, *part);
    }
}

/// Begins one part of a result.
fn take(run: &mut Run, settings: &BattleRules, clash: &Clash, part: BattleResult) {
    match part {
        BattleResult::Lose(role, count) => {
            let steps = count.clamp(0, 60_000) as u16;
            owe(run, settings, clash, role, |chooser| Task::Lose { steps, chooser });
        }
        BattleResult::EachLoses(role, count) => {
            for stack in engaged(&run.state, clash, role) {
                for _ in 0..stack.count {
                    lose_steps(run, stack, count);
                }
            }
        }
        BattleResult::Eliminate(role) => {
            eliminate(run, clash, role);
        }
        BattleResult::Exchange => {
            let strength = eliminate(run, clash, CombatRole::Defending);
            owe(run, settings, clash, CombatRole::Attacking, |chooser| Task::Match { strength, chooser });
        }
        BattleResult::Retreat(role, spaces) => {
            let task = Task::Retreat { spaces: spaces.clamp(0, 100) as u8 };
            set(run, Duty { by: side_of(clash, role), of: role, task });
        }
        BattleResult::Advance(following) => {
            let task = Task::Advance { must: following == Following::Must };
            set(run, Duty { by: clash.attacker, of: CombatRole::Attacking, task });
        }
    }
}

/// A side owes losses, which somebody names.
fn owe(run: &mut Run, settings: &BattleRules, clash: &Clash, of: CombatRole, task: impl Fn(LossChooser) -> Task) {
    let by = match settings.losses {
        LossChooser::Enemy => side_of(clash, other(of)),
        LossChooser::Owner | LossChooser::Weakest | LossChooser::Strongest => side_of(clash, of),
    };
    set(run, Duty { by, of, task: task(settings.losses) });
}

fn set(run: &mut Run, duty: Duty) {
    run.emit(Event::Maneuver(ManeuverEvent::DutySet { duty: Some(duty) }));
}

/// One unit of a stack loses so many steps, or as many as it has.
fn lose_steps(run: &mut Run, stack: Stack, count: i64) {
    let mut unit = Stack { count: 1, ..stack };
    for _ in 0..count {
        if !steps::lose_step(run, unit, LossReason::Fire) {
            return;
        }
        unit.damaged += 1;
    }
}

/// All of a side are lost; says how much printed strength that was.
fn eliminate(run: &mut Run, clash: &Clash, role: CombatRole) -> Amount {
    let mut lost = Amount::ZERO;
    for stack in engaged(&run.state, clash, role) {
        let each = steps::printed(run.rules, stack.unit, stack.damaged, role);
        lost = fraction::sum(lost, fraction::times(each, i64::from(stack.count)));
        run.emit(Event::Removed { stack, why: LossReason::Fire });
    }
    lost
}

/// The battle is over: nobody is engaged any more, and attacks on spaces that are empty now do not take place.
fn end(run: &mut Run, clash: &Clash) {
    for role in [CombatRole::Attacking, CombatRole::Defending] {
        for stack in engaged(&run.state, clash, role) {
            mark(run, stack, Marks::of(&stack).without(Marks::ENGAGED));
        }
    }
    run.emit(Event::Maneuver(ManeuverEvent::BattleEnded));
    let pledged: Vec<_> = run.state.battles.pledged.clone();
    for (target, stack) in pledged {
        if super::forces::defenders(&run.state, stack.power, target).next().is_none() {
            run.emit(Event::Maneuver(ManeuverEvent::PledgesDropped { target }));
        }
    }
}

/// What may be chosen now.
pub(super) fn ways(rules: &Ruleset, state: &State, settings: &BattleRules, clash: &Clash) -> Vec<Action> {
    let Some(duty) = clash.duty else { return Vec::new() };
    match duty.task {
        Task::Lose { .. } | Task::Match { .. } => losses::ways(state, clash, &duty),
        Task::Retreat { spaces } => afterwards::retreats(rules, state, settings, clash, &duty, spaces),
        Task::Advance { must } => afterwards::advances(rules, state, settings, clash, must),
    }
}

/// Does what was chosen.
pub(super) fn decide(run: &mut Run, settings: &BattleRules, clash: &Clash, action: &Action) -> Result<(), Refusal> {
    let Some(duty) = clash.duty else {
        return Err(Refusal::of(Ban::WrongTime, "the battle goes on by itself"));
    };
    match (duty.task, action) {
        (Task::Lose { .. } | Task::Match { .. }, Action::Maneuver(Maneuver::Lose { stack })) => {
            losses::lose(run, clash, &duty, *stack)
        }
        (Task::Retreat { spaces }, Action::Maneuver(Maneuver::Retreat { stack, to })) => {
            afterwards::go_back(run, settings, clash, &duty, spaces, *stack, *to)
        }
        (Task::Advance { must }, Action::Maneuver(Maneuver::Advance { stack })) => {
            afterwards::follow(run, settings, clash, must, *stack)
        }
        (Task::Advance { must: false }, Action::Done) => {
            run.emit(Event::Maneuver(ManeuverEvent::DutySet { duty: None }));
            Ok(())
        }
        _ => Err(Refusal::of(Ban::WrongTime, format!("first the battle is settled: {}", duty.tell(run.rules)))),
    }
}
