//! Land changes hands: who gets it, and what becomes of its factories.

use super::HitRules;
use crate::event::{Event, LossReason, Operation};
use crate::ids::{Actor, FeatureIx, PowerIx, SpaceIx};
use crate::procedures::Procedure;
use crate::procedures::income::terms::has_lost_capital;
use crate::procedures::leaders;
use crate::procedures::range::hit_rules;
use crate::procedures::recruit::{self, RecruitRules};
use crate::query::zones;
use crate::ruleset::Ruleset;
use crate::run::Run;
use crate::state::State;

/// The land of a battle goes to the nation that was named for it, else to the one with most land units there, or back to the owner
/// it liberates it for.
pub(super) fn by_units(run: &mut Run, _: &HitRules, space: SpaceIx) {
    let powers = zones::powers_of(run.rules, &run.state);
    let strength = |power: &PowerIx| -> u32 {
        let own = run.state.stacks_in(space).iter().filter(|stack| stack.power == *power);
        let on_foot = own.filter(|stack| !zones::is_kept_aboard(run.rules, &run.state, stack));
        on_foot.filter(|stack| zones::takes_land(run.rules, stack.unit)).map(|stack| u32::from(stack.count)).sum()
    };
    let mut takers: Vec<PowerIx> = powers.into_iter().filter(|power| strength(power) > 0).collect();
    let named = |power: &PowerIx| run.state.operations.claims.contains(&(space, *power));
    let led = leaders::nations(&run.state, space);
    takers.sort_by_key(|power| (!led.contains(power), !named(power), std::cmp::Reverse(strength(power))));
    take(run, space, &takers);
}

/// Gives a land to the first of its takers, or to the owner they liberate it for.
pub(crate) fn take(run: &mut Run, space: SpaceIx, takers: &[PowerIx]) {
    let Some(taker) = takers.first().copied() else { return };
    let holder = new_holder(run.rules, &run.state, space, taker);
    give(run, space, holder);
}

/// A land gets a holder; factories that it does not support under him shrink.
pub(super) fn give(run: &mut Run, space: SpaceIx, holder: PowerIx) {
    let loser = run.state.holder(space).filter(|loser| {
        run.state.at_war(*loser, holder) && run.state.capitals(run.rules, *loser).any(|capital| capital == space)
    });
    if let Some(loser) = loser {
        plunder(run, loser, holder);
    }
    let was_lost = run.state.holder(space) != Some(holder);
    run.capture(space, Some(holder));
    if was_lost {
        restore(run, holder, space);
    }
    leaders::overrun(run, space);
    run.emit(Event::Operation(Operation::Taken { space }));
    lose_equipment(run, space, holder);
    if let Some(settings) = recruit::settings(run.rules) {
        let kinds = settings.kinds();
        let before = zones::factory(run.rules, &run.state, space, &kinds);
        let value = settings.counted(run.rules, holder, space);
        set_factory(run, space, &kinds, before, settings.supported(before, value));
    }
}

/// Equipment of enemies is lost with its land.
fn lose_equipment(run: &mut Run, space: SpaceIx, holder: PowerIx) {
    for stack in run.state.stacks_in(space).to_vec() {
        if super::field::is_equipment(run.rules, &stack) && run.state.at_war(holder, stack.power) {
            run.emit(Event::Removed { stack, why: LossReason::Rule });
        }
    }
}

/// The money of a power whose capital falls goes to the captor, or to the bank with that of all who share its fate.
fn plunder(run: &mut Run, loser: PowerIx, captor: PowerIx) {
    let known = run.rules.procedures.iter().find_map(|entry| match &entry.run {
        Procedure::HitRolls(settings) => settings.plunder.as_ref(),
        _ => None,
    });
    let Some(lists) = known else { return };
    let lost = run.state.money(Actor::Power(loser));
    if let Some((_, all)) = lists.iter().find(|(power, _)| *power == loser) {
        for power in all.iter().chain([&loser]) {
            let who = Actor::Power(*power);
            if run.state.money(who) != 0 {
                run.emit(Event::MoneySet { who, to: 0 });
            }
        }
    } else if lost > 0 {
        let gained = run.state.money(Actor::Power(captor)) + lost;
        run.emit(Event::MoneySet { who: Actor::Power(loser), to: 0 });
        run.emit(Event::MoneySet { who: Actor::Power(captor), to: gained });
    }
}

/// Who holds a land that a power takes: its owner, if the power liberates for him, else the power.
pub(crate) fn new_holder(rules: &Ruleset, state: &State, space: SpaceIx, taker: PowerIx) -> PowerIx {
    let Some(owner) = rules.board.space(space).owner else { return taker };
    let lists = hit_rules(rules).map_or(&[][..], |settings| &settings.liberates);
    let frees = lists.iter().any(|(power, owners)| *power == taker && owners.contains(&owner));
    let frees =
        frees || hit_rules(rules).is_some_and(|settings| returns(rules, state, settings, (taker, owner), space));
    if frees && !state.has_surrendered(owner) { owner } else { taker }
}

/// Whether land goes back to a friend of its taker.
fn returns(
    rules: &Ruleset,
    state: &State,
    settings: &HitRules,
    (taker, owner): (PowerIx, PowerIx),
    space: SpaceIx,
) -> bool {
    let Some(liberation) = &settings.liberation else { return false };
    let friends = state.side_of(taker).is_some() && state.side_of(taker) == state.side_of(owner);
    let excepted = liberation.except.iter().any(|(power, owners)| *power == taker && owners.contains(&owner));
    let is_capital = state.capitals(rules, owner).any(|capital| capital == space);
    let stands = !liberation.needs_capital || is_capital || !has_lost_capital(rules, state, owner);
    friends && !excepted && stands
}

/// With his capital an owner gets back what friends hold of his land.
fn restore(run: &mut Run, owner: PowerIx, capital: SpaceIx) {
    let rules = run.rules;
    let back =
        hit_rules(rules).and_then(|settings| settings.liberation.as_ref()).is_some_and(|rule| rule.needs_capital);
    let is_home = rules.board.space(capital).owner == Some(owner);
    if !back || !is_home || !run.state.capitals(rules, owner).any(|space| space == capital) {
        return;
    }
    let side = run.state.side_of(owner);
    let held = |space: &SpaceIx| {
        rules.board.space(*space).owner == Some(owner)
            && run.state.holder(*space).is_some_and(|holder| holder != owner && run.state.side_of(holder) == side)
    };
    let lands: Vec<SpaceIx> =
        (0..rules.board.spaces.len()).map(SpaceIx::new).filter(|_| side.is_some()).filter(held).collect();
    for land in lands {
        run.capture(land, Some(owner));
    }
}

/// Replaces a factory.
pub(crate) fn set_factory(
    run: &mut Run,
    space: SpaceIx,
    kinds: &[FeatureIx],
    before: Option<FeatureIx>,
    after: Option<FeatureIx>,
) {
    if before == after {
        return;
    }
    for feature in kinds {
        let amount = i64::from(after == Some(*feature));
        if run.state.feature(run.rules, space, *feature) != amount {
            run.emit(Event::FeatureSet { space, feature: *feature, amount });
        }
    }
}

/// One step down: a raised factory falls back, the lowest one goes.
pub(crate) fn tear_down(run: &mut Run, space: SpaceIx) {
    let Some(settings) = recruit::settings(run.rules) else { return };
    let kinds = settings.kinds();
    let before = zones::factory(run.rules, &run.state, space, &kinds);
    let after = before.and_then(|factory| RecruitRules::lower(settings, factory));
    set_factory(run, space, &kinds, before, after);
}
