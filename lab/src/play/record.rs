//! What is kept of one game: small, whole numbers only, so that it reads back as it was written.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

/// One game.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Record {
    pub arm: usize,
    pub number: usize,
    /// A side or a power; nobody if empty.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub winner: String,
    /// How great the victory was, where the game has levels.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub level: String,
    pub turn: i16,
    pub actions: usize,
    /// Of the last position.
    pub hash: String,
    /// How often the tide turned: turns in which another side took more than it lost than in those before.
    pub tides: u32,
    /// What dice showed above their mean: by side, for the first turns and the later ones.
    pub luck: Vec<i64>,
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub bought: BTreeMap<String, i64>,
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub lost: BTreeMap<String, i64>,
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub income: BTreeMap<String, BTreeMap<i16, i64>>,
    /// Watched spaces that changed hands.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub contested: Vec<String>,
}

impl Record {
    /// Whether a side won, or a power alone: 1 or 0.
    pub fn won(&self, side: &str) -> f64 {
        f64::from(u8::from(self.winner == side))
    }

    /// Luck in the scale of one throw.
    pub fn luck(&self) -> Vec<f64> {
        self.luck.iter().map(|luck| *luck as f64 / super::game::THROW).collect()
    }
}
