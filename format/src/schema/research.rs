//! What research and levels of technology are about, beyond their tables and tracks.

use super::prelude::*;

/// Range by tech level: a column of a table whose rows are levels.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct LevelReach {
    pub table: TableId,
    pub column: Key,
    pub track: TechId,
}

/// Steps of research for nothing, and the price and number of further ones.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct FreeResearch {
    pub tracks: Vec<TechId>,
    pub steps: i64,
    /// Price of one step more.
    pub cost: i64,
    /// Steps that may be bought in a turn.
    pub most: i64,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub source: Option<RuleRef>,
}

/// Another limit on research.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ResearchLimit {
    pub by: SideId,
    pub most: i64,
    pub when: Condition,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub source: Option<RuleRef>,
}

/// How much of something a power may do in a turn while it is at war with nobody.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PeaceLimit {
    pub most: i64,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub source: Option<RuleRef>,
}
