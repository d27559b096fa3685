//! What taking land brings and costs: the money of fallen capitals, the price of neutrals.

use super::prelude::*;

/// Money of a power whose capital falls: the captor takes it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Plunder {
    /// Powers that lose it to the bank instead, with all who share their fate.
    #[serde(default, skip_serializing_if = "IndexMap::is_empty")]
    pub to_bank: IndexMap<PowerId, Vec<PowerId>>,
}

/// What it takes to enter neutral land.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct NeutralEntry {
    /// The price, as a multiple of the land's value.
    pub price: i64,
    /// From this value on a unit is lost whatever the die shows; below, on a roll of the value or less.
    pub sure_loss_from: i64,
}
