//! The only place that changes a [`State`]: one event, one change. No dice, no rules, no failure: an event is a fact.

mod campaign;
mod fleets;
mod maneuver;
mod sea;

use crate::event::Event;
use crate::ids::{SideIx, SpaceIx};
use crate::state::{ArmyRecord, Combat, Convoys, MOST_MONEY, Noted, Stack, State, relation_code};

/// Applies an event.
pub(crate) fn apply(state: &mut State, event: &Event) {
    match event {
        Event::TurnBegan { turn } => {
            state.turn = *turn;
            state.phase = 0;
            state.begun = false;
            state.dice.begin_turn();
        }
        Event::PhaseBegan { phase } => {
            state.phase = *phase;
            state.begun = true;
            state.dice.begin_phase(*phase);
        }
        Event::PhaseEnded { phase } => {
            state.phase = phase + 1;
            state.begun = false;
            state.shipped.clear();
            state.dice.thrown.clear();
        }
        Event::Rolled { key, loaded, .. } => state.dice.count(*key, *loaded),
        Event::Moved { stack, to, army } => {
            remove(state, *stack);
            add(state, Stack { space: *to, army: *army, ..*stack });
            // What came by sea goes on first.
            let count = state.convoys.take(*stack);
            if count > 0 {
                state.convoys.add(Stack { space: *to, army: *army, count, ..*stack });
            }
        }
        Event::Shipped { sea, points } => {
            let sea = usize::from(*sea);
            if state.shipped.len() <= sea {
                state.shipped.resize(sea + 1, 0);
            }
            state.shipped[sea] = state.shipped[sea].saturating_add(*points);
        }
        Event::Placed { stack, .. } => add(state, *stack),
        Event::Removed { stack, .. } => remove(state, *stack),
        Event::Converted { stack, into } => {
            remove(state, *stack);
            add(state, Stack { unit: *into, ..*stack });
        }
        Event::Handed { stack, to } => {
            remove(state, *stack);
            add(state, Stack { power: *to, ..*stack });
        }
        Event::Ordered { arrival } => {
            state.arrivals.push(*arrival);
            state.arrivals.sort_unstable();
        }
        Event::Cancelled { arrival } => forget(state, *arrival),
        Event::Arrived { arrival, army } => {
            forget(state, *arrival);
            let stack = Stack {
                space: arrival.space,
                army: *army,
                power: arrival.power,
                unit: arrival.unit,
                damaged: 0,
                count: arrival.count,
            };
            add(state, stack);
        }
        Event::Captured { space, by, .. } => {
            if let Some(holder) = state.holders.get_mut(space.index()) {
                *holder = by.map_or(0, |power| power.0 + 1);
            }
            take_out(&mut state.markers, *space);
            take_out(&mut state.posted, *space);
            set(&mut state.repairs, *space, 0);
        }
        Event::Devastated { space, points } => {
            let now = state.damage(*space) + points;
            set(&mut state.damage, *space, now);
        }
        Event::RepairBegan { space, points } => {
            let now = state.repairing(*space) + points;
            set(&mut state.repairs, *space, now);
        }
        Event::RepairsDone => {
            for (space, points) in std::mem::take(&mut state.repairs) {
                let left = state.damage(space) - i64::from(points);
                set(&mut state.damage, space, left);
            }
        }
        Event::FeatureSet { space, feature, amount } => {
            let key = (*space, *feature);
            let amount = (*amount).clamp(0, 30_000) as i16;
            match state.features.binary_search_by_key(&key, |(space, feature, _)| (*space, *feature)) {
                Ok(at) => state.features[at].2 = amount,
                Err(at) => state.features.insert(at, (*space, *feature, amount)),
            }
        }
        Event::MoneySet { who, to } => {
            let purse = state.purse(*who);
            write(&mut state.money, purse, *to);
        }
        Event::IncomeChanged { who, by } => {
            let (purse, now) = (state.purse(*who), state.income_change(*who));
            write(&mut state.income_change, purse, now + by);
        }
        Event::PointsChanged { who, by } => {
            let (purse, now) = (state.purse(*who), state.points(*who));
            write(&mut state.points, purse, now + by);
        }
        Event::RelationSet { one, other, kind } => {
            let count = state.sides.len();
            for (a, b) in [(one, other), (other, one)] {
                if let Some(cell) = state.relations.get_mut(a.index() * count + b.index()) {
                    *cell = relation_code(*kind);
                }
            }
        }
        Event::SideSet { power, side } => {
            if let Some(cell) = state.sides.get_mut(power.index()) {
                *cell = side.map_or(0, |side| side.0 + 1);
            }
        }
        Event::Surrendered { power } => {
            let (count, at) = (state.sides.len(), power.index());
            if let Some(cell) = state.relations.get_mut(at * count + at) {
                *cell = relation_code(chartroom_format::schema::condition::RelationKind::Surrendered);
            }
        }
        Event::TrackSet { track, who, to } => {
            let to = (*to).clamp(-30_000, 30_000) as i32;
            match state.tracks.binary_search_by_key(&(*track, *who), |(track, who, _)| (*track, *who)) {
                Ok(at) => state.tracks[at].2 = to,
                Err(at) => state.tracks.insert(at, (*track, *who, to)),
            }
        }
        Event::OptionSwitched { option, on } => {
            if let Some(cell) = state.options.get_mut(option.index()) {
                *cell = *on;
            }
        }
        Event::RuleHappened { event } => match state.happened.binary_search_by_key(event, |(event, ..)| *event) {
            Ok(at) => state.happened[at].2 = state.turn,
            Err(at) => state.happened.insert(at, (*event, state.turn, state.turn)),
        },
        Event::ChoiceAsked { choice, side } => state.choices.push((*choice, *side)),
        Event::ChoiceMade { .. } => drop(state.choices.drain(..1.min(state.choices.len()))),
        Event::CapitalMoved { power, to } => match state.capitals.binary_search_by_key(power, |(power, _)| *power) {
            Ok(at) => state.capitals[at].1 = *to,
            Err(at) => state.capitals.insert(at, (*power, *to)),
        },
        Event::HeldFor { victory, turns } => {
            if let Some(cell) = state.held_for.get_mut(*victory) {
                *cell = *turns;
            }
        }
        Event::Convoyed { stack } => state.convoys.add(*stack),
        Event::ConvoyHit { losses } => state.convoys.due = *losses,
        Event::ConvoySunk { stack } => {
            state.convoys.take(*stack);
            state.convoys.due = state.convoys.due.saturating_sub(stack.count);
        }
        Event::ConvoysArrived => state.convoys = Convoys::default(),
        Event::HoldersNoted => {
            state.noted.holders.clone_from(&state.holders);
            state.noted.sides.clone_from(&state.sides);
        }
        Event::HexesCounted { .. } => state.noted = Noted::default(),
        Event::CutOff { spaces } => state.cut_off.clone_from(spaces),
        Event::GarrisonLost { space } => put_in(&mut state.garrisons_gone, *space),
        Event::MarkerPlaced { space } => put_in(&mut state.markers, *space),
        Event::GarrisonPosted { space } => put_in(&mut state.posted, *space),
        Event::MarkerRemoved { space } => {
            take_out(&mut state.markers, *space);
            take_out(&mut state.posted, *space);
        }
        Event::GameEnded { outcome } => state.outcome = Some(outcome.clone()),
        Event::Operation(event) => crate::apply_operation::apply(state, event),
        Event::PhasePassedOver { .. }
        | Event::Told { .. }
        | Event::Earned { .. }
        | Event::Imported { .. }
        | Event::Fired { .. } => {}
        Event::Fleets(event) => fleets::apply(state, event),
        Event::Campaign(event) => campaign::apply(state, event),
        Event::Maneuver(event) => maneuver::apply(state, event),
        _ => combat(state, event),
    }
}

