//! `balance.ron`: what the author wants of many games, and how many may be spent to prove it.

use super::prelude::*;

/// What the author of a pack promises about whole games. `chartroom check --balance` proves or refutes it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Balance {
    /// The schema version this file is written for.
    pub schema: u32,
    /// What the program must be able to do before it may use this file.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub requires: Vec<Capability>,
    pub contracts: IndexMap<String, Contract>,
}

/// What is wanted of one scenario.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Contract {
    pub scenario: ScenarioId,
    /// Why, in the author's words.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub says: String,
    /// Line-ups of bots that take turns: "greedy" for all sides, "axis=greedy,soviet=random" for each its own.
    #[serde(default = "greedy", skip_serializing_if = "is_greedy")]
    pub bots: Vec<String>,
    /// Optional rules switched for these games.
    #[serde(default, skip_serializing_if = "IndexMap::is_empty")]
    pub options: IndexMap<OptionId, bool>,
    /// Games that may be spent; fewer are played when all is known earlier.
    #[serde(default = "thousand", skip_serializing_if = "is_thousand")]
    pub games: u32,
    /// The dice of the first game.
    #[serde(default = "one", skip_serializing_if = "is_one")]
    pub seed: u64,
    pub wants: Vec<Want>,
}

/// One thing that is wanted; all numbers that end in games are per cent.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub enum Want {
    /// A side wins so many of a hundred games.
    Share { side: SideId, from: u32, to: u32 },
    /// So many of a hundred games end within these turns.
    Length { from: i64, to: i64, in_games: u32 },
    /// A unit is bought in at least so many of a hundred games: by a power, or by anybody.
    Bought {
        unit: UnitId,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        by: Option<PowerId>,
        in_games: u32,
    },
    /// A space changes hands in at least so many of a hundred games.
    Contested { space: SpaceId, in_games: u32 },
}

fn greedy() -> Vec<String> {
    vec!["greedy".to_owned()]
}

fn is_greedy(bots: &Vec<String>) -> bool {
    *bots == greedy()
}

const fn thousand() -> u32 {
    1000
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks for a reference")]
const fn is_thousand(games: &u32) -> bool {
    *games == thousand()
}

const fn one() -> u64 {
    1
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks for a reference")]
const fn is_one(seed: &u64) -> bool {
    *seed == one()
}
