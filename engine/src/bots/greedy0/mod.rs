//! The greedy player as it was: what the commander is measured against. A simple commander: strength where the enemy is, attacks that are likely to succeed, new points at the front's side of home.

mod campaign;
mod fleets;
mod zones;

use crate::action::Action;
use crate::condition::{Condition, Holding};
use crate::game::Game;
use crate::ids::{Actor, SideIx, SpaceIx};
use crate::procedures::breakthroughs::BreakthroughRules;
use crate::procedures::firepower::advance::{self, Against};
use crate::procedures::firepower::{is_hostile, landing, peace, targets};
use crate::procedures::research::ResearchRules;
use crate::procedures::{FirepowerRules, Procedure};
use crate::query::stacking;
use crate::state::State;

use super::Bot;

/// The player of before. It plans one phase at a time.
#[derive(Clone, Debug, Default)]
pub struct Greedy0 {
    /// Moves planned for the phase at hand.
    plan: Vec<Action>,
    phase: Option<(i16, u16)>,
    campaign: campaign::Commander,
}

impl Bot for Greedy0 {
    fn choose(&mut self, game: &Game<'_>) -> Action {
        let phase = Some((game.state.turn, game.state.phase));
        let procedure = game
            .rules
            .phases
            .get(usize::from(game.state.phase))
            .and_then(|phase| phase.run)
            .map(|at| &game.rules.procedures[at.index()].run);
        let Some(side) = game.to_act() else { return Action::Done };
        match procedure {
            Some(Procedure::Redeploy(settings)) => {
                if phase != self.phase {
                    self.phase = phase;
                    self.plan = concentrate(game, side, settings);
                }
                self.plan.pop().unwrap_or(Action::Done)
            }
            // The deployment of the scenario is as good as any it could think of.
            Some(Procedure::Deploy(_)) => Action::Done,
            Some(Procedure::FirepowerAdvance(settings)) => fight(game, side, settings),
            Some(Procedure::MoveByRange(settings)) => {
                if phase != self.phase {
                    self.phase = phase;
                    self.plan = if settings.attack { zones::attacks(game) } else { zones::moves(game) };
                }
                self.plan.pop().unwrap_or(Action::Done)
            }
            Some(Procedure::HitRolls(_)) => zones::fight(game),
            Some(Procedure::Recruit(_)) => zones::buy(game),
            Some(Procedure::Give(_)) => zones::lend(game),
            Some(Procedure::Produce(_)) => build(game, side),
            Some(Procedure::Research(settings)) => research(game, side, settings),
            Some(Procedure::Breakthroughs(settings)) => attempt(game, settings),
            Some(Procedure::Campaign(kind)) => self.campaign.choose(game, side, kind),
            _ => game.legal().into_iter().rfind(|action| *action != Action::Done).unwrap_or(Action::Done),
        }
    }
}

/// How much a space is worth to a side: what victory tests name, capitals, production, enemies next door.
fn worth(game: &Game<'_>, space: SpaceIx) -> i64 {
    let rules = game.rules;
    let info = rules.board.space(space);
    let goal = rules.victory.iter().any(|victory| match &victory.test {
        crate::ruleset::VictoryTest::Holds(Condition::Holding(Holding::Controls(_, spaces))) => spaces.contains(&space),
        _ => false,
    });
    let production: i64 = info
        .features
        .iter()
        .map(|(feature, _)| {
            let kind = &rules.features[feature.index()];
            if kind.production { game.state.feature(rules, space, *feature) } else { i64::from(kind.capital) * 3 }
        })
        .sum();
    i64::from(goal) * 12 + production * 2
}

/// Points of a side in a space that hold it.
fn points(state: &State, space: SpaceIx, wanted: impl Fn(SideIx) -> bool) -> i64 {
    let in_space = state.stacks_in(space).iter();
    in_space.filter(|stack| state.side_of(stack.power).is_some_and(&wanted)).map(|stack| i64::from(stack.count)).sum()
}

