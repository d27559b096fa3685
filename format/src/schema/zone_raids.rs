//! Raids of aircraft on facilities, in games whose battles are fought by hit rolls.

use super::prelude::*;

/// Aircraft that bomb facilities.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Raider {
    pub units: UnitFilter,
    /// What each of them that comes through does to its target, such as "2d6".
    pub damage: String,
    /// What they bomb, first choices first; each goes for the first that stands and takes more damage.
    pub targets: Vec<FeatureId>,
    /// Units that they destroy where no such facility is left: one for each of them that comes through. Guns among them fire first.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub units_hit: Option<UnitFilter>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub source: Option<RuleRef>,
}

/// One round in the air before the bombs fall: each aircraft throws a die against its value, both sides at once.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct AirRound {
    /// Aircraft that may come along for the fight in the air alone.
    pub escorts: UnitFilter,
    /// Defenders in the place that rise.
    pub interceptors: UnitFilter,
    /// Only where one of these works; anywhere if left out.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub from: Vec<FeatureId>,
    /// At most so many interceptors.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub most: Option<i64>,
    /// To-hit values of those that bomb, of escorts and of interceptors.
    pub raider: i64,
    pub escort: i64,
    pub interceptor: i64,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub source: Option<RuleRef>,
}
