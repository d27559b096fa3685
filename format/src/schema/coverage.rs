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

/// Where one rule lives, and what may be said of it. A rule of behaviour (any kind of the index but table, setup, map, unit, example and
/// scenario) counts as played only when a worked example through play or a test on a position shows it; else it is held, whatever
/// is written here.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub enum Covered {
    /// Figures, names, maps and set-ups that stand in the data as they are printed.
    Printed {
        at: Vec<String>,
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        proved_by: Vec<Proof>,
    },
    /// Behaviour that play shows.
    Played {
        /// The entries it lives in.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        at: Vec<String>,
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        proved_by: Vec<Proof>,
    },
    /// It stands in the data, but nothing shows that play obeys it.
    Held {
        at: Vec<String>,
        /// What keeps it from play.
        why: String,
        /// What proves the figures in it.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        proved_by: Vec<Proof>,
    },
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

impl Covered {
    /// The entries of the pack it lives in.
    pub fn entries(&self) -> &[String] {
        match self {
            Self::Printed { at, .. }
            | Self::Played { at, .. }
            | Self::Held { at, .. }
            | Self::Data { at, .. }
            | Self::Engine { at, .. } => at,
            Self::Open(_) | Self::OutOfScope(_) => &[],
        }
    }

    /// What proves it.
    pub fn proofs(&self) -> &[Proof] {
        match self {
            Self::Printed { proved_by, .. }
            | Self::Played { proved_by, .. }
            | Self::Held { proved_by, .. }
            | Self::Data { proved_by, .. }
            | Self::Engine { proved_by, .. } => proved_by,
            Self::Open(_) | Self::OutOfScope(_) => &[],
        }
    }

    /// Whether it is said to be modelled and obeyed.
    pub const fn is_claimed(&self) -> bool {
        matches!(self, Self::Printed { .. } | Self::Played { .. } | Self::Data { .. } | Self::Engine { .. })
    }
}