/// The spaces of a side next to an enemy, with how much they need points.
fn front(game: &Game<'_>, side: SideIx) -> Vec<(SpaceIx, i64)> {
    let rules = game.rules;
    let mut found = Vec::new();
    for space in (0..rules.board.spaces.len()).map(SpaceIx::new) {
        if !game.state.is_friendly(space, side) || !rules.board.has_land(space) {
            continue;
        }
        let enemies: Vec<SpaceIx> = targets(rules, &game.state, side, space)
            .into_iter()
            .filter(|to| is_hostile(&game.state, side, *to))
            .collect();
        if enemies.is_empty() {
            continue;
        }
        let threat: i64 = enemies.iter().map(|to| points(&game.state, *to, |other| other != side)).max().unwrap_or(0);
        let prize: i64 = enemies.iter().map(|to| worth(game, *to)).max().unwrap_or(0);
        found.push((space, worth(game, space) * 2 + prize + threat));
    }
    found.sort_by_key(|(space, need)| (-need, *space));
    found
}

/// Moves points from quiet spaces to the front, the neediest first.
fn concentrate(game: &Game<'_>, side: SideIx, settings: &crate::procedures::RedeployRules) -> Vec<Action> {
    let front = front(game, side);
    let mut trial = game.clone();
    let mut plan = Vec::new();
    for stack in crate::procedures::movable_stacks(game.rules, &game.state, side, settings) {
        let here = front.iter().find(|(space, _)| *space == stack.space).map(|(_, need)| *need);
        if here.is_some_and(|need| need > 3) {
            continue;
        }
        let reach = crate::query::reach::by_land(game.rules, &game.state, side, stack.space);
        for (space, need) in front.iter().take(12) {
            if *space == stack.space || !reach.has(*space) || here.is_some_and(|here| here + 4 >= *need) {
                continue;
            }
            let room = stacking::room(game.rules, &trial.state, stack.power, stack.unit, *space);
            let count = room.min(i64::from(stack.count)).max(0) as u16;
            if count == 0 {
                continue;
            }
            let action = Action::Redeploy {
                from: stack.space,
                army: stack.army,
                power: stack.power,
                unit: stack.unit,
                count,
                to: *space,
                into: None,
            };
            if trial.submit(&action).is_ok() {
                plan.push(action);
                break;
            }
        }
    }
    plan.reverse();
    plan
}

/// Chances in six that an army's advance succeeds.
fn chances(game: &Game<'_>, side: SideIx, settings: &FirepowerRules, army: u8, to: SpaceIx) -> i64 {
    let Some(from) = game.state.army_space(side, army) else { return 0 };
    let against = advance::defence(game.rules, &game.state, settings, side, to);
    let row = advance::mechanised(game.rules, &game.state, side, army, from, to);
    let added = advance::die_modifier(game.rules, &game.state, settings, side, army, from, to);
    (1..=6).filter(|die| advance::succeeds(game.rules, settings, row, against, die + added)).count() as i64
}

fn fight(game: &Game<'_>, side: SideIx, settings: &FirepowerRules) -> Action {
    let legal = game.legal();
    let score = |action: &Action| -> i64 {
        match action {
            Action::Done => 1,
            Action::Announce { army, target } => {
                let breach = breach(game, side, settings, *target);
                if !is_hostile(&game.state, side, *target) && breach.is_none() {
                    return 0;
                }
                let own: i64 = game.state.army(side, *army).map(|stack| i64::from(stack.count)).sum();
                let held = match advance::defence(game.rules, &game.state, settings, side, *target) {
                    Against::Friendly => return 0,
                    Against::Defence(points) => points,
                };
                let chance = chances(game, side, settings, *army, *target);
                let fire = if own >= 3 { own - held / 2 } else { -5 };
                match breach {
                    Some(needed) if chance < needed => 0,
                    _ => chance * 3 + fire.min(8) + worth(game, *target),
                }
            }
            Action::Invade { army, target, spent, ships } => {
                let Some(landings) = &settings.landings else { return 0 };
                let row = landing::strength(game.rules, &game.state, side, *army, landings) - 2 * i64::from(*spent);
                let against = advance::defence(game.rules, &game.state, settings, side, *target);
                let open = |die: &i64| advance::succeeds(game.rules, settings, row.min(settings.group), against, *die);
                let chance = (1..=6).filter(open).count() as i64;
                let needed = breach(game, side, settings, *target).unwrap_or(2);
                if chance < needed { 0 } else { chance * 3 + worth(game, *target) + i64::from(*ships).min(3) }
            }
            Action::Intercept { .. } | Action::Fire { .. } => 2,
            Action::Assault { .. } => 5,
            Action::Advance { army } => {
                let target = game.state.combat.record(side, *army).and_then(|record| record.target);
                target.map_or(0, |target| chances(game, side, settings, *army, target) * 2 + worth(game, target) / 4)
            }
            Action::Exploit { army, target } if is_hostile(&game.state, side, *target) => {
                let chance = chances(game, side, settings, *army, *target);
                if chance >= 2 { chance * 2 + worth(game, *target) / 2 } else { 0 }
            }
            // Infantry before mechanised points: a lower id is listed first in every pack that has both.
            Action::Lose { unit, .. } => {
                let mechanised = game.rules.unit(*unit).can(chartroom_format::schema::units::Ability::Mechanised);
                20 - i64::from(mechanised) * 10
            }
            Action::Retreat { to, .. } => {
                20 + worth(game, *to) - points(&game.state, *to, |other| other == side).min(9)
            }
            _ => 0,
        }
    };
    let best = legal.iter().copied().max_by_key(|action| (score(action), *action == Action::Done));
    best.unwrap_or(Action::Done)
}

