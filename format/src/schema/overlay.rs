//! `overlay.ron`: single cells, fields and stacks of entries that differ from what the pack is laid on. Whole entries are
//! replaced by writing them again in a file of their kind.

use super::prelude::*;
use super::scenario::Force;
use super::value::Cell;

/// What differs, by entry: {"table:unit-cost": ..., "unit:battleship": ...}.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Overlay {
    /// The schema version this file is written for.
    pub schema: u32,
    /// What the program must be able to do before it may use this file.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub requires: Vec<Capability>,
    /// What differs, by the entry as "kind:id".
    pub changes: IndexMap<String, Change>,
}

/// What differs in one entry.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub enum Change {
    /// Cells of a table by "row, column", or by "row" where the table has one column.
    Cells(IndexMap<String, Cell>),
    /// Fields by the way to them with dots between: "title", "stats.attack". A word is written as text, a variant with values
    /// as a map with its name.
    Fields(IndexMap<String, Data>),
    /// Stacks of a scenario's set-up by "power, space": the units whose number differs. 0 takes a unit away.
    SetUp(IndexMap<String, Force>),
}
