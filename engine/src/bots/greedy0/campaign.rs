//! A simple commander for games of strength points: marches to where the enemy is, attacks with good odds, builds points.

use std::collections::VecDeque;

use chartroom_format::schema::units::{Ability, Domain};

use crate::action::{Action, Command};
use crate::effect::{Effect, Politics};
use crate::game::Game;
use crate::ids::{EventIx, PowerIx, SideIx, SpaceIx};
use crate::procedures::differential::{CampaignPhase, battle, entry, fleet, march, raid, transport, zones};
use crate::query::stacking;
use crate::state::campaign::{Group, Pledge};
use crate::triggers;

use super::fleets;

/// Differentials worth an attack.
const GOOD: i32 = 3;
/// Points beyond this differential add nothing.
const ENOUGH: i32 = 10;
/// Strategic moves in one phase.
const MOVES: usize = 8;

/// The commander. It plans one phase at a time.
#[derive(Clone, Debug, Default)]
pub(super) struct Commander {
    plan: Vec<Action>,
    phase: Option<(i16, u16)>,
    /// By power: steps to what it wants, as planned for the phase at hand.
    fields: Vec<(PowerIx, Vec<u16>)>,
}

const FAR: u16 = u16::MAX;

impl Commander {
    pub(super) fn choose(&mut self, game: &Game<'_>, side: SideIx, kind: &CampaignPhase) -> Action {
        if let Some((_, ask)) = fleet::asks(game.rules, &game.state) {
            return fleets::answer(game, &ask);
        }
        let phase = Some((game.state.turn, game.state.phase));
        if phase != self.phase {
            self.phase = phase;
            self.fields.clear();
            self.plan = match kind {
                CampaignPhase::March => self.marches(game, side),
                CampaignPhase::Transport => self.transports(game, side),
                _ => Vec::new(),
            };
            self.plan.reverse();
        }
        match kind {
            CampaignPhase::March | CampaignPhase::Transport => self.plan.pop().unwrap_or(Action::Done),
            CampaignPhase::Battle if game.state.campaign.engagement.is_some() => settle(game),
            CampaignPhase::Battle => {
                if self.plan.is_empty() {
                    self.plan = fight(game, side);
                }
                self.plan.pop().unwrap_or(Action::Done)
            }
            CampaignPhase::Naval => fleets::act(game, side),
            CampaignPhase::Sortie => raid(game, side),
            CampaignPhase::Reinforce => self.deploy(game),
            CampaignPhase::Order { .. } => order(game),
            _ => Action::Done,
        }
    }

    /// Steps from every space to what a power wants.
    fn field(&mut self, game: &Game<'_>, power: PowerIx) -> &[u16] {
        let at = if let Some(at) = self.fields.iter().position(|(other, _)| *other == power) {
            at
        } else {
            self.fields.push((power, wanted(game, power)));
            self.fields.len() - 1
        };
        &self.fields[at].1
    }

    fn marches(&mut self, game: &Game<'_>, side: SideIx) -> Vec<Action> {
        let rules = game.rules;
        let mut trial = game.clone();
        let mut plan = Vec::new();
        for rule in triggers::invocable(rules, &game.state, side) {
            let action = Action::Invoke { rule };
            if brings_ally(game, side, rule) && trial.submit(&action).is_ok() {
                plan.push(action);
            }
        }
        let mut movers = march::movable(rules, &trial.state, side);
        movers.sort_by_key(|(stack, _)| (self.field(game, stack.power)[stack.space.index()], stack.space, stack.unit));
        for (stack, count) in movers {
            let field = self.field(game, stack.power);
            let here = field[stack.space.index()];
            let mut left = count.saturating_sub(garrison(game, &stack));
            if here <= 1 || left == 0 {
                continue;
            }
            let ways = march::ways_of(rules, &trial.state, &stack, None);
            let mut goals: Vec<SpaceIx> = ways.reached().filter(|to| field[to.index()] < here).collect();
            goals.sort_by_key(|to| (field[to.index()], *to));
            for to in goals.into_iter().take(6) {
                let room = stacking::room(rules, &trial.state, stack.power, stack.unit, to);
                let count = room.clamp(0, i64::from(left)) as u16;
                let (from, power, unit) = (stack.space, stack.power, stack.unit);
                let action = Action::Campaign(Command::March { from, power, unit, count, to });
                if count > 0 && trial.submit(&action).is_ok() {
                    plan.push(action);
                    left -= count;
                }
                if left == 0 {
                    break;
                }
            }
        }
        plan
    }

