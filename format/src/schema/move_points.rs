//! Settings of `Move`: how far units go, what a step costs, what enemy zones of control do to it, how many may stand together.

use super::prelude::*;

/// Movement points of a unit in one phase.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub enum Allowance {
    /// Those of its own: the stat `movement`, with its variants.
    #[default]
    Own,
    /// The same for all units.
    Points(i64),
    /// By season: the single column of a table whose rows are seasons.
    BySeason(TableId),
}

/// What a step into a space costs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub enum StepCost {
    /// What `terrain.ron` says of the terrain entered and of every hexside crossed, for the domain of the unit; never less than
    /// nothing.
    #[default]
    Terrain,
    /// So many points, whatever the ground.
    Each(i64),
}

/// What enemy zones of control do to units that move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct EnemyZones {
    /// What it means to enter one.
    #[serde(default)]
    pub enter: ZoneHold,
    /// What it means to leave one; with `Stop` units that start there stay.
    #[serde(default)]
    pub leave: ZoneHold,
    /// No step leads from one enemy zone straight into another.
    #[serde(default, skip_serializing_if = "is_false")]
    pub bars_next: bool,
}

/// How an enemy zone of control holds a unit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub enum ZoneHold {
    /// Not at all.
    #[default]
    Free,
    /// It costs so many points more.
    Cost(i64),
    /// The unit goes no further.
    Stop,
}

/// How much of a side may stand in one space when a movement ends there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub enum StackLimit {
    /// So many units.
    Units(i64),
    /// So many points of the stat `stacking`.
    Points(i64),
}

/// Whose ground units may enter; nobody enters a space with enemy units.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
pub enum GroundOf {
    /// Of the own side, and of nobody.
    Friends,
    /// Of powers at war with the owner of the units.
    Enemies,
    /// Of powers that are neither.
    Neutrals,
}

/// What a unit has done, or is, at the moment. Marks stay with the unit when it moves; all but `Unsupplied` go when the turn ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
pub enum UnitMark {
    /// Has moved in the last movement phase of its player.
    Moved,
    /// Has attacked in the last combat phase of its player.
    Fought,
    /// Stands where its player has activated a space in this impulse.
    Active,
    /// Was active in an impulse of this turn.
    Spent,
    /// Was without supply when that was looked at last.
    Unsupplied,
}

pub(super) fn usual_ground() -> Vec<GroundOf> {
    vec![GroundOf::Friends, GroundOf::Enemies]
}

pub(super) fn is_usual_ground(ground: &[GroundOf]) -> bool {
    ground == usual_ground()
}

pub(super) fn is_default<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}

/// What a movement phase is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub enum MovePurpose {
    Combat,
    NonCombat,
}

/// Where the units of a power must end their movement.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Confined {
    pub power: PowerId,
    pub places: Vec<PlaceId>,
    /// Only under this condition may they be in these places; while no place of a power is named under a condition that holds,
    /// its units are free.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub when: Option<Condition>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub source: Option<RuleRef>,
}