/// How likely an attack must be before it is worth a new enemy, in sixths; none where there is war already or may be none. A country on
/// no side is taken when it falls at once; another side is attacked only with half as much again as it has.
fn breach(game: &Game<'_>, side: SideIx, settings: &FirepowerRules, target: SpaceIx) -> Option<i64> {
    if !peace::may_break(game.rules, &game.state, side, settings, target) {
        return None;
    }
    let Some(other) = game.state.holding_side(target) else { return Some(4) };
    let all = |of: SideIx| -> i64 {
        let own = game.state.stacks.iter().filter(|stack| game.state.side_of(stack.power) == Some(of));
        own.map(|stack| i64::from(stack.count)).sum()
    };
    Some(if 2 * all(side) >= 3 * all(other) { 3 } else { 7 })
}

/// Steps after which a result is asked for: more often than not it helps.
const READY: i64 = 3;

/// What is left of the budget goes into one item after the other until its chances are fair.
fn research(game: &Game<'_>, side: SideIx, settings: &ResearchRules) -> Action {
    let who = Some(Actor::Side(side));
    let step = |track| {
        let item = settings.items.iter().find(|item| item.level == track);
        item.map_or(0, |item| game.state.track(item.step, who))
    };
    let legal = game.legal();
    let ready = legal.iter().find(|action| matches!(action, Action::Conclude { item } if step(*item) >= READY));
    let score = |action: &Action| match action {
        Action::Invest { item, points } if step(*item) < READY => step(*item) * 10 + i64::from(*points),
        Action::Done => 0,
        _ => -1,
    };
    // The first of the best: items stand in the order the pack gives them.
    let best = legal.iter().rev().max_by_key(|action| score(action));
    ready.or(best).copied().unwrap_or(Action::Done)
}

/// Purses that are this many times the price of a try can spare it.
const TO_SPARE: i64 = 10;

/// The first technology that somebody who can spare the money may try.
fn attempt(game: &Game<'_>, settings: &BreakthroughRules) -> Action {
    let spares = |action: &Action| match action {
        Action::Try { power, .. } => game.state.money(Actor::Power(*power)) >= settings.cost * TO_SPARE,
        _ => false,
    };
    game.legal().into_iter().find(spares).unwrap_or(Action::Done)
}

/// Mechanised points while the budget lasts, infantry for the rest, repairs only of what lies at home.
fn build(game: &Game<'_>, side: SideIx) -> Action {
    let near = |space: SpaceIx| {
        let crowded = points(&game.state, space, |other| other == side);
        worth(game, space) - crowded * 3
    };
    let score = |action: &Action| -> i64 {
        match action {
            Action::Build { unit, space, .. } => {
                let info = game.rules.unit(*unit);
                let kind = if info.can(chartroom_format::schema::units::Ability::Mechanised) {
                    3
                } else if info.attack.numerator > 0 {
                    2
                } else {
                    -1
                };
                if kind < 0 { -100 } else { 1000 + kind * 100 + near(*space) }
            }
            Action::Repair { space, .. } => {
                if game.rules.board.space(*space).owner.is_some_and(|owner| game.state.side_of(owner) == Some(side)) {
                    900
                } else {
                    -50
                }
            }
            _ => 0,
        }
    };
    game.legal().into_iter().max_by_key(score).unwrap_or(Action::Done)
}
