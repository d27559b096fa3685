//! Where money comes from, and what orders of units need.

use super::campaign::Economy;
use super::prelude::*;
use super::production::Dependent;

/// Where income comes from.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub enum IncomeSource {
    /// The values of spaces held.
    Values,
    /// Production points that are undamaged and connected to home.
    Production(FeatureId),
    /// Industrial centres times a multiple by turn and mode.
    Multiples {
        feature: FeatureId,
        multiples: TableId,
        /// The track that says which column of the table a power reads.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        mode: Option<TechId>,
        /// Regions that always read one column.
        #[serde(default, skip_serializing_if = "IndexMap::is_empty")]
        fixed_modes: IndexMap<RegionId, i64>,
        /// The column of a home centre that was lost and taken back.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        retaken_mode: Option<i64>,
        /// What a captured, garrisoned and connected centre yields, from the turn after.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        captured: Option<i64>,
        /// Centres that stand idle while something is missing.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        dependent: Vec<Dependent>,
        /// Powers whose parts keep their points apart.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        economies: Vec<Economy>,
    },
}

/// How far merchant ships may lie apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PipelineReach {
    /// Spaces between two of them at most.
    pub between: i64,
    /// Spaces from an end to its port at most.
    pub to_port: i64,
}

/// A unit that needs a war before it is ordered.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct NeedsWar {
    pub unit: UnitId,
    pub power: PowerId,
    pub with: PowerId,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub source: Option<RuleRef>,
}

/// What the columns of a cost table are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub enum CostColumn {
    Power,
    TechLevel,
    BuildOrRebuild,
}
