//! The simple commander in games whose units move by range and fight in rounds: attacks that are likely to succeed, units
//! towards the front, new units where the enemy is near. It plans from the same reads that the rules use.

use chartroom_format::schema::units::{CombatRole, Domain};

use crate::action::Action;
use crate::game::Game;
use crate::ids::{Actor, PowerIx, SpaceIx, UnitIx};
use crate::order::Order;
use crate::procedures::hit_rolls::field;
use crate::procedures::{leaders, recruit};
use crate::query::range::{self, FAR};
use crate::query::reach::SpaceSet;
use crate::query::zones;
use crate::ruleset::Ruleset;
use crate::state::operations::BattleStep;
use crate::state::{Stack, State};

/// How much stronger an attack must be than its defence, in tenths.
const ODDS: i64 = 14;
/// An attack weaker than this against its defence is broken off, in tenths.
const HOPELESS: i64 = 5;

/// What units are worth in a fight: hits they give times hits they take.
#[derive(Clone, Copy, Debug, Default)]
struct Strength {
    dice: i64,
    hits: i64,
}

impl Strength {
    fn add(&mut self, rules: &Ruleset, unit: UnitIx, damaged: u8, role: CombatRole, count: i64) {
        let kind = &rules.profiles[unit.index()].kind;
        let whole: i64 = zones::dice(rules, unit, role).iter().sum();
        let hits = kind.stats.hits.unwrap_or(1) - i64::from(damaged);
        self.dice += whole * count;
        self.hits += hits.max(1) * count;
    }

    const fn worth(self) -> i64 {
        self.dice * self.hits
    }

    /// Whether it is at least so many tenths of the other.
    const fn beats(self, other: Self, tenths: i64) -> bool {
        self.worth() * 10 >= other.worth() * tenths
    }
}

fn strength_of(rules: &Ruleset, stacks: &[Stack], role: CombatRole) -> Strength {
    let mut strength = Strength::default();
    for stack in stacks {
        strength.add(rules, stack.unit, stack.damaged, role, i64::from(stack.count));
    }
    strength
}

/// The attacks of a turn.
pub(super) fn attacks(game: &Game<'_>) -> Vec<Action> {
    let mut trial = game.clone();
    let mut plan = Vec::new();
    let powers = zones::powers_of(game.rules, &game.state);
    let reaches = reaches(game.rules, &game.state, &powers);
    let mut targets = targets(game.rules, &game.state, &powers);
    targets.sort_by_key(|(space, worth)| (-worth, *space));
    for (space, _) in targets {
        let orders = gather(&trial, &powers, &reaches, space);
        if orders.is_empty() {
            continue;
        }
        let mut attempt = trial.clone();
        if orders.iter().all(|order| attempt.submit(&Action::Order(*order)).is_ok()) {
            plan.extend(orders.into_iter().map(Action::Order));
            trial = attempt;
        }
    }
    for ship in ready(game.rules, &game.state, &powers).into_iter().filter(|ship| zones::is_ship(game.rules, ship.unit))
    {
        for _ in 0..ship.count {
            let Some((orders, after)) = landing(&trial, ship) else { break };
            plan.extend(orders);
            trial = after;
        }
    }
    while let Some(order) = best_command(&trial) {
        if trial.submit(&Action::Order(order)).is_err() {
            break;
        }
        plan.push(Action::Order(order));
    }
    plan.reverse();
    plan
}

/// A leader without a battle goes where most of his units fight.
fn best_command(game: &Game<'_>) -> Option<Order> {
    let (rules, state) = (game.rules, &game.state);
    let led = |order: &Order| -> u32 {
        let Order::Lead { leader, to, .. } = order else { return 0 };
        let Some(leader) = state.operations.leaders.get(usize::from(*leader)) else { return 0 };
        let own = state.stacks_in(*to).iter().filter(|stack| stack.power == leader.power);
        own.map(|stack| u32::from(stack.count)).sum()
    };
    leaders::open_orders(rules, state, true).into_iter().max_by_key(led)
}

