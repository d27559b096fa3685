//! A pack of zones and hit rolls to a map of TripleA.

use crate::report::Report;
use chartroom_format::content::Content;

/// A map for TripleA.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Exported {
    /// Files by their path in the folder of the map.
    pub files: Vec<(String, String)>,
    pub report: Report,
}

/// Writes a scenario of a pack as a map with one game.
pub fn export(_content: &Content, _scenario: &str) -> Result<Exported, String> {
    Err("not yet".to_owned())
}
