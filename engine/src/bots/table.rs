//! Play where units move step by step and fight by a combat results table: to what victory asks for, beside weak enemies, and attacks
//! whose rolls bring more than they cost.

use std::collections::VecDeque;

use chartroom_format::schema::table_battle::BattleResult;
use chartroom_format::schema::units::CombatRole;
use chartroom_format::schema::value::Amount;

use crate::action::{Action, Maneuver};
use crate::condition::{Condition, Holding};
use crate::game::Game;
use crate::ids::{FeatureIx, PowerIx, SideIx, SpaceIx};
use crate::procedures::Procedure;
use crate::procedures::movement::{self, Going, MoveRules};
use crate::procedures::table_battle::{BattleRules, forces, prospect};
use crate::ruleset::{Ruleset, VictoryTest};
use crate::services::steps;
use crate::state::table_battle::Task;
use crate::state::{Stack, State};
use crate::value::Value;

/// The least that an attack must promise, and an impulse.
const LEAST_GAIN: i64 = 40;
/// What a place is worth that victory asks for, in hundredths of a strength point.
const GOAL: i64 = 900;

/// The settings of the phase at hand.
fn procedure<'r>(game: &Game<'r>) -> Option<&'r Procedure> {
    let phase = game.rules.phases.get(usize::from(game.state.phase)).and_then(|phase| phase.run);
    phase.map(|at| &game.rules.procedures[at.index()].run)
}

/// What to do now; nothing in phases of other kinds.
pub(super) fn choose(game: &Game<'_>, side: SideIx) -> Action {
    match procedure(game) {
        Some(Procedure::Move(settings)) => march(game, side, settings).map_or(Action::Done, |(_, action)| action),
        Some(Procedure::Battle(settings)) => match game.state.battles.clash {
            Some(_) => settle(game, side),
            None => fight(game, settings),
        },
        Some(Procedure::Activate(_)) => activate(game, side),
        _ => Action::Done,
    }
}

/// A strength in hundredths.
fn hundredths(amount: Amount) -> i64 {
    (i128::from(amount.numerator) * 100 / i128::from(amount.denominator.max(1))).clamp(-1_000_000, 1_000_000) as i64
}

/// The printed strength of all units of some stacks.
fn strength<'s>(rules: &Ruleset, stacks: impl Iterator<Item = &'s Stack>, role: CombatRole) -> i64 {
    stacks
        .map(|stack| hundredths(steps::printed(rules, stack.unit, stack.damaged, role)) * i64::from(stack.count))
        .sum()
}

/// What victory asks for: places by name, and places with a feature.
struct Goals {
    places: Vec<SpaceIx>,
    features: Vec<FeatureIx>,
}

impl Goals {
    fn of(rules: &Ruleset) -> Self {
        let mut goals = Self { places: Vec::new(), features: Vec::new() };
        for victory in &rules.victory {
            match &victory.test {
                VictoryTest::Holds(when) | VictoryTest::HoldsFor(when, _) => goals.ask(when),
                VictoryTest::MostPoints(scores) => {
                    goals.features.extend(scores.iter().flat_map(|score| score.each.iter().copied()));
                }
                VictoryTest::Otherwise => {}
            }
        }
        goals
    }

    fn ask(&mut self, when: &Condition) {
        match when {
            Condition::All(parts) | Condition::Any(parts) => parts.iter().for_each(|part| self.ask(part)),
            Condition::Not(part) => self.ask(part),
            Condition::Holding(
                Holding::Controls(_, places)
                | Holding::ControlsSome { of: places, .. }
                | Holding::ControlsNone(_, places)
                | Holding::UnitsIn { places, .. },
            ) => self.places.extend(places),
            Condition::Holding(Holding::ControlsFeatures { feature, .. }) => self.features.push(*feature),
            Condition::Compare(_, values) => self.places.extend(values.iter().flat_map(Value::places).flatten()),
            Condition::Exists(among) => self.places.extend(among.within().unwrap_or_default()),
            Condition::Every(every) => self.places.extend(every.0.within().unwrap_or_default()),
            _ => {}
        }
    }

    fn has(&self, rules: &Ruleset, state: &State, space: SpaceIx) -> bool {
        self.places.contains(&space) || self.features.iter().any(|feature| state.feature(rules, space, *feature) > 0)
    }