/// The part of a state that only a combat phase uses.
fn combat(state: &mut State, event: &Event) {
    match event {
        Event::CombatStepped { step } => {
            state.combat.step = *step;
            state.combat.armies.iter_mut().for_each(|record| record.reserved = false);
        }
        Event::Reserved { side, army } => record(state, *side, *army).reserved = true,
        Event::CombatEnded => {
            state.combat = Combat::default();
            let turn = state.turn;
            state.beachheads.retain(|(_, _, until)| *until >= turn);
            state.garrisons_gone.clear();
        }
        Event::Announced { side, army, target } => record(state, *side, *army).target = Some(*target),
        Event::DefenceAsked { spaces } => state.combat.to_defend.clone_from(spaces),
        Event::DefenceAnswered { space, .. } => state.combat.to_defend.retain(|other| other != space),
        Event::Assaulted { side, armies } => {
            for army in armies {
                record(state, *side, *army).assaulted = true;
            }
        }
        Event::Defended { side, armies } => {
            for army in armies {
                record(state, *side, *army).defended = true;
            }
        }
        Event::FortSwallowed { space, points } => {
            let now = state.combat.swallowed.iter().find(|(at, _)| at == space).map_or(0, |(_, points)| *points);
            set(&mut state.combat.swallowed, *space, i64::from(now) + i64::from(*points));
        }
        Event::InvasionDeclared { invasion } => {
            let invasions = &mut state.combat.invasions;
            // Ships that go by themselves are there before those they help.
            let before = invasions.iter().position(|other| invasion.army == 0 && other.target == invasion.target);
            invasions.insert(before.unwrap_or(invasions.len()), invasion.clone());
        }
        Event::InvasionEnded { side, army } => {
            let over = state.combat.invasions.iter().position(|landing| (landing.side, landing.army) == (*side, *army));
            over.map(|at| state.combat.invasions.remove(at));
            if *army != 0 {
                record(state, *side, *army);
            }
        }
        Event::InterceptionAsked { fleets } => state.combat.to_intercept.clone_from(fleets),
        Event::InterceptionAnswered { side, space, .. } => {
            state.combat.to_intercept.retain(|fleet| *fleet != (*side, *space));
        }
        Event::SeaBattleFought { battle } => state.combat.sea_battle = Some(*battle),
        Event::SeaBattleEnded { .. } => state.combat.sea_battle = None,
        Event::FleetExpended { side, space } => state.combat.expended.push((*side, *space)),
        Event::ExpendedReady => state.combat.expended.clear(),
        Event::BombsArmed { side, space, count } => {
            state.combat.armed.retain(|(of, at, _)| (of, at) != (side, space));
            state.combat.armed.push((*side, *space, *count));
            state.combat.armed.sort_unstable();
        }
        Event::BombDropped { side, from, .. } => {
            state.combat.bombs_away = true;
            for (of, at, count) in &mut state.combat.armed {
                if (*of, *at) == (*side, *from) {
                    *count = count.saturating_sub(1);
                }
            }
        }
        Event::BombsStoodDown => {
            state.combat.armed.clear();
            state.combat.bombs_away = false;
        }
        Event::BeachheadWon { side, space, until } => state.beachheads.push((*side, *space, *until)),
        Event::Dropped { side, army, points } => record(state, *side, *army).dropped += points,
        Event::FortFired { space } => put_in(&mut state.combat.forts_fired, *space),
        Event::CoastFired { space } => put_in(&mut state.combat.coasts_fired, *space),
        Event::LossesFell { due } => state.combat.losses.push(due.clone()),
        Event::LossesTaken { landing } => {
            if let Some(due) = state.combat.losses.first_mut() {
                due.count = due.count.saturating_sub(1);
                due.landing = due.landing.saturating_sub(u16::from(*landing));
                if due.count == 0 {
                    state.combat.losses.remove(0);
                }
            }
        }
        Event::LossesIgnored => drop(state.combat.losses.drain(..1.min(state.combat.losses.len()))),
        Event::AdvanceTried { side, army, success: false, .. } | Event::AttackEnded { side, army } => {
            record(state, *side, *army).done = true;
        }
        Event::Entering { army, from, to } => state.combat.entering = Some((*army, *from, *to)),
        Event::RetreatsDue { dues } => state.combat.retreats.extend(dues),
        Event::Retreated { side, army } => {
            state.combat.retreats.retain(|due| !(due.side == *side && due.army == *army));
        }
        Event::Entered { side, army } => {
            state.combat.entering = None;
            record(state, *side, *army).advanced += 1;
        }
        Event::Exploiting { army, target } => state.combat.exploiting = army.map(|army| (army, *target)),
        // An advance that succeeds is told once more, as an entry; what is not of combat was applied before.
        Event::AdvanceTried { success: true, .. }
        | Event::TurnBegan { .. }
        | Event::PhaseBegan { .. }
        | Event::PhaseEnded { .. }
        | Event::PhasePassedOver { .. }
        | Event::Rolled { .. }
        | Event::Moved { .. }
        | Event::Shipped { .. }
        | Event::Placed { .. }
        | Event::Removed { .. }
        | Event::Converted { .. }
        | Event::Handed { .. }
        | Event::Ordered { .. }
        | Event::Arrived { .. }
        | Event::Cancelled { .. }
        | Event::Captured { .. }
        | Event::Devastated { .. }
        | Event::RepairBegan { .. }
        | Event::RepairsDone
        | Event::FeatureSet { .. }
        | Event::Earned { .. }
        | Event::Imported { .. }
        | Event::MoneySet { .. }
        | Event::IncomeChanged { .. }
        | Event::PointsChanged { .. }
        | Event::RelationSet { .. }
        | Event::SideSet { .. }
        | Event::Surrendered { .. }
        | Event::TrackSet { .. }
        | Event::OptionSwitched { .. }
        | Event::RuleHappened { .. }
        | Event::Told { .. }
        | Event::ChoiceAsked { .. }
        | Event::ChoiceMade { .. }
        | Event::CapitalMoved { .. }
        | Event::HeldFor { .. }
        | Event::Convoyed { .. }
        | Event::ConvoyHit { .. }
        | Event::ConvoySunk { .. }
        | Event::ConvoysArrived
        | Event::HoldersNoted
        | Event::HexesCounted { .. }
        | Event::CutOff { .. }
        | Event::GarrisonLost { .. }
        | Event::MarkerPlaced { .. }
        | Event::GarrisonPosted { .. }
        | Event::MarkerRemoved { .. }
        | Event::Fired { .. }
        | Event::GameEnded { .. }
        | Event::Operation(_)
        | Event::Fleets(_)
        | Event::Campaign(_)
        | Event::Maneuver(_) => {}
    }
}

