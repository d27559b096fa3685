//! A scenario set up, and games from there.

use chartroom_engine::bots::{self, Bot};
use chartroom_engine::ids::Actor;
use chartroom_engine::replay::Replay;
use chartroom_engine::{Game, Ruleset, State};

/// The start of a scenario.
#[derive(Clone, Debug)]
pub struct Start {
    /// The rules of the scenario.
    pub rules: Ruleset,
    /// The position before the first turn.
    pub state: State,
}

impl Start {
    /// A game that stands at its first decision.
    pub fn game(&self) -> Game<'_> {
        Game::start(&self.rules, self.state.clone()).0
    }

    /// A game by a bot, who plays all sides, to its end.
    ///
    /// ```
    /// let pack = chartroom::Pack::open("../content/hundred-days")?;
    /// let start = pack.start("june", 1)?;
    /// let one = start.play(&mut chartroom::bots::Random::new(1));
    /// let again = start.play(&mut chartroom::bots::Random::new(1));
    /// assert_eq!(one, again, "the same dice, the same game");
    /// # Ok::<(), chartroom::Error>(())
    /// ```
    pub fn play(&self, bot: &mut dyn Bot) -> Played {
        let (game, replay) = bots::play(&self.rules, &self.state, bot, None, |_, _| {});
        let ended = game.outcome();
        let winner = ended.and_then(|outcome| outcome.winner).map(|winner| match winner {
            Actor::Power(power) => self.rules.power(power).id.clone(),
            Actor::Side(side) => self.rules.sides[side.index()].clone(),
        });
        let outcome = ended.map_or_else(|| "the game was broken off".to_owned(), |outcome| outcome.reason.clone());
        Played { winner, outcome, turn: i64::from(game.state.turn), hash: game.state.hash(), replay }
    }
}

/// A game that has been played.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Played {
    /// The power or side that has won; nobody in a draw.
    pub winner: Option<String>,
    /// Why the game ended, in words.
    pub outcome: String,
    /// The turn it ended in.
    pub turn: i64,
    /// Tells the last position from any other.
    pub hash: u64,
    /// What was done, to be played again.
    pub replay: Replay,
}
