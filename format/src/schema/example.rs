//! `examples/*.ron`: worked examples, given -> expect, run by the engine.

use super::prelude::*;
use crate::entries::EntryKind;

/// Worked examples of a pack; split over as many files as is handy.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Examples {
    /// The schema version this file is written for.
    pub schema: u32,
    /// What the program must be able to do before it may use this file.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub requires: Vec<Capability>,
    pub examples: IndexMap<ExampleId, Example>,
}

/// A worked example.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Example {
    /// The rules it shows.
    pub source: Vec<RuleRef>,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub title: String,
    /// Where it comes from.
    pub origin: ExampleOrigin,
    /// What it exercises: a table lookup, or one of the engine's procedures.
    pub runs: ExampleKind,
    /// The situation, by name.
    pub given: IndexMap<String, Data>,
    /// What must come out, by name.
    pub expect: IndexMap<String, Data>,
    /// Contradictions and readings.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub note: String,
}

impl Example {
    /// The entries it cannot do without: the scenario it is set in, and what it looks up.
    pub fn about(&self) -> impl Iterator<Item = (EntryKind, &str)> {
        let given = |key: &str| self.given.get(key).and_then(Data::as_text);
        let looked_up = match &self.runs {
            ExampleKind::Table(table) => Some((EntryKind::Table, table.as_str())),
            ExampleKind::Unit => given("unit").map(|unit| (EntryKind::Unit, unit)),
            ExampleKind::Space => given("space").map(|space| (EntryKind::Space, space)),
            ExampleKind::Fact => given("fact").map(|fact| (EntryKind::Fact, fact)),
            ExampleKind::Procedure(_) => None,
        };
        given("scenario").map(|scenario| (EntryKind::Scenario, scenario)).into_iter().chain(looked_up)
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub enum ExampleOrigin {
    /// Printed in the rulebook.
    Printed,
    /// Follows from a rule's wording.
    Rule,
    /// Our reading where the rulebook contradicts itself.
    Reading,
    /// An author's own case.
    Own,
}

/// What an example exercises.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub enum ExampleKind {
    /// A value of this table; `given` holds the keys by axis, `expect` the `value`.
    Table(TableId),
    /// A unit's stats or price; `given` holds `unit` and perhaps `power`.
    Unit,
    /// A fact of the map; `given` holds `space`.
    Space,
    /// A procedure of the engine by its name, such as "assault" or "trace-supply".
    Procedure(String),
    /// A figure of a fact entry: `given` holds `fact` and `value`.
    Fact,
}
