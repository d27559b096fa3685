//! What a player may order in a movement phase: one unit or a whole stack at a time.

use chartroom_format::schema::units::{Domain, SupportKind};

use super::bans::{self, BanRule};
use super::{
    RangeRules, activation, air, airlift, guns_allowed, hit_rules, is_paid, kept, pass, ships, ships_allowed, stays,
};
use crate::action::Action;
use crate::ids::{Actor, PowerIx, SpaceIx};
use crate::order::Order;
use crate::procedures::{facility_raids, leaders, refit};
use crate::query::range::{self, FAR};
use crate::query::zones;
use crate::ruleset::Ruleset;
use crate::state::operations::Role;
use crate::state::{Stack, State};

pub(in crate::procedures) fn legal(rules: &Ruleset, state: &State, settings: &RangeRules) -> Vec<Action> {
    let powers = zones::powers_of(rules, state);
    let own: Vec<Stack> = state.stacks.iter().filter(|stack| powers.contains(&stack.power)).copied().collect();
    let mut orders = Vec::new();
    let mut must_land = false;
    if !settings.attack {
        for stack in own.iter().filter(|stack| air::homeless(rules, state, **stack)) {
            let fields = air::landings(rules, state, *stack);
            must_land |= !fields.is_empty();
            orders.extend(fields.into_iter().map(|to| Order::Move {
                stack: Stack { count: 1, ..*stack },
                via: None,
                to,
            }));
        }
    }
    for stack in &own {
        let domain = rules.unit(stack.unit).domain;
        match domain {
            Domain::Air => flights(rules, state, *stack, settings.attack, &mut orders),
            Domain::Land if zones::is_sea(rules, stack.space) => {
                aboard(rules, state, *stack, settings.attack, &mut orders);
            }
            Domain::Land => on_land(rules, state, *stack, settings.attack, &mut orders),
            Domain::Sea | Domain::Submarine => at_sea(rules, state, *stack, &powers, settings.attack, &mut orders),
            Domain::Fixed => {}
        }
    }
    if settings.attack {
        orders.extend(raids(rules, state, &own));
    }
    orders.extend(refit::surveys(rules, state));
    orders.extend(leaders::open_orders(rules, state, settings.attack));
    orders.extend(airlift::legal(rules, state, settings.attack));
    if settings.attack {
        orders.extend(kept::legal(rules, state));
        orders.extend(pass::legal(rules, state));
    }
    orders.retain(|order| !stays(rules, *order, settings.attack));
    if !settings.bans.is_empty() {
        orders.retain(|order| banned(rules, state, *order).is_none());
    }
    let mut actions: Vec<Action> = if must_land { Vec::new() } else { vec![Action::Done] };
    actions.extend(orders.into_iter().map(Action::Order));
    actions
}

/// Raids that aircraft without orders could fly.
fn raids(rules: &Ruleset, state: &State, own: &[Stack]) -> Vec<Order> {
    let mut found = Vec::new();
    for stack in own.iter().filter(|stack| stack.army == 0 && rules.unit(stack.unit).domain == Domain::Air) {
        let places = (0..rules.board.spaces.len()).map(SpaceIx::new);
        for to in places.filter(|to| facility_raids::may_raid(rules, state, stack, *to)) {
            let range = zones::movement(rules, state, stack);
            if air::way_there_and_back(rules, state, *stack, to, range).is_some() {
                found.extend(parts(*stack).map(|stack| Order::Raid { stack, to }));
            }
        }
    }
    found
}

/// The ban that forbids an order.
pub(super) fn banned<'r>(rules: &'r Ruleset, state: &State, order: Order) -> Option<&'r BanRule> {
    let way = |stack: Stack, to: SpaceIx| {
        let known =
            stack.unit.index() < rules.units.len() && stack.space.index().max(to.index()) < rules.board.spaces.len();
        if known { bans::ban(rules, state, stack.power, stack.unit, (stack.space, to)) } else { None }
    };
    match order {
        Order::Move { stack, to, .. } | Order::Land { stack, to } | Order::Raid { stack, to } => way(stack, to),
        Order::Airlift { cargo, to, carrier } | Order::Drop { cargo, to, carrier } => {
            way(cargo, to).or_else(|| way(carrier, to))
        }
        Order::Sail { army, to } => {
            let group = state.stacks.iter().filter(|stack| stack.army == army && army != 0);
            group.copied().find_map(|stack| way(stack, to))
        }
        _ => None,
    }
}

