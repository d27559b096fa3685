//! A baseline: findings that were there when a pack began to be checked. They are kept out of reports until they change;
//! those that are gone are told, so that the file can shrink. Lines do not count: a finding stays known when text moves.

use std::collections::BTreeMap;

use chartroom_format::diag::Diagnostic;
use serde::{Deserialize, Serialize};

use crate::run::Report;

/// The file.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Baseline {
    pub version: u32,
    pub findings: Vec<Known>,
}

/// Findings that look the same, and how many there are.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Known {
    pub code: String,
    pub file: String,
    pub message: String,
    pub count: usize,
}

type Key = (String, String, String);

fn key(finding: &Diagnostic) -> Key {
    let file = finding.place.as_ref().map(|place| place.file.clone()).unwrap_or_default();
    (finding.code.as_str().to_owned(), file, finding.message.clone())
}

impl Baseline {
    /// All findings of a report.
    pub fn of(report: &Report) -> Self {
        let mut counts: BTreeMap<Key, usize> = BTreeMap::new();
        for (_, finding) in report.findings() {
            *counts.entry(key(finding)).or_default() += 1;
        }
        let findings =
            counts.into_iter().map(|((code, file, message), count)| Known { code, file, message, count }).collect();
        Self { version: 1, findings }
    }

    pub fn parse(text: &str) -> Result<Self, String> {
        serde_json::from_str(text).map_err(|error| format!("the baseline cannot be read: {error}"))
    }

    pub fn text(&self) -> String {
        let mut text = serde_json::to_string_pretty(self).unwrap_or_default();
        text.push('\n');
        text
    }

    /// Removes known findings from a report. Returns how many entries of the baseline are gone from the packs.
    pub fn apply(&self, report: &mut Report) -> usize {
        let mut left: BTreeMap<Key, usize> = self
            .findings
            .iter()
            .map(|known| ((known.code.clone(), known.file.clone(), known.message.clone()), known.count))
            .collect();
        for pack in &mut report.packs {
            pack.findings.retain(|finding| match left.get_mut(&key(finding)) {
                Some(count) if *count > 0 => {
                    *count -= 1;
                    false
                }
                _ => true,
            });
        }
        left.values().filter(|count| **count > 0).count()
    }
}