    /// Steps over land from every space to the nearest goal that is not the side's, or to the nearest enemy if all are.
    fn distances(&self, game: &Game<'_>, side: SideIx) -> Vec<i64> {
        let (rules, state) = (game.rules, &game.state);
        let spaces = || (0..rules.board.spaces.len()).map(SpaceIx::new);
        let open = |space: &SpaceIx| self.has(rules, state, *space) && !state.is_friendly(*space, side);
        let mut from: Vec<SpaceIx> = spaces().filter(open).collect();
        if from.is_empty() {
            let enemies = state.stacks.iter().filter(|stack| state.side_of(stack.power) != Some(side));
            from = enemies.map(|stack| stack.space).collect();
        }
        distances(rules, from)
    }
}

/// Steps over land from the nearest of some spaces.
fn distances(rules: &Ruleset, from: Vec<SpaceIx>) -> Vec<i64> {
    let mut far = vec![99; rules.board.spaces.len()];
    let mut queue = VecDeque::new();
    for space in from {
        far[space.index()] = 0;
        queue.push_back(space);
    }
    while let Some(at) = queue.pop_front() {
        for way in rules.board.land_ways_of(at) {
            let to = way.to().index();
            if far[to] == 99 {
                far[to] = far[at.index()] + 1;
                queue.push_back(way.to());
            }
        }
    }
    far
}

/// How good it is for units to stand in a space.
struct Eye<'g> {
    game: &'g Game<'g>,
    side: SideIx,
    goals: Goals,
    to_goal: Vec<i64>,
    to_enemy: Vec<i64>,
}

impl<'g> Eye<'g> {
    fn new(game: &'g Game<'g>, side: SideIx) -> Self {
        let goals = Goals::of(game.rules);
        let to_goal = goals.distances(game, side);
        let enemies = game.state.stacks.iter().filter(|stack| game.state.side_of(stack.power) != Some(side));
        let to_enemy = distances(game.rules, enemies.map(|stack| stack.space).collect());
        Self { game, side, goals, to_goal, to_enemy }
    }

    fn score(&self, stack: &Stack, at: SpaceIx) -> i64 {
        let (rules, state) = (self.game.rules, &self.game.state);
        let own = strength(rules, [*stack].iter(), CombatRole::Attacking);
        let mut score = -30 * self.to_goal[at.index()] - 4 * self.to_enemy[at.index()];
        if self.goals.has(rules, state, at) {
            let mine = state.is_friendly(at, self.side);
            let others = state.stacks_in(at).iter().filter(|other| !(other.unit == stack.unit && at == stack.space));
            let held = others.filter(|other| state.side_of(other.power) == Some(self.side)).count() > 0;
            let near = self.to_enemy[at.index()] <= 4;
            score += match (mine, held, near) {
                (false, ..) => GOAL,
                (true, false, true) => GOAL / 2,
                (true, false, false) => GOAL / 8,
                (true, true, _) => 0,
            };
        }
        for link in rules.board.links_of(at) {
            let there =
                || state.stacks_in(link.to).iter().filter(|other| state.side_of(other.power) != Some(self.side));
            let defence = strength(rules, there(), CombatRole::Defending);
            if defence <= 0 {
                continue;
            }
            let around = rules.board.links_of(link.to).iter().map(|link| link.to).filter(|space| *space != at);
            let friends: i64 = around
                .map(|space| {
                    let there = state.stacks_in(space).iter().filter(|other| {
                        state.side_of(other.power) == Some(self.side)
                            && !(other.unit == stack.unit && space == stack.space)
                    });
                    strength(rules, there, CombatRole::Attacking)
                })
                .sum();
            let counter = strength(rules, there(), CombatRole::Attacking);
            score += match (own + friends) * 10 / defence.max(1) {
                30.. => 200,
                20..30 => 150,
                13..20 => 60,
                8..13 => -20,
                _ => -60 - counter / 20,
            };
        }
        score
    }
}

/// Actions worth a look, the most promising first; nothing where this player has no opinion.
pub(super) fn options(game: &Game<'_>, side: SideIx, most: usize) -> Option<Vec<Action>> {
    let mut rated = match procedure(game) {
        Some(Procedure::Move(settings)) => {
            let mut all = Vec::new();
            marches(game, side, settings, |gain, action| all.push((gain, action)));
            all
        }
        Some(Procedure::Battle(settings)) if game.state.battles.clash.is_none() => attacks(game, settings)
            .into_iter()
            .map(|(promise, target, stack)| (promise, Action::Maneuver(Maneuver::Pledge { stack, target })))
            .collect(),
        Some(Procedure::Battle(_) | Procedure::Activate(_)) => {
            game.legal().into_iter().map(|action| (0, action)).collect()
        }
        _ => return None,
    };
    rated.sort_by_key(|(gain, _)| std::cmp::Reverse(*gain));
    let done = [Action::Done].into_iter();
    Some(done.chain(rated.into_iter().map(|(_, action)| action)).take(most).collect())
}

