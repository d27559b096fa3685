//! Players good enough to finish games.

mod diplomacy;
mod greedy;
mod greedy0;
mod purchase;
mod random;
mod sea;
mod seats;
mod strong;
mod style;
mod table;

pub use greedy::Greedy;
pub use greedy0::Greedy0;
pub use random::Random;
pub use seats::{Kind, Player, Seats};
pub use strong::Strong;
pub use style::Style;

use crate::action::Action;
use crate::game::Game;
use crate::query::memory::Memory;
use crate::replay::Replay;
use crate::ruleset::Ruleset;
use crate::state::State;

/// Actions after which a game is broken off: no game comes near it.
const MOST_ACTIONS: usize = 200_000;

/// A player.
pub trait Bot {
    /// One of the legal actions.
    fn choose(&mut self, game: &Game<'_>) -> Action;

    /// What he remembers of the game he plays, to be shared with the game itself.
    fn memory(&mut self) -> Option<&mut Memory> {
        None
    }

    /// Why it did what it planned since it was asked last, if it was made to explain itself.
    fn reasons(&mut self) -> Vec<String> {
        Vec::new()
    }
}

/// Plays a game to its end, or until `turns` turns are over. Returns the game and what was done.
pub fn play<'r>(
    rules: &'r Ruleset,
    start: &State,
    bot: &mut dyn Bot,
    turns: Option<i64>,
    mut told: impl FnMut(&Game<'_>, &[crate::event::Event]),
) -> (Game<'r>, Replay) {
    play_explained(rules, start, bot, turns, |game, events, _| told(game, events))
}

/// The same with what the player said about each action before it happened.
pub fn play_explained<'r>(
    rules: &'r Ruleset,
    start: &State,
    bot: &mut dyn Bot,
    turns: Option<i64>,
    mut told: impl FnMut(&Game<'_>, &[crate::event::Event], &[String]),
) -> (Game<'r>, Replay) {
    let mut replay = Replay { seed: start.rng, actions: Vec::new() };
    let mut own = Memory::default();
    // What was learnt in a game of other rules must not be believed.
    if let Some(memory) = bot.memory() {
        *memory = Memory::default();
    }
    let (mut game, step) = Game::start(rules, start.clone());
    told(&game, &step.events, &[]);
    while game.outcome().is_none() && replay.actions.len() < MOST_ACTIONS {
        if turns.is_some_and(|turns| i64::from(game.state.turn) >= rules.first_turn + turns) {
            break;
        }
        let action = bot.choose(&game);
        let reasons = bot.reasons();
        let memory = bot.memory().unwrap_or(&mut own);
        let done = match game.submit_with(memory, &action) {
            Ok(step) => (action, step),
            // A bot that errs ends its step instead, or does what must be done before that; without either nothing can go on.
            Err(_) => {
                let first = game.legal().into_iter().find(|action| *action != Action::Done);
                let instead = [Some(Action::Done), first].into_iter().flatten();
                let mut taken = instead.filter_map(|action| Some((action, game.submit_with(memory, &action).ok()?)));
                let Some(taken) = taken.next() else { break };
                taken
            }
        };
        replay.actions.push(done.0);
        told(&game, &done.1.events, &reasons);
    }
    (game, replay)
}
