//! Replays: seed and actions are enough to play a game again, hash by hash. As text they live in `file`.

mod file;
mod names;

pub use file::{Fault, Header, Recorded, record};

use crate::action::{Action, Refusal};
use crate::game::Game;
use crate::ruleset::Ruleset;
use crate::state::State;

/// A game as it was played.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Replay {
    pub seed: u64,
    pub actions: Vec<Action>,
}

/// Plays a game again: the hash at the start and after each action. The error says which action was refused.
pub fn hashes(rules: &Ruleset, start: &State, replay: &Replay) -> Result<Vec<u64>, (usize, Refusal)> {
    let mut state = start.clone();
    state.rng = replay.seed;
    let (mut game, _) = Game::start(rules, state);
    let mut hashes = vec![game.state.hash()];
    for (index, action) in replay.actions.iter().enumerate() {
        game.submit(action).map_err(|refusal| (index, refusal))?;
        hashes.push(game.state.hash());
    }
    Ok(hashes)
}
