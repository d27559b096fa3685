//! Decisions between rounds: leave a battle that is lost, burn what falls, go on otherwise.

use chartroom_format::schema::units::Domain;

use super::force::{Force, forecast};
use crate::action::Action;
use crate::game::Game;
use crate::ids::UnitIx;
use crate::order::Order;
use crate::procedures::hit_rolls::field;
use crate::procedures::range::hit_rules;
use crate::procedures::recruit;
use crate::query::zones;
use crate::state::Stack;
use crate::state::operations::BattleStep;

/// Chances in a hundred below which an attacker, or above which a defender, leaves.
const HOPELESS: i64 = 22;
const LOST: i64 = 90;

pub(in crate::bots::greedy) fn decide(game: &Game<'_>) -> Action {
    let (rules, state) = (game.rules, &game.state);
    let attacks = state.operations.step == BattleStep::AttackerDecides;
    let die = hit_rules(rules).map_or(6, |settings| settings.die);
    let lead = zones::powers_of(rules, state).first().copied();
    let prices: Vec<i64> = (0..rules.units.len())
        .map(|unit| lead.and_then(|lead| recruit::price(rules, state, lead, UnitIx::new(unit))).unwrap_or(5))
        .collect();
    let force = |stacks: &[Stack]| {
        let mut force = Force::default();
        for stack in stacks {
            force.add(rules, &prices, stack.unit, i64::from(stack.count));
        }
        force
    };
    for action in game.legal() {
        let Action::Order(order) = action else { continue };
        let space = match order {
            Order::Withdraw { stack, .. } => stack.space,
            Order::Scorch { space } | Order::Aim { space, .. } => space,
            Order::Recall { leader, .. } => match state.operations.leaders.get(usize::from(leader)) {
                Some(leader) => leader.space,
                None => continue,
            },
            _ => continue,
        };
        let one = field::fighters(rules, state, space, true);
        let other = field::fighters(rules, state, space, false);
        let wins = forecast(&force(&one), &force(&other), die).wins;
        let losing = if attacks { wins < HOPELESS } else { wins > LOST };
        let only_aircraft = other.iter().all(|stack| rules.unit(stack.unit).domain == Domain::Air);
        match order {
            Order::Withdraw { .. } if losing && attacks => return action,
            Order::Recall { .. } | Order::Scorch { .. } if losing => return action,
            Order::Aim { .. } if attacks && only_aircraft => return action,
            _ => {}
        }
    }
    Action::Done
}
