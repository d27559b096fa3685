//! `options.ron`: optional rules that a scenario switches on or off.

use super::prelude::*;

/// All optional rules of a pack.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Options {
    /// The schema version this file is written for.
    pub schema: u32,
    /// What the program must be able to do before it may use this file.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub requires: Vec<Capability>,
    pub options: IndexMap<OptionId, OptionalRule>,
}

/// An optional rule.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct OptionalRule {
    pub title: String,
    /// What it changes, in our own words.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub says: String,
    /// On unless a scenario says otherwise.
    #[serde(default, skip_serializing_if = "is_false")]
    pub on: bool,
    /// Cannot be on together with these.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub excludes: Vec<OptionId>,
    /// Needs these.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub needs: Vec<OptionId>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub source: Option<RuleRef>,
}
