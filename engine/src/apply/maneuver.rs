//! Events of moves by steps and of battles by table, applied.

use crate::event::ManeuverEvent;
use crate::state::table_battle::TableBattles;
use crate::state::{Stack, State};

pub(super) fn apply(state: &mut State, event: &ManeuverEvent) {
    match event {
        ManeuverEvent::Marked { stack, marks } => {
            super::remove(state, *stack);
            super::add(state, Stack { army: *marks, ..*stack });
        }
        ManeuverEvent::MarksCleared { powers, marks } => {
            for stack in std::mem::take(&mut state.stacks) {
                let army = if powers.contains(&stack.power) { stack.army & !marks } else { stack.army };
                super::add(state, Stack { army, ..stack });
            }
        }
        ManeuverEvent::StepLost { stack } => {
            super::remove(state, *stack);
            super::add(state, Stack { damaged: stack.damaged.saturating_add(1), ..*stack });
        }
        ManeuverEvent::StageTurned { phase, passes, went } => {
            state.phase = *phase;
            let rounds = &mut state.battles.rounds;
            (rounds.acted, rounds.passes, rounds.went) = (false, *passes, *went);
        }
        ManeuverEvent::Activated { .. } => {}
        _ => record(&mut state.battles, event),
    }
}

/// What battles keep in mind.
fn record(battles: &mut TableBattles, event: &ManeuverEvent) {
    match event {
        ManeuverEvent::BattlesCleared => {
            battles.pledged.clear();
            battles.attacked.clear();
            battles.clash = None;
        }
        ManeuverEvent::Pledged { target, stack } => {
            let key = (*target, Stack { count: 0, ..*stack });
            match battles.pledged.binary_search_by_key(&key, |(to, other)| (*to, Stack { count: 0, ..*other })) {
                Ok(at) => battles.pledged[at].1.count += stack.count,
                Err(at) => battles.pledged.insert(at, (*target, *stack)),
            }
        }
        ManeuverEvent::PledgesDropped { target } => battles.pledged.retain(|(to, _)| to != target),
        ManeuverEvent::Fought { clash, .. } => {
            battles.pledged.retain(|(to, _)| *to != clash.target);
            super::put_in(&mut battles.attacked, clash.target);
            battles.clash = Some(*clash);
        }
        ManeuverEvent::DutySet { duty } => {
            if let Some(clash) = &mut battles.clash {
                clash.duty = *duty;
            }
        }
        ManeuverEvent::ResultTaken => {
            if let Some(clash) = &mut battles.clash {
                clash.begun = clash.begun.saturating_add(1);
            }
        }
        ManeuverEvent::BattleEnded => battles.clash = None,
        ManeuverEvent::StageActed => battles.rounds.acted = true,
        ManeuverEvent::Marked { .. }
        | ManeuverEvent::MarksCleared { .. }
        | ManeuverEvent::StepLost { .. }
        | ManeuverEvent::Activated { .. }
        | ManeuverEvent::StageTurned { .. } => {}
    }
}
