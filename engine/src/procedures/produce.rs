//! Production: strength points are built and damaged production is repaired, out of this turn's budget.

mod instalments;
pub(in crate::procedures) mod limits;
mod sites;

use std::cell::OnceCell;

use chartroom_format::schema::refusal::Ban;
use chartroom_format::schema::value::Amount;

use super::dominions::{self, Alone};
use super::{Next, OnlyInRule, ProduceRules, supply_rules};
use crate::action::{Action, Refusal};
use crate::condition::{Condition, Scene};
use crate::event::{Event, GainReason, LossReason};
use crate::ids::{Actor, PowerIx, SideIx, SpaceIx, TableIx, TrackIx, UnitIx};
use crate::modifier;
use crate::query::memory::SideMemory;
use crate::query::{armies, stacking};
use crate::ruleset::Ruleset;
use crate::run::Run;
use crate::state::{Arrival, Stack, State};
use crate::table::Value;

pub(crate) use instalments::InstalmentRules;
pub(crate) use sites::BuildSites;

pub(super) fn begin(run: &mut Run, settings: &ProduceRules) -> Next {
    let rules = run.rules;
    let player = &rules.phases[usize::from(run.state.phase)].player;
    let Some(side) = run.state.side_of_player(player) else { return Next::Over };
    let due: Vec<Arrival> = run
        .state
        .arrivals
        .iter()
        .filter(|arrival| arrival.turn <= run.state.turn && run.state.side_of(arrival.power) == Some(side))
        .copied()
        .collect();
    for arrival in due {
        if run.state.is_friendly(arrival.space, side) {
            let army = run.army_for(arrival.power, arrival.unit, arrival.space);
            run.emit(Event::Arrived { arrival, army });
        } else {
            run.emit(Event::Cancelled { arrival });
        }
    }
    let alone = dominions::alone(rules, &run.state, side, &settings.dominions, &mut run.memory.of(side).lines);
    if dominions::richest(&run.state, side, &alone) >= cheapest(rules, &run.state, side, settings)
        || run.state.money(Actor::Side(side)) > 0 && instalments::waiting(&run.state, side, settings)
    {
        return Next::Waits;
    }
    dominions::drop_rest(run, side, &settings.dominions);
    Next::Over
}

fn cheapest(rules: &Ruleset, state: &State, side: SideIx, settings: &ProduceRules) -> i64 {
    let units = (0..rules.units.len()).map(UnitIx::new);
    let prices = units.filter_map(|unit| price(rules, state, side, settings, unit)).map(|price| cost(price, 1));
    prices.chain(settings.repair).min().unwrap_or(i64::MAX).max(1)
}

/// What one unit costs a side; none if it may not be built.
pub(crate) fn price(
    rules: &Ruleset,
    state: &State,
    side: SideIx,
    settings: &ProduceRules,
    unit: UnitIx,
) -> Option<Amount> {
    let info = rules.unit(unit);
    let table = rules.table(settings.costs);
    if info.builds.never || !state.option_or_none(info.option) {
        return None;
    }
    let scene = Scene { side: Some(side), unit: Some(unit), ..Scene::default() };
    if info.builds.when.as_ref().is_some_and(|when| !when.holds(rules, state, &scene))
        || info.builds.from_turn.is_some_and(|from| i64::from(state.turn) < from)
    {
        return None;
    }
    let item = info.builds.priced_as.map_or(&*info.id, |other| &*rules.unit(other).id);
    let written = if settings.by_level {
        price_of_level(rules, state, side, settings.costs, item)
    } else {
        table.of_word(item).and_then(amount)
    };
    written.map(|price| modifier::price(rules, state, &scene, price))
}

/// The price of an item by the level a side has, less what research took off it.
pub(crate) fn price_of_level(
    rules: &Ruleset,
    state: &State,
    side: SideIx,
    prices: TableIx,
    item: &str,
) -> Option<Amount> {
    let table = rules.table(prices);
    let column = table.word(1, item);
    let on_track = |name: &str| {
        let track = rules.tracks.iter().position(|track| track.id == name).map(TrackIx::new);
        track.map_or(0, |track| state.track(track, Some(Actor::Side(side))))
    };
    let level = on_track(item);
    // A level without a price of its own keeps the one before.
    let price =
        (0..=level).rev().map(|level| table.cell(table.at(0, level), column)).find_map(|cell| match cell {
            Some(Value::Empty) | None => None,
            Some(value) => Some(amount(value)),
        })??;
    let halves = on_track(&format!("{item}:{}", super::research::CUT));
    if halves == 0 {
        return Some(price);
    }
    let denominator = price.denominator * 2;
    Some(Amount { numerator: price.numerator * 2 - halves * price.denominator, denominator })
}

