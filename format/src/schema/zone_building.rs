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

/// A facility that may be built or raised for money. With a phase that places units it is bought first and stands from that phase on;
/// what was built or raised this turn is of no use before the next.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Facility {
    pub feature: FeatureId,
    pub price: i64,
    /// It takes the place of this one, which must stand there.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub from: Option<FeatureId>,
    /// The least value of its land.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub least: Option<i64>,
    /// Only in land that is originally the builder's, and in these places.
    #[serde(default, skip_serializing_if = "is_false")]
    pub own_land: bool,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub also_in: Vec<PlaceId>,
    /// Only in these places.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub only_in: Vec<PlaceId>,
    /// Powers that may build it; all if left out.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub by: Vec<PowerId>,
    /// Only while this holds. The builder and the place are at hand.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub when: Option<Condition>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub source: Option<RuleRef>,
}

/// How many units some powers build in a turn, and what they must buy first.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Quota {
    pub by: Vec<PowerId>,
    /// At most so many units each.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub most: Option<i64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub first: Option<FirstBuy>,
    /// Only while this holds. The builder is at hand.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub when: Option<Condition>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub source: Option<RuleRef>,
}

/// Units that some powers place in their own original land without any factory.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct OpenSites {
    pub by: Vec<PowerId>,
    pub units: UnitFilter,
    /// At most so many in each land and turn.
    pub each: i64,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub when: Option<Condition>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub source: Option<RuleRef>,
}

/// A power that places its own units at the factories of others, besides what those build.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Guest {
    pub by: PowerId,
    /// How many at each factory and turn, by the holder of the land.
    pub at: IndexMap<PowerId, i64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub source: Option<RuleRef>,
}

/// Repair of ships by the die, in zones beside friendly land with a facility that works: one die for each hit is thrown and paid, and the ship
/// is whole at once. The money must reach for the highest throw.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Overhaul {
    pub die: i64,
    pub at: Vec<FeatureId>,
    #[serde(default)]
    pub units: UnitFilter,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub source: Option<RuleRef>,
}
