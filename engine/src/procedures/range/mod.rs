//! Movement by range: units go as many spaces as their own number says, to fight or not. Orders that lead to battle name all
//! battles of the turn; moves without combat bring aircraft home and everything else into friendly places.

pub(crate) mod activation;
mod air;
mod airlift;
pub(crate) mod bans;
mod kept;
mod legal;
mod march;
mod pass;
mod ships;
mod support;

use super::hit_rolls::HitRules;
use super::{Next, Procedure};
use crate::action::{Action, Refusal};
use crate::condition::UnitFilter;
use crate::event::{Event, Operation};
use crate::ids::{PowerIx, SpaceIx};
use crate::order::Order;
use crate::query::zones;
use crate::ruleset::Ruleset;
use crate::run::Run;
use crate::state::operations::Group;
use crate::state::{Stack, State};
use chartroom_format::schema::refusal::Ban;
use chartroom_format::schema::units::Ability;

pub(crate) use air::settle_homeless;
pub(crate) use kept::lose_kept;
pub(super) use legal::legal;
pub(crate) use ships::{drop_overflow, overflow};
pub(crate) use support::{guns_allowed, ships_allowed};

/// The settings of a movement phase.
#[derive(Clone, Debug, Default)]
pub struct RangeRules {
    /// Moves that lead to battle.
    pub attack: bool,
    pub bans: Vec<bans::BanRule>,
    pub activates: Vec<activation::ActivationRule>,
    /// Who need not stop for whom.
    pub open_zones: Vec<(UnitFilter, UnitFilter)>,
}

/// The settings of the movement phase at hand.
pub(crate) fn settings_now<'r>(rules: &'r Ruleset, state: &State) -> Option<&'r RangeRules> {
    let run = rules.phases.get(usize::from(state.phase)).and_then(|phase| phase.run)?;
    match &rules.procedures[run.index()].run {
        Procedure::MoveByRange(settings) => Some(settings),
        _ => None,
    }
}

/// Most groups of orders in a player turn: their numbers are small.
const MOST_GROUPS: usize = 250;

/// The combat that a game of this family has.
pub(crate) fn hit_rules(rules: &Ruleset) -> Option<&HitRules> {
    rules.procedures.iter().find_map(|entry| match &entry.run {
        Procedure::HitRolls(settings) => Some(settings),
        _ => None,
    })
}

pub(super) fn begin(run: &mut Run, settings: &RangeRules) -> Next {
    if settings.attack {
        run.emit(Event::Operation(Operation::Began));
        super::refit::leave_dock(run);
        super::leaders::begin(run);
    }
    Next::Waits
}

pub(super) fn act(run: &mut Run, settings: &RangeRules, action: &Action) -> Result<Next, Refusal> {
    let attack = settings.attack;
    match *action {
        Action::Done if attack => return Ok(Next::Over),
        Action::Done => {
            air::end_of_flights(run)?;
            return Ok(Next::Over);
        }
        Action::Order(order) => match allowed(run, order, attack)? {
            Order::Move { stack, via, to } => {
                check(run, stack)?;
                let domain = run.rules.unit(stack.unit).domain;
                match domain {
                    chartroom_format::schema::units::Domain::Air if via.is_none() => air::fly(run, stack, to, attack)?,
                    _ if via.is_none() && zones::is_ship(run.rules, stack.unit) => {
                        ships::cross(run, stack, to, attack)?;
                    }
                    _ => march::march(run, stack, via, to, attack)?,
                }
            }
            Order::Load { stack, zone, army } => ships::load(run, stack, zone, army, attack)?,
            Order::Sail { army, to } => ships::sail(run, army, to, attack)?,
            Order::Land { stack, to } => ships::land(run, stack, to, attack)?,
            Order::Survey { stack } => {
                let Some(settings) = super::recruit::settings(run.rules) else {
                    return Err(Refusal::of(Ban::Refit, "there is no damaged ship"));
                };
                super::refit::survey(run, settings, stack)?;
            }
            Order::Lead { leader, to, command } => super::leaders::lead(run, leader, to, command, attack)?,
            Order::Airlift { carrier, cargo, to } if !attack => airlift::lift(run, carrier, cargo, to)?,
            Order::Drop { carrier, cargo, to } if attack => airlift::drop(run, carrier, cargo, to)?,
            Order::Keep { carrier, cargo } if attack => kept::keep(run, carrier, cargo)?,
            Order::Train { stack } if attack => airlift::train(run, stack).map(|_| ())?,
            Order::Pass { stack, to, fights } if attack => pass::pass(run, stack, to, fights)?,
            Order::Raid { stack, to } if attack => {
                check(run, stack)?;
                air::raid(run, stack, to)?;
            }
            Order::Support { stack, target } if attack => support::support(run, stack, target)?,
            _ => return Err(Refusal::of(Ban::WrongTime, "this is the time to move")),
        },
        _ => return Err(Refusal::of(Ban::WrongTime, "this is the time to move")),
    }
    Ok(Next::Waits)
}

