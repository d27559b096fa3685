//! Bought first, placed last: what waits of a power's purchases appears at its factories; the rest is paid back.

use chartroom_format::schema::refusal::Ban;

use super::super::Next;
use super::{RecruitRules, appears, bring, builder, facility, room, settings};
use crate::action::{Action, Refusal};
use crate::event::{Event, Operation};
use crate::ids::{Actor, ClassIx, PowerIx, SpaceIx, UnitIx};
use crate::order::Order;
use crate::query::zones;
use crate::ruleset::Ruleset;
use crate::run::Run;
use crate::state::operations::Queued;
use crate::state::{Stack, State};

/// What waits of the powers whose turn it is.
fn waiting<'s>(rules: &Ruleset, state: &'s State) -> impl Iterator<Item = &'s Queued> + use<'s> {
    let powers = zones::powers_of(rules, state);
    state.operations.queue.iter().filter(move |queued| powers.contains(&queued.power))
}

pub(in crate::procedures) fn begin(run: &mut Run, heals: &[ClassIx]) -> Next {
    let rules = run.rules;
    if waiting(rules, &run.state).next().is_some() {
        return Next::Waits;
    }
    end(run, heals);
    Next::Over
}

/// How many units of a type a power may place from a site: at its own, or as a guest.
fn room_for(
    rules: &Ruleset,
    state: &State,
    settings: &RecruitRules,
    power: PowerIx,
    (unit, site): (UnitIx, SpaceIx),
) -> i64 {
    let Ok(holder) = builder(rules, state, site) else { return 0 };
    if super::builds_as_own(rules, state, holder, power, site) {
        return room(rules, state, settings, holder, unit, site);
    }
    let guest = settings.guests.iter().filter(|guest| guest.by == power);
    let most = guest.flat_map(|guest| &guest.at).find(|(at, _)| *at == holder).map_or(0, |(_, most)| *most);
    let has_factory = zones::factory(rules, state, site, &settings.kinds()).is_some();
    if has_factory { most - i64::from(state.operations.bought_at(site).guests) } else { 0 }
}

pub(in crate::procedures) fn act(run: &mut Run, heals: &[ClassIx], action: &Action) -> Result<Next, Refusal> {
    let rules = run.rules;
    let Some(settings) = settings(rules) else { return Ok(Next::Over) };
    match *action {
        Action::Done => {
            end(run, heals);
            Ok(Next::Over)
        }
        Action::Order(Order::Place { power, unit, count, site, to }) => {
            let known = unit.index() < rules.units.len()
                && site.index().max(to.index()) < rules.board.spaces.len()
                && power.index() < rules.powers.len();
            let queued = waiting(rules, &run.state).filter(|queued| (queued.power, queued.unit) == (power, unit));
            let there: i64 = queued.map(|queued| i64::from(queued.count)).sum();
            if !known || count == 0 || i64::from(count) > there {
                return Err(Refusal::of(Ban::NotThere, "no such units wait to be placed"));
            }
            builder(rules, &run.state, site)?;
            if !appears(rules, &run.state, settings, (power, unit), site, to) {
                return Err(Refusal::of(Ban::BuildPlace, "it cannot appear there"));
            }
            if i64::from(count) > room_for(rules, &run.state, settings, power, (unit, site)) {
                return Err(Refusal::of(Ban::BuildLimit, "more than the land and its factory take"));
            }
            bring(run, settings, (power, unit, count), site, to)?;
            let units = Queued { power, unit, count, price: 0 };
            run.emit(Event::Operation(Operation::Unqueued { units }));
            Ok(Next::Waits)
        }
        Action::Order(Order::Board { stack, zone }) => {
            super::board(run, stack, zone)?;
            Ok(Next::Waits)
        }
        _ => Err(Refusal::of(Ban::WrongTime, "this is the time to place what was bought")),
    }
}

/// The phase of some powers ends: what is built this turn stands when all else has been placed, what found no place is paid back.
fn end(run: &mut Run, heals: &[ClassIx]) {
    if let Some(settings) = settings(run.rules) {
        facility::finish(run, settings);
    }
    pay_back(run);
    let powers = zones::powers_of(run.rules, &run.state);
    let hurt = |stack: &&Stack| {
        let is_one = heals.iter().any(|class| run.rules.unit(stack.unit).is(Some(*class)));
        stack.damaged > 0 && is_one && powers.contains(&stack.power)
    };
    for stack in run.state.stacks.iter().filter(hurt).copied().collect::<Vec<_>>() {
        run.emit(Event::Operation(Operation::Damaged { stack, to: 0 }));
    }
}

/// What found no place is paid back.
fn pay_back(run: &mut Run) {
    for units in waiting(run.rules, &run.state).copied().collect::<Vec<_>>() {
        let who = Actor::Power(units.power);
        let to = run.state.money(who) + i64::from(units.price) * i64::from(units.count);
        run.emit(Event::Operation(Operation::Unqueued { units }));
        run.emit(Event::MoneySet { who, to });
    }
}

pub(in crate::procedures) fn legal(rules: &Ruleset, state: &State) -> Vec<Action> {
    let mut actions = vec![Action::Done];
    let Some(settings) = settings(rules) else { return actions };
    let mut kinds: Vec<(PowerIx, UnitIx)> = waiting(rules, state).map(|queued| (queued.power, queued.unit)).collect();
    kinds.sort_unstable();
    kinds.dedup();
    for (power, unit) in kinds {
        let same = waiting(rules, state).filter(|queued| (queued.power, queued.unit) == (power, unit));
        let there: i64 = same.map(|queued| i64::from(queued.count)).sum();
        for site in (0..rules.board.spaces.len()).map(SpaceIx::new) {
            let most = room_for(rules, state, settings, power, (unit, site)).min(there);
            if most < 1 {
                continue;
            }
            let places = std::iter::once(site).chain(zones::coast(rules, site));
            for to in places.filter(|to| appears(rules, state, settings, (power, unit), site, *to)) {
                let all = most.min(super::decks(rules, state, power, unit, to)).min(60_000) as u16;
                for count in [all, 1].into_iter().take(if all > 1 { 2 } else { 1 }).filter(|count| *count > 0) {
                    actions.push(Action::Order(Order::Place { power, unit, count, site, to }));
                }
            }
        }
    }
    actions.extend(super::boarding(rules, state));
    actions
}

/// From which lands new units of a type could come for a power, and where they would appear.
pub(crate) fn sites(
    rules: &Ruleset,
    state: &State,
    settings: &RecruitRules,
    power: PowerIx,
    unit: UnitIx,
) -> Vec<(SpaceIx, SpaceIx)> {
    let all = (0..rules.board.spaces.len()).map(SpaceIx::new);
    let open = all.filter(|site| room_for(rules, state, settings, power, (unit, *site)) > 0);
    let places =
        open.flat_map(|site| std::iter::once((site, site)).chain(zones::coast(rules, site).map(move |to| (site, to))));
    places.filter(|(site, to)| appears(rules, state, settings, (power, unit), *site, *to)).collect()
}

/// How many units the land and the factories of a power still take in all, with what waits taken off.
pub(crate) fn free_places(
    rules: &Ruleset,
    state: &State,
    settings: &RecruitRules,
    power: PowerIx,
    unit: UnitIx,
) -> i64 {
    let sites = (0..rules.board.spaces.len()).map(SpaceIx::new);
    let room: i64 = sites.map(|site| room_for(rules, state, settings, power, (unit, site)).max(0)).sum();
    let queued = state.operations.queue.iter().filter(|queued| queued.power == power);
    room - queued.map(|queued| i64::from(queued.count)).sum::<i64>()
}