/// A whole stack, and one of it.
pub(in crate::procedures) fn parts(stack: Stack) -> impl Iterator<Item = Stack> + use<> {
    [stack.count, 1].into_iter().take(if stack.count > 1 { 2 } else { 1 }).map(move |count| Stack { count, ..stack })
}

fn can_pay(rules: &Ruleset, state: &State, power: PowerIx, to: SpaceIx) -> bool {
    if !zones::is_neutral_land(rules, state, to) || is_paid(rules, state, to) {
        return true;
    }
    let price = hit_rules(rules).and_then(|settings| settings.neutrals).map(|entry| entry.price);
    price.is_some_and(|price| price * rules.board.space(to).value <= state.money(Actor::Power(power)))
}

fn on_land(rules: &Ruleset, state: &State, stack: Stack, attack: bool, orders: &mut Vec<Order>) {
    if let Some(group) = state.operations.group(stack.army) {
        let follows = !attack && group.role == Role::Supports;
        if let Some(to) = group.target.filter(|to| follows && zones::is_open_land(rules, state, stack.power, *to)) {
            orders.push(Order::Move { stack, via: None, to });
        }
        return;
    }
    for way in range::marches(rules, state, stack.power, stack.unit, stack.space, attack) {
        if can_pay(rules, state, stack.power, way.to) {
            orders.extend(parts(stack).map(|stack| Order::Move { stack, via: way.via, to: way.to }));
        }
    }
    if attack && zones::support_of(rules, stack.unit, SupportKind::OverBorder) {
        for link in rules.board.links_of(stack.space) {
            if link.passes.has(Domain::Land) && guns_allowed(rules, state, stack.space, link.to) > 0 {
                orders.push(Order::Support { stack: Stack { count: 1, ..stack }, target: link.to });
            }
        }
    }
    for zone in zones::coast(rules, stack.space).filter(|zone| zones::is_sea(rules, *zone)) {
        for ship in state.stacks_in(zone).iter().filter(|ship| ship.power == stack.power) {
            let weight = zones::weight(rules, stack.unit);
            let fits = match state.operations.role(ship.army) {
                None | Some(Role::Engaged) if ships::loads_here(rules, state, *ship, attack) => {
                    let one = Stack { count: 1, ..*ship };
                    zones::capacity(rules, ship.unit, stack.unit) >= weight
                        && ships::overflow(rules, state, stack.power, zone, Some(one)) == 0
                }
                Some(Role::Sailing) if zones::enemies(state, stack.power, zone).next().is_none() => {
                    zones::is_ship(rules, ship.unit)
                        && ships::room_in_group(rules, state, stack, zone, ship.army) >= weight
                }
                _ => false,
            };
            if fits {
                let one = Stack { count: 1, ..stack };
                orders.push(Order::Load { stack: one, zone, army: ship.army });
            }
        }
    }
}

fn aboard(rules: &Ruleset, state: &State, stack: Stack, attack: bool, orders: &mut Vec<Order>) {
    let role = state.operations.role(stack.army);
    // Cargo that goes on with its fleet names a shore of the zone it goes to.
    let passing =
        state.operations.group(stack.army).filter(|group| role == Some(Role::Passing) && group.then.is_none());
    let zone = passing.and_then(|group| group.target).filter(|_| attack);
    if !matches!(role, None | Some(Role::Sailing)) && zone.is_none() {
        return;
    }
    for shore in zones::coast(rules, zone.unwrap_or(stack.space)) {
        let fits = if attack {
            range::is_target(rules, state, stack.power, shore) && can_pay(rules, state, stack.power, shore)
        } else {
            zones::is_open_land(rules, state, stack.power, shore)
                || zones::is_left_to(rules, state, stack.power, shore)
                || activation::door(rules, state, stack.power, stack.unit, shore).is_some()
        };
        if fits {
            orders.extend(parts(stack).map(|stack| Order::Land { stack, to: shore }));
        }
    }
    let weight = zones::weight(rules, stack.unit);
    let has_ship = state.stacks_in(stack.space).iter().any(|ship| {
        ship.army == 0
            && ship.power == stack.power
            && zones::capacity(rules, ship.unit, stack.unit) >= weight
            && ships::overflow(rules, state, stack.power, stack.space, Some(Stack { count: 1, ..*ship })) <= weight
    });
    if role.is_none() && has_ship && zones::enemies(state, stack.power, stack.space).next().is_none() {
        orders.push(Order::Load { stack: Stack { count: 1, ..stack }, zone: stack.space, army: 0 });
    }
}

