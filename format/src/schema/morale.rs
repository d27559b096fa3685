//! National morale as far as it follows from what happens on the map and in the air: hexes won and lost, landings, raids. What single
//! events do to it are rules of the pack.

use super::prelude::*;

/// Who has morale.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Nations {
    /// The track that morale is kept on.
    pub track: TechId,
    /// The powers that have morale; each stands for its side.
    pub powers: Vec<PowerId>,
    /// What one of them gains the others lose.
    #[serde(default, skip_serializing_if = "is_false")]
    pub mirrored: bool,
}

/// Hexes that must change hands in one combat phase before morale moves, and by how much it then does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct HexTally {
    pub from: i64,
    pub add: i64,
}

/// Bombers that attack the morale of a nation at its capital instead of industry.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct MoraleRaids {
    pub nations: Nations,
    /// Bombers take morale no lower.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub floor: Option<i64>,
    /// What the nation of the attacker gains by a raid that hits morale.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub gain: Option<i64>,
    /// What it gains by the first raid of the game that does damage of any kind.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub first: Option<i64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub source: Option<RuleRef>,
}
