//! The commander in games of strength points, where they need ships: powers whose points have no enemy over land choose a port from
//! which a coast can be landed on, order fleets that land, bring fleets and points there, and go ashore where few defend.

use chartroom_format::schema::units::{Ability, Domain};

use super::goals::Goals;
use crate::action::{Action, Command};
use crate::game::Game;
use crate::ids::{PowerIx, SideIx, SpaceIx};
use crate::procedures::differential::{CampaignPhase, fleet, landing, lines, march, transport, zones};
use crate::ruleset::Ruleset;
use crate::state::{Stack, State};

/// Fleets that land which a power should have.
const FLEETS: i64 = 3;
/// Points without an enemy over land from which a landing pays.
const IDLE: i64 = 3;

/// A power's plan to land: from where.
#[derive(Clone, Copy, Debug)]
struct Plan {
    power: PowerIx,
    port: SpaceIx,
}

/// What the commander keeps in mind through the land and sea phases of a turn.
#[derive(Clone, Debug, Default)]
pub(super) struct Staff {
    turn: Option<(i16, Option<SideIx>)>,
    plans: Vec<Plan>,
    given: Option<(i16, u16)>,
    tried: Vec<Action>,
    phase: Option<(i16, u16)>,
}

fn is_fleet(rules: &Ruleset, stack: &Stack) -> bool {
    let info = rules.unit(stack.unit);
    info.domain == Domain::Sea && info.can(Ability::Amphibious)
}

impl Staff {
    /// What a phase needs for a landing; none if it needs nothing more.
    pub(super) fn choose(
        &mut self,
        game: &Game<'_>,
        goals: &Goals,
        side: SideIx,
        kind: &CampaignPhase,
    ) -> Option<Action> {
        if fleet::asks(game.rules, &game.state).is_some() || game.state.campaign.sea.is_busy() {
            return None;
        }
        let phase = Some((game.state.turn, game.state.phase));
        if phase != self.phase {
            self.phase = phase;
            self.tried.clear();
        }
        let turn = Some((game.state.turn, Some(side)));
        if self.turn != turn {
            self.turn = turn;
            self.plans = plans(game, goals, side);
        }
        if let CampaignPhase::Lend { .. } = kind {
            return self.lend(game);
        }
        if self.plans.is_empty() {
            return None;
        }
        let wanted = match kind {
            CampaignPhase::March => self.assault(game, goals),
            CampaignPhase::Transport => self.embark(game),
            CampaignPhase::Naval => self.sail(game),
            CampaignPhase::Order { .. } => self.order(game, side),
            _ => None,
        }?;
        // What changed nothing is not asked for twice.
        if self.tried.contains(&wanted) {
            return None;
        }
        self.tried.push(wanted);
        let mut trial = game.clone();
        trial.submit(&wanted).is_ok().then_some(wanted)
    }

    /// Points go ashore where they are at least twice the defenders, or nobody is.
    fn assault(&self, game: &Game<'_>, goals: &Goals) -> Option<Action> {
        let (rules, state) = (game.rules, &game.state);
        let mut best: Option<(i64, Action)> = None;
        for plan in &self.plans {
            let fleets: i64 = count(state, plan.port, |stack| stack.power == plan.power && is_fleet(rules, stack));
            if fleets == 0 {
                continue;
            }
            let coasts = landing::coasts(rules, state, plan.power, plan.port);
            for stack in state
                .stacks_in(plan.port)
                .iter()
                .filter(|stack| stack.power == plan.power && zones::is_mobile(rules, stack))
            {
                let most = i64::from(march::fresh(rules, state, stack)).min(fleets);
                for to in coasts.iter().copied().filter(|_| most > 0) {
                    let foes = defenders(rules, state, plan.power, to);
                    let score = value(rules, state, goals, to) - foes * 3 + most;
                    if most >= 2 * foes && best.is_none_or(|(known, _)| score > known) {
                        let command = Command::Assault {
                            from: plan.port,
                            power: plan.power,
                            unit: stack.unit,
                            count: most as u16,
                            to,
                        };
                        best = Some((score, Action::Campaign(command)));
                    }
                }
            }
        }
        best.map(|(_, action)| action)
    }

    /// Idle points go to the port of their power by sea, or to a port by rail.
    fn embark(&self, game: &Game<'_>) -> Option<Action> {
        let (rules, state) = (game.rules, &game.state);
        for plan in &self.plans {
            let there = count(state, plan.port, |stack| stack.power == plan.power && zones::is_mobile(rules, stack));
            if there > FLEETS {
                continue;
            }
            let own = state.stacks.iter().filter(|stack| {
                stack.power == plan.power && stack.space != plan.port && zones::is_mobile(rules, stack)
            });
            for stack in own {
                let (from, power, unit) = (stack.space, stack.power, stack.unit);
                let harbours = transport::harbours(rules, state, power, from);
                let action = if harbours.iter().any(|(to, _)| *to == plan.port) {
                    Action::Campaign(Command::Embark { from, power, unit, count: 1, to: plan.port })
                } else {
                    let rails = transport::by_rail(rules, state, power, from, rules.campaign.transport.range);
                    let port = rails
                        .into_iter()
                        .filter(|(to, _)| *to == plan.port || harbours.is_empty() && lines::is_port(rules, state, *to));
                    let Some((to, _)) = port.min_by_key(|(to, steps)| (*to != plan.port, *steps, *to)) else {
                        continue;
                    };
                    Action::Campaign(Command::Entrain { from, power, unit, count: 1, to, by: power })
                };
                if self.tried.contains(&action) {
                    continue;
                }
                if game.clone().submit(&action).is_ok() {
                    return Some(action);
                }
            }
        }
        None
    }

