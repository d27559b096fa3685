//! A bot of one's own against a pack: it takes the action whose immediate position leaves most of its own units standing.
//! `cargo run -p chartroom --example own_bot -- content/hundred-days june`.
#![expect(clippy::print_stdout, reason = "it prints its answer")]

use chartroom::{Action, Bot, Game, Pack};

/// Looks one action ahead and counts pieces. A poor general, but its own.
struct Miser;

impl Miser {
    /// Pieces of whoever has to act, after an action.
    fn pieces(game: &Game<'_>, action: &Action) -> u32 {
        let Some(side) = game.to_act() else { return 0 };
        let mut after = game.clone();
        if after.submit(action).is_err() {
            return 0;
        }
        let own = after.state.stacks.iter().filter(|stack| after.state.side_of(stack.power) == Some(side));
        own.map(|stack| u32::from(stack.count)).sum()
    }
}

impl Bot for Miser {
    fn choose(&mut self, game: &Game<'_>) -> Action {
        // Looking at all of them would take long where there are thousands.
        let some = game.legal().into_iter().take(40);
        some.max_by_key(|action| Self::pieces(game, action)).unwrap_or(Action::Done)
    }
}

fn main() -> Result<(), chartroom::Error> {
    let mut words = std::env::args().skip(1);
    let folder = words.next().unwrap_or_else(|| "content/hundred-days".to_owned());
    let scenario = words.next().unwrap_or_else(|| "june".to_owned());
    let start = Pack::open(folder)?.start(&scenario, 1)?;
    let played = start.play(&mut Miser);
    let winner = played.winner.as_deref().unwrap_or("nobody");
    println!(
        "{winner} wins in turn {}: {} ({} actions, position {:016x})",
        played.turn,
        played.outcome,
        played.replay.actions.len(),
        played.hash
    );
    Ok(())
}
