//! Exact odds of one battle for the three combat families, on small plain inputs that know nothing of packs.
//!
//! - [`hit`]: dice per unit against its value, in rounds (war-game-ww2, global-war-1939);
//! - [`differential`]: one die on a column chosen by the strength difference (global-war-1975);
//! - [`firepower`]: assault losses, then a mechanised advance and its exploitation (hitlers-global-war);
//! - [`tuning`]: what a designer compares before and after a change.
//!
//! Each computes the whole distribution. Only hit rolls can outgrow the state [`Budget`]; then dice are
//! thrown by a seeded sampler and [`Method`] says so. This is the only place in the engine that uses floats.
//! Nothing here reads or changes a game state.

mod branches;
mod pmf;
pub(crate) mod report;
mod rng;

pub mod differential;
pub mod firepower;
pub mod hit;
pub mod tuning;

pub use report::{Ending, Interval, Losses, Method, Odds, SideLosses, Survivors, UnitKey, Verdict};

/// How much an exact answer may cost before dice are thrown instead.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Budget {
    /// Estimated elementary steps, a rough measure: 10^9 take about a tenth of a second.
    pub steps: u64,
    /// Battles played when the estimate is above that.
    pub games: u32,
    /// Seed of those battles' dice.
    pub seed: u64,
}

impl Default for Budget {
    fn default() -> Self {
        Self { steps: 4_000_000_000, games: 20_000, seed: 1 }
    }
}

/// Why there is no answer at all.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum OddsError {
    #[error("a die needs at least one side")]
    NoDie,
    #[error("a side has {0} rows of units, and at most 64 are possible")]
    TooManyRows(usize),
    #[error("row {0} of the units has no health state, so it can be neither hit nor fire")]
    NoHealth(usize),
    #[error("a side has {0} hits to give, and at most 60000 are possible")]
    TooManyHits(u64),
    #[error("the casualty order names row {0}, and the side has {1} rows")]
    UnknownRow(usize, usize),
    #[error("the table has no row for die {0}")]
    MissingDieRow(i32),
    #[error("the table has no column for {0}")]
    MissingColumn(i32),
    #[error("the attack is not allowed at differential {differential}, the table starts at {least}")]
    BelowMinimum { differential: i32, least: i32 },
}