    /// Fleets that land go to the port of their power.
    fn sail(&self, game: &Game<'_>) -> Option<Action> {
        game.legal().into_iter().find(|action| match action {
            Action::Campaign(Command::Sail { from, power, unit, to, .. }) => {
                let stack = Stack { space: *from, army: 0, power: *power, unit: *unit, damaged: 0, count: 1 };
                let goes = self.plans.iter().any(|plan| plan.power == *power && plan.port == *to && plan.port != *from);
                goes && is_fleet(game.rules, &stack) && !self.tried.contains(action)
            }
            _ => false,
        })
    }

    /// Fleets that land, until there are enough.
    fn order(&self, game: &Game<'_>, side: SideIx) -> Option<Action> {
        let (rules, state) = (game.rules, &game.state);
        let powers = crate::query::zones::powers_of(rules, state);
        let plan =
            self.plans.iter().find(|plan| powers.contains(&plan.power) && state.side_of(plan.power) == Some(side))?;
        let has = |stack: &&Stack| stack.power == plan.power && is_fleet(rules, stack);
        let mut have: i64 = state.stacks.iter().filter(has).map(|stack| i64::from(stack.count)).sum();
        have += state
            .campaign
            .pending
            .iter()
            .filter(|due| due.power == plan.power && rules.unit(due.unit).can(Ability::Amphibious))
            .map(|due| i64::from(due.count))
            .sum::<i64>();
        if have >= FLEETS {
            return None;
        }
        game.legal().into_iter().find(|action| match action {
            Action::Campaign(Command::Order { unit, count: 1, .. }) => {
                rules.unit(*unit).domain == Domain::Sea && rules.unit(*unit).can(Ability::Amphibious)
            }
            _ => false,
        })
    }

    /// Once in a phase as much as may be lent.
    fn lend(&mut self, game: &Game<'_>) -> Option<Action> {
        let phase = Some((game.state.turn, game.state.phase));
        if self.given == phase {
            return None;
        }
        self.given = phase;
        let gifts = game.legal().into_iter().filter_map(|action| match action {
            Action::Campaign(Command::Give { points, .. }) => Some((points, action)),
            _ => None,
        });
        gifts.max_by_key(|(points, _)| *points).map(|(_, action)| action)
    }
}

fn count(state: &State, space: SpaceIx, wanted: impl Fn(&Stack) -> bool) -> i64 {
    state.stacks_in(space).iter().filter(|stack| wanted(stack)).map(|stack| i64::from(stack.count)).sum()
}

/// Points of enemies, or of neutrals, on a coast.
fn defenders(rules: &Ruleset, state: &State, power: PowerIx, space: SpaceIx) -> i64 {
    count(state, space, |stack| zones::is_land(rules, stack) && !zones::is_friend(state, power, stack.power))
}

fn value(rules: &Ruleset, state: &State, goals: &Goals, space: SpaceIx) -> i64 {
    let lines = &rules.campaign.lines;
    let centre = lines.full.iter().chain(&lines.defence).any(|feature| state.feature(rules, space, *feature) > 0);
    goals.of(space) / 4 + i64::from(centre) * 8 + i64::from(lines::is_port(rules, state, space)) * 4
}

/// For each power that could use one: the port that is best to land from.
fn plans(game: &Game<'_>, goals: &Goals, side: SideIx) -> Vec<Plan> {
    let (rules, state) = (game.rules, &game.state);
    let members = state.members(crate::ids::Actor::Side(side)).filter(|power| !rules.power(*power).minor);
    members
        .filter_map(|power| {
            let at_war = state.powers().any(|other| state.at_war(power, other));
            if !at_war || idle(rules, state, power) < IDLE {
                return None;
            }
            let ports = lines::ports(rules, state).into_iter().filter(|port| zones::is_friendly(state, power, *port));
            let best = ports.filter_map(|port| {
                let coasts = landing::coasts(rules, state, power, port);
                let at_war =
                    coasts.into_iter().filter(|to| state.holder(*to).is_some_and(|holder| state.at_war(power, holder)));
                let gain =
                    at_war.map(|to| value(rules, state, goals, to) - defenders(rules, state, power, to) * 3).max()?;
                let here = count(state, port, |stack| stack.power == power).min(4);
                Some((gain + here, std::cmp::Reverse(port)))
            });
            best.max().map(|(_, std::cmp::Reverse(port))| Plan { power, port })
        })
        .collect()
}

/// Points of a power from which no enemy can be reached over friendly land and one step more.
fn idle(rules: &Ruleset, state: &State, power: PowerIx) -> i64 {
    let count = rules.board.spaces.len();
    let mut near = crate::query::reach::SpaceSet::new(count);
    let mut queue: Vec<SpaceIx> = Vec::new();
    for space in rules.board.land.iter().copied() {
        if state.holder(space).is_some_and(|holder| state.at_war(power, holder)) && near.add(space) {
            queue.push(space);
        }
    }
    while let Some(space) = queue.pop() {
        for way in rules.board.land_ways_of(space) {
            let to = way.to();
            if zones::is_friendly(state, power, to) && near.add(to) {
                queue.push(to);
            }
        }
    }
    let own = state.stacks.iter().filter(|stack| stack.power == power && zones::is_mobile(rules, stack));
    own.filter(|stack| !near.has(stack.space)).map(|stack| i64::from(stack.count)).sum()
}
