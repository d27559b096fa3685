//! The attacks of a turn: for each place what all who reach it could do together, by land, air and sea; the best first, with as
//! little as wins, and nobody leaves who must stay.

use chartroom_format::schema::units::{Domain, SupportKind};

use super::force::{Force, Forecast, forecast};
use super::landing::{self, Ferry};
use super::raids;
use super::survey::Survey;
use crate::action::Action;
use crate::bots::Style;
use crate::game::Game;
use crate::ids::SpaceIx;
use crate::order::Order;
use crate::procedures::leaders;
use crate::query::range;
use crate::query::reach::SpaceSet;
use crate::query::zones;
use crate::ruleset::Ruleset;
use crate::state::{Stack, State};

/// Chances in a hundred below which an attack is not worth its units, and which are enough.
const FAIR: i64 = 65;
const SURE: i64 = 97;
/// The same at sea, where nothing is won but the battle.
const FAIR_AT_SEA: i64 = 75;
/// What units that could be struck down again count, tenfold; what land counts that is held for a turn only, in hundredths.
const AT_STAKE: i64 = 4;
const KEPT: i64 = 140;
/// Worth from which land is guarded by more than one unit.
const GUARDED: i64 = 120;
/// Most attempts in one turn: enough for battles everywhere.
const MOST_TARGETS: usize = 60;

/// A stack and where it could attack.
pub(super) struct Able {
    pub(super) stack: Stack,
    pub(super) reach: SpaceSet,
}

/// An attack that was worked out.
struct Operation<'r> {
    game: Game<'r>,
    orders: Vec<Action>,
    score: i64,
    forecast: Forecast,
}