/// The move that betters a unit's place most, with how much.
fn march(game: &Game<'_>, side: SideIx, settings: &MoveRules) -> Option<(i64, Action)> {
    let mut best: Option<(i64, Action)> = None;
    marches(game, side, settings, |gain, action| {
        if gain > best.as_ref().map_or(0, |(gain, _)| *gain) && has_room(game, settings, &action) {
            best = Some((gain, action));
        }
    });
    best
}

fn has_room(game: &Game<'_>, settings: &MoveRules, action: &Action) -> bool {
    let Action::Maneuver(Maneuver::Move { stack, to }) = action else { return false };
    let (rules, state) = (game.rules, &game.state);
    crate::services::standing::room(rules, state, stack.power, stack.unit, *to, settings.stacking) >= 1
}

/// Every move of one unit, with how much it betters its place.
fn marches(game: &Game<'_>, side: SideIx, settings: &MoveRules, mut found: impl FnMut(i64, Action)) {
    let (rules, state) = (game.rules, &game.state);
    let eye = Eye::new(game, side);
    let mut going: Vec<(PowerIx, Going<'_>)> = Vec::new();
    for stack in movement::movers(rules, state, settings) {
        if !going.iter().any(|(power, _)| *power == stack.power) {
            going.push((stack.power, Going::new(rules, state, settings, stack.power)));
        }
        let Some((_, board)) = going.iter().find(|(power, _)| *power == stack.power) else { continue };
        let unit = Stack { count: 1, ..stack };
        let here = eye.score(&unit, stack.space);
        for to in board.ways(&[unit]).reached() {
            let gain = eye.score(&unit, *to) - here;
            found(gain, Action::Maneuver(Maneuver::Move { stack: unit, to: *to }));
        }
    }
}

/// What a result is worth to the attacker, in hundredths of strength.
fn value(parts: &[BattleResult], attack: i64, defence: i64, goal: bool) -> i64 {
    let step = |role: CombatRole| if role == CombatRole::Attacking { -attack / 4 } else { defence / 4 };
    let whole = |role: CombatRole| if role == CombatRole::Attacking { -attack } else { defence };
    let mut value = 0;
    for part in parts {
        value += match part {
            BattleResult::Lose(role, count) => step(*role) * count.clamp(&0, &4),
            BattleResult::EachLoses(role, count) => whole(*role) / 2 * count.clamp(&0, &2),
            BattleResult::Eliminate(role) => whole(*role),
            BattleResult::Exchange => defence - defence.min(attack),
            BattleResult::Retreat(CombatRole::Defending, _) => defence / 4 + if goal { GOAL / 3 } else { 0 },
            BattleResult::Retreat(CombatRole::Attacking, _) => -attack / 8,
            BattleResult::Advance(_) => {
                if goal {
                    GOAL / 2
                } else {
                    20
                }
            }
        };
    }
    value
}

/// What an attack of these units promises; nothing if it is not allowed.
fn promise(game: &Game<'_>, settings: &BattleRules, goals: &Goals, force: &[Stack], target: SpaceIx) -> Option<i64> {
    let (rules, state) = (game.rules, &game.state);
    let prospect = prospect::of(rules, state, settings, force, target).ok()?;
    let attack = strength(rules, force.iter(), CombatRole::Attacking);
    let power = force.first()?.power;
    let defence = strength(rules, forces::defenders(state, power, target), CombatRole::Defending);
    let goal = goals.has(rules, state, target);
    let sum: i64 = prospect.codes.iter().map(|code| value(code.means, attack, defence, goal) * code.rolls as i64).sum();
    Some(sum / (prospect.rolls.max(1) as i64))
}

/// The best attack with all who can join it.
fn best_attack(game: &Game<'_>, settings: &BattleRules) -> Option<(i64, SpaceIx, Stack)> {
    attacks(game, settings).into_iter().max_by_key(|(promise, target, _)| (*promise, std::cmp::Reverse(*target)))
}

/// What every attack with all who can join it promises, with one who begins it.
fn attacks(game: &Game<'_>, settings: &BattleRules) -> Vec<(i64, SpaceIx, Stack)> {
    let (rules, state) = (game.rules, &game.state);
    let goals = Goals::of(rules);
    let mut by_target: Vec<(SpaceIx, Vec<Stack>)> = Vec::new();
    for stack in forces::able(rules, state, settings) {
        for target in forces::targets(rules, state, &stack) {
            match by_target.iter_mut().find(|(to, _)| *to == target) {
                Some((_, force)) => force.push(stack),
                None => by_target.push((target, vec![stack])),
            }
        }
    }
    let rated = by_target.into_iter().filter_map(|(target, force)| {
        promise(game, settings, &goals, &force, target).map(|promise| (promise, target, force[0]))
    });
    rated.collect()
}

/// Attacks: all who can join the one at hand do so before the dice are thrown.
fn fight(game: &Game<'_>, settings: &BattleRules) -> Action {
    let (rules, state) = (game.rules, &game.state);
    if let Some((target, _)) = state.battles.pledged.first() {
        let joins = |stack: &Stack| forces::targets(rules, state, stack).contains(target);
        let more = forces::able(rules, state, settings).find(joins);
        return Action::Maneuver(match more {
            Some(stack) => Maneuver::Pledge { stack, target: *target },
            None => Maneuver::Attack { target: *target },
        });
    }
    match best_attack(game, settings) {
        Some((promise, target, stack)) if promise >= LEAST_GAIN => Action::Maneuver(Maneuver::Pledge { stack, target }),
        best => {
            let may_end = game.clone().submit(&Action::Done).is_ok();
            match best {
                // Whoever must attack does so where it costs least.
                Some((_, target, stack)) if !may_end => Action::Maneuver(Maneuver::Pledge { stack, target }),
                _ if may_end => Action::Done,
                _ => last(game),
            }
        }
    }
}

/// Anything that is allowed.
fn last(game: &Game<'_>) -> Action {
    game.legal().into_iter().next_back().unwrap_or(Action::Done)
}

/// Losses, retreats and advances.
fn settle(game: &Game<'_>, side: SideIx) -> Action {
    let (rules, legal) = (game.rules, game.legal());
    let eye = Eye::new(game, side);
    let duty = game.state.battles.clash.and_then(|clash| clash.duty);
    let owes = |of: CombatRole, stack: &Stack| hundredths(steps::step_worth(rules, stack, of));
    let target = game.state.battles.clash.map(|clash| clash.target);
    let score = |action: &Action| match (action, duty) {
        (Action::Maneuver(Maneuver::Lose { stack }), Some(duty)) => {
            let worth = owes(duty.of, stack);
            // The own weakest step, or the enemy's strongest.
            let names_own = game.state.side_of(stack.power) == Some(side);
            if names_own { -worth } else { worth }
        }
        (Action::Maneuver(Maneuver::Retreat { stack, to }), _) => {
            let crowd = game.state.stacks_in(*to).len() as i64;
            10 * eye.to_enemy[to.index()].min(4) + eye.score(stack, *to) / 4 - 5 * crowd + i64::from(stack.count)
        }
        (Action::Maneuver(Maneuver::Advance { stack }), Some(_)) => {
            let Some(target) = target else { return 0 };
            let there = game.state.stacks_in(target).is_empty();
            let gain = eye.score(stack, target) - eye.score(stack, stack.space);
            if there { gain + 50 } else { gain - 100 }
        }
        (Action::Done, Some(duty)) if matches!(duty.task, Task::Advance { .. }) => 0,
        _ => -10_000,
    };
    legal.iter().copied().max_by_key(|action| (score(action), *action == Action::Done)).unwrap_or(Action::Done)
}

/// The space whose units can do most in this impulse, or nothing if none can do anything.
fn activate(game: &Game<'_>, side: SideIx) -> Action {
    let mut best = (LEAST_GAIN / 2, Action::Done);
    for action in game.legal() {
        if action == Action::Done {
            continue;
        }
        let mut trial = game.clone();
        if trial.submit(&action).is_err() {
            continue;
        }
        let gain = outlook(&mut trial, side, game.state.battles.rounds.went);
        if gain > best.0 {
            best = (gain, action);
        }
    }
    best.1
}

/// The best that the phases of the impulse at hand offer.
fn outlook(trial: &mut Game<'_>, side: SideIx, impulse: u16) -> i64 {
    let mut best = 0;
    // An impulse has few phases.
    for _ in 0..6 {
        let here = trial.to_act() == Some(side) && trial.state.battles.rounds.went == impulse;
        let gain = match procedure(trial).filter(|_| here) {
            Some(Procedure::Move(settings)) => march(trial, side, settings).map_or(0, |(gain, _)| gain),
            Some(Procedure::Battle(settings)) => best_attack(trial, settings).map_or(0, |(gain, ..)| 2 * gain),
            _ => return best,
        };
        best = best.max(gain);
        if trial.submit(&Action::Done).is_err() {
            return best;
        }
    }
    best
}
