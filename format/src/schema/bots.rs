//! `bots.ron`: how bots play this pack. A style is a handful of weights; powers may have one each.

use super::prelude::*;

/// Styles of bots, and whose style is whose.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Bots {
    /// The schema version this file is written for.
    pub schema: u32,
    /// What the program must be able to do before it may use this file.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub requires: Vec<Capability>,
    /// Styles by name; one called as a built-in style takes its place. Built in are balanced, aggressive, cautious and maritime.
    #[serde(default, skip_serializing_if = "IndexMap::is_empty")]
    pub styles: IndexMap<String, BotStyle>,
    /// By power: the style it plays in unless the player says otherwise.
    #[serde(default, skip_serializing_if = "IndexMap::is_empty")]
    pub powers: IndexMap<PowerId, String>,
}

/// Weights in percent of what a balanced player does, 0 to 1000.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct BotStyle {
    /// What land of the enemy counts, and units that attack.
    #[serde(default = "hundred", deserialize_with = "super::limits::weight")]
    #[schemars(range(min = 0, max = 1000))]
    pub aggression: i64,
    /// What ships and landings count.
    #[serde(default = "hundred", deserialize_with = "super::limits::weight")]
    #[schemars(range(min = 0, max = 1000))]
    pub naval: i64,
    /// How much money aircraft may take.
    #[serde(default = "hundred", deserialize_with = "super::limits::weight")]
    #[schemars(range(min = 0, max = 1000))]
    pub air: i64,
    /// What factories and research count.
    #[serde(default = "hundred", deserialize_with = "super::limits::weight")]
    #[schemars(range(min = 0, max = 1000))]
    pub economy: i64,
    /// What may be lost for a gain.
    #[serde(default = "hundred", deserialize_with = "super::limits::weight")]
    #[schemars(range(min = 0, max = 1000))]
    pub risk: i64,
}

const fn hundred() -> i64 {
    100
}
