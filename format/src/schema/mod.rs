//! The content types of the current schema version: one file per kind of content, serde and
//! JSON Schema derived from the same types. Nothing here checks meaning; that is the validator's.

pub mod army_rules;
pub mod balance;
pub mod bots;
pub mod campaign;
pub mod condition;
pub mod conquest;
pub mod coverage;
pub mod deployment;
pub mod effect;
pub mod emblem;
pub mod example;
pub mod expression;
pub mod fleets;
pub mod forts;
pub mod ids;
pub mod impulse;
pub mod income;
pub mod kind;
pub mod landing;
mod limits;
pub mod map;
pub mod map_shapes;
pub mod missiles;
pub mod morale;
pub mod move_points;
pub mod open_ground;
pub mod options;
pub mod overlay;
pub mod pack;
pub mod powers;
pub mod procedure;
pub mod production;
pub mod recipe;
pub mod refusal;
pub mod research;
pub mod rules;
pub mod scenario;
pub mod sequence;
pub mod shipping;
pub mod table;
pub mod table_battle;
pub mod terrain;
pub mod units;
pub mod value;
pub mod zone_building;
pub mod zone_economy;
pub mod zone_politics;
pub mod zone_raids;

pub use kind::{Document, Kind};

/// The schema version this program writes and works with.
pub const CURRENT: u32 = 2;

/// What the content files import: every type that refers to another.
mod prelude {
    pub(super) use super::condition::{BattleKind, Condition, RelationKind, UnitFilter};
    pub(super) use super::effect::Effect;
    pub(super) use super::expression::{Among, Value, Who};
    pub(super) use super::ids::*;
    pub(super) use super::is_false;
    pub(super) use super::map::Surface;
    pub(super) use super::procedure::Procedure;
    pub(super) use super::refusal::Citation;
    pub(super) use super::rules::Rule;
    pub(super) use super::scenario::Placement;
    pub(super) use super::units::{CombatRole, Domain};
    pub(super) use super::value::{Amount, Data, Key, Row};
    pub(super) use indexmap::IndexMap;
    pub(super) use schemars::JsonSchema;
    pub(super) use serde::{Deserialize, Serialize};
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks for a reference")]
fn is_false(value: &bool) -> bool {
    !*value
}
