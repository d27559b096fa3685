//! Land units through the air: carried without a fight, or dropped into a battle after their training.

use chartroom_format::schema::refusal::Ban;

use super::legal::parts;
use super::{check, check_place, number};
use crate::action::Refusal;
use crate::event::Event;
use crate::ids::{Actor, FeatureIx, SpaceIx, UnitIx};
use crate::order::Order;
use crate::query::range::{self, FAR};
use crate::query::zones;
use crate::ruleset::{LiftInfo, Ruleset, TrainInfo};
use crate::run::Run;
use crate::state::operations::{Group, Role};
use crate::state::{Stack, State};

/// Whether aircraft of a stack take units of another: from the same place, of the same nation, both without orders.
fn takes(state: &State, lift: Option<&LiftInfo>, rules: &Ruleset, carrier: Stack, cargo: Stack) -> bool {
    let room = |lift: &LiftInfo| {
        let weight = zones::weight(rules, cargo.unit) * i64::from(cargo.count);
        lift.units.contains(&cargo.unit) && weight <= lift.capacity * i64::from(carrier.count)
    };
    let works = |base: &FeatureIx| zones::works(rules, state, carrier.space, *base);
    let starts = |lift: &LiftInfo| lift.from.is_empty() || lift.from.iter().any(works);
    let together = carrier.space == cargo.space && carrier.power == cargo.power;
    together
        && carrier.army == 0
        && cargo.army == 0
        && lift.is_some_and(|lift| state.option_or_none(lift.option) && room(lift) && starts(lift))
}

/// Carries units to friendly land that was held when the turn began.
pub(super) fn lift(run: &mut Run, carrier: Stack, cargo: Stack, to: SpaceIx) -> Result<(), Refusal> {
    check(run, carrier)?;
    check(run, cargo)?;
    check_place(run, to)?;
    let rules = run.rules;
    if !takes(&run.state, rules.unit(carrier.unit).airlift.as_ref(), rules, carrier, cargo) {
        return Err(Refusal::of(Ban::Airlift, "these aircraft cannot carry these units"));
    }
    let spent = range::flight_map(rules, &[carrier.space], zones::movement(rules, &run.state, &carrier))[to.index()];
    let lands = !zones::is_sea(rules, to) && zones::may_land(rules, &run.state, carrier.power, carrier.unit, to);
    if spent == FAR || to == carrier.space || !lands {
        return Err(Refusal::of(Ban::Airlift, "they cannot come down there together"));
    }
    let army =
        number(run, Group { role: Role::Moved, from: carrier.space, spent, target: None, silent_in: 0, then: None })?;
    run.emit(Event::Moved { stack: carrier, to, army });
    run.emit(Event::Moved { stack: cargo, to, army });
    Ok(())
}

/// What units of a type become by training, if anything.
fn training(rules: &Ruleset, unit: UnitIx) -> Option<(UnitIx, &TrainInfo)> {
    let found = (0..rules.units.len()).map(UnitIx::new).filter_map(|to| Some((to, rules.unit(to).trained.as_ref()?)));
    found.into_iter().find(|(_, training)| training.from == unit)
}

/// Whether units stand at a factory of their own nation that trains them, and can pay it.
fn can_train(rules: &Ruleset, state: &State, stack: Stack) -> Option<(UnitIx, i64)> {
    let (to, info) = training(rules, stack.unit)?;
    let price = info.price * i64::from(stack.count);
    let at_home = state.holder(stack.space) == Some(stack.power)
        && info.at.iter().any(|feature| state.feature(rules, stack.space, *feature) > 0);
    let fits = at_home
        && stack.army == 0
        && state.option_or_none(rules.unit(to).option)
        && price <= state.money(Actor::Power(stack.power));
    fits.then_some((to, price))
}

/// Units are trained where they stand; the price is due at once.
pub(super) fn train(run: &mut Run, stack: Stack) -> Result<Stack, Refusal> {
    check(run, stack)?;
    let Some((into, price)) = can_train(run.rules, &run.state, stack) else {
        return Err(Refusal::of(Ban::Drop, "these units cannot be trained here, or not paid"));
    };
    let who = Actor::Power(stack.power);
    let left = run.state.money(who) - price;
    run.emit(Event::MoneySet { who, to: left });
    run.emit(Event::Converted { stack, into });
    Ok(Stack { unit: into, ..stack })
}