fn record(state: &mut State, side: SideIx, army: u8) -> &mut ArmyRecord {
    let armies = &mut state.combat.armies;
    let at = match armies.binary_search_by_key(&(side, army), |record| (record.side, record.army)) {
        Ok(at) => at,
        Err(at) => {
            let fresh = ArmyRecord {
                side,
                army,
                target: None,
                assaulted: false,
                defended: false,
                reserved: false,
                advanced: 0,
                dropped: 0,
                done: false,
            };
            armies.insert(at, fresh);
            at
        }
    };
    &mut armies[at]
}

fn forget(state: &mut State, arrival: crate::state::Arrival) {
    if let Some(at) = state.arrivals.iter().position(|other| *other == arrival) {
        state.arrivals.remove(at);
    }
}

fn key(stack: &Stack) -> Stack {
    Stack { count: 0, ..*stack }
}

pub(crate) fn add(state: &mut State, stack: Stack) {
    if stack.count == 0 {
        return;
    }
    match state.stacks.binary_search_by_key(&key(&stack), key) {
        Ok(at) => state.stacks[at].count = state.stacks[at].count.saturating_add(stack.count),
        Err(at) => state.stacks.insert(at, stack),
    }
}

pub(crate) fn remove(state: &mut State, stack: Stack) {
    if let Ok(at) = state.stacks.binary_search_by_key(&key(&stack), key) {
        let left = state.stacks[at].count.saturating_sub(stack.count);
        if left == 0 {
            state.stacks.remove(at);
        } else {
            state.stacks[at].count = left;
        }
    }
}

/// Sets an amount by space; nothing is kept for 0.
fn set(list: &mut Vec<(SpaceIx, u8)>, space: SpaceIx, amount: i64) {
    let amount = amount.clamp(0, 255) as u8;
    match (list.binary_search_by_key(&space, |(space, _)| *space), amount) {
        (Ok(at), 0) => drop(list.remove(at)),
        (Ok(at), _) => list[at].1 = amount,
        (Err(_), 0) => {}
        (Err(at), _) => list.insert(at, (space, amount)),
    }
}

fn write(list: &mut [i32], at: usize, value: i64) {
    if let Some(cell) = list.get_mut(at) {
        *cell = value.clamp(-MOST_MONEY, MOST_MONEY) as i32;
    }
}

fn put_in(list: &mut Vec<SpaceIx>, space: SpaceIx) {
    if let Err(at) = list.binary_search(&space) {
        list.insert(at, space);
    }
}

fn take_out(list: &mut Vec<SpaceIx>, space: SpaceIx) {
    if let Ok(at) = list.binary_search(&space) {
        list.remove(at);
    }
}
