//! The player who looks ahead: before a phase in which plans are made it chooses between plans (`plans`), elsewhere between single
//! actions (`steps`), by playing each of them on against the quick commander on several lucks. It may look at so many positions for one
//! decision, never for so many seconds: the same game on every machine.

mod plans;
mod steps;
mod worth;

use super::greedy::Goals;
use super::{Bot, Greedy, Style};
use crate::action::Action;
use crate::game::Game;

/// Positions for one decision unless the player says otherwise.
const BUDGET: u32 = 6000;

/// The player who looks ahead.
#[derive(Clone, Debug)]
pub struct Strong {
    style: Option<Style>,
    budget: u32,
    commander: Greedy,
    phase: Option<(i16, u16)>,
    goals: Option<Goals>,
    reasons: Option<Vec<String>>,
}

impl Strong {
    pub fn new(style: Option<Style>, budget: Option<u32>, explains: bool) -> Self {
        Self {
            style,
            budget: budget.unwrap_or(BUDGET),
            commander: Greedy::new(style, explains),
            phase: None,
            goals: None,
            reasons: explains.then(Vec::new),
        }
    }

    fn say(&mut self, reason: String) {
        if let Some(reasons) = &mut self.reasons {
            reasons.push(reason);
        }
    }
}

impl Bot for Strong {
    fn choose(&mut self, game: &Game<'_>) -> Action {
        let Some(side) = game.to_act() else { return self.commander.choose(game) };
        let phase = Some((game.state.turn, game.state.phase));
        let is_new = phase != self.phase;
        self.phase = phase;
        let goals = self.goals.get_or_insert_with(|| Goals::new(game.rules, &game.state));
        if super::greedy::plans(game) {
            if is_new && let Some(chosen) = plans::choose(game, side, &self.commander, self.style, goals, self.budget) {
                self.commander = chosen.commander;
                self.say(chosen.reason);
            }
            return self.commander.choose(game);
        }
        let usual = self.commander.choose(game);
        let Some(weighed) = steps::choose(game, side, usual, &self.commander, goals, self.budget) else { return usual };
        self.say(weighed.reason);
        weighed.action
    }

    fn reasons(&mut self) -> Vec<String> {
        let mut reasons = self.reasons.as_mut().map(std::mem::take).unwrap_or_default();
        reasons.extend(self.commander.reasons());
        reasons
    }
}

/// Other dice than those of the game: a plan must not know them.
fn other_luck(seed: u64, luck: u64) -> u64 {
    seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ (luck << 32 | 0x5717)
}
