//! `powers.ron`: nations, alliances, seats and the order they act in.

use super::prelude::*;

/// Who plays.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Powers {
    /// The schema version this file is written for.
    pub schema: u32,
    /// What the program must be able to do before it may use this file.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub requires: Vec<Capability>,
    /// Alliances that move, share and win together.
    pub sides: IndexMap<SideId, Side>,
    /// Nations.
    pub powers: IndexMap<PowerId, Power>,
    /// The order of play: each slot names the powers that act in it together.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub order: Vec<Slot>,
    /// Who may stack with whom on land beyond the own side; groups of powers.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub land_sharing: Vec<Vec<PowerId>>,
}

/// An alliance.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Side {
    pub title: String,
    /// Colour on the map, as "#rrggbb".
    pub colour: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub source: Option<RuleRef>,
}

/// A nation that owns things.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Power {
    pub title: String,
    /// The adjective: "German".
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub adjective: Option<String>,
    /// The side it fights on from the start; neutral if left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub side: Option<SideId>,
    /// The side it leans to while neutral.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub leans: Option<SideId>,
    /// Colour on the map, as "#rrggbb".
    pub colour: String,
    /// Its capitals.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub capitals: Vec<SpaceId>,
    /// The regions that are its home.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub home: Vec<RegionId>,
    /// The power whose player moves it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub moved_by: Option<PowerId>,
    /// It never builds and only defends, like a minor neutral.
    #[serde(default, skip_serializing_if = "is_false")]
    pub minor: bool,
    /// While it is on no side it takes no part: it neither moves nor buys nor collects, though its units defend themselves.
    #[serde(default, skip_serializing_if = "is_false")]
    pub dormant: bool,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub source: Option<RuleRef>,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub note: String,
}

/// One slot of the order of play.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Slot {
    pub title: String,
    pub powers: Vec<PowerId>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub source: Option<RuleRef>,
}