    fn transports(&mut self, game: &Game<'_>, side: SideIx) -> Vec<Action> {
        let rules = game.rules;
        let mut trial = game.clone();
        let mut plan = Vec::new();
        let own = game.state.stacks.iter().filter(|stack| game.state.side_of(stack.power) == Some(side));
        let mut rear: Vec<_> = own.filter(|stack| zones::is_mobile(rules, stack)).copied().collect();
        rear.retain(|stack| !rules.power(stack.power).minor && self.field(game, stack.power)[stack.space.index()] > 5);
        rear.sort_by_key(|stack| {
            (std::cmp::Reverse(self.field(game, stack.power)[stack.space.index()]), stack.space, stack.unit)
        });
        for stack in rear.into_iter().take(12) {
            if plan.len() >= MOVES {
                break;
            }
            let field = self.field(game, stack.power);
            let here = field[stack.space.index()];
            let (from, power, unit) = (stack.space, stack.power, stack.unit);
            let count = stack.count.saturating_sub(garrison(game, &stack)).min(2);
            if count == 0 {
                continue;
            }
            let by_sea = transport::harbours(rules, &trial.state, power, from)
                .into_iter()
                .map(|(to, _)| Command::Embark { from, power, unit, count: 1, to });
            let by_land = transport::by_rail(rules, &trial.state, power, from, rules.campaign.transport.range)
                .into_iter()
                .map(|(to, _)| Command::Entrain { from, power, unit, count, to, by: power });
            let best = by_sea.chain(by_land).filter_map(|command| match command {
                Command::Embark { to, .. } | Command::Entrain { to, .. } => Some((field[to.index()], command)),
                _ => None,
            });
            let best = best.filter(|(steps, _)| *steps < here.saturating_sub(3)).min_by_key(|(steps, _)| *steps);
            if let Some((_, command)) = best
                && trial.submit(&Action::Campaign(command)).is_ok()
            {
                plan.push(Action::Campaign(command));
            }
        }
        plan
    }

    /// Units due go where they are nearest to what they want.
    fn deploy(&mut self, game: &Game<'_>) -> Action {
        let legal = game.legal();
        let best = legal.into_iter().filter_map(|action| match action {
            Action::Campaign(Command::Deploy { power, at, .. }) => {
                Some((self.field(game, power)[at.index()], at, action))
            }
            _ => None,
        });
        best.min_by_key(|(steps, at, _)| (*steps, *at)).map_or(Action::Done, |(_, _, action)| action)
    }
}

/// Whether a choice brings a power to one's own side.
fn brings_ally(game: &Game<'_>, side: SideIx, rule: EventIx) -> bool {
    let found = game.rules.rules.iter().find(|other| other.event == rule);
    found.is_some_and(|rule| {
        rule.then.iter().any(|then| matches!(then, Effect::Politics(Politics::Join(_, to)) if *to == side))
    })
}

/// Points of a stack that stay to hold a centre that is not one's own.
fn garrison(game: &Game<'_>, stack: &crate::state::Stack) -> u16 {
    let rules = game.rules;
    let lines = &rules.campaign.lines;
    let centre =
        lines.full.iter().chain(&lines.defence).any(|feature| game.state.feature(rules, stack.space, *feature) > 0);
    let foreign = rules.power(stack.power).home.binary_search(&stack.space).is_err();
    u16::from(centre && foreign)
}

/// All mobile points of a power, or of the powers of its side.
fn points(game: &Game<'_>, takes: impl Fn(PowerIx) -> bool) -> i64 {
    let stacks = game.state.stacks.iter().filter(|stack| takes(stack.power) && zones::is_land(game.rules, stack));
    stacks.map(|stack| i64::from(stack.count)).sum()
}

/// Steps over land from every space to what a power wants: enemies, their centres, and neutrals it can beat.
fn wanted(game: &Game<'_>, power: PowerIx) -> Vec<u16> {
    let (rules, state) = (game.rules, &game.state);
    let own = points(game, |other| other == power);
    let weak: Vec<bool> =
        state.powers().map(|other| own >= 2 * points(game, |power| power == other) + 6 && own > 0).collect();
    let lines = &rules.campaign.lines;
    let centre = |space: SpaceIx| {
        lines.full.iter().chain(&lines.defence).any(|feature| state.feature(rules, space, *feature) > 0)
    };
    // Hostile ground, and ground that a power may make hostile and can beat.
    let open = |space: SpaceIx| match state.holder(space) {
        Some(holder) if zones::is_friend(state, power, holder) => false,
        Some(holder) => {
            state.at_war(power, holder) || weak[holder.index()] && entry::provokes(rules, state, power, space)
        }
        None => false,
    };
    let count = rules.board.spaces.len();
    let mut steps = vec![FAR; count];
    let mut queue: VecDeque<SpaceIx> = VecDeque::new();
    for space in (0..count).map(SpaceIx::new).filter(|space| rules.board.has_land(*space)) {
        let foe = state.stacks_in(space).iter().any(|stack| {
            zones::is_land(rules, stack)
                && !zones::is_friend(state, power, stack.power)
                && state.side_of(stack.power).is_some()
        });
        if open(space) && (foe || centre(space))
            || foe && zones::enemies_in(rules, state, power, space).next().is_some()
        {
            steps[space.index()] = 0;
            queue.push_back(space);
        }
    }
    while let Some(space) = queue.pop_front() {
        for link in rules.board.links_of(space) {
            let friendly = zones::is_friendly(state, power, link.to);
            if link.passes.has(Domain::Land) && steps[link.to.index()] == FAR && (friendly || open(link.to)) {
                steps[link.to.index()] = steps[space.index()] + 1;
                queue.push_back(link.to);
            }
        }
    }
    steps
}

