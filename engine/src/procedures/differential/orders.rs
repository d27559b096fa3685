//! Orders: units are built or rebuilt for production points and arrive turns later; an economy grows by one unit of a type a turn.

use chartroom_format::schema::refusal::Ban;
use chartroom_format::schema::units::{Ability, Domain};

use crate::action::{Command, Refusal};
use crate::event::{CampaignEvent, Event};
use crate::ids::{Actor, PowerIx, UnitIx};
use crate::procedures::Next;
use crate::ruleset::{Player, Ruleset};
use crate::run::Run;
use crate::state::State;
use crate::state::campaign::Pending;
use crate::table::Value;

/// The power whose phase it is.
fn buyer(rules: &Ruleset, state: &State) -> Option<PowerIx> {
    match rules.phases.get(usize::from(state.phase)).map(|phase| &phase.player) {
        Some(Player::Power(power)) => Some(*power),
        _ => None,
    }
}

pub(super) fn begin(run: &mut Run) -> Next {
    let Some(power) = buyer(run.rules, &run.state) else { return Next::Over };
    if choices(run.rules, &run.state, power).is_empty() { finish(run, power) } else { Next::Waits }
}

fn finish(run: &mut Run, power: PowerIx) -> Next {
    let who = Actor::Power(power);
    if run.state.money(who) != 0 {
        run.emit(Event::MoneySet { who, to: 0 });
    }
    Next::Over
}

fn column(rebuild: bool) -> &'static str {
    if rebuild { "rebuild" } else { "build" }
}

/// Price of one unit; none if it cannot be had that way.
pub fn price(rules: &Ruleset, unit: UnitIx, rebuild: bool) -> Option<i64> {
    let table = rules.table(rules.campaign.orders.as_ref()?.costs);
    table.cell(table.word(0, &rules.unit(unit).id), table.word(1, column(rebuild))).and_then(Value::number)
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
    // What is neither a counter nor a feature of the map restores worn units, which only the naval stage makes.
    let is_work = info.domain == Domain::Fixed && !info.can(Ability::HoldsGround);
    if is_work && rules.find_feature(&info.id).is_none() { Some(Ban::Restores) } else { None }
}

fn choices(rules: &Ruleset, state: &State, power: PowerIx) -> Vec<Command> {
    let money = state.money(Actor::Power(power));
    let mut found = Vec::new();
    for unit in (0..rules.units.len()).map(UnitIx::new) {
        if barred(rules, state, power, unit).is_some() || most(rules, state, power, unit) < 1 {
            continue;
        }
        for rebuild in [false, true] {
            let fallen = !rebuild || state.campaign.fallen(power, unit).1 > 0;
            if fallen && price(rules, unit, rebuild).is_some_and(|price| price <= money) {
                found.push(Command::Order { unit, count: 1, rebuild });
            }
        }
    }
    found
}

pub(super) fn legal(rules: &Ruleset, state: &State) -> Vec<Command> {
    buyer(rules, state).map_or_else(Vec::new, |power| choices(rules, state, power))
}

pub(super) fn act(run: &mut Run, command: Option<&Command>) -> Result<Next, Refusal> {
    let Some(power) = buyer(run.rules, &run.state) else {
        return Err(Refusal::of(Ban::WrongTime, "nobody orders anything in this phase"));
    };
    let (unit, count, rebuild) = match command {
        None => return Ok(finish(run, power)),
        Some(Command::Order { unit, count, rebuild }) => (*unit, *count, *rebuild),
        Some(_) => return Err(Refusal::of(Ban::WrongTime, "this is the production phase")),
    };
    if let Some(why) = barred(run.rules, &run.state, power, unit) {
        return Err(Refusal::of(why, "this power cannot order the unit now"));
    }
    if most(run.rules, &run.state, power, unit) < i64::from(count) {
        return Err(Refusal::of(Ban::GrowthLimit, "at most one more of a type is started than in the turn before"));
    }
    let Some(price) = price(run.rules, unit, rebuild) else {
        return Err(Refusal::of(Ban::Price, "the unit cannot be had that way"));
    };
    if rebuild && run.state.campaign.fallen(power, unit).1 < count {
        return Err(Refusal::of(Ban::Rebuild, "only destroyed units are rebuilt"));
    }
    let who = Actor::Power(power);
    let left = run.state.money(who) - price * i64::from(count);
    if left < 0 {
        return Err(Refusal::of(Ban::Money, "the production points do not reach"));
    }
    run.emit(Event::MoneySet { who, to: left });
    let turn = i64::from(run.state.turn) + delay(run.rules, unit, rebuild);
    let pending = Pending { turn: turn.clamp(0, 30_000) as i16, power, unit, count };
    run.note(CampaignEvent::Ordered { pending, rebuilt: rebuild });
    Ok(Next::Waits)
}
