//! Orders: units are built or rebuilt for production points and arrive turns later; an economy grows by one unit of a type a turn.

use chartroom_format::schema::refusal::Ban;
use chartroom_format::schema::units::{Ability, Domain};
use chartroom_format::schema::value::Amount;

use super::{lines, shares, zones};
use crate::action::{Command, Refusal};
use crate::condition::Scene;
use crate::event::{CampaignEvent, Event, LossReason};
use crate::ids::{PowerIx, UnitIx};
use crate::modifier;
use crate::procedures::Next;
use crate::ruleset::{Player, Ruleset};
use crate::run::Run;
use crate::state::campaign::{Arrival, Pending};
use crate::state::{Stack, State};
use crate::table::Value;

/// The power whose phase it is.
fn buyer(rules: &Ruleset, state: &State) -> Option<PowerIx> {
    match rules.phases.get(usize::from(state.phase)).map(|phase| &phase.player) {
        Some(Player::Power(power)) => Some(*power),
        _ => None,
    }
}

pub(super) fn begin(run: &mut Run, part: Option<u8>) -> Next {
    let Some(power) = buyer(run.rules, &run.state) else { return Next::Over };
    if choices(run.rules, &run.state, power, part).is_empty() { finish(run, power, part) } else { Next::Waits }
}

/// What is not spent is lost.
fn finish(run: &mut Run, power: PowerIx, part: Option<u8>) -> Next {
    let left = shares::purse(&run.state, power, part);
    if left != 0 {
        shares::change(run, power, part, -left);
    }
    Next::Over
}

fn column(rebuild: bool) -> &'static str {
    if rebuild { "rebuild" } else { "build" }
}

/// Price of one unit for a power now; none if it cannot be had that way.
pub fn price(rules: &Ruleset, state: &State, power: PowerIx, unit: UnitIx, rebuild: bool) -> Option<i64> {
    let table = rules.table(rules.campaign.orders.as_ref()?.costs);
    let written = table.cell(table.word(0, &rules.unit(unit).id), table.word(1, column(rebuild)));
    let written = Amount::whole(written.and_then(Value::number)?);
    let scene = Scene { side: state.side_of(power), power: Some(power), unit: Some(unit), ..Scene::default() };
    Some(modifier::whole_price(modifier::price(rules, state, &scene, written)))
}

/// Turns until a unit arrives.
pub fn delay(rules: &Ruleset, unit: UnitIx, rebuild: bool) -> i64 {
    let table = rules.campaign.orders.as_ref().and_then(|orders| orders.delays).map(|table| rules.table(table));
    let cell = table.and_then(|table| table.cell(table.word(0, &rules.unit(unit).id), table.word(1, column(rebuild))));
    cell.and_then(Value::number).unwrap_or(0)
}

/// How many units of a type a power may still start this turn.
pub fn most(rules: &Ruleset, state: &State, power: PowerIx, unit: UnitIx) -> i64 {
    let (before, now) = state.campaign.started(power, unit);
    if rules.campaign.orders.as_ref().is_some_and(|orders| orders.growth_limit) {
        i64::from(before) + 1 - i64::from(now)
    } else {
        i64::MAX
    }
}

/// Why a power may not order a unit at all, by the reason that rules are cited for.
fn barred(rules: &Ruleset, state: &State, power: PowerIx, unit: UnitIx) -> Option<Ban> {
    let info = rules.unit(unit);
    let orders = rules.campaign.orders.as_ref()?;
    if info.builds.never || !info.builds.by.is_empty() && !info.builds.by.contains(&power) {
        return Some(Ban::Builder);
    }
    let at_war = |with: PowerIx| state.at_war(power, with);
    if orders.needs_war.iter().any(|(kind, who, with)| *kind == unit && *who == power && !at_war(*with)) {
        return Some(Ban::NeedsWar);
    }
    if restores(rules, unit) && worn(rules, state, power).is_none() { Some(Ban::Restores) } else { None }
}

/// What is neither a counter nor a feature of the map makes worn units whole again.
fn restores(rules: &Ruleset, unit: UnitIx) -> bool {
    let info = rules.unit(unit);
    let is_work = info.domain == Domain::Fixed && !info.can(Ability::HoldsGround);
    is_work && rules.find_feature(&info.id).is_none()
}

