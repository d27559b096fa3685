//! Neutral land is taken for money; the nearest opponent throws a die for it.

use super::{HitRules, NeutralRules, conquest, field, round};
use crate::event::{Event, LossReason};
use crate::ids::{PowerIx, SpaceIx};
use crate::query::range::{self, FAR};
use crate::query::zones;
use crate::ruleset::{Player, Ruleset};
use crate::run::Run;
use crate::state::operations::BattleRecord;
use crate::state::rng::{Decision, Purpose};
use crate::state::{Stack, State};

/// What entering costs.
pub(crate) fn price(entry: NeutralRules, value: i64) -> i64 {
    entry.price * value
}

/// Whether a roll costs the invader a unit.
pub(crate) fn costs_a_unit(entry: NeutralRules, value: i64, roll: i64) -> bool {
    value >= entry.sure_loss_from || roll <= value
}

pub(super) fn enter(run: &mut Run, settings: &HitRules, battle: BattleRecord) {
    let space = battle.space;
    if round::expected(run, space) {
        return;
    }
    super::hazards::enter(run, space);
    let powers = zones::powers_of(run.rules, &run.state);
    let land = |run: &Run| -> Vec<Stack> {
        let all = field::fighters(run.rules, &run.state, space, true);
        all.into_iter().filter(|stack| zones::takes_land(run.rules, stack.unit)).collect()
    };
    let over = BattleRecord { is_over: true, ..battle };
    if let (Some(entry), Some(lead), false) = (settings.neutrals, powers.first().copied(), land(run).is_empty()) {
        let value = run.rules.board.space(space).value;
        let roll = run.roll(Decision::of(Purpose::Neutral).at(space).by(lead), settings.die);
        if costs_a_unit(entry, value, roll) {
            let cheapest =
                land(run).into_iter().min_by_key(|stack| field::price(run.rules, &run.state, stack.power, stack.unit));
            if let Some(stack) = cheapest {
                run.emit(Event::Removed { stack: Stack { count: 1, ..stack }, why: LossReason::Fire });
            }
        }
        if land(run).is_empty() {
            if let Some(nearest) = nearest_opponent(run.rules, &run.state, lead, space) {
                run.capture(space, Some(nearest));
            }
        } else {
            conquest::by_units(run, settings, space);
        }
    }
    round::close(run, over);
}

/// The enemy whose land is nearest by air; among equals the one who plays next.
pub(crate) fn nearest_opponent(rules: &Ruleset, state: &State, power: PowerIx, space: SpaceIx) -> Option<PowerIx> {
    let map = range::flight_map(rules, &[space], FAR - 1);
    let order = order_after(rules, power);
    let enemies = state.powers().filter(|other| state.at_war(power, *other));
    let near = |enemy: &PowerIx| {
        let held = (0..map.len()).map(SpaceIx::new).filter(|place| state.holder(*place) == Some(*enemy));
        held.map(|place| map[place.index()]).min().unwrap_or(FAR)
    };
    let place = |enemy: &PowerIx| order.iter().position(|other| other == enemy).unwrap_or(usize::MAX);
    enemies.filter(|enemy| near(enemy) < FAR).min_by_key(|enemy| (near(enemy), place(enemy)))
}

/// Powers in the order in which they play after a power.
fn order_after(rules: &Ruleset, power: PowerIx) -> Vec<PowerIx> {
    let mut seats: Vec<PowerIx> = Vec::new();
    for phase in &rules.phases {
        let powers = match &phase.player {
            Player::Slot(powers) => powers.as_slice(),
            Player::Power(power) => std::slice::from_ref(power),
            Player::Side(_) | Player::All => &[],
        };
        for power in powers {
            if !seats.contains(power) {
                seats.push(*power);
            }
        }
    }
    let at = seats.iter().position(|other| *other == power).map_or(0, |at| at + 1);
    let count = seats.len();
    seats.rotate_left(if count == 0 { 0 } else { at % count });
    seats
}
