//! What ends a stage that is gone through again and again.

use super::prelude::*;

/// What ends a stage: whatever comes first. It is looked at whenever a player has gone through the stage.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct StageEnd {
    /// All players, one after the other, have gone through it without doing anything.
    #[serde(default, skip_serializing_if = "is_false")]
    pub all_pass: bool,
    /// Dice that are thrown each time.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub roll: Option<EndRoll>,
    /// This holds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub when: Option<Condition>,
}

/// A roll that ends a stage: the more impulses there were, the sooner.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct EndRoll {
    /// How many dice are added up; 1 if left out.
    #[serde(default = "one_die", skip_serializing_if = "is_one_die")]
    pub dice: i64,
    /// The faces of each.
    pub die: i64,
    /// It ends on this sum or less.
    pub at_most: i64,
    /// The limit grows by this with every time the stage was gone through.
    #[serde(default, skip_serializing_if = "super::move_points::is_default")]
    pub and_each: i64,
}

const fn one_die() -> i64 {
    1
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks for a reference")]
const fn is_one_die(dice: &i64) -> bool {
    *dice == 1
}
