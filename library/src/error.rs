//! What can go wrong, in words that can be shown to whoever asked.

use thiserror::Error;

/// Why there is no answer.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum Error {
    /// A folder that holds no pack, or one that cannot be read.
    #[error("cannot open the pack: {0}")]
    Open(String),
    /// A scenario that the pack does not have; with the nearest name it has.
    #[error("the pack has no scenario `{name}`{}", nearest.as_ref().map_or_else(String::new, |near| format!("; did you mean `{near}`?")))]
    NoScenario {
        /// What was asked for.
        name: String,
        /// What may have been meant.
        nearest: Option<String>,
    },
    /// A scenario that the engine refuses, and what it finds wrong.
    #[error("the scenario `{scenario}` cannot be played: {}", findings.iter().map(ToString::to_string).collect::<Vec<_>>().join("; "))]
    Unplayable {
        /// The scenario.
        scenario: String,
        /// Everything that is wrong with it.
        findings: Vec<crate::Finding>,
    },
    /// A battle that cannot be reckoned, and why.
    #[error("there are no odds: {0}")]
    NoOdds(String),
}