pub(crate) fn amount(value: &Value) -> Option<Amount> {
    match value {
        Value::Number(number) => Some(Amount::whole(*number)),
        Value::Text(text) => Amount::parse(text),
        Value::Empty | Value::Range(..) => None,
    }
}

/// The cost of so many, rounded up.
pub(crate) fn cost(price: Amount, count: i64) -> i64 {
    -(-price.numerator * count).div_euclid(price.denominator.max(1))
}

/// The power for which a side's unit may be built in a space now; the rule that forbids it otherwise.
fn builder(rules: &Ruleset, state: &State, side: SideIx, unit: UnitIx, space: SpaceIx) -> Result<PowerIx, Refusal> {
    let info = rules.unit(unit);
    let Some(holder) = state.holder(space).filter(|_| state.is_friendly(space, side)) else {
        return Err(Refusal::of(Ban::BuildPlace, "the space is not friendly"));
    };
    if info.builds.at.is_empty() {
        return Ok(holder);
    }
    let home = state
        .powers()
        .find(|power| state.side_of(*power) == Some(side) && rules.power(*power).home.binary_search(&space).is_ok());
    let Some(power) = home.filter(|power| info.builds.by.is_empty() || info.builds.by.contains(power)) else {
        return Err(Refusal::of(Ban::BuildPlace, "new points appear only at home"));
    };
    if !info.builds.at.iter().any(|feature| state.working(rules, space, *feature) > 0) {
        return Err(Refusal::of(Ban::BuildPlace, "nothing there can build it"));
    }
    Ok(power)
}