/// The best landing that one transport can bring about: orders, and the game after them.
fn landing<'r>(game: &Game<'r>, ship: Stack) -> Option<(Vec<Action>, Game<'r>)> {
    let (rules, state) = (game.rules, &game.state);
    let free =
        state.stacks_in(ship.space).iter().any(|now| now.army == 0 && now.unit == ship.unit && now.power == ship.power);
    if !free || zones::enemies(state, ship.power, ship.space).next().is_some() {
        return None;
    }
    let (cargo, count) = zones::coast(rules, ship.space).find_map(|land| spare_cargo(rules, state, ship, land))?;
    let mut force = Strength::default();
    force.add(rules, cargo.unit, 0, CombatRole::Attacking, i64::from(count));
    let range = zones::movement(rules, &game.state, &ship);
    let ways = range::voyages(rules, state, ship.power, ship.unit, ship.space, range, true);
    let reached = ways.into_iter().filter(|way| way.past.is_empty()).map(|way| way.to).chain([ship.space]);
    let mut best: Option<(i64, SpaceIx, SpaceIx)> = None;
    for zone in reached.filter(|zone| zones::enemies(state, ship.power, *zone).next().is_none()) {
        for shore in zones::coast(rules, zone).filter(|shore| zones::is_enemy_land(rules, state, ship.power, *shore)) {
            let enemies: Vec<Stack> = zones::enemies(state, ship.power, shore).copied().collect();
            let worth = rules.board.space(shore).value;
            if force.beats(strength_of(rules, &enemies, CombatRole::Defending), ODDS)
                && best.is_none_or(|(most, ..)| worth > most)
            {
                best = Some((worth, zone, shore));
            }
        }
    }
    let (_, zone, shore) = best?;
    let mut after = game.clone();
    let mut orders = Vec::new();
    let mut give = |after: &mut Game<'r>, order: Order| {
        orders.push(Action::Order(order));
        after.submit(&Action::Order(order)).ok().map(|_| ())
    };
    give(&mut after, Order::Load { stack: Stack { count, ..cargo }, zone: ship.space, army: 0 })?;
    let army = after.state.operations.groups.len() as u8;
    if zone != ship.space {
        give(&mut after, Order::Sail { army, to: zone })?;
    }
    let aboard = Stack { space: zone, army, count, ..cargo };
    give(&mut after, Order::Land { stack: aboard, to: shore })?;
    Some((orders, after))
}

/// Units of a land that a transport could take and that are not the last to hold it.
fn spare_cargo(rules: &Ruleset, state: &State, ship: Stack, land: SpaceIx) -> Option<(Stack, u16)> {
    let here = state.stacks_in(land).iter();
    let cargo = here.copied().find(|stack| {
        stack.army == 0
            && stack.power == ship.power
            && stack.count > 1
            && zones::capacity(rules, ship.unit, stack.unit) >= zones::weight(rules, stack.unit)
    })?;
    let fits = zones::capacity(rules, ship.unit, cargo.unit) / zones::weight(rules, cargo.unit).max(1);
    Some((cargo, (cargo.count - 1).min(fits.clamp(0, 60_000) as u16)))
}

/// Where each stack without orders could attack.
fn reaches(rules: &Ruleset, state: &State, powers: &[PowerIx]) -> Vec<(Stack, SpaceSet)> {
    ready(rules, state, powers).into_iter().map(|stack| (stack, reach(rules, state, stack))).collect()
}

/// Places worth attacking: enemy land by its value, zones by the ships there.
fn targets(rules: &Ruleset, state: &State, powers: &[PowerIx]) -> Vec<(SpaceIx, i64)> {
    let Some(lead) = powers.first().copied() else { return Vec::new() };
    let spaces = (0..rules.board.spaces.len()).map(SpaceIx::new);
    spaces
        .filter_map(|space| {
            if zones::is_sea(rules, space) {
                let enemies = zones::enemies(state, lead, space).count() as i64;
                return (enemies > 0).then_some((space, enemies));
            }
            let worth = rules.board.space(space).value * 10;
            zones::is_enemy_land(rules, state, lead, space).then_some((space, worth + 1))
        })
        .collect()
}

