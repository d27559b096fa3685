//! Repair of damaged ships: a die is the price, and the price says what kind of land can do it. A paid ship is whole when its
//! owner's next turn begins, if the land is still friendly.

use super::range::check;
use super::recruit::{self, RecruitRules};
use crate::action::Refusal;
use crate::event::{Event, Operation};
use crate::ids::{Actor, PowerIx, SpaceIx, TableIx};
use crate::order::Order;
use crate::query::zones;
use crate::ruleset::Ruleset;
use crate::run::Run;
use crate::state::operations::Dock;
use crate::state::rng::{Decision, Purpose};
use crate::state::{Stack, State};
use crate::table::{Place, Value};
use chartroom_format::schema::refusal::Ban;

/// What a price asks of the land: its least value, and whether it needs a factory.
pub(crate) fn demand(rules: &Ruleset, sites: TableIx, price: i64) -> Option<(i64, bool)> {
    let table = rules.table(sites);
    let Some(Value::Text(site)) = table.cell(table.at(0, price), Place::At(0)) else { return None };
    let (kind, least) = site.rsplit_once('-')?;
    Some((least.parse().ok()?, kind == "factory"))
}

/// Whether a land can repair a ship of a power at that price.
fn fits(rules: &Ruleset, state: &State, settings: &RecruitRules, power: PowerIx, site: SpaceIx, price: i64) -> bool {
    let Some((least, needs_factory)) = settings.refit.and_then(|(_, sites)| demand(rules, sites, price)) else {
        return false;
    };
    let friendly = state.holder(site).is_some_and(|holder| zones::shares(rules, state, power, holder));
    friendly
        && rules.board.space(site).value >= least
        && (!needs_factory || zones::factory(rules, state, site, &settings.kinds()).is_some())
}

fn priced(state: &State, stack: Stack) -> Option<Dock> {
    let same = |dock: &&Dock| dock.zone == stack.space && dock.power == stack.power && dock.unit == stack.unit;
    state.operations.docks.iter().filter(same).find(|dock| dock.site.is_none()).copied()
}

/// Damaged ships like those of a stack, in its zone, whose price is not known yet.
fn unpriced(state: &State, stack: Stack) -> usize {
    let alike = |other: &&Stack| other.power == stack.power && other.unit == stack.unit && other.damaged > 0;
    let ships: usize = state.stacks_in(stack.space).iter().filter(alike).map(|ship| usize::from(ship.count)).sum();
    let same = |dock: &&Dock| dock.zone == stack.space && dock.power == stack.power && dock.unit == stack.unit;
    ships.saturating_sub(state.operations.docks.iter().filter(same).count())
}

fn is_damaged_ship(rules: &Ruleset, settings: &RecruitRules, stack: Stack) -> bool {
    settings.refit.is_some() && stack.damaged > 0 && zones::is_ship(rules, stack.unit)
}

pub(super) fn survey(run: &mut Run, settings: &RecruitRules, stack: Stack) -> Result<(), Refusal> {
    check(run, stack)?;
    let (true, Some((die, _))) = (is_damaged_ship(run.rules, settings, stack), settings.refit) else {
        return Err(Refusal::of(Ban::Refit, "there is no damaged ship"));
    };
    if unpriced(&run.state, stack) == 0 {
        return Err(Refusal::of(Ban::Refit, "the price of that ship is fixed"));
    }
    let price = run
        .roll(Decision::of(Purpose::Repair).at(stack.space).by(stack.power).unit(Some(stack.unit)), die)
        .clamp(0, 255) as u8;
    let mut docks = run.state.operations.docks.clone();
    docks.push(Dock { zone: stack.space, power: stack.power, unit: stack.unit, price, site: None });
    run.emit(Event::Operation(Operation::DocksSet { docks }));
    Ok(())
}

