//! What an author wants of a game: `axis 45..55`, the share of games that a side wins, in points of a hundred.

use std::fmt;

use chartroom_engine::Ruleset;
use serde::{Deserialize, Serialize};

use crate::lineup::no_side;
use crate::stats::fairness::Wanted;

/// One goal.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Goal {
    pub side: String,
    pub wanted: Wanted,
}

impl fmt::Display for Goal {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let points = |share: f64| (share * 10_000.0).round() / 100.0;
        let (from, to) = (points(self.wanted.from), points(self.wanted.to));
        if from == to { write!(out, "{} {from} %", self.side) } else { write!(out, "{} {from} to {to} %", self.side) }
    }
}

impl Goal {
    /// Reads `axis 45..55` or `axis 50`.
    pub fn parse(text: &str) -> Result<Self, String> {
        let refused = || {
            format!("`{text}` is not a goal such as \"axis 45..55\": a side, then the per cent of games it should win")
        };
        let (side, range) = text.trim().rsplit_once(char::is_whitespace).ok_or_else(refused)?;
        let (from, to) = range.trim_end_matches('%').split_once("..").unwrap_or((range, range));
        let share = |text: &str| text.trim().trim_end_matches('%').parse::<f64>().map_err(|_| refused());
        let wanted = Wanted { from: share(from)? / 100.0, to: share(to)? / 100.0 };
        if !(0.0 <= wanted.from && wanted.from <= wanted.to && wanted.to <= 1.0) {
            return Err(format!("`{text}` asks for a share that is not within 0 to 100 %, lower end first"));
        }
        Ok(Self { side: side.trim().to_owned(), wanted })
    }

    pub fn check(&self, rules: &Ruleset) -> Result<(), String> {
        rules.find_side(&self.side).map(drop).ok_or_else(|| no_side(&self.side, rules))
    }
}

/// What is meant when nobody says: every side wins as often as the others. With two sides one of them says it for both.
pub fn even(sides: &[String]) -> Vec<Goal> {
    let share = 1.0 / sides.len().max(1) as f64;
    let spoken = if sides.len() == 2 { 1 } else { sides.len() };
    sides
        .iter()
        .take(spoken)
        .map(|side| Goal { side: side.clone(), wanted: Wanted { from: share, to: share } })
        .collect()
}
