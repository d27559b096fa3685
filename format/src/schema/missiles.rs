//! Missiles, and bombs that they or bombers carry and that ruin a hex.

use super::morale::MoraleRaids;
use super::prelude::*;

/// Missiles are fired at what lies near them and are used up.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct MissileLaunching {
    pub missile: UnitId,
    /// Spaces that they reach.
    pub range: i64,
    pub firepower: TableId,
    /// Points that fire as one group, with a die each.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub group: Option<i64>,
    /// They may be fired at armies too.
    #[serde(default, skip_serializing_if = "is_false")]
    pub at_armies: bool,
    /// They may be fired at morale too.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub morale: Option<MoraleRaids>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub warheads: Option<Warheads>,
}

/// Bombs that lie with bombers or missiles and go where these reach. Each needs a carrier of its own that came through; it goes off after
/// all normal damage is done.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Warheads {
    pub bomb: UnitId,
    pub firepower: TableId,
    /// The strength with which each attacks the units in its hex; their owner picks the losses.
    pub strength: i64,
    /// Production that each ruins for good.
    pub ruins: i64,
    /// What the nation hit on its home ground loses of its morale.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub dread: Option<Dread>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub source: Option<RuleRef>,
}

/// The morale that a bomb costs.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Dread {
    pub nations: super::morale::Nations,
    pub falls: i64,
}
