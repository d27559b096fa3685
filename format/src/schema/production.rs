//! Where production comes from and what it may be spent on, as settings of the procedures that collect and build: who may build where, what
//! others send. Prices are tables and live there.

use super::prelude::*;

/// Where the new units of a side appear.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct OnlyIn {
    pub by: SideId,
    pub places: Vec<PlaceId>,
    /// Only while this holds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub when: Option<Condition>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub source: Option<RuleRef>,
}

/// Powers whose production is part of their side's budget only while a line of supply joins them to their motherland. Without one they
/// spend what they produce, at home and nowhere else.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Dominions {
    pub powers: Vec<PowerId>,
    /// The motherland: the power to whose home the line must lead.
    pub of: PowerId,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub source: Option<RuleRef>,
}

/// Production of a neutral country, or of one's own beyond the sea, that comes in through ports.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Import {
    /// Who gets it.
    pub to: PowerId,
    /// Where it is made.
    pub from: SpaceId,
    pub feature: FeatureId,
    /// Most points by season and port. A port serves while it is neutral or friendly.
    pub ports: TableId,
    /// Ships that must lie in a port that is not neutral, a point each; none are needed if left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ships: Option<ClassId>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub source: Option<RuleRef>,
}

/// Units that come back in the turn they were lost, one to each feature at home.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Regeneration {
    pub power: PowerId,
    pub unit: UnitId,
    pub at: FeatureId,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub source: Option<RuleRef>,
}

/// A centre that stands idle while something is missing.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Dependent {
    pub power: PowerId,
    /// The centre is one of these places, and the pipeline begins there; any home place if left out.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub of: Vec<PlaceId>,
    /// A pipeline must lead to one of these places.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub pipeline_to: Vec<PlaceId>,
    /// Every centre of these places must be held.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub holds: Vec<PlaceId>,
    /// The pipeline is of no use while this holds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub closed: Option<Condition>,
    /// The dependence holds only under this condition.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub when: Option<Condition>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub source: Option<RuleRef>,
}

/// Ships that are paid for over several turns.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Instalments {
    pub units: Vec<UnitId>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub option: Option<OptionId>,
    /// Units in the pools of a scenario that are ships under construction, and what is left to pay for each of them.
    #[serde(default, skip_serializing_if = "IndexMap::is_empty")]
    pub begun: IndexMap<UnitId, i64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub source: Option<RuleRef>,
}
