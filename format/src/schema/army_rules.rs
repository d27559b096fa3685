//! Settings of games of armies: who may attack whom and from where, what each class does in a fight, what is frozen or dry.

use super::prelude::*;

/// Attacks on countries that are not at war with the attacker; the first one makes them enemies.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Violations {
    /// Countries on no side may be attacked, but for those whose places are named here.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub never: Vec<PlaceId>,
    /// Who may attack whom although both are on sides.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub sides: Vec<(SideId, SideId)>,
}

/// Places whose defenders are lost when an advance succeeds.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct LastStands {
    /// Places with one of these.
    pub at: Vec<FeatureId>,
    /// Those of them from which armies retreat all the same.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub except: Vec<PlaceId>,
}

/// Armies of a side that may attack from some places in one combat phase.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct AttackLimit {
    pub by: SideId,
    pub from: Vec<PlaceId>,
    pub most: i64,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub when: Option<Condition>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub source: Option<RuleRef>,
}

/// Land that is like a desert for supply.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct DryLand {
    pub places: Vec<PlaceId>,
    /// Those of them that are like any other land.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub except: Vec<PlaceId>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub source: Option<RuleRef>,
}

/// Which units do what in firepower combat, by class.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct FireClasses {
    /// Fire in an assault.
    pub assault: ClassId,
    /// Fire in a defensive assault.
    pub defensive_assault: ClassId,
    /// Count in an advance.
    pub advance: ClassId,
    /// Count in defence against an advance.
    pub holds: ClassId,
    /// Fight in the air before an assault.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub air: Option<ClassId>,
}

/// Units that may not move for a while.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Frozen {
    pub places: Vec<PlaceId>,
    pub until_turn: i64,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub scenarios: Vec<ScenarioId>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub source: Option<RuleRef>,
}
