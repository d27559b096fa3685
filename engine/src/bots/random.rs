//! Any legal action, each as likely as the others; it ends a phase sooner or later because ending is always among them.

use super::Bot;
use crate::action::{Action, Command};
use crate::game::Game;
use crate::query::memory::Memory;
use crate::state::rng;

/// Orders after which a phase is ended: enough for battles everywhere.
const MOST_ORDERS: u32 = 40;

/// The random player with dice of his own.
#[derive(Clone, Debug)]
pub struct Random {
    position: u64,
    /// Redeployments in the phase at hand: a player who shuffles for ever never fights.
    moves: u32,
    /// Orders in the phase at hand.
    orders: u32,
    phase: (i16, u16),
    memory: Memory,
}

impl Random {
    pub fn new(seed: u64) -> Self {
        Self { position: seed ^ 0x5EED_B075, moves: 0, orders: 0, phase: (0, 0), memory: Memory::default() }
    }
}

impl Bot for Random {
    fn choose(&mut self, game: &Game<'_>) -> Action {
        let phase = (game.state.turn, game.state.phase);
        if phase != self.phase {
            (self.phase, self.moves, self.orders) = (phase, 0, 0);
        }
        // A move at sea may bring questions that must be answered first.
        if self.moves >= 8 && !game.state.campaign.sea.is_busy() {
            self.moves = 0;
            return Action::Done;
        }
        let position = &mut self.position;
        let picked = game.pick_with(&mut self.memory, |count| {
            let (roll, next) = rng::roll(*position, count.max(1) as i64);
            *position = next;
            roll as usize - 1
        });
        let action = picked.unwrap_or(Action::Done);
        match action {
            Action::Redeploy { .. }
            | Action::LeaveMarker { .. }
            | Action::TakeMarker { .. }
            | Action::Campaign(
                Command::March { .. }
                | Command::Pledge { .. }
                | Command::Entrain { .. }
                | Command::Embark { .. }
                | Command::Sail { .. }
                | Command::Muster { .. }
                | Command::Depart { .. }
                | Command::Loan { .. }
                | Command::Transfer { .. },
            ) => self.moves += 1,
            // Orders that must still be given stand first.
            Action::Order(_) => {
                self.orders += 1;
                if self.orders > MOST_ORDERS {
                    return game.legal().first().copied().unwrap_or(Action::Done);
                }
            }
            _ => {}
        }
        action
    }

    fn memory(&mut self) -> Option<&mut Memory> {
        Some(&mut self.memory)
    }
}
