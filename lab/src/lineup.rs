//! Who plays: a bot for each side. The one place of this crate that knows the kinds of bot.

use std::fmt;

use chartroom_engine::Ruleset;
use chartroom_engine::bots::{Bot, Player, Seats};
use chartroom_format::names::nearest;
use serde::{Deserialize, Serialize};

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
        self.seats(rules).map(|_| ())
    }

    /// The players of a game.
    pub fn seat(&self, rules: &Ruleset, seed: u64) -> Result<Box<dyn Bot>, String> {
        Ok(self.seats(rules)?.sit(rules, seed, false))
    }

    fn seats(&self, rules: &Ruleset) -> Result<Seats, String> {
        let sides = self.sides.iter().map(|(side, bot)| format!("{side}={bot}"));
        let words: Vec<String> = std::iter::once(self.all.clone()).chain(sides).collect();
        Seats::parse(rules, &words, &rules.styles)
    }
}

/// What is wrong with the name of a side.
pub fn no_side(name: &str, rules: &Ruleset) -> String {
    match nearest(name, rules.sides.iter().map(String::as_str)) {
        Some(close) => format!("there is no side `{name}`; did you mean `{close}`?"),
        None => format!("there is no side `{name}`; the game has {}", rules.sides.join(", ")),
    }
}

/// A bot whose kind is known; its style may be one of the pack, which is asked when the game is.
fn known(bot: &str) -> Result<String, String> {
    let kind = match bot.split_once(':') {
        Some((kind, _)) => kind,
        None => bot,
    };
    Player::parse(kind, &[]).map(|_| bot.to_owned())
}
