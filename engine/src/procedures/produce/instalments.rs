//! Ships paid for over several turns: a keel is laid with a first payment, and the ship appears with the last.

use chartroom_format::schema::refusal::Ban;

use super::{builder, cost, may_appear, price};
use crate::action::{Action, FleetOrder, Refusal};
use crate::event::{Event, FleetEvent, GainReason};
use crate::ids::{Actor, OptionIx, PowerIx, SideIx, SpaceIx, UnitIx};
use crate::procedures::ProduceRules;
use crate::procedures::dominions::Alone;
use crate::ruleset::Ruleset;
use crate::run::Run;
use crate::state::fleets::Keel;
use crate::state::{Stack, State};

/// Which ships are paid like this.
#[derive(Clone, Debug)]
pub struct InstalmentRules {
    pub option: Option<OptionIx>,
    pub units: Vec<UnitIx>,
}

fn open<'r>(state: &State, settings: &'r ProduceRules) -> Option<&'r InstalmentRules> {
    settings.instalments.as_ref().filter(|rules| state.option_or_none(rules.option))
}

/// A keel of a power for a ship of this type: that with the least left to pay.
fn keel(state: &State, power: PowerIx, unit: UnitIx) -> Option<Keel> {
    state
        .fleets
        .keels
        .iter()
        .filter(|keel| keel.power == power && keel.unit == unit)
        .min_by_key(|keel| keel.left)
        .copied()
}

/// Whether a side has a ship under construction that a little money brings on.
pub(super) fn waiting(state: &State, side: SideIx, settings: &ProduceRules) -> bool {
    open(state, settings).is_some() && state.fleets.keels.iter().any(|keel| state.side_of(keel.power) == Some(side))
}

/// A payment: for a new keel, or for one that was laid.
pub(super) fn act(
    run: &mut Run,
    side: SideIx,
    settings: &ProduceRules,
    order: FleetOrder,
    alone: &[Alone<'_>],
) -> Result<(), Refusal> {
    let (FleetOrder::Lay { unit, space, points } | FleetOrder::Pay { unit, space, points }) = order else {
        return Err(Refusal::of(Ban::WrongTime, "this is the production phase"));
    };
    let (rules, state) = (run.rules, &run.state);
    if unit.index() >= rules.units.len() || space.index() >= rules.board.spaces.len() || points == 0 {
        return Err(Refusal::of(Ban::NotThere, "there is no such unit or place"));
    }
    if !open(state, settings).is_some_and(|rules| rules.units.contains(&unit)) {
        return Err(Refusal::of(Ban::Money, "a point must be paid for in full in one turn"));
    }
    let power = builder(rules, state, side, unit, space)?;
    may_appear(rules, state, side, settings, unit, space, alone)?;
    let purse = Actor::Side(side);
    if i64::from(points) > state.money(purse) {
        return Err(Refusal::of(Ban::Money, "the budget does not reach"));
    }
    let begun = if let FleetOrder::Pay { .. } = order {
        let found = keel(state, power, unit).filter(|keel| points <= keel.left);
        found.ok_or_else(|| Refusal::of(Ban::Money, "no keel of that kind has so much left to pay"))?
    } else {
        let Some(price) = price(rules, state, side, settings, unit) else {
            return Err(Refusal::of(Ban::CannotBuild, "this unit cannot be built now"));
        };
        let all = cost(price, 1).clamp(0, i64::from(u16::MAX)) as u16;
        if points >= all {
            return Err(Refusal::of(Ban::Money, "whoever pays in full builds at once"));
        }
        let keel = Keel { power, unit, left: all };
        run.emit(Event::Fleets(FleetEvent::Laid { keel }));
        keel
    };
    let left = run.state.money(purse) - i64::from(points);
    run.emit(Event::MoneySet { who: purse, to: left });
    run.emit(Event::Fleets(FleetEvent::PaidFor { keel: begun, points }));
    if points == begun.left {
        let stack = Stack { space, army: 0, power, unit, damaged: 0, count: 1 };
        run.emit(Event::Placed { stack, why: GainReason::Built });
    }
    Ok(())
}

/// Payments that can be made: all of the budget, as far as it is wanted.
pub(super) fn legal(rules: &Ruleset, state: &State, side: SideIx, settings: &ProduceRules, actions: &mut Vec<Action>) {
    let Some(instalments) = open(state, settings) else { return };
    let money = state.money(Actor::Side(side)).clamp(0, i64::from(u16::MAX)) as u16;
    if money == 0 {
        return;
    }
    for unit in &instalments.units {
        let price = price(rules, state, side, settings, *unit).map(|price| cost(price, 1));
        for space in (0..rules.board.spaces.len()).map(SpaceIx::new) {
            let yard = rules.unit(*unit).builds.at.iter().any(|feature| state.feature(rules, space, *feature) > 0);
            let Some(power) = Some(space).filter(|_| yard).and_then(|at| builder(rules, state, side, *unit, at).ok())
            else {
                continue;
            };
            if may_appear(rules, state, side, settings, *unit, space, &[]).is_err() {
                continue;
            }
            if let Some(keel) = keel(state, power, *unit) {
                let points = money.min(keel.left);
                actions.push(Action::Fleet(FleetOrder::Pay { unit: *unit, space, points }));
            } else if price.is_some_and(|price| i64::from(money) < price) {
                actions.push(Action::Fleet(FleetOrder::Lay { unit: *unit, space, points: money }));
            }
        }
    }
}
