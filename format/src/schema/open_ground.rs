//! Ground on which armies of strength points fight otherwise: open desert.

use super::prelude::*;

/// What is different when armies fight from such ground into such ground.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct OpenGround {
    pub on: Vec<TerrainId>,
    /// The attacker fires before the defender.
    #[serde(default, skip_serializing_if = "is_false")]
    pub attacker_first: bool,
    /// Aircraft of the victor cost nobody anything who is driven out of it.
    #[serde(default, skip_serializing_if = "is_false")]
    pub no_air_superiority: bool,
    /// What units of armies that have advanced and stand on such ground become when the combat phase ends.
    #[serde(default, skip_serializing_if = "IndexMap::is_empty")]
    pub exhausts: IndexMap<UnitId, UnitId>,
    /// Places where armies that end their advance are not exhausted.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub except: Vec<PlaceId>,
    /// What holds against an advance where nothing but exhausted units stands.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub exhausted_hold: Option<i64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub source: Option<RuleRef>,
}
