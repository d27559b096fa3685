//! Units that are bought in one phase and placed in a later one.

use chartroom_format::schema::refusal::Ban;

use super::{RecruitRules, allowed, has_lost_capital, pay, place, price, quota};
use crate::action::{Action, Refusal};
use crate::event::{Event, Operation};
use crate::ids::{PowerIx, UnitIx};
use crate::order::Order;
use crate::query::zones;
use crate::ruleset::Ruleset;
use crate::run::Run;
use crate::state::State;
use crate::state::operations::Queued;

/// Units are bought that wait for their place.
pub(super) fn purchase(
    run: &mut Run,
    settings: &RecruitRules,
    power: PowerIx,
    unit: UnitIx,
    count: u16,
) -> Result<(), Refusal> {
    let rules = run.rules;
    let known = unit.index() < rules.units.len() && zones::powers_of(rules, &run.state).contains(&power);
    if !known || count == 0 {
        return Err(Refusal::of(Ban::NotYours, "there is no such unit, or it is not this power's turn"));
    }
    if settings.needs_capital && has_lost_capital(rules, &run.state, power) {
        return Err(Refusal::of(Ban::CannotBuild, "a power without its capital buys nothing"));
    }
    if i64::from(count) > allowed(rules, &run.state, settings, power, unit) {
        return Err(Refusal::of(Ban::BuildLimit, "more than the power may have of these now, or than its money gives"));
    }
    let price = price(rules, &run.state, power, unit).unwrap_or(0);
    let barred = settings.not_for_bound.iter().any(|class| rules.unit(unit).is(Some(*class)));
    pay(run, power, price * i64::from(count), !barred);
    let units = Queued { power, unit, count, price: price.clamp(0, 1_000_000) as i32 };
    run.emit(Event::Operation(Operation::Queued { units }));
    quota::note(run, &settings.quotas, power, unit, i64::from(count));
    Ok(())
}

/// Purchases that will find a place.
pub(super) fn legal(rules: &Ruleset, state: &State, settings: &RecruitRules) -> Vec<Action> {
    let mut actions = Vec::new();
    for power in zones::powers_of(rules, state) {
        if settings.needs_capital && has_lost_capital(rules, state, power) {
            continue;
        }
        for unit in (0..rules.units.len()).map(UnitIx::new) {
            let most = allowed(rules, state, settings, power, unit);
            if most < 1 {
                continue;
            }
            let all = most.min(place::free_places(rules, state, settings, power, unit)).min(60_000);
            for count in [1, all as u16].into_iter().take(if all > 1 { 2 } else { usize::from(all > 0) }) {
                actions.push(Action::Order(Order::Purchase { power, unit, count }));
            }
        }
    }
    actions
}