/// Orders that bring enough units into a battle; none if there are not enough.
fn gather(game: &Game<'_>, powers: &[PowerIx], reaches: &[(Stack, SpaceSet)], target: SpaceIx) -> Vec<Order> {
    let (rules, state) = (game.rules, &game.state);
    let Some(lead) = powers.first().copied() else { return Vec::new() };
    let enemies: Vec<Stack> = zones::enemies(state, lead, target).copied().collect();
    let defence = strength_of(rules, &enemies, CombatRole::Defending);
    let mut attack = Strength::default();
    let mut orders = Vec::new();
    let mut on_foot = 0_i64;
    let at_sea = zones::is_sea(rules, target);
    for (planned, _) in reaches.iter().filter(|(_, reach)| reach.has(target)) {
        let left = state
            .stacks_in(planned.space)
            .iter()
            .find(|now| Stack { count: 0, ..**now } == Stack { count: 0, ..*planned });
        let Some(stack) = left.copied() else { continue };
        if (!enemies.is_empty() || on_foot > 0) && attack.beats(defence, ODDS) && (at_sea || on_foot > 0) {
            break;
        }
        let domain = rules.unit(stack.unit).domain;
        let fits = match domain {
            Domain::Land => !at_sea && !zones::is_sea(rules, stack.space),
            Domain::Air => !enemies.is_empty() && (at_sea || on_foot > 0),
            Domain::Sea | Domain::Submarine => at_sea && zones::is_armed(rules, stack.unit),
            Domain::Fixed => false,
        };
        if !fits {
            continue;
        }
        let order = Order::Move { stack, via: None, to: target };
        let order = if enemies.is_empty() { with_count(order, 1) } else { leave_guard(rules, state, order) };
        let Some(count) = count_of(&order).filter(|count| *count > 0) else { continue };
        attack.add(rules, stack.unit, stack.damaged, CombatRole::Attacking, i64::from(count));
        on_foot += i64::from(domain == Domain::Land) * i64::from(count);
        orders.push(order);
        if enemies.is_empty() {
            break;
        }
    }
    let enough = if enemies.is_empty() { on_foot > 0 } else { attack.beats(defence, ODDS) && (at_sea || on_foot > 0) };
    if enough { orders } else { Vec::new() }
}

/// Units without orders, those that take land first.
fn ready(rules: &Ruleset, state: &State, powers: &[PowerIx]) -> Vec<Stack> {
    let mut found: Vec<Stack> =
        state.stacks.iter().filter(|stack| stack.army == 0 && powers.contains(&stack.power)).copied().collect();
    found.sort_by_key(|stack| (rules.unit(stack.unit).domain != Domain::Land, stack.space, stack.unit));
    found
}

fn reach(rules: &Ruleset, state: &State, stack: Stack) -> SpaceSet {
    let mut found = SpaceSet::new(rules.board.spaces.len());
    let range = zones::movement(rules, state, &stack);
    match rules.unit(stack.unit).domain {
        Domain::Land => {
            for way in range::marches(rules, state, stack.power, stack.unit, stack.space, true) {
                if way.via.is_none() {
                    found.add(way.to);
                }
            }
        }
        Domain::Sea | Domain::Submarine => {
            for way in range::voyages(rules, state, stack.power, stack.unit, stack.space, range, true) {
                found.add(way.to);
            }
        }
        Domain::Air => {
            let out = range::flight_map(rules, &[stack.space], range);
            let fields = range::planned_fields(rules, state, stack.power, stack.unit, stack.space);
            let back = range::flight_map(rules, &fields, range);
            for space in (0..out.len()).map(SpaceIx::new) {
                let way = u16::from(out[space.index()]) + u16::from(back[space.index()]);
                if way <= u16::from(range) {
                    found.add(space);
                }
            }
        }
        Domain::Fixed => {}
    }
    found
}

const fn count_of(order: &Order) -> Option<u16> {
    match order {
        Order::Move { stack, .. } => Some(stack.count),
        _ => None,
    }
}

const fn with_count(order: Order, count: u16) -> Order {
    match order {
        Order::Move { stack, via, to } => Order::Move { stack: Stack { count, ..stack }, via, to },
        other => other,
    }
}

/// The last unit that holds a land stays.
fn leave_guard(rules: &Ruleset, state: &State, order: Order) -> Order {
    let Order::Move { stack, .. } = order else { return order };
    let holding: i64 = state
        .stacks_in(stack.space)
        .iter()
        .filter(|other| other.army == 0 && zones::takes_land(rules, other.unit))
        .map(|other| i64::from(other.count))
        .sum();
    if zones::takes_land(rules, stack.unit) && holding <= i64::from(stack.count) {
        return with_count(order, stack.count.saturating_sub(1));
    }
    order
}

/// A decision between rounds: leave a battle that is lost, burn what falls, go on otherwise.
pub(super) fn fight(game: &Game<'_>) -> Action {
    let attacks = game.state.operations.step == BattleStep::AttackerDecides;
    for action in game.legal() {
        let Action::Order(order) = action else { continue };
        let space = match order {
            Order::Withdraw { stack, .. } => stack.space,
            Order::Scorch { space } | Order::Aim { space, .. } => space,
            Order::Recall { leader, .. } => match game.state.operations.leaders.get(usize::from(leader)) {
                Some(leader) => leader.space,
                None => continue,
            },
            _ => continue,
        };
        let one = field::fighters(game.rules, &game.state, space, true);
        let other = field::fighters(game.rules, &game.state, space, false);
        let attack = strength_of(game.rules, &one, CombatRole::Attacking);
        let defence = strength_of(game.rules, &other, CombatRole::Defending);
        let losing = if attacks { !attack.beats(defence, HOPELESS) } else { !defence.beats(attack, HOPELESS) };
        let only_aircraft = other.iter().all(|stack| game.rules.unit(stack.unit).domain == Domain::Air);
        match order {
            Order::Withdraw { .. } if losing && attacks => return action,
            Order::Recall { .. } | Order::Scorch { .. } if losing => return action,
            Order::Aim { .. } if attacks && only_aircraft => return action,
            _ => {}
        }
    }
    Action::Done
}

