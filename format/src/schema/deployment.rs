//! Free set-ups, as settings of the procedure that lets players place their units: who places which. Where units stand before that is the
//! scenario's, and lives there.

use super::prelude::*;

/// Units that a side may place anew before the game begins.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct FreeForce {
    pub by: SideId,
    /// Types that go to any friendly place; units of all others stay where the scenario puts them.
    pub units: Vec<UnitId>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub source: Option<RuleRef>,
}
