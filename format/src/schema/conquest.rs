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

/// Land that is taken from the enemy goes back to its owner if he is on the side of the taker.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Liberation {
    /// While the owner's capital is in enemy hands the taker keeps the land; with the capital its owner gets all his land back that
    /// friends hold.
    #[serde(default, skip_serializing_if = "is_false")]
    pub needs_capital: bool,
    /// By taker: owners who get nothing back from him.
    #[serde(default, skip_serializing_if = "IndexMap::is_empty")]
    pub except: IndexMap<PowerId, Vec<PowerId>>,
}
