//! Retreat: displaced armies go to adjacent friendly hexes, never over crossings or sea; with nowhere to go they are lost.

use chartroom_format::schema::refusal::Ban;
use chartroom_format::schema::units::Domain;

use crate::action::{Action, Refusal};
use crate::event::{Event, LossReason};
use crate::ids::SpaceIx;
use crate::procedures::FirepowerRules;
use crate::ruleset::Ruleset;
use crate::run::Run;
use crate::state::{RetreatDue, Stack, State};

/// Where a displaced army may go.
fn open(rules: &Ruleset, state: &State, settings: &FirepowerRules, due: RetreatDue) -> Vec<SpaceIx> {
    let (last_stands, except) = &settings.last_stands;
    if last_stands.iter().any(|feature| state.feature(rules, due.from, *feature) > 0)
        && except.binary_search(&due.from).is_err()
    {
        return Vec::new();
    }
    rules
        .board
        .links_of(due.from)
        .iter()
        .filter(|link| link.passes.has(Domain::Land) && link.sides & rules.board.marks.bars_retreat == 0)
        .map(|link| link.to)
        .filter(|to| *to != due.enemy && state.is_friendly(*to, due.side) && rules.board.has_land(*to))
        .collect()
}

/// Leads retreats that leave no choice. False when the owner has to decide.
pub(super) fn settle(run: &mut Run, settings: &FirepowerRules) -> bool {
    while let Some(due) = run.state.combat.retreats.first().copied() {
        match open(run.rules, &run.state, settings, due).as_slice() {
            [] => {
                for stack in army_of(run, due) {
                    run.emit(Event::Removed { stack, why: LossReason::NoRetreat });
                }
                run.emit(Event::Retreated { side: due.side, army: due.army });
            }
            [only] => go(run, due, *only),
            _ => return false,
        }
    }
    true
}

fn army_of(run: &Run, due: RetreatDue) -> Vec<Stack> {
    run.state.army(due.side, due.army).copied().collect()
}

fn go(run: &mut Run, due: RetreatDue, to: SpaceIx) {
    for stack in army_of(run, due) {
        run.emit(Event::Moved { stack, to, army: stack.army });
    }
    run.emit(Event::Retreated { side: due.side, army: due.army });
}

pub(super) fn choose(run: &mut Run, settings: &FirepowerRules, action: &Action) -> Result<(), Refusal> {
    let Some(due) = run.state.combat.retreats.first().copied() else {
        return Err(Refusal::of(Ban::Retreat, "no army has to retreat"));
    };
    match *action {
        Action::Retreat { army, to }
            if army == due.army && open(run.rules, &run.state, settings, due).contains(&to) =>
        {
            go(run, due, to);
            Ok(())
        }
        Action::Retreat { .. } => {
            Err(Refusal::of(Ban::Retreat, "armies retreat to adjacent friendly hexes, not over crossings or sea"))
        }
        _ => Err(Refusal::of(Ban::Retreat, "the displaced army must retreat now")),
    }
}

pub(super) fn legal(rules: &Ruleset, state: &State, settings: &FirepowerRules) -> Vec<Action> {
    let Some(due) = state.combat.retreats.first() else { return Vec::new() };
    open(rules, state, settings, *due).into_iter().map(|to| Action::Retreat { army: due.army, to }).collect()
}
