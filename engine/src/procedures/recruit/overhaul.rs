//! Repair of ships by the die, at once: beside friendly land with a facility that works, one die for each hit.

use chartroom_format::schema::refusal::Ban;

use super::{RecruitRules, pay};
use crate::action::Refusal;
use crate::condition::UnitFilter;
use crate::event::{Event, Operation};
use crate::ids::{Actor, FeatureIx};
use crate::order::Order;
use crate::procedures::range::check;
use crate::query::zones;
use crate::ruleset::Ruleset;
use crate::run::Run;
use crate::state::rng::{Decision, Purpose};
use crate::state::{Stack, State};

/// What such a repair takes.
#[derive(Clone, Debug)]
pub struct OverhaulRule {
    pub die: i64,
    pub at: Vec<FeatureIx>,
    pub units: UnitFilter,
}

/// Whether a damaged ship lies where it can be repaired, and its owner can pay the highest throw.
fn fits(rules: &Ruleset, state: &State, rule: &OverhaulRule, stack: Stack) -> bool {
    let dock = |land| {
        let friendly = state.holder(land).is_some_and(|holder| zones::shares(rules, state, stack.power, holder));
        friendly && rule.at.iter().any(|feature| zones::works(rules, state, land, *feature))
    };
    stack.damaged > 0
        && zones::is_ship(rules, stack.unit)
        && rule.units.takes(rules, state, stack.unit, Some(stack.power))
        && state.money(Actor::Power(stack.power)) >= rule.die * i64::from(stack.damaged)
        && zones::coast(rules, stack.space).any(dock)
}

pub(super) fn repair(run: &mut Run, settings: &RecruitRules, stack: Stack) -> Result<(), Refusal> {
    check(run, stack)?;
    let one = Stack { count: 1, ..stack };
    let Some(rule) = settings.overhaul.as_ref().filter(|rule| fits(run.rules, &run.state, rule, one)) else {
        return Err(Refusal::of(Ban::Refit, "that ship cannot be repaired there, or the money may not reach"));
    };
    let decision = Decision::of(Purpose::Repair).at(one.space).by(one.power).unit(Some(one.unit));
    let price: i64 = (0..one.damaged).map(|_| run.roll(decision, rule.die)).sum();
    pay(run, one.power, price, true);
    run.emit(Event::Operation(Operation::Damaged { stack: one, to: 0 }));
    Ok(())
}

pub(super) fn legal(rules: &Ruleset, state: &State, settings: &RecruitRules) -> Vec<Order> {
    let Some(rule) = &settings.overhaul else { return Vec::new() };
    let powers = zones::powers_of(rules, state);
    let own = state.stacks.iter().filter(|stack| powers.contains(&stack.power));
    let hurt = own.map(|stack| Stack { count: 1, ..*stack }).filter(|stack| fits(rules, state, rule, *stack));
    hurt.map(|stack| Order::Overhaul { stack }).collect()
}
