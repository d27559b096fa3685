//! Who plays: a bot for each side. The one place of this crate that knows the kinds of bot.

use std::fmt;

use chartroom_engine::bots::{Bot, Greedy, Random};
use chartroom_engine::{Action, Game, Ruleset};
use chartroom_format::names::nearest;
use serde::{Deserialize, Serialize};

/// Kinds of bot, as people type them.
pub const KINDS: &[&str] = &["greedy", "random"];

/// Who plays one game: a bot for all, and others for some sides.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Lineup {
    pub all: String,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub sides: Vec<(String, String)>,
}

impl Default for Lineup {
    fn default() -> Self {
        Self { all: "greedy".to_owned(), sides: Vec::new() }
    }
}

impl fmt::Display for Lineup {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{}", self.all)?;
        self.sides.iter().try_for_each(|(side, bot)| write!(out, ", {side}={bot}"))
    }
}

impl Lineup {
    /// Reads one line-up: `greedy`, `axis=greedy,soviet=random`, `greedy,soviet=random`.
    pub fn parse(text: &str) -> Result<Self, String> {
        let mut lineup = Self::default();
        for part in text.split(',').map(str::trim).filter(|part| !part.is_empty()) {
            match part.split_once('=') {
                Some((side, bot)) => lineup.sides.push((side.trim().to_owned(), known(bot.trim())?)),
                None => lineup.all = known(part)?,
            }
        }
        Ok(lineup)
    }

    /// Whether the game has the sides it names.
    pub fn check(&self, rules: &Ruleset) -> Result<(), String> {
        for (side, _) in &self.sides {
            if rules.find_side(side).is_none() {
                return Err(no_side(side, rules));
            }
        }
        Ok(())
    }

    /// The players of a game.
    pub fn seat(&self, rules: &Ruleset, seed: u64) -> Result<Box<dyn Bot>, String> {
        if self.sides.is_empty() {
            return make(&self.all, seed);
        }
        let bots: Result<Vec<Box<dyn Bot>>, String> = rules
            .sides
            .iter()
            .map(|side| {
                let own = self.sides.iter().find(|(name, _)| name == side);
                make(own.map_or(&self.all, |(_, bot)| bot), seed)
            })
            .collect();
        Ok(Box::new(Seats { bots: bots? }))
    }
}

/// What is wrong with the name of a side.
pub fn no_side(name: &str, rules: &Ruleset) -> String {
    match nearest(name, rules.sides.iter().map(String::as_str)) {
        Some(close) => format!("there is no side `{name}`; did you mean `{close}`?"),
        None => format!("there is no side `{name}`; the game has {}", rules.sides.join(", ")),
    }
}

fn known(bot: &str) -> Result<String, String> {
    make(bot, 0).map(|_| bot.to_owned())
}

fn make(bot: &str, seed: u64) -> Result<Box<dyn Bot>, String> {
    match bot {
        "greedy" => Ok(Box::new(Greedy::default())),
        "random" => Ok(Box::new(Random::new(seed))),
        _ => Err(match nearest(bot, KINDS.iter().copied()) {
            Some(close) => format!("there is no bot `{bot}`; did you mean `{close}`?"),
            None => format!("there is no bot `{bot}`; there are {}", KINDS.join(", ")),
        }),
    }
}

/// One bot for each side.
struct Seats {
    bots: Vec<Box<dyn Bot>>,
}

impl Bot for Seats {
    fn choose(&mut self, game: &Game<'_>) -> Action {
        let side = game.to_act().map_or(0, |side| side.index());
        self.bots.get_mut(side).map_or(Action::Done, |bot| bot.choose(game))
    }
}
