//! `tables/*.ron`: every result, cost, range and effect table. Rows are lines, so that one changed
//! cell is one changed line. Looking a value up lives in `crate::lookup`.

use super::prelude::*;
use crate::entries::EntryKind;

/// A table: typed axes, typed cells, a rule for values off the edge.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Table {
    /// The schema version this file is written for.
    pub schema: u32,
    /// What the program must be able to do before it may use this file.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub requires: Vec<Capability>,
    pub id: TableId,
    pub title: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub source: Option<RuleRef>,
    /// Readings, errata and doubts.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub note: String,
    /// The axis of the rows, then that of the columns if there is one.
    pub axes: Vec<Axis>,
    /// What kind of value the cells hold.
    pub cells: CellKind,
    /// One line per row.
    pub rows: IndexMap<Key, Row>,
    /// Where a value comes from or why it was chosen, by cell: {"infantry, china": ...}.
    #[serde(default, skip_serializing_if = "IndexMap::is_empty")]
    pub marks: IndexMap<String, Mark>,
    /// Axes along which values must not fall.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub rising: Vec<String>,
    /// Axes along which values must not rise.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub falling: Vec<String>,
    /// Cells that must be the sum of others.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub sums: Vec<Sum>,
}

/// One axis of a table.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub enum Axis {
    /// A die: 1 up to its number of sides. Modified rolls beyond its ends follow `below` and `above`.
    Die {
        #[serde(deserialize_with = "super::limits::die_sides")]
        sides: i64,
        #[serde(default, skip_serializing_if = "is_false_edge")]
        below: Edge,
        #[serde(default, skip_serializing_if = "is_false_edge")]
        above: Edge,
    },
    /// Whole numbers.
    Number {
        name: String,
        from: i64,
        to: i64,
        /// The step between columns; a value between two columns uses the lower one.
        #[serde(default = "one", skip_serializing_if = "is_one")]
        step: i64,
        #[serde(default, skip_serializing_if = "is_false_edge")]
        below: Edge,
        #[serde(default, skip_serializing_if = "is_false_edge")]
        above: Edge,
    },
    /// Words. Keys of the row axis may be left out: the rows name them.
    Words {
        name: String,
        /// What the words are names of.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        of: Option<NameKind>,
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        keys: Vec<Key>,
    },
    /// Ranges of whole numbers: "1-3", "4-7", "8+".
    Ranges {
        name: String,
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        keys: Vec<Key>,
    },
}

/// What happens to a lookup beyond the end of an axis.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub enum Edge {
    /// It must not happen.
    #[default]
    NotAllowed,
    /// Use the last row or column.
    Clamp,
    /// No result.
    Nothing,
}

/// What the words of an axis are names of; they are checked against the pack.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub enum NameKind {
    Unit,
    Power,
    Side,
    Space,
    Region,
    Terrain,
    Season,
    Tech,
    Feature,
}

impl NameKind {
    /// The kind of entry that such a name must be of.
    pub const fn entry(self) -> EntryKind {
        match self {
            Self::Unit => EntryKind::Unit,
            Self::Power => EntryKind::Power,
            Self::Side => EntryKind::Alliance,
            Self::Space => EntryKind::Space,
            Self::Region => EntryKind::Region,
            Self::Terrain => EntryKind::Terrain,
            Self::Season => EntryKind::Season,
            Self::Tech => EntryKind::Track,
            Self::Feature => EntryKind::Feature,
        }
    }
}

/// What kind of value the cells hold.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub enum CellKind {
    /// Whole numbers.
    Number,
    /// Whole numbers or fractions.
    Amount,
    /// Prices.
    Money,
    /// Strength points or units lost.
    Losses,
    /// A number added to a roll or column.
    Modifier,
    /// A range of rolls, "1-5"; "-" for never.
    Range,
    /// One of these codes.
    Code(Vec<String>),
    /// Two results, "1/A".
    Pair,
    /// Dice such as "2d6", or to-hit values such as "8/6".
    Dice,
    /// Words.
    Text,
    /// Each column its own kind: only the presence of a value is checked.
    Mixed,
}

/// Where a cell's value comes from.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub enum Mark {
    /// Not in the rulebook; the reason for the value.
    Reconstructed(String),
    /// The rulebook contradicts itself or its errata; the reading chosen.
    Reading(String),
    /// Its own rule.
    Source(RuleRef),
}

/// Cells that must be the sum of others.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub enum Sum {
    /// The row `total` is the sum of these rows, column by column.
    Rows {
        total: Key,
        of: Vec<Key>,
        /// Columns in which the rulebook's own total is wrong, with our reading as a mark.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        except: Vec<Key>,
    },
    /// The column `total` is the sum of these columns, row by row.
    Columns {
        total: Key,
        of: Vec<Key>,
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        except: Vec<Key>,
    },
}

fn one() -> i64 {
    1
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks for a reference")]
fn is_one(value: &i64) -> bool {
    *value == 1
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks for a reference")]
fn is_false_edge(edge: &Edge) -> bool {
    *edge == Edge::NotAllowed
}
