//! Building in games whose land pays its value: what land counts, where ships are repaired, places with factories of their own kind.

use super::prelude::*;

/// What occupied land counts for building.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct OccupiedLand {
    /// The share of its value, rounded down.
    pub share: Amount,
    /// Never more recruits than this.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub most_recruits: Option<i64>,
}

/// How damaged ships are repaired: a die is the price, and the price says where.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Refit {
    pub die: i64,
    /// The site by price: `land-N` for land worth N or more, `factory-N` for such land with a factory.
    pub sites: TableId,
}

/// A place whose factories build otherwise than others of their kind.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SpecialSite {
    pub place: SpaceId,
    /// Units a turn, by factory.
    #[serde(default, skip_serializing_if = "IndexMap::is_empty")]
    pub output: IndexMap<FeatureId, i64>,
    /// What must be bought there before anything else.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub first: Option<FirstBuy>,
    /// Classes that a factory does not build there.
    #[serde(default, skip_serializing_if = "IndexMap::is_empty")]
    pub never: IndexMap<FeatureId, Vec<ClassId>>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub source: Option<RuleRef>,
}

/// So many of some units, each turn.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct FirstBuy {
    pub units: UnitFilter,
    pub count: i64,
    /// Only with this optional rule.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub option: Option<OptionId>,
}
