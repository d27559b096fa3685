//! What fixed works add to battles by hit rolls.

use super::prelude::*;

/// Forts: their dice, what they do for those they cover and to those they face.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct FortFire {
    /// The feature whose amount is the number of forts in a place.
    pub feature: FeatureId,
    /// What each of them throws in the first round, at attackers it faces.
    pub dice: Vec<i64>,
    /// Whom these dice never hit.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub spares: Vec<Domain>,
    /// Defenders that are better off behind a fort.
    pub covers: UnitFilter,
    /// So many of them at most.
    pub covered: i64,
    /// What is added to their defence.
    pub defend: i64,
    /// What is added to the attack of those it faces.
    pub attack: i64,
    /// Where forts face, by place and the column `covers`: `any`, `sea`, or the places attacks come from.
    pub facing: TableId,
    /// Attacks from these places put a fort out of action.
    #[serde(default, skip_serializing_if = "IndexMap::is_empty")]
    pub bypassed: IndexMap<SpaceId, Vec<SpaceId>>,
    /// With this option attackers whom a fort does not face fight when those whom it faces are through, and put it out of nothing.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub staged: Option<OptionId>,
}
