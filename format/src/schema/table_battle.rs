//! Settings of `Battle`: how strengths pick a column of a combat results table, what shifts it, and what its codes do.

use super::prelude::*;

/// How the strengths of both sides pick a column of the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub enum BattleColumn {
    /// Attack to defence, as odds: the columns are words such as "1-2", "1-1", "3-1".
    Ratio {
        /// What happens to odds between two columns.
        #[serde(default)]
        round: OddsRounding,
        /// Odds worse than the first column.
        #[serde(default = "refused")]
        below: super::table::Edge,
        /// Odds better than the last column.
        #[serde(default = "last")]
        above: super::table::Edge,
    },
    /// Attack less defence: the columns are numbers.
    Difference,
    /// The strength of the attack alone: the columns are numbers.
    Strength,
}

const fn refused() -> super::table::Edge {
    super::table::Edge::NotAllowed
}

const fn last() -> super::table::Edge {
    super::table::Edge::Clamp
}

/// What happens to odds between two columns.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub enum OddsRounding {
    /// The worse column for the attacker: 7 to 4 is 1-1.
    #[default]
    ForDefender,
    /// The better one: 7 to 4 is 2-1.
    ForAttacker,
    /// The nearer one, the worse of two as near.
    Nearest,
}

/// Columns to the right, or to the left if negative, on top of what modifiers of `Column` do. Shifts end at the first and last column.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ColumnShift {
    pub by: i64,
    /// Whose units and supply the condition and `with` speak of.
    #[serde(default = "attacking", skip_serializing_if = "is_attacking")]
    pub of: CombatRole,
    /// Only if one of those units is of this kind.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub with: Option<UnitFilter>,
    /// Only while this holds; the place at hand is the one attacked.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub when: Option<Condition>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub source: Option<RuleRef>,
}

const fn attacking() -> CombatRole {
    CombatRole::Attacking
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks for a reference")]
fn is_attacking(role: &CombatRole) -> bool {
    *role == CombatRole::Attacking
}

/// One thing that a result of the table means.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub enum BattleResult {
    /// So many steps in all, from units of that side.
    Lose(CombatRole, i64),
    /// So many steps from every unit of that side.
    EachLoses(CombatRole, i64),
    /// All units of that side are lost.
    Eliminate(CombatRole),
    /// The defender is lost, and the attacker loses at least as much printed strength.
    Exchange,
    /// The units of that side go back so many spaces, away from where they stood.
    Retreat(CombatRole, i64),
    /// Attackers go into the space if nobody is left in it.
    Advance(Following),
}

/// Whether the winner goes after the loser.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub enum Following {
    /// If its player likes.
    May,
    /// At least one unit, if one can.
    Must,
}

/// Who says which units take losses.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
pub enum LossChooser {
    /// Their owner.
    #[default]
    Owner,
    /// The enemy.
    Enemy,
    /// The step that costs least strength.
    Weakest,
    /// The step that costs most strength.
    Strongest,
}

/// How units retreat.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct RetreatRules {
    /// Enemy zones of control do not bar it where a friendly unit stands.
    #[serde(default, skip_serializing_if = "is_false")]
    pub friends_cancel_zones: bool,
    /// Enemy zones of control do not bar it at all.
    #[serde(default, skip_serializing_if = "is_false")]
    pub through_zones: bool,
    /// What becomes of units that have no way.
    #[serde(default)]
    pub blocked: NoWayBack,
}

/// What becomes of units that cannot retreat as far as they must.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub enum NoWayBack {
    /// They are lost.
    #[default]
    Eliminated,
    /// They go as far as they can, and lose a step for each space they do not go.
    StepForEachSpace,
}

/// Which attacks must be made.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub enum MustAttack {
    /// None.
    #[default]
    Nobody,
    /// Every unit that stands in the zone of control of an enemy that can be attacked.
    UnitsInEnemyZones,
}