/// A depleted unit where it can be made whole: on a friendly centre, ships in a port there.
fn worn(rules: &Ruleset, state: &State, power: PowerIx) -> Option<Stack> {
    let settings = &rules.campaign.lines;
    let stands = |stack: &&Stack| {
        let info = rules.unit(stack.unit);
        stack.power == power
            && stack.damaged > 0
            && info.can(Ability::Depletes)
            && zones::is_friendly(state, power, stack.space)
            && settings.full.iter().any(|feature| state.feature(rules, stack.space, *feature) > 0)
            && (info.domain != Domain::Sea || lines::is_port(rules, state, stack.space))
    };
    state.stacks.iter().find(stands).map(|stack| Stack { count: 1, ..*stack })
}

fn choices(rules: &Ruleset, state: &State, power: PowerIx, part: Option<u8>) -> Vec<Command> {
    let money = shares::purse(state, power, part);
    let mut found = Vec::new();
    for unit in (0..rules.units.len()).map(UnitIx::new) {
        if barred(rules, state, power, unit).is_some() || most(rules, state, power, unit) < 1 {
            continue;
        }
        for rebuild in [false, true] {
            let fallen = !rebuild || state.campaign.fallen(power, unit).1 > 0;
            if fallen && price(rules, state, power, unit, rebuild).is_some_and(|price| price <= money) {
                found.push(Command::Order { unit, count: 1, rebuild });
            }
        }
    }
    found
}

pub(super) fn legal(rules: &Ruleset, state: &State, part: Option<u8>) -> Vec<Command> {
    buyer(rules, state).map_or_else(Vec::new, |power| choices(rules, state, power, part))
}

pub(super) fn act(run: &mut Run, part: Option<u8>, command: Option<&Command>) -> Result<Next, Refusal> {
    let Some(power) = buyer(run.rules, &run.state) else {
        return Err(Refusal::of(Ban::WrongTime, "nobody orders anything in this phase"));
    };
    let (unit, count, rebuild) = match command {
        None => return Ok(finish(run, power, part)),
        Some(Command::Order { unit, count, rebuild }) => (*unit, *count, *rebuild),
        Some(_) => return Err(Refusal::of(Ban::WrongTime, "this is the production phase")),
    };
    if let Some(why) = barred(run.rules, &run.state, power, unit) {
        return Err(Refusal::of(why, "this power cannot order the unit now"));
    }
    if most(run.rules, &run.state, power, unit) < i64::from(count) {
        return Err(Refusal::of(Ban::GrowthLimit, "at most one more of a type is started than in the turn before"));
    }
    let Some(price) = price(run.rules, &run.state, power, unit, rebuild) else {
        return Err(Refusal::of(Ban::Price, "the unit cannot be had that way"));
    };
    if rebuild && run.state.campaign.fallen(power, unit).1 < count {
        return Err(Refusal::of(Ban::Rebuild, "only destroyed units are rebuilt"));
    }
    let price = price * i64::from(count);
    if shares::purse(&run.state, power, part) < price {
        return Err(Refusal::of(Ban::Money, "the production points do not reach"));
    }
    let turn = (i64::from(run.state.turn) + delay(run.rules, unit, rebuild)).clamp(0, 30_000) as i16;
    let place = part.map_or(Arrival::Anywhere, Arrival::Part);
    if restores(run.rules, unit) {
        for _ in 0..count {
            restore(run, power, unit, turn)?;
        }
    } else {
        let pending = Pending { turn, power, unit, count, place };
        run.note(CampaignEvent::Ordered { pending, rebuilt: rebuild });
    }
    shares::change(run, power, part, -price);
    Ok(Next::Waits)
}

/// A worn unit leaves the map and comes back whole where it lay.
fn restore(run: &mut Run, power: PowerIx, work: UnitIx, turn: i16) -> Result<(), Refusal> {
    let Some(stack) = worn(run.rules, &run.state, power) else {
        return Err(Refusal::of(Ban::Restores, "no depleted unit lies where it can be restored"));
    };
    run.emit(Event::Removed { stack, why: LossReason::Rule });
    run.note(CampaignEvent::Began { power, unit: work });
    let pending = Pending { turn, power, unit: stack.unit, count: 1, place: Arrival::At(stack.space) };
    run.note(CampaignEvent::Due { pending });
    Ok(())
}
