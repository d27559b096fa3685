//! Intervals: for a number of games fixed before, and for one that a rule stops.

use serde::{Deserialize, Serialize};

use super::normal;

/// From and to.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Interval {
    pub low: f64,
    pub high: f64,
}

impl Interval {
    pub fn contains(self, value: f64) -> bool {
        self.low <= value && value <= self.high
    }

    pub fn width(self) -> f64 {
        self.high - self.low
    }

    /// The part of it that shares can take.
    #[must_use]
    pub fn of_share(self) -> Self {
        Self { low: self.low.clamp(0.0, 1.0), high: self.high.clamp(0.0, 1.0) }
    }
}

/// Wilson's interval of a share, for a number of games fixed before they were played.
pub fn wilson(wins: f64, games: f64, confidence: f64) -> Interval {
    if games <= 0.0 {
        return Interval { low: 0.0, high: 1.0 };
    }
    let z = normal::quantile(0.5 + confidence / 2.0);
    let share = wins / games;
    let scale = 1.0 + z * z / games;
    let middle = (share + z * z / (2.0 * games)) / scale;
    let half = z * (share * (1.0 - share) / games + z * z / (4.0 * games * games)).sqrt() / scale;
    Interval { low: middle - half, high: middle + half }.of_share()
}

/// The interval of a mean, for a number of games fixed before they were played.
pub fn of_mean(mean: f64, variance: f64, games: f64, confidence: f64) -> Interval {
    let half = normal::quantile(0.5 + confidence / 2.0) * (variance / games.max(1.0)).sqrt();
    Interval { low: mean - half, high: mean + half }
}

/// Games for which the intervals of [`always`] are tightest.
const TIGHTEST_AT: f64 = 500.0;

/// An interval of a mean that holds at every number of games at once, so that one may look as often as one likes and stop
/// when one likes: Robbins' normal mixture, for games enough that their mean is nearly normal.
pub fn always(mean: f64, variance: f64, games: f64, confidence: f64) -> Interval {
    if games < 1.0 {
        return Interval { low: f64::NEG_INFINITY, high: f64::INFINITY };
    }
    let alpha = 1.0 - confidence;
    let spread = (-2.0 * alpha.ln() + (1.0 - 2.0 * alpha.ln()).ln()) / TIGHTEST_AT;
    let grown = games * spread + 1.0;
    let half = (variance * 2.0 * grown / (games * games * spread) * (grown.sqrt() / alpha).ln()).sqrt();
    Interval { low: mean - half, high: mean + half }
}

/// Games of each of two rule sets that a test of fixed size needs, unpaired, to tell two shares apart with these errors.
pub fn unpaired_games(one: f64, other: f64, alpha: f64, beta: f64) -> f64 {
    let difference = (one - other).abs();
    if difference <= 0.0 {
        return f64::INFINITY;
    }
    let z = normal::quantile(1.0 - alpha / 2.0) + normal::quantile(1.0 - beta);
    (z / difference).powi(2) * (one * (1.0 - one) + other * (1.0 - other))
}
