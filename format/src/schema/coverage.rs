//! `coverage.ron`: each rule of the index, where it lives and what proves it.

use super::prelude::*;

/// Where the rules of the rulebook live.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Coverage {
    /// The schema version this file is written for.
    pub schema: u32,
    /// What the program must be able to do before it may use this file.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub requires: Vec<Capability>,
    pub rules: IndexMap<RuleRef, Covered>,
}

/// Where one rule lives.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub enum Covered {
    /// The pack's data holds it: "table:land-combat", "scenario:standard", "modifier:mountain".
    Data {
        at: Vec<String>,
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        proved_by: Vec<Proof>,
    },
    /// The engine enforces it.
    Engine {
        /// The engine's procedure.
        procedure: String,
        /// The pack's entries it reads.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        at: Vec<String>,
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        proved_by: Vec<Proof>,
    },
    /// Not modelled yet: what is missing.
    Open(String),
    /// Not to be modelled: why.
    OutOfScope(String),
}

/// What proves that a rule is modelled.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub enum Proof {
    /// A worked example of this pack.
    Example(ExampleId),
    /// A test of the repository, by name.
    Test(String),
    /// The cell-by-cell comparison with an independent transcription.
    Transcription,
    /// A check of the validator, by code.
    Check(String),
    /// A printed total of a scenario.
    Total(ScenarioId),
}