/// The attack with the best differential, last step first: pledges until there are enough, then the attack.
fn fight(game: &Game<'_>, side: SideIx) -> Vec<Action> {
    let (rules, state) = (game.rules, &game.state);
    let candidates = battle::candidates(rules, state, side);
    let able = |target: SpaceIx| {
        let groups = candidates.iter().filter(move |(_, targets)| targets.contains(&target));
        groups.map(move |(group, _)| Pledge { target, group: *group })
    };
    let mut targets: Vec<SpaceIx> = candidates.iter().flat_map(|(_, targets)| targets.iter().copied()).collect();
    targets.sort_unstable();
    targets.dedup();
    let best = targets.into_iter().filter_map(|target| {
        let differential = battle::differential(rules, state, &able(target).collect::<Vec<_>>(), target)?;
        (differential >= GOOD).then_some((differential, target))
    });
    let Some((_, target)) = best.max_by_key(|(differential, target)| (*differential, std::cmp::Reverse(*target)))
    else {
        return Vec::new();
    };
    let mut pledged: Vec<Pledge> = Vec::new();
    for pledge in able(target) {
        if battle::differential(rules, state, &pledged, target).is_some_and(|now| now >= ENOUGH) {
            break;
        }
        pledged.push(pledge);
    }
    let attack = Action::Campaign(Command::Attack { target });
    std::iter::once(attack).chain(pledged.into_iter().rev().map(pledge)).collect()
}

const fn pledge(pledge: Pledge) -> Action {
    let Group { space: from, power, unit, count } = pledge.group;
    Action::Campaign(Command::Pledge { from, power, unit, count, target: pledge.target })
}

/// Cheap points are given up first, retreats go to friends, mechanised points follow.
fn settle(game: &Game<'_>) -> Action {
    let (rules, state) = (game.rules, &game.state);
    let score = |action: &Action| -> i64 {
        match action {
            Action::Campaign(Command::GiveUp { from, power, unit }) => {
                let stack =
                    crate::state::Stack { space: *from, army: 0, power: *power, unit: *unit, damaged: 0, count: 1 };
                -i64::from(battle::price(rules, &stack))
            }
            Action::Campaign(Command::FallBack { power, to, .. })
                if state
                    .holder(*to)
                    .is_none_or(|holder| !zones::is_friend(state, *power, holder) && !state.at_war(*power, holder)) =>
            {
                -100
            }
            Action::Campaign(Command::FallBack { power, to, .. }) => {
                zones::friends_in(rules, state, *power, *to).map(|stack| i64::from(stack.count)).sum()
            }
            Action::Campaign(Command::Follow { count, .. }) => 10 + i64::from(*count),
            _ => 0,
        }
    };
    game.legal().into_iter().rev().max_by_key(score).unwrap_or(Action::Done)
}

fn raid(game: &Game<'_>, side: SideIx) -> Action {
    // Bombs first, and nobody is dragged into the war by them.
    let enemy = |power: PowerIx, target: SpaceIx| {
        game.state.holder(target).is_some_and(|holder| game.state.at_war(power, holder))
    };
    let mut raids = raid::raids(game.rules, &game.state, side);
    raids.retain(|raid| match raid {
        Command::Raid { power, target, .. } | Command::Drop { power, target, .. } => enemy(*power, *target),
        _ => false,
    });
    raids.sort_by_key(|raid| !matches!(raid, Command::Drop { .. }));
    raids.first().map_or(Action::Done, |raid| Action::Campaign(*raid))
}

/// Mechanised points while there is money, infantry, then bombers and air defence; no ships.
fn order(game: &Game<'_>) -> Action {
    let score = |action: &Action| -> i64 {
        let Action::Campaign(Command::Order { unit, rebuild, .. }) = action else { return 0 };
        let info = game.rules.unit(*unit);
        let kind = match info.domain {
            Domain::Land if info.can(Ability::AdvanceAfterCombat) => 20,
            Domain::Land => 18,
            Domain::Air if info.can(Ability::StrategicBombing) => 6,
            Domain::Air if info.can(Ability::Intercepts) => 4,
            _ => -10,
        };
        kind + i64::from(*rebuild)
    };
    game.legal().into_iter().max_by_key(|action| (score(action), *action == Action::Done)).unwrap_or(Action::Done)
}
