//! How a side stands in a position, in one number. What may be done there is not looked at here.

use super::super::greedy::Goals;
use crate::ids::{Actor, SideIx, SpaceIx};
use crate::query::income;
use crate::ruleset::Ruleset;
use crate::state::State;

/// What a game won is worth.
const WON: i64 = 1_000_000_000;

/// How a side stands: what it holds, earns and has on the map, less what its enemies do.
pub(super) fn worth(rules: &Ruleset, state: &State, side: SideIx, goals: &Goals) -> i64 {
    if let Some(outcome) = &state.outcome {
        let won = outcome.winner.map(|winner| match winner {
            Actor::Side(winner) => winner == side,
            Actor::Power(power) => state.side_of(power) == Some(side),
        });
        return won.map_or(0, |won| if won { WON } else { -WON });
    }
    let sign = |other: SideIx| match (other == side, state.sides_at_war(side, other)) {
        (true, _) => 1,
        (false, true) => -1,
        (false, false) => 0,
    };
    let mut total = 0;
    for other in (0..rules.sides.len()).map(SideIx::new) {
        total += sign(other) * income::base_of(rules, state, Actor::Side(other)) * 30;
    }
    for space in (0..rules.board.spaces.len()).map(SpaceIx::new) {
        if let Some(holder) = state.holding_side(space) {
            total += sign(holder) * goals.of(space);
        }
    }
    for stack in &state.stacks {
        let Some(owner) = state.side_of(stack.power) else { continue };
        let info = rules.unit(stack.unit);
        let dice = rules.profiles.get(stack.unit.index()).map_or(0, |profile| {
            let stats = &profile.kind.stats;
            let sum = |dice: &Option<Vec<i64>>| dice.as_deref().unwrap_or(&[]).iter().sum::<i64>();
            sum(&stats.attack) + sum(&stats.defend)
        });
        let strength =
            if dice > 0 { dice * 4 + 15 } else { (info.attack.numerator + info.defence.numerator).clamp(1, 20) * 10 };
        total += sign(owner) * strength * i64::from(stack.count);
    }
    total
}