/// Enemy land that aircraft can bring units to and come home from, and how far it is.
fn reached(rules: &Ruleset, state: &State, carrier: Stack) -> Vec<(SpaceIx, u8)> {
    let range = zones::movement(rules, state, &carrier);
    let out = range::flight_map(rules, &[carrier.space], range);
    let fields = range::planned_fields(rules, state, carrier.power, carrier.unit, carrier.space);
    let back = range::flight_map(rules, &fields, range);
    let fits = |to: &SpaceIx| {
        let (out, back) = (out[to.index()], back[to.index()]);
        out != FAR && back != FAR && u16::from(out) + u16::from(back) <= u16::from(range)
    };
    let places = (0..out.len()).map(SpaceIx::new).filter(fits);
    places.filter(|to| zones::is_enemy_land(rules, state, carrier.power, *to)).map(|to| (to, out[to.index()])).collect()
}

/// Units are dropped into a battle; those without training get it now.
pub(super) fn drop(run: &mut Run, carrier: Stack, cargo: Stack, to: SpaceIx) -> Result<(), Refusal> {
    check(run, carrier)?;
    check(run, cargo)?;
    check_place(run, to)?;
    let rules = run.rules;
    if !takes(&run.state, rules.unit(carrier.unit).drops.as_ref(), rules, carrier, cargo) {
        return Err(Refusal::of(Ban::Drop, "these aircraft cannot drop these units"));
    }
    let Some((_, spent)) = reached(rules, &run.state, carrier).into_iter().find(|(place, _)| *place == to) else {
        return Err(Refusal::of(Ban::Drop, "they cannot be dropped there"));
    };
    // Who never was anything else needs no training.
    let is_untrained = rules.unit(cargo.unit).trained.is_none() && training(rules, cargo.unit).is_some();
    let cargo = if is_untrained { train(run, cargo)? } else { cargo };
    let from = carrier.space;
    let group = |role: Role| Group { role, from, spent, target: None, silent_in: 0, then: None };
    let army = number(run, group(Role::Dropping))?;
    run.emit(Event::Moved { stack: carrier, to, army });
    let army = number(run, group(Role::Dropped))?;
    run.emit(Event::Moved { stack: cargo, to, army });
    Ok(())
}

/// What may be carried, trained and dropped now: one aircraft at a time, with as much as it takes; of those dropped, also one.
pub(super) fn legal(rules: &Ruleset, state: &State, attack: bool) -> Vec<Order> {
    let powers = zones::powers_of(rules, state);
    let mut found = Vec::new();
    for carrier in state.stacks.iter().filter(|stack| stack.army == 0 && powers.contains(&stack.power)) {
        let info = rules.unit(carrier.unit);
        let lift = if attack { info.drops.as_ref() } else { info.airlift.as_ref() };
        let Some(lift) = lift.filter(|lift| state.option_or_none(lift.option)) else { continue };
        let carrier = Stack { count: 1, ..*carrier };
        for cargo in
            state.stacks_in(carrier.space).iter().filter(|stack| stack.army == 0 && stack.power == carrier.power)
        {
            let most = lift.capacity / zones::weight(rules, cargo.unit).max(1);
            let cargo = Stack { count: cargo.count.min(most.clamp(0, 60_000) as u16), ..*cargo };
            if cargo.count == 0 || !takes(state, Some(lift), rules, carrier, cargo) {
                continue;
            }
            if attack {
                let trained = rules.unit(cargo.unit).trained.is_some() || can_train(rules, state, cargo).is_some();
                if trained {
                    // A single one leaves room for others that stay aboard.
                    for (to, _) in reached(rules, state, carrier) {
                        found.extend(parts(cargo).map(|cargo| Order::Drop { carrier, cargo, to }));
                    }
                }
            } else {
                let map = range::flight_map(rules, &[carrier.space], zones::movement(rules, state, &carrier));
                let open = (0..map.len()).map(SpaceIx::new).filter(|to| {
                    map[to.index()] != FAR
                        && *to != carrier.space
                        && !zones::is_sea(rules, *to)
                        && zones::may_land(rules, state, carrier.power, carrier.unit, *to)
                });
                found.extend(open.map(|to| Order::Airlift { carrier, cargo, to }));
            }
        }
    }
    found
}
