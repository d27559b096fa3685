//! Settings that only games of strength points have: garrisons, units that fight less for a while, economies in parts, bombs
//! that end a place, fleets. The procedures they belong to are in `procedure`.

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

/// A neutral that more than the usual violators may bring into the war.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Violable {
    pub power: PowerId,
    pub by: Vec<ActorId>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub source: Option<RuleRef>,
}

/// A neutral whose ground units that stand on it may leave for a while: no step of such a march is a violation.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Grace {
    pub power: PowerId,
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

/// How fleets move, hide and live in the naval phases of a turn.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct NavalStage {
    /// Powers whose surface fleets may lie at sea between two naval phases of a turn.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub at_sea: Vec<PowerId>,
    /// Types that move in the last naval phase of their side only.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub last_phase: Vec<UnitId>,
    /// Submarines are never farther from a friendly port.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub submarine_reach: Option<i64>,
    /// Land-based units change their base within so many times their zone of control.
    pub transfer: i64,
    /// The side whose ships in port or on escort may decline combat in the last naval phase and stay where they are.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub declines: Option<SideId>,
    /// Submarines that may go slowly and are harder to hit.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub snort: Option<Snort>,
    /// Ships that nobody of some side or power attacks.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub sheltered: Vec<Sheltered>,
    /// Ships that do not put to sea.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub moored: Vec<Moored>,
    /// Powers whose ships do not leave before combat.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub trapped: Vec<Trapped>,
    /// Ships that a power may lend to others for good.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub loans: Vec<ShipLoan>,
}

/// Submarines of a power that may go slowly from a turn on, and are harder to hit on their way.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Snort {
    pub power: PowerId,
    pub from_turn: i64,
    /// The row of the movement table that is theirs then.
    pub movement: Key,
    /// Their defence against those whose zones they leave is multiplied by this.
    pub defence: i64,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub source: Option<RuleRef>,
}

/// Ships in some places that some never attack.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Sheltered {
    pub places: Vec<PlaceId>,
    /// All naval units if left out.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub classes: Vec<ClassId>,
    /// Who may not attack them.
    pub from: Vec<ActorId>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub when: Option<Condition>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub source: Option<RuleRef>,
}

/// Ships of a power that do not put to sea while something holds.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Moored {
    pub power: PowerId,
    /// All naval units if left out.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub classes: Vec<ClassId>,
    /// Only those that the scenario sets up.
    #[serde(default, skip_serializing_if = "is_false")]
    pub set_up: bool,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub when: Option<Condition>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub source: Option<RuleRef>,
}

/// A power whose ships stay where they are attacked while something holds.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Trapped {
    pub power: PowerId,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub when: Option<Condition>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub source: Option<RuleRef>,
}

/// Ships that a power may lend to others, who own them from then on.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ShipLoan {
    pub from: PowerId,
    pub to: Vec<PowerId>,
    pub units: Vec<UnitId>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub source: Option<RuleRef>,
}