/// Whether units of a type that need a site to appear may do so in a space. Dominions that stand alone have only their own country.
fn may_appear(
    rules: &Ruleset,
    state: &State,
    side: SideIx,
    settings: &ProduceRules,
    unit: UnitIx,
    space: SpaceIx,
    alone: &[Alone<'_>],
) -> Result<(), Refusal> {
    // Who stands alone builds at home, unless all of his side may not.
    let stands_alone = dominions::payer(rules, side, alone, space).1.is_some();
    let holds = |when: &Condition| when.holds(rules, state, &Scene::of_side(Some(side)));
    let shut = |rule: &&OnlyInRule| {
        rule.by == side && rule.places.binary_search(&space).is_err() && rule.when.as_ref().map_or(!stands_alone, holds)
    };
    match settings.only_in.iter().find(shut).filter(|_| !rules.unit(unit).builds.at.is_empty()) {
        Some(rule) => {
            let source = rule.source.as_deref().unwrap_or("");
            Err(Refusal::new(source, format!("no new points appear in {}", rules.space_name(space))))
        }
        None => Ok(()),
    }
}

/// Places of a side with units of a type, those being built too, in order.
fn sites(state: &State, side: SideIx, unit: UnitIx) -> Vec<SpaceIx> {
    let own = |power: PowerIx, of: UnitIx| of == unit && state.side_of(power) == Some(side);
    let there = state.stacks.iter().filter(|stack| own(stack.power, stack.unit)).map(|stack| stack.space);
    let coming = state.arrivals.iter().filter(|arrival| own(arrival.power, arrival.unit)).map(|arrival| arrival.space);
    let mut found: Vec<SpaceIx> = there.chain(coming).collect();
    found.sort_unstable();
    found.dedup();
    found
}

/// Whether a side may have units of a type in one more place, or has them there.
fn has_site(rules: &Ruleset, state: &State, side: SideIx, unit: UnitIx, space: SpaceIx) -> bool {
    let Some(most) = rules.unit(unit).builds.sites else { return true };
    let sites = sites(state, side, unit);
    (sites.len() as i64) < most || sites.binary_search(&space).is_ok()
}

/// All units of a type in a place are given up, those being built too.
fn dismantle(run: &mut Run, side: SideIx, unit: UnitIx, space: SpaceIx) -> Result<(), Refusal> {
    let limited = run.rules.units.get(unit.index()).is_some_and(|info| info.builds.sites.is_some());
    if !limited || sites(&run.state, side, unit).binary_search(&space).is_err() {
        return Err(Refusal::of(Ban::NotThere, "there is nothing of that to give up"));
    }
    let own = |power: PowerIx, of: UnitIx| of == unit && run.state.side_of(power) == Some(side);
    let stacks: Vec<Stack> =
        run.state.stacks_in(space).iter().filter(|stack| own(stack.power, stack.unit)).copied().collect();
    let coming = run.state.arrivals.iter().filter(|arrival| own(arrival.power, arrival.unit));
    let arrivals: Vec<Arrival> = coming.filter(|arrival| arrival.space == space).copied().collect();
    for stack in stacks {
        run.emit(Event::Removed { stack, why: LossReason::GivenUp });
    }
    for arrival in arrivals {
        run.emit(Event::Cancelled { arrival });
    }
    Ok(())
}

/// A dominion that stands alone gets nothing out of its side's budget.
fn pays_alone(rules: &Ruleset, (power, rule): &Alone<'_>) -> Refusal {
    let reason = format!("{} is cut off and pays for itself", rules.power(*power).title);
    Refusal::new(rule.source.as_deref().unwrap_or(""), reason)
}

pub(super) fn act(run: &mut Run, side: SideIx, settings: &ProduceRules, action: &Action) -> Result<Next, Refusal> {
    let alone = dominions::alone(run.rules, &run.state, side, &settings.dominions, &mut run.memory.of(side).lines);
    match *action {
        Action::Done => {
            super::drop_rest(run, Actor::Side(side));
            dominions::drop_rest(run, side, &settings.dominions);
            Ok(Next::Over)
        }
        Action::Build { unit, space, count } => {
            if unit.index() >= run.rules.units.len() || space.index() >= run.rules.board.spaces.len() || count == 0 {
                return Err(Refusal::of(Ban::NotThere, "there is no such unit or place"));
            }
            let Some(price) = price(run.rules, &run.state, side, settings, unit) else {
                return Err(Refusal::of(Ban::CannotBuild, "this unit cannot be built now"));
            };
            let cost = cost(price, i64::from(count));
            let (who, dominion) = dominions::payer(run.rules, side, &alone, space);
            if cost > run.state.money(who) {
                let ours = || Refusal::of(Ban::Money, "a point must be paid for in full in one turn");
                return Err(dominion.map_or_else(ours, |dominion| pays_alone(run.rules, dominion)));
            }
            let power = builder(run.rules, &run.state, side, unit, space)?;
            may_appear(run.rules, &run.state, side, settings, unit, space, &alone)?;
            if !has_site(run.rules, &run.state, side, unit, space) {
                return Err(Refusal::of(Ban::BuildLimit, "the side has these in as many places as it may"));
            }
            limits::check(run.rules, &run.state, power, (unit, space), i64::from(count))?;
            if run.rules.unit(unit).builds.at.is_empty() {
                let lines = &mut run.memory.of(side).lines;
                let supplied = lines.any(run.rules, &run.state, side, supply_rules(run.rules));
                if !supplied.has(space) {
                    return Err(Refusal::of(Ban::BuildPlace, "the space is not in supply"));
                }
            }
            if stacking::room(run.rules, &run.state, power, unit, space) < i64::from(count) {
                return Err(Refusal::of(Ban::Stacking, "the space holds no more points"));
            }
            let Some(army) = armies::joining(run.rules, &run.state, power, unit, space) else {
                return Err(Refusal::of(Ban::Armies, "the side may have no more armies"));
            };
            let left = run.state.money(who) - cost;
            run.emit(Event::MoneySet { who, to: left });
            limits::note(run, power, unit, i64::from(count));
            let delay = run.rules.unit(unit).builds.delay;
            if let Some(track) = run.rules.unit(unit).builds.onto {
                let owner = Some(Actor::Side(side));
                let info = run.rules.track(track);
                let to = (run.state.track(track, owner) + i64::from(count)).clamp(info.from, info.to);
                run.emit(Event::TrackSet { track, who: owner, to });
            } else if delay > 0 {
                let turn = run.state.turn.saturating_add(delay.clamp(0, 1000) as i16);
                run.emit(Event::Ordered { arrival: Arrival { turn, space, power, unit, count } });
            } else {
                let stack = Stack { space, army, power, unit, damaged: 0, count };
                run.emit(Event::Placed { stack, why: GainReason::Built });
            }
            Ok(Next::Waits)
        }
        Action::Repair { space, points } => {
            let Some(each) = settings.repair else {
                return Err(Refusal::of(Ban::Repair, "nothing is repaired here"));
            };
            let broken = run.state.damage(space) - run.state.repairing(space);
            if points == 0 || i64::from(points) > broken || !run.state.is_friendly(space, side) {
                return Err(Refusal::of(Ban::Repair, "there is nothing of that to repair"));
            }
            let lines = &mut run.memory.of(side).lines;
            let supplied = lines.any(run.rules, &run.state, side, supply_rules(run.rules));
            if !supplied.has(space) {
                return Err(Refusal::of(Ban::Repair, "the space is not in supply"));
            }
            let (who, dominion) = dominions::payer(run.rules, side, &alone, space);
            let left = run.state.money(who) - each * i64::from(points);
            if left < 0 {
                let ours = || Refusal::of(Ban::Repair, "the budget does not reach");
                return Err(dominion.map_or_else(ours, |dominion| pays_alone(run.rules, dominion)));
            }
            run.emit(Event::MoneySet { who, to: left });
            run.emit(Event::RepairBegan { space, points: i64::from(points) });
            Ok(Next::Waits)
        }
        Action::Fleet(order) => {
            instalments::act(run, side, settings, order, &alone)?;
            Ok(Next::Waits)
        }
        Action::Dismantle { space, unit } => {
            dismantle(run, side, unit, space)?;
            Ok(Next::Waits)
        }
        _ => Err(Refusal::of(Ban::WrongTime, "this is the production phase")),
    }
}

pub(super) fn legal(
    rules: &Ruleset,
    state: &State,
    side: SideIx,
    settings: &ProduceRules,
    memory: &mut SideMemory,
) -> Vec<Action> {
    let mut actions = vec![Action::Done];
    let SideMemory { chart, lines, sites: known } = memory;
    let alone = dominions::alone(rules, state, side, &settings.dominions, lines);
    let richest = dominions::richest(state, side, &alone);
    let money = |space: SpaceIx| state.money(dominions::payer(rules, side, &alone, space).0);
    chart.renew_limits(rules, state);
    known.renew(rules, state, side);
    let (mut untraced, mut traced) = (Some(lines), None);
    let mut supplied = |space: SpaceIx| {
        if let Some(lines) = untraced.take() {
            traced = Some(lines.any(rules, state, side, supply_rules(rules)));
        }
        traced.is_some_and(|supplied| supplied.has(space))
    };
    let free = OnceCell::new();
    let may_found = || *free.get_or_init(|| armies::free_number(rules, state, side).is_some());
    let mut own: Vec<(SpaceIx, PowerIx)> = Vec::new();
    for unit in (0..rules.units.len()).map(UnitIx::new) {
        let Some(price) = price(rules, state, side, settings, unit) else { continue };
        if cost(price, 1) > richest {
            continue;
        }
        let places = if rules.unit(unit).builds.at.is_empty() {
            own.clear();
            let armies = state.armies(side).into_iter().map(|(_, space)| space).filter(|space| supplied(*space));
            own.extend(armies.filter_map(|space| Some((space, builder(rules, state, side, unit, space).ok()?))));
            own.sort_unstable();
            own.dedup();
            &own[..]
        } else {
            known.of(rules, state, side, unit)
        };
        let in_armies = armies::belongs(rules, unit);
        for (space, power) in places.iter().copied() {
            let room = stacking::room_with(rules, unit, space, || {
                let load = || stacking::load(rules, state, side, space);
                chart.limit(rules, state, side, space).map_or(i64::MAX, |limit| (limit - load()).max(0))
            });
            let barred = || {
                cost(price, 1) > money(space)
                    || may_appear(rules, state, side, settings, unit, space, &alone).is_err()
                    || !has_site(rules, state, side, unit, space)
                    || limits::check(rules, state, power, (unit, space), 1).is_err()
            };
            if room < 1 || barred() || in_armies && armies::in_space(state, side, space).is_none() && !may_found() {
                continue;
            }
            actions.push(Action::Build { unit, space, count: 1 });
        }
        // Given up only to stand somewhere else.
        if let Some(most) = rules.unit(unit).builds.sites {
            let held = sites(state, side, unit);
            let full = held.len() as i64 >= most;
            actions.extend(held.into_iter().filter(|_| full).map(|space| Action::Dismantle { space, unit }));
        }
    }
    if let Some(each) = settings.repair.filter(|each| *each <= richest) {
        for (space, damage) in &state.damage {
            let left = i64::from(*damage) - state.repairing(*space);
            if left > 0 && state.is_friendly(*space, side) && supplied(*space) && each <= money(*space) {
                actions.push(Action::Repair { space: *space, points: 1 });
            }
        }
    }
    instalments::legal(rules, state, side, settings, &mut actions);
    actions
}