/// The attacks, first one last, and what is to be said of them.
pub(super) fn plan(game: &Game<'_>, survey: &Survey, mut say: impl FnMut(String)) -> Vec<Action> {
    let rules = game.rules;
    let mut trial = game.clone();
    let mut plan = Vec::new();
    let able = able(rules, &game.state, survey);
    let ferries = landing::ferries(rules, &game.state, survey);
    let stay = guards(rules, &game.state, survey);
    let mut targets: Vec<(i64, SpaceIx)> = (0..rules.board.spaces.len())
        .map(SpaceIx::new)
        .filter_map(|space| Some((prize(rules, &game.state, survey, space)?, space)))
        .filter(|(_, space)| {
            able.iter().any(|one| one.reach.has(*space)) || ferries.iter().any(|ferry| ferry.reaches(rules, *space))
        })
        .collect();
    targets.sort_by_key(|(prize, space)| (std::cmp::Reverse(*prize), *space));
    for (_, space) in targets.into_iter().take(MOST_TARGETS) {
        let Some(found) = operation(&trial, survey, &able, &ferries, &stay, space) else { continue };
        say(format!(
            "attacks {}: {} % to win, {} for {} in losses, {} in score",
            rules.board.space(space).name(),
            found.forecast.wins,
            found.forecast.killed,
            found.forecast.lost,
            found.score
        ));
        plan.extend(found.orders);
        trial = found.game;
    }
    for order in raids::plan(&trial, &mut say) {
        if trial.submit(&Action::Order(order)).is_ok() {
            plan.push(Action::Order(order));
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

/// What a place would bring before anybody is counted; none if there is nothing to attack.
fn prize(rules: &Ruleset, state: &State, survey: &Survey, space: SpaceIx) -> Option<i64> {
    let enemies = survey.enemies(rules, state, space);
    if zones::is_sea(rules, space) {
        return (!enemies.is_empty()).then(|| enemies.price() * 5);
    }
    if zones::is_enemy_land(rules, state, survey.lead, space) {
        return Some(survey.worth[space.index()] * 4 - enemies.price() * 3);
    }
    let neutral = zones::is_neutral_land(rules, state, space) && rules.board.space(space).value > 0;
    (neutral && range::is_target(rules, state, survey.lead, space)).then(|| survey.worth[space.index()])
}

/// Who could attack where, without ships that only carry.
fn able(rules: &Ruleset, state: &State, survey: &Survey) -> Vec<Able> {
    let own = state.stacks.iter().filter(|stack| stack.army == 0 && survey.powers.contains(&stack.power));
    let mut found: Vec<Able> = own
        .filter(|stack| zones::is_armed(rules, stack.unit) || zones::takes_land(rules, stack.unit))
        .map(|stack| Able { stack: *stack, reach: reach(rules, state, *stack) })
        .collect();
    // Those who take land first, the cheap ones first among them; aircraft last.
    found.sort_by_key(|one| {
        let domain = rules.unit(one.stack.unit).domain;
        let price = survey.prices[one.stack.unit.index()];
        (domain == Domain::Air, !zones::takes_land(rules, one.stack.unit), price, one.stack)
    });
    found
}

fn reach(rules: &Ruleset, state: &State, stack: Stack) -> SpaceSet {
    let mut found = SpaceSet::new(rules.board.spaces.len());
    let range = zones::movement(rules, state, &stack);
    match rules.unit(stack.unit).domain {
        Domain::Land if !zones::is_sea(rules, stack.space) => {
            for way in range::marches(rules, state, stack.power, stack.unit, stack.space, true) {
                if way.via.is_none() && way.hazards == 0 {
                    found.add(way.to);
                }
            }
        }
        Domain::Sea | Domain::Submarine => {
            for way in range::voyages(rules, state, stack.power, stack.unit, stack.space, range, true) {
                if way.past.is_empty() {
                    found.add(way.to);
                }
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
        _ => {}
    }
    found
}

/// By space: land units that stay to hold it: one against a walk-in, more where much is at stake.
pub(super) fn guards(rules: &Ruleset, state: &State, survey: &Survey) -> Vec<i64> {
    let mut stay = vec![0; rules.board.spaces.len()];
    for space in (0..stay.len()).map(SpaceIx::new) {
        let own = state.stacks_in(space).iter().filter(|stack| {
            survey.powers.contains(&stack.power) && zones::takes_land(rules, stack.unit) && stack.army == 0
        });
        let mut own: Vec<Stack> = own.copied().collect();
        if own.is_empty() || zones::is_sea(rules, space) || survey.threat[space.index()].is_empty() {
            continue;
        }
        stay[space.index()] = 1;
        if survey.worth[space.index()] < GUARDED {
            continue;
        }
        own.sort_by_key(|stack| survey.prices[stack.unit.index()]);
        let mut force = Force::default();
        let mut count = 0;
        let calm = if survey.worth[space.index()] >= 200 { 25 } else { 45 };
        for stack in own {
            let step = i64::from(stack.count / 4).max(1);
            let mut left = i64::from(stack.count);
            while left > 0 && survey.danger(space, &force) > calm {
                force.add(rules, &survey.prices, stack.unit, step.min(left));
                count += step.min(left);
                left -= step;
            }
        }
        // What cannot be held is not held by force.
        let held = survey.danger(space, &force) <= calm;
        stay[space.index()] = if held || survey.worth[space.index()] >= 200 { count.max(1) } else { 1 };
    }
    stay
}

/// Land units of the player in a space that have no orders yet.
fn at_rest(rules: &Ruleset, state: &State, survey: &Survey, space: SpaceIx) -> i64 {
    let here = state.stacks_in(space).iter().filter(|stack| {
        stack.army == 0 && survey.powers.contains(&stack.power) && zones::takes_land(rules, stack.unit)
    });
    here.map(|stack| i64::from(stack.count)).sum()
}

/// How many of a stack may leave its place now.
pub(super) fn free(rules: &Ruleset, state: &State, survey: &Survey, stay: &[i64], stack: Stack) -> i64 {
    let now =
        state.stacks_in(stack.space).iter().find(|now| Stack { count: 0, ..**now } == Stack { count: 0, ..stack });
    let count = now.map_or(0, |now| i64::from(now.count));
    if zones::is_sea(rules, stack.space) || !zones::takes_land(rules, stack.unit) {
        return count;
    }
    count.min(at_rest(rules, state, survey, stack.space) - stay[stack.space.index()]).max(0)
}

/// The best attack on a place that is worth it.
fn operation<'r>(
    trial: &Game<'r>,
    survey: &Survey,
    able: &[Able],
    ferries: &[Ferry],
    stay: &[i64],
    target: SpaceIx,
) -> Option<Operation<'r>> {
    let (rules, state) = (trial.rules, &trial.state);
    let enemies = survey.enemies(rules, state, target);
    let at_sea = zones::is_sea(rules, target);
    let neutral = !at_sea && zones::is_neutral_land(rules, state, target);
    if !could(trial, survey, able, ferries, stay, target, &enemies) {
        return None;
    }
    let mut game = trial.clone();
    let mut orders = Vec::new();
    let mut force = Force::default();
    let mut on_foot = 0;
    let wanted = |force: &Force, on_foot: i64| {
        let enough = if enemies.is_empty() { on_foot > 0 } else { forecast(force, &enemies, survey.die).wins >= SURE };
        enough && (at_sea || on_foot > 0)
    };
    for one in able.iter().filter(|one| one.reach.has(target)) {
        let air = rules.unit(one.stack.unit).domain == Domain::Air;
        if enemies.is_empty() && (air || on_foot > 0) || neutral && air {
            continue;
        }
        let mut left = free(rules, &game.state, survey, stay, one.stack);
        let step = if enemies.is_empty() { 1 } else { ((left + 2) / 3).max(1) };
        while left > 0 && !wanted(&force, on_foot) {
            let count = step.min(left) as u16;
            let stack = Stack { count, ..one.stack };
            let order = Action::Order(Order::Move { stack, via: None, to: target });
            if game.submit(&order).is_err() {
                break;
            }
            orders.push(order);
            force.add(rules, &survey.prices, stack.unit, i64::from(count));
            on_foot += i64::from(zones::takes_land(rules, stack.unit)) * i64::from(count);
            left -= i64::from(count);
        }
        if wanted(&force, on_foot) {
            break;
        }
    }
    if !at_sea {
        for ferry in ferries.iter().filter(|ferry| ferry.reaches(rules, target)) {
            for _ in 0..ferry.ship.count {
                if wanted(&force, on_foot) {
                    break;
                }
                let Some(landed) = landing::land(&mut game, &mut orders, survey, stay, ferry, target) else { break };
                for stack in landed {
                    force.add(rules, &survey.prices, stack.unit, i64::from(stack.count));
                    on_foot += i64::from(stack.count);
                }
            }
        }
        bombard(&mut game, &mut orders, survey, target);
    }
    if force.is_empty() || !at_sea && on_foot == 0 {
        return None;
    }
    let forecast = forecast(&force, &enemies, survey.die);
    let score = score(trial, survey, target, &force, &enemies, forecast)?;
    Some(Operation { game, orders, score, forecast })
}

/// Whether all who reach a place could win it together: a quick look before anything is tried.
fn could(
    trial: &Game<'_>,
    survey: &Survey,
    able: &[Able],
    ferries: &[Ferry],
    stay: &[i64],
    target: SpaceIx,
    enemies: &Force,
) -> bool {
    let (rules, state) = (trial.rules, &trial.state);
    let mut force = Force::default();
    for one in able.iter().filter(|one| one.reach.has(target)) {
        force.add(rules, &survey.prices, one.stack.unit, free(rules, state, survey, stay, one.stack));
    }
    if !zones::is_sea(rules, target) {
        for ferry in ferries.iter().filter(|ferry| ferry.reaches(rules, target)) {
            for (stack, count) in &ferry.cargo {
                force.add(rules, &survey.prices, stack.unit, *count);
            }
        }
    }
    let fair = if zones::is_sea(rules, target) { FAIR_AT_SEA } else { FAIR };
    !force.is_empty() && (enemies.is_empty() || forecast(&force, enemies, survey.die).wins >= fair)
}

/// What an attack brings, ten to a piece of money; none if it is not worth it.
fn score(
    game: &Game<'_>,
    survey: &Survey,
    target: SpaceIx,
    force: &Force,
    enemies: &Force,
    forecast: Forecast,
) -> Option<i64> {
    let (rules, state) = (game.rules, &game.state);
    let at_sea = zones::is_sea(rules, target);
    let bold = Style::of(survey.style.risk, 100) - 100;
    let fair = (if at_sea { FAIR_AT_SEA } else { FAIR }) - bold / 5;
    if forecast.wins < fair {
        return None;
    }
    let swing = (forecast.killed - forecast.lost * 100 / Style::of(survey.style.risk, 100).max(30)) * 10;
    // Those who are left and could be struck down again before they do anything.
    let mut rest = Force::default();
    for row in force.rows() {
        if rules.unit(row.unit).domain != Domain::Air {
            rest.add(rules, &survey.prices, row.unit, row.count * forecast.left / force.price().max(1));
        }
    }
    let danger = survey.danger(target, &rest);
    let at_stake = rest.price() * danger / 100 * AT_STAKE;
    let gain = if at_sea {
        0
    } else {
        let worth = Style::of(survey.style.aggression, survey.worth[target.index()]);
        let price = if zones::is_neutral_land(rules, state, target) {
            let entry = crate::procedures::range::hit_rules(rules).and_then(|settings| settings.neutrals);
            entry.map_or(1, |entry| entry.price) * rules.board.space(target).value * 10 + 30
        } else {
            0
        };
        worth * (KEPT + 2 * (100 - danger)) / 100 - price
    };
    let score = forecast.wins * gain / 100 + swing - at_stake;
    let empty = enemies.is_empty() && zones::is_enemy_land(rules, state, survey.lead, target);
    (score > 0 || empty && gain > 20).then_some(score)
}

/// Ships that lie beside the shore, or come there unopposed, fire at it.
fn bombard(game: &mut Game<'_>, orders: &mut Vec<Action>, survey: &Survey, target: SpaceIx) {
    let rules = game.rules;
    for zone in zones::coast(rules, target) {
        if crate::procedures::range::ships_allowed(rules, &game.state, zone, target) <= 0 {
            continue;
        }
        let ships: Vec<Stack> = game
            .state
            .stacks
            .iter()
            .filter(|ship| ship.army == 0 && survey.powers.contains(&ship.power))
            .filter(|ship| zones::support_of(rules, ship.unit, SupportKind::ShoreBombardment))
            .copied()
            .collect();
        for ship in ships {
            let allowed = crate::procedures::range::ships_allowed(rules, &game.state, zone, target);
            let count = allowed.min(i64::from(ship.count)) as u16;
            if count == 0 {
                continue;
            }
            let mut fleet = Stack { count, ..ship };
            if ship.space != zone {
                let range = zones::movement(rules, &game.state, &ship);
                let ways = range::voyages(rules, &game.state, ship.power, ship.unit, ship.space, range, true);
                let carries = !rules.profiles[ship.unit.index()].kind.carries.is_empty();
                if carries || !ways.iter().any(|way| way.to == zone && way.past.is_empty()) {
                    continue;
                }
                let order = Action::Order(Order::Move { stack: fleet, via: None, to: zone });
                if game.submit(&order).is_err() {
                    continue;
                }
                orders.push(order);
                let there = |stack: &&Stack| {
                    stack.army != 0
                        && stack.power == ship.power
                        && stack.unit == ship.unit
                        && stack.damaged == ship.damaged
                };
                let Some(moved) = game.state.stacks_in(zone).iter().filter(there).max_by_key(|stack| stack.army) else {
                    continue;
                };
                fleet = Stack { count: count.min(moved.count), ..*moved };
            }
            let order = Action::Order(Order::Support { stack: fleet, target });
            if game.submit(&order).is_ok() {
                orders.push(order);
            }
        }
    }
}
