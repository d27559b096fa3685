//! `pack.ron`: who a pack is, what it builds on, and how strictly it wants to be checked.

use super::prelude::*;

/// One rulebook's worth of content, or an overlay that extends another pack.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Pack {
    /// The schema version this file is written for.
    pub schema: u32,
    /// What the program must be able to do before it may use this pack.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub requires: Vec<Capability>,
    /// The id of the pack: the name of its folder.
    pub id: PackId,
    /// The title people read.
    pub title: String,
    /// The pack's own version, counted by its authors: "1.2.0".
    pub version: String,
    /// The pack this one builds on; entries with the same id replace those of the base.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub extends: Option<PackId>,
    /// Entries of the base pack that do not apply here, as "kind:id" ("table:fleet-intercept"). Worked examples go with
    /// the scenario they are set in, and with the table, unit, fact or space they look up.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub removes: Vec<String>,
    /// What the pack is about, in a few sentences.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub about: String,
    /// Licence of our own words and data.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub licence: String,
    /// The rulebook the pack was made from.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rulebook: Option<Rulebook>,
    /// What the rulebook lacks and how the pack fills it; one sentence each.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub reconstructed: Vec<String>,
    /// How `chartroom check` treats this pack.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub checks: Option<CheckSettings>,
}

/// The published rules a pack turns into data.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Rulebook {
    /// Title and edition.
    pub title: String,
    /// The prefix of its rule ids ("hgw" for "hgw:supply.1").
    pub prefix: String,
    /// The index of its rules inside the pack, usually "rulebook/rules.tsv".
    pub index: String,
}

/// Severity and suppression of findings, by code.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct CheckSettings {
    /// Another severity for a code.
    #[serde(default, skip_serializing_if = "IndexMap::is_empty")]
    pub severity: IndexMap<String, SeverityLevel>,
    /// Findings that are known and accepted, each with its reason.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub allow: Vec<Allow>,
}

/// How serious a finding is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub enum SeverityLevel {
    Off,
    Hint,
    Note,
    Warning,
    Error,
}

/// One accepted kind of finding.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Allow {
    /// The code of the finding.
    pub code: String,
    /// Only in this file of the pack; everywhere if left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub file: Option<String>,
    /// Only where the message or the entry contains this text.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub about: Option<String>,
    /// Why it is accepted.
    pub reason: String,
}
