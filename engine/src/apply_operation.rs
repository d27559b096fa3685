//! How facts of a player turn of battles change a [`State`]: the part of `apply` that only that family uses.

use crate::event::Operation;
use crate::ids::SpaceIx;
use crate::state::operations::Operations;
use crate::state::{Stack, State};

pub(crate) fn apply(state: &mut State, event: &Operation) {
    if let Operation::Began = event {
        begin(state);
        return;
    }
    if let Operation::Damaged { stack, to } = event {
        super::apply::remove(state, *stack);
        super::apply::add(state, Stack { damaged: *to, ..*stack });
        return;
    }
    let powers = state.sides.len();
    let now = &mut state.operations;
    match event {
        Operation::GroupFormed { group } => now.groups.push(*group),
        Operation::GroupChanged { army, group } => {
            if let Some(cell) = usize::from(*army).checked_sub(1).and_then(|at| now.groups.get_mut(at)) {
                *cell = *group;
            }
        }
        Operation::BattlesDeclared { battles } => now.battles.clone_from(battles),
        Operation::BattleChanged { battle } => {
            if let Some(cell) = now.battles.iter_mut().find(|other| other.space == battle.space) {
                *cell = *battle;
            }
        }
        Operation::Stepped { step, round } => {
            if *round != now.round {
                now.other_fire.clear();
                now.offered.clear();
            }
            (now.step, now.round) = (*step, *round);
        }
        Operation::OtherFireChosen { space, power, unit, other } => {
            let key = (*space, *power, *unit);
            now.other_fire.retain(|chosen| *chosen != key);
            if *other {
                now.other_fire.push(key);
            }
        }
        Operation::Offered { space, power, unit } => now.offered.push((*space, *power, *unit)),
        Operation::Found { space, power, unit, count } => {
            now.found.retain(|(at, of, kind, _)| (at, of, kind) != (space, power, unit));
            if *count > 0 {
                now.found.push((*space, *power, *unit, *count));
            }
        }
        Operation::Claimed { space, power } => {
            now.claims.retain(|(other, _)| other != space);
            now.claims.push((*space, *power));
        }
        Operation::Launched { launched } => now.launched.push(*launched),
        Operation::Taken { space } => insert(&mut now.taken, *space),
        Operation::Raised { space } => insert(&mut now.raised, *space),
        Operation::BoughtAt { bought } => {
            now.bought.retain(|other| other.site != bought.site);
            now.bought.push(*bought);
        }
        Operation::LendingBegan => now.lent.clear(),
        Operation::Lent { by, to, points } => {
            let points = (*points).clamp(0, 1_000_000) as i32;
            match now.lent.iter_mut().find(|(giver, taker, _)| giver == by && taker == to) {
                Some((.., money)) => *money = money.saturating_add(points),
                None => now.lent.push((*by, *to, points)),
            }
        }
        Operation::BoundSet { power, to } => {
            if now.bound.len() < powers {
                now.bound.resize(powers, 0);
            }
            if let Some(cell) = now.bound.get_mut(power.index()) {
                *cell = (*to).clamp(0, 1_000_000) as i32;
            }
        }
        Operation::Queued { units } => {
            match now
                .queue
                .iter_mut()
                .find(|other| super::state::operations::Queued { count: units.count, ..**other } == *units)
            {
                Some(known) => known.count = known.count.saturating_add(units.count),
                None => now.queue.push(*units),
            }
        }
        Operation::Unqueued { units } => {
            let mut left = units.count;
            for queued in now.queue.iter_mut().filter(|other| (other.power, other.unit) == (units.power, units.unit)) {
                let taken = queued.count.min(left);
                (queued.count, left) = (queued.count - taken, left - taken);
            }
            now.queue.retain(|queued| queued.count > 0);
        }
        Operation::WorkBegun { work } => now.works.push(*work),
        Operation::WorkDone { work } => now.works.retain(|other| other != work),
        Operation::Wrecked { space, feature, to } => {
            now.wrecks.retain(|(at, of, _)| (at, of) != (space, feature));
            if *to > 0 {
                now.wrecks.push((*space, *feature, *to));
                now.wrecks.sort_unstable();
            }
        }
        Operation::DocksSet { docks } => now.docks.clone_from(docks),
        Operation::LeadersSet { leaders } => now.leaders.clone_from(leaders),
        Operation::Began | Operation::Damaged { .. } | Operation::RoundFought { .. } | Operation::LeaderLost { .. } => {
        }
    }
}

/// All units are free again; bound money, docks, leaders, what waits to be placed and damage stay.
fn begin(state: &mut State) {
    let old = std::mem::take(&mut state.operations);
    state.operations = Operations {
        bound: old.bound,
        docks: old.docks,
        leaders: old.leaders,
        queue: old.queue,
        works: old.works,
        wrecks: old.wrecks,
        ..Operations::default()
    };
    for stack in state.stacks.clone() {
        if stack.army != 0 {
            super::apply::remove(state, stack);
            super::apply::add(state, Stack { army: 0, ..stack });
        }
    }
}

fn insert(list: &mut Vec<SpaceIx>, space: SpaceIx) {
    if let Err(at) = list.binary_search(&space) {
        list.insert(at, space);
    }
}