/// Whether units do not go at all, or not into battle, whatever their number of spaces.
fn stays(rules: &Ruleset, order: Order, attack: bool) -> bool {
    let (stack, to_battle) = match order {
        Order::Move { stack, .. } | Order::Land { stack, .. } | Order::Pass { stack, .. } => (stack, attack),
        Order::Drop { cargo, .. } => (cargo, attack),
        Order::Load { stack, .. } | Order::Airlift { cargo: stack, .. } => (stack, false),
        _ => return false,
    };
    let can = |ability| stack.unit.index() < rules.units.len() && rules.unit(stack.unit).can(ability);
    can(Ability::Immobile) || to_battle && can(Ability::DefendsOnly)
}

/// An order that no ban forbids.
fn allowed(run: &Run, order: Order, attack: bool) -> Result<Order, Refusal> {
    if stays(run.rules, order, attack) {
        return Err(Refusal::of(Ban::Immobile, "such units never attack, or never move"));
    }
    match legal::banned(run.rules, &run.state, order) {
        None => Ok(order),
        Some(ban) => Err(Refusal::by(ban.source.as_deref(), Ban::NoWay, "these units may not go there now")),
    }
}

/// Refuses units that are not there or not the player's.
pub(crate) fn check(run: &Run, stack: Stack) -> Result<(), Refusal> {
    let known = stack.space.index() < run.rules.board.spaces.len() && stack.unit.index() < run.rules.units.len();
    let there = known
        && stack.count > 0
        && run
            .state
            .stacks_in(stack.space)
            .iter()
            .any(|other| Stack { count: 0, ..*other } == Stack { count: 0, ..stack } && other.count >= stack.count);
    if !there {
        return Err(Refusal::of(Ban::WrongTime, "there are no such units"));
    }
    if !zones::powers_of(run.rules, &run.state).contains(&stack.power) {
        return Err(Refusal::of(Ban::WrongTime, "these units belong to somebody else"));
    }
    Ok(())
}

/// Refuses a place that is not on the board.
fn check_place(run: &Run, space: SpaceIx) -> Result<(), Refusal> {
    if space.index() < run.rules.board.spaces.len() {
        Ok(())
    } else {
        Err(Refusal::of(Ban::Range, "there is no such place"))
    }
}

/// The number of a group with these orders, a new one if there is none yet.
pub(crate) fn number(run: &mut Run, group: Group) -> Result<u8, Refusal> {
    if let Some(at) = run.state.operations.groups.iter().position(|other| *other == group) {
        return Ok(at as u8 + 1);
    }
    fresh_number(run, group)
}

/// The number of a group of its own.
pub(crate) fn fresh_number(run: &mut Run, group: Group) -> Result<u8, Refusal> {
    let count = run.state.operations.groups.len();
    if count >= MOST_GROUPS {
        return Err(Refusal::of(Ban::WrongTime, "no more different orders fit into one turn"));
    }
    run.emit(Event::Operation(Operation::GroupFormed { group }));
    Ok(count as u8 + 1)
}

/// Puts units into a group where they stand.
pub(crate) fn regroup(run: &mut Run, stack: Stack, army: u8) {
    run.emit(Event::Moved { stack, to: stack.space, army });
}

/// Neutral land costs money the first time it is entered in a turn.
fn pay_for_neutral(run: &mut Run, power: PowerIx, space: SpaceIx) -> Result<(), Refusal> {
    if !zones::is_neutral_land(run.rules, &run.state, space) || is_paid(run.rules, &run.state, space) {
        return Ok(());
    }
    let Some(entry) = hit_rules(run.rules).and_then(|settings| settings.neutrals) else {
        return Err(Refusal::of(Ban::Neutral, "neutral land cannot be attacked"));
    };
    let who = crate::ids::Actor::Power(power);
    let left = run.state.money(who) - super::hit_rolls::neutral::price(entry, run.rules.board.space(space).value);
    if left < 0 {
        return Err(Refusal::of(Ban::Neutral, "the attack on a neutral cannot be paid"));
    }
    run.emit(Event::MoneySet { who, to: left });
    Ok(())
}

/// Somebody of the player already goes there.
fn is_paid(rules: &Ruleset, state: &State, space: SpaceIx) -> bool {
    let powers = zones::powers_of(rules, state);
    let goes = |stack: &Stack| {
        powers.contains(&stack.power)
            && state.operations.group(stack.army).is_some_and(|group| group.target == Some(space))
    };
    state.stacks_in(space).iter().any(|stack| powers.contains(&stack.power)) || state.stacks.iter().any(goes)
}