fn at_sea(rules: &Ruleset, state: &State, stack: Stack, powers: &[PowerIx], attack: bool, orders: &mut Vec<Order>) {
    let role = state.operations.role(stack.army);
    if role == Some(Role::Sailing) {
        let spent = state.operations.group(stack.army).map_or(u8::MAX, |group| group.spent);
        let range = zones::movement(rules, state, &stack).saturating_sub(spent);
        for way in range::voyages(rules, state, stack.power, stack.unit, stack.space, range, attack) {
            orders.push(Order::Sail { army: stack.army, to: way.to });
        }
    }
    if role.is_none() {
        let range = zones::movement(rules, state, &stack);
        for way in range::voyages(rules, state, stack.power, stack.unit, stack.space, range, attack) {
            if attack && !is_of_use(rules, state, powers, way.to) {
                continue;
            }
            for stack in parts(stack) {
                if ships::overflow(rules, state, stack.power, stack.space, Some(stack)) == 0 {
                    orders.push(Order::Move { stack, via: None, to: way.to });
                }
            }
        }
    }
    let passing =
        state.operations.group(stack.army).filter(|group| role == Some(Role::Passing) && group.then.is_none());
    let zone = passing.and_then(|group| group.target);
    let bombards = attack
        && (zone.is_some() || matches!(role, None | Some(Role::Moved | Role::Engaged)))
        && zones::support_of(rules, stack.unit, SupportKind::ShoreBombardment);
    if bombards {
        let zone = zone.unwrap_or(stack.space);
        for shore in zones::coast(rules, zone) {
            if ships_allowed(rules, state, zone, shore) > 0 {
                orders.push(Order::Support { stack: Stack { count: 1, ..stack }, target: shore });
            }
        }
    }
}

/// A zone that fleets go to in an attack: enemies are there or next to it, or a shore to land on.
fn is_of_use(rules: &Ruleset, state: &State, powers: &[PowerIx], zone: SpaceIx) -> bool {
    let Some(power) = powers.first() else { return false };
    zones::enemies(state, *power, zone).next().is_some()
        || rules.board.links_of(zone).iter().any(|link| {
            zones::enemies(state, *power, link.to).next().is_some()
                || zones::is_enemy_land(rules, state, *power, link.to)
        })
}

fn flights(rules: &Ruleset, state: &State, stack: Stack, attack: bool, orders: &mut Vec<Order>) {
    let Some(left) = air::range_left(rules, state, stack, attack) else { return };
    let map = range::flight_map(rules, &[stack.space], left);
    let reached = || (0..map.len()).map(SpaceIx::new).filter(|to| map[to.index()] != FAR && *to != stack.space);
    if attack {
        let targets: Vec<SpaceIx> =
            reached().filter(|to| zones::enemies(state, stack.power, *to).next().is_some()).collect();
        if targets.is_empty() {
            return;
        }
        let fields = range::planned_fields(rules, state, stack.power, stack.unit, stack.space);
        let back = range::flight_map(rules, &fields, left);
        for to in targets.into_iter().filter(|to| {
            back[to.index()] != FAR && i32::from(map[to.index()]) + i32::from(back[to.index()]) <= i32::from(left)
        }) {
            orders.extend(parts(stack).map(|stack| Order::Move { stack, via: None, to }));
        }
        return;
    }
    for to in reached().filter(|to| air::may_come_down(rules, state, stack, *to)) {
        orders.extend(
            parts(stack)
                .filter(|part| {
                    let fits = i64::from(part.count) * zones::weight(rules, part.unit);
                    !zones::is_sea(rules, to)
                        || zones::room_aboard(rules, state, part.power, to, part.unit, None) >= fits
                })
                .map(|stack| Order::Move { stack, via: None, to }),
        );
    }
}