/// Moves without combat: aircraft home, then everything that is far from the enemy towards him.
pub(super) fn moves(game: &Game<'_>) -> Vec<Action> {
    let mut trial = game.clone();
    let mut plan = Vec::new();
    let rules = game.rules;
    let powers = zones::powers_of(rules, &game.state);
    for _ in 0..400 {
        let legal = trial.legal();
        if legal.first() == Some(&Action::Done) {
            break;
        }
        let Some(action) = legal.first().copied() else { break };
        if trial.submit(&action).is_err() {
            break;
        }
        plan.push(action);
    }
    let front = front_map(rules, &game.state, &powers);
    for stack in ready(rules, &trial.state.clone(), &powers) {
        if rules.unit(stack.unit).domain != Domain::Land || zones::is_sea(rules, stack.space) {
            continue;
        }
        let here = front[stack.space.index()];
        if here <= 1 {
            continue;
        }
        let ways = range::marches(rules, &trial.state, stack.power, stack.unit, stack.space, false);
        let Some(best) = ways.iter().min_by_key(|way| (front[way.to.index()], way.to)) else { continue };
        if front[best.to.index()] >= here {
            continue;
        }
        let action = Action::Order(Order::Move { stack, via: None, to: best.to });
        if trial.submit(&action).is_ok() {
            plan.push(action);
        }
    }
    plan.reverse();
    plan
}

/// Steps over land to the nearest enemy land.
fn front_map(rules: &Ruleset, state: &State, powers: &[PowerIx]) -> Vec<u8> {
    let mut map = vec![FAR; rules.board.spaces.len()];
    let Some(lead) = powers.first().copied() else { return map };
    let mut queue: std::collections::VecDeque<SpaceIx> =
        (0..map.len()).map(SpaceIx::new).filter(|space| zones::is_enemy_land(rules, state, lead, *space)).collect();
    for space in &queue {
        map[space.index()] = 0;
    }
    while let Some(space) = queue.pop_front() {
        let steps = map[space.index()];
        for link in rules.board.links_of(space).iter().filter(|link| link.passes.has(Domain::Land)) {
            if map[link.to.index()] == FAR && steps < FAR - 1 {
                map[link.to.index()] = steps + 1;
                queue.push_back(link.to);
            }
        }
    }
    map
}

/// One purchase: as much fighting value as the money gives, near the enemy.
pub(super) fn buy(game: &Game<'_>) -> Action {
    let rules = game.rules;
    let powers = zones::powers_of(rules, &game.state);
    let front = front_map(rules, &game.state, &powers);
    let score = |action: &Action| -> i64 {
        let Action::Order(Order::Buy { unit, count, site, to }) = action else { return 0 };
        let Some(holder) = game.state.holder(*site) else { return 0 };
        let Some(price) = recruit::price(rules, &game.state, holder, *unit) else { return 0 };
        let all: i64 = [CombatRole::Attacking, CombatRole::Defending]
            .iter()
            .flat_map(|role| zones::dice(rules, *unit, *role))
            .sum();
        let near = 12 - i64::from(front[site.index()]).min(11);
        let kind = if zones::is_sea(rules, *to) { 1 } else { 4 };
        let value = all * 100 / price.max(1) * kind * near;
        value + i64::from(*count).min(9)
    };
    game.legal().into_iter().max_by_key(score).filter(|action| score(action) > 0).unwrap_or(Action::Done)
}

/// Everything that may be lent goes to the ally with least money.
pub(super) fn lend(game: &Game<'_>) -> Action {
    let gifts = game.legal().into_iter().filter_map(|action| match action {
        Action::Order(Order::Give { to, points, .. }) => Some((game.state.money(Actor::Power(to)), points, action)),
        _ => None,
    });
    gifts
        .min_by_key(|(money, points, _)| (*money, std::cmp::Reverse(*points)))
        .map_or(Action::Done, |(.., action)| action)
}
