//! Invasions by sea, as settings of firepower combat: who lands from where, what ships and coasts do about it. Nothing about the fight
//! on land lives here.

use super::prelude::*;

/// Invasions by sea.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Landings {
    /// The landing force proper: at least half of an invading army.
    pub force: ClassId,
    /// Fire in an invasion assault.
    pub assault: ClassId,
    /// Count in an invasion advance, those beyond the landing force up to its number.
    pub advance: ClassId,
    /// Ships that intercept, accompany and support.
    pub ships: ClassId,
    /// Invasions start from places with one of these.
    pub from: Vec<FeatureId>,
    /// Ships accompany them from places with one of these.
    pub escorted_from: Vec<FeatureId>,
    /// Spaces that each spent point of the landing force adds to the range.
    pub per_spent_point: i64,
    /// What ships count for in a battle at sea.
    #[serde(deserialize_with = "super::limits::ships_count")]
    pub ships_count: i64,
    /// Places that count half for the range.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub half: Vec<PlaceId>,
    /// Ships that a place to start from holds that has none of `escorted_from`; any number if left out. Ships that are driven out of a lost
    /// port look for room by it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub berths: Option<i64>,
    /// Bases whose ships intercept only some invasions.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub bases: Vec<FleetBase>,
    /// Coastal air that is stronger in some places.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub air_cover: Vec<AirCover>,
    /// What gives coasts without a garrison of their own coastal air; they have it like others if left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bare_coasts: Option<BareCoasts>,
    /// Ships that fire on an invasion close to a shore of the invader, and what it costs them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub tolls: Vec<Toll>,
    /// Units that go only over some seas, and that go nowhere else.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub only_over: Vec<OnlyOver>,
}

/// An army with units of this type lands only by a route over these seas.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct OnlyOver {
    pub unit: UnitId,
    pub seas: Vec<PlaceId>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub source: Option<RuleRef>,
}

/// A side whose ships sink invaders of some places that lie next to a place of the invader loses one for so many points sunk.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Toll {
    pub by: SideId,
    pub at: Vec<PlaceId>,
    pub each: i64,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub when: Option<Condition>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub source: Option<RuleRef>,
}

/// Bases whose ships intercept only invasions of some places, or those whose route leads through some places.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct FleetBase {
    pub at: Vec<PlaceId>,
    pub against: Vec<PlaceId>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub through: Vec<PlaceId>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub source: Option<RuleRef>,
}

/// Coastal air against invaders of some sides in places with a feature.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct AirCover {
    pub at: FeatureId,
    /// Whose invasions meet it.
    pub against: SideId,
    pub strength: i64,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub source: Option<RuleRef>,
}

/// Coasts without garrisons: they have coastal air only in supply, at one of these features or with one of these units.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct BareCoasts {
    pub at: Vec<FeatureId>,
    pub with: Vec<UnitId>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub source: Option<RuleRef>,
}