pub(super) fn pay(run: &mut Run, settings: &RecruitRules, stack: Stack, site: SpaceIx) -> Result<(), Refusal> {
    check(run, stack)?;
    let known = site.index() < run.rules.board.spaces.len();
    let Some(dock) = priced(&run.state, stack).filter(|_| known && is_damaged_ship(run.rules, settings, stack)) else {
        return Err(Refusal::of(Ban::Refit, "the price must be rolled first"));
    };
    let price = i64::from(dock.price);
    let beside = zones::coast(run.rules, stack.space).any(|shore| shore == site);
    if !beside || !fits(run.rules, &run.state, settings, stack.power, site, price) {
        return Err(Refusal::of(Ban::Refit, "that land cannot repair it"));
    }
    if price > run.state.money(Actor::Power(stack.power)) {
        return Err(Refusal::of(Ban::BuildLimit, "the money does not reach"));
    }
    recruit::pay(run, stack.power, price, true);
    let mut docks = run.state.operations.docks.clone();
    if let Some(entry) = docks.iter_mut().find(|entry| **entry == dock) {
        entry.site = Some(site);
    }
    run.emit(Event::Operation(Operation::DocksSet { docks }));
    Ok(())
}

/// The price of a repair goes with its ship: what leaves a zone takes the prices of ships that wait for no dock.
pub(super) fn follow(run: &mut Run, left: Stack, to: SpaceIx) {
    let mut docks = run.state.operations.docks.clone();
    let of_ship = |dock: &&mut Dock| {
        dock.zone == left.space && dock.power == left.power && dock.unit == left.unit && dock.site.is_none()
    };
    let mut changed = false;
    for dock in docks.iter_mut().filter(of_ship).take(usize::from(left.count)) {
        dock.zone = to;
        changed = true;
    }
    if changed {
        run.emit(Event::Operation(Operation::DocksSet { docks }));
    }
}

/// Ships of the player whose repair was paid are whole if the land is still there for them; prices of ships that are gone lapse.
pub(crate) fn leave_dock(run: &mut Run) {
    let Some(settings) = recruit::settings(run.rules) else { return };
    if run.state.operations.docks.is_empty() {
        return;
    }
    let powers = zones::powers_of(run.rules, &run.state);
    let mut docks: Vec<Dock> = Vec::new();
    for dock in run.state.operations.docks.clone() {
        let is_it = |stack: &&Stack| stack.power == dock.power && stack.unit == dock.unit && stack.damaged > 0;
        let ships: Vec<Stack> = run.state.stacks_in(dock.zone).iter().filter(is_it).copied().collect();
        let same = |other: &&Dock| (other.zone, other.power, other.unit) == (dock.zone, dock.power, dock.unit);
        let known = docks.iter().filter(same).count();
        let damaged: usize = ships.iter().map(|stack| usize::from(stack.count)).sum();
        let Some(ship) = ships.first().filter(|_| known < damaged) else { continue };
        match dock.site.filter(|_| powers.contains(&dock.power)) {
            None => docks.push(dock),
            Some(site) if fits(run.rules, &run.state, settings, dock.power, site, i64::from(dock.price)) => {
                run.emit(Event::Operation(Operation::Damaged { stack: Stack { count: 1, ..*ship }, to: 0 }));
            }
            Some(_) => {}
        }
    }
    run.emit(Event::Operation(Operation::DocksSet { docks }));
}

/// Prices that can be rolled at any time of the own turn.
pub(super) fn surveys(rules: &Ruleset, state: &State) -> Vec<Order> {
    let Some(settings) = recruit::settings(rules) else { return Vec::new() };
    let powers = zones::powers_of(rules, state);
    let own = state.stacks.iter().filter(|stack| powers.contains(&stack.power));
    let due = own.filter(|stack| is_damaged_ship(rules, settings, **stack) && unpriced(state, **stack) > 0);
    due.map(|stack| Order::Survey { stack: Stack { count: 1, ..*stack } }).collect()
}

pub(super) fn legal(rules: &Ruleset, state: &State, settings: &RecruitRules) -> impl Iterator<Item = Order> {
    let powers = zones::powers_of(rules, state);
    let mut orders = Vec::new();
    let damaged =
        state.stacks.iter().filter(|stack| powers.contains(&stack.power) && is_damaged_ship(rules, settings, **stack));
    for stack in damaged {
        let one = Stack { count: 1, ..*stack };
        match priced(state, *stack) {
            Some(dock) => {
                let price = i64::from(dock.price);
                let sites = zones::coast(rules, stack.space)
                    .filter(|site| fits(rules, state, settings, stack.power, *site, price))
                    .filter(|_| price <= state.money(Actor::Power(stack.power)));
                orders.extend(sites.map(|site| Order::Refit { stack: one, site }));
            }
            None if unpriced(state, *stack) > 0 => orders.push(Order::Survey { stack: one }),
            None => {}
        }
    }
    orders.into_iter()
}
