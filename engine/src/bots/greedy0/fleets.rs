//! A simple admiral: submarines look for merchant ships, everybody strikes where the odds are good, nobody leaves a port without
//! reason.

use crate::action::{Action, Command};
use crate::game::Game;
use crate::ids::{SideIx, SpaceIx};
use crate::procedures::differential::fleet::{Ask, attack, is_last};
use crate::procedures::differential::sea_rules::{self, Kind};
use crate::procedures::differential::{battle, naval};
use crate::state::Stack;

/// Differentials worth an attack on merchant ships, and on others, who strike back.
const PREY: i64 = 1;
const FOES: i64 = 4;

/// What is answered to a question.
pub(super) fn answer(game: &Game<'_>, ask: &Ask) -> Action {
    let cheapest = |choices: &[(SpaceIx, crate::ids::PowerIx, crate::ids::UnitIx)]| {
        let price = |(space, power, unit): &(SpaceIx, crate::ids::PowerIx, crate::ids::UnitIx)| {
            let stack = Stack { space: *space, army: 0, power: *power, unit: *unit, damaged: 0, count: 1 };
            (battle::price(game.rules, &stack), *space, *unit)
        };
        let found = choices.iter().min_by_key(|choice| price(choice));
        found.map_or(Action::Done, |(from, power, unit)| {
            Action::Campaign(Command::GiveUp { from: *from, power: *power, unit: *unit })
        })
    };
    match ask {
        Ask::Losses(choices) | Ask::Depletion(choices) => cheapest(choices),
        Ask::Answer => Action::Campaign(Command::Counter),
        Ask::Leave(ways) => {
            let cover = ways.iter().find(|way| matches!(way, Command::Cover { .. }));
            cover.map_or(Action::Done, |cover| Action::Campaign(*cover))
        }
        Ask::Ambush(_) => Action::Campaign(Command::Ambush { from: None }),
        Ask::Announce(target) => {
            let side = game.to_act();
            let good = side.is_some_and(|side| worth(game, side, *target).is_some());
            let target = *target;
            Action::Campaign(if good { Command::Challenge { target } } else { Command::Waive { target } })
        }
    }
}

/// What a side would gain by an attack on a space with all it has in reach; none if the attack is not worth it.
fn worth(game: &Game<'_>, side: SideIx, target: SpaceIx) -> Option<i64> {
    let (rules, state) = (game.rules, &game.state);
    let near = attack::attackers(rules, state, side).into_iter().filter(|(_, spaces)| spaces.contains(&target));
    let able: Vec<Stack> = near.map(|(stack, _)| stack).collect();
    let lead = able.first()?;
    let prey = attack::targets(rules, state, lead.power, target);
    let attack: i64 =
        able.iter().map(|stack| i64::from(naval::attack_strength(rules, stack)) * i64::from(stack.count)).sum();
    difference(game, attack, &prey)
}

/// By how much an attack is stronger than the units it meets, if it is worth it.
fn difference(game: &Game<'_>, attack: i64, prey: &[Stack]) -> Option<i64> {
    let first = prey.first()?;
    let (rules, state) = (game.rules, &game.state);
    let strength = |stack: &Stack| i64::from(naval::defence_strength(rules, stack)) * i64::from(stack.count);
    let covers = |stack: &&Stack| {
        state.side_of(stack.power) == state.side_of(first.power)
            && sea_rules::kind(rules, stack) == Some(Kind::LandBased)
            && stack.space != first.space
            && state.campaign.sea.fleet(stack.army).covers.is_none()
            && sea_rules::controls(rules, state, stack, first.space)
    };
    let defence: i64 =
        prey.iter().map(strength).sum::<i64>() + state.stacks.iter().filter(covers).map(strength).sum::<i64>();
    let convoy = prey.iter().all(|stack| sea_rules::kind(rules, stack) == Some(Kind::Shipping));
    let gain = attack - defence;
    (gain >= if convoy { PREY } else { FOES }).then_some(gain)
}

/// What the player of a naval phase does next.
pub(super) fn act(game: &Game<'_>, side: SideIx) -> Action {
    let legal = game.legal();
    let commands = || {
        legal.iter().filter_map(|action| match action {
            Action::Campaign(command) => Some(*command),
            _ => None,
        })
    };
    // Everybody who can takes part in an announced attack, then it is carried out.
    let pledge = commands().filter_map(|command| match command {
        Command::Pledge { count, .. } => Some((count, command)),
        _ => None,
    });
    if let Some((_, pledge)) = pledge.max_by_key(|(count, _)| *count) {
        return Action::Campaign(pledge);
    }
    if let Some(attack) = commands().find(|command| matches!(command, Command::Attack { .. })) {
        return Action::Campaign(attack);
    }
    let challenge = commands().filter_map(|command| match command {
        Command::Challenge { target } => worth(game, side, target).map(|gain| (gain, command)),
        _ => None,
    });
    if let Some((_, challenge)) = challenge.max_by_key(|(gain, _)| *gain) {
        return Action::Campaign(challenge);
    }
    hunt(game, &mut commands()).map_or(Action::Done, Action::Campaign)
}

/// Submarines that have not moved go where merchant ships are worth it, unless they could not come back.
fn hunt(game: &Game<'_>, commands: &mut dyn Iterator<Item = Command>) -> Option<Command> {
    let (rules, state) = (game.rules, &game.state);
    if is_last(rules, state) {
        return None;
    }
    let gain = |command: &Command| -> Option<i64> {
        let Command::Sail { from, power, unit, count, to } = *command else { return None };
        let stack = Stack { space: to, army: 0, power, unit, damaged: 0, count };
        let here = Stack { space: from, ..stack };
        if sea_rules::kind(rules, &stack) != Some(Kind::Submarine) {
            return None;
        }
        let attack = i64::from(naval::attack_strength(rules, &stack)) * i64::from(count);
        let mut best = None;
        let mut seen: Option<SpaceIx> = None;
        for other in state.stacks.iter().filter(|other| sea_rules::kind(rules, other) == Some(Kind::Shipping)) {
            if seen == Some(other.space) || !state.at_war(power, other.power) {
                continue;
            }
            seen = Some(other.space);
            // Whoever has them in reach already need not sail.
            if sea_rules::in_reach(rules, state, &here, other) || !sea_rules::in_reach(rules, state, &stack, other) {
                continue;
            }
            let prey = attack::targets(rules, state, power, other.space);
            best = best.max(difference(game, attack, &prey));
        }
        best
    };
    let found = commands.filter_map(|command| gain(&command).map(|gain| (gain, command)));
    found.max_by_key(|(gain, _)| *gain).map(|(_, command)| command)
}
