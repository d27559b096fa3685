//! Settings that only games of strength points have: garrisons, units that fight less for a while, economies in parts, bombs
//! that end a place. The procedures they belong to are in `procedure`.

use super::prelude::*;

/// Points that a power must keep along a border.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Garrison {
    pub power: PowerId,
    pub points: i64,
    /// Places of the garrison.
    pub places: Vec<PlaceId>,
    /// Only where these places touch one of these.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub along: Vec<PlaceId>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub when: Option<Condition>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub source: Option<RuleRef>,
}

/// How much the units of a power may fight.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub enum Restriction {
    /// They attack nobody.
    DefendOnly,
    /// They attack, and control, nothing beyond their home.
    AtHome,
}

/// A power whose units fight less than others while something holds.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Restricted {
    pub power: PowerId,
    pub to: Restriction,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub when: Option<Condition>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub source: Option<RuleRef>,
}

/// A power whose parts produce apart from each other unless pipelines join them.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Economy {
    pub power: PowerId,
    /// The parts; captured industry and loans without a way of their own go to the first.
    pub parts: Vec<RegionId>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub source: Option<RuleRef>,
}

/// Bombs that bombers carry and that end a place for good.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Detonation {
    pub unit: UnitId,
    /// Features that are gone for ever.
    pub ends: Vec<FeatureId>,
    /// The mark that is left.
    pub leaves: FeatureId,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub source: Option<RuleRef>,
}
