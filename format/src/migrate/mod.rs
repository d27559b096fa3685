//! Upgrading old content: one file per step, each a list of text edits, so that comments and layout survive.
//! A step knows only the version it starts from and the one it leads to.

mod v1_to_v2;

use thiserror::Error;

use crate::cst::{self, Node};
use crate::edit::{self, Edit, EditError};
use crate::schema::{CURRENT, Kind};
use crate::source::Span;

/// One step from a version to the next.
pub trait Migration: Sync {
    /// The version it starts from; it leads to the next.
    fn from(&self) -> u32;
    /// A short name.
    fn name(&self) -> &'static str;
    /// What changes and why, for people.
    fn about(&self) -> &'static str;
    /// The edits that upgrade a document of this kind; the version itself is edited by the caller.
    fn edits(&self, kind: Kind, root: &Node, text: &str) -> Vec<Edit>;
    /// What an author must look at by hand, with its place.
    fn manual(&self, _kind: Kind, _root: &Node, _text: &str) -> Vec<ManualStep> {
        Vec::new()
    }
}

/// Something no program can decide.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ManualStep {
    pub span: Span,
    pub message: String,
}

/// The steps in order.
pub const STEPS: &[&dyn Migration] = &[&v1_to_v2::NamedTurns];

/// The result of upgrading one text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Upgraded {
    pub text: String,
    /// Names of the steps taken.
    pub steps: Vec<&'static str>,
    pub manual: Vec<ManualStep>,
}

/// Why a text could not be upgraded.
#[derive(Debug, Error, PartialEq, Eq)]
pub enum UpgradeError {
    #[error("no migration leads from schema version {0} to the current one")]
    NoPath(u32),
    #[error("after the step `{step}` the file could not be read any more")]
    Broken { step: &'static str },
    #[error("the step `{step}` made edits that do not fit: {source}")]
    Edit { step: &'static str, source: EditError },
}

/// Upgrades the text of a document to the current version.
pub fn upgrade(kind: Kind, version: u32, text: &str) -> Result<Upgraded, UpgradeError> {
    upgrade_by(STEPS, kind, version, CURRENT, text)
}

/// Upgrades by a chain of steps, one version at a time.
fn upgrade_by(steps: &[&dyn Migration], kind: Kind, from: u32, to: u32, text: &str) -> Result<Upgraded, UpgradeError> {
    let mut upgraded = Upgraded { text: text.to_owned(), steps: Vec::new(), manual: Vec::new() };
    for version in from..to {
        let step = steps.iter().find(|step| step.from() == version).ok_or(UpgradeError::NoPath(version))?;
        upgraded.text = take(*step, kind, &upgraded.text, &mut upgraded.manual)?;
        upgraded.steps.push(step.name());
    }
    Ok(upgraded)
}

fn take(step: &dyn Migration, kind: Kind, text: &str, manual: &mut Vec<ManualStep>) -> Result<String, UpgradeError> {
    let (Some(root), errors) = cst::parse(text) else { return Err(UpgradeError::Broken { step: step.name() }) };
    if !errors.is_empty() {
        return Err(UpgradeError::Broken { step: step.name() });
    }
    let mut edits = step.edits(kind, &root, text);
    manual.extend(step.manual(kind, &root, text));
    if let Some(field) = root.field("schema") {
        edits.push(Edit::replace(field.value.span, (step.from() + 1).to_string()));
    }
    edit::apply(text, &edits).map_err(|source| UpgradeError::Edit { step: step.name(), source })
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Rename(u32, &'static str, &'static str);

    impl Migration for Rename {
        fn from(&self) -> u32 {
            self.0
        }

        fn name(&self) -> &'static str {
            self.1
        }

        fn about(&self) -> &'static str {
            "renames a field"
        }

        fn edits(&self, _: Kind, root: &Node, _: &str) -> Vec<Edit> {
            root.field(self.1).map(|field| Edit::replace(field.name.span, self.2)).into_iter().collect()
        }

        fn manual(&self, _: Kind, root: &Node, _: &str) -> Vec<ManualStep> {
            let found = root
                .field("doubtful")
                .map(|field| ManualStep { span: field.name.span, message: "look here".to_owned() });
            found.into_iter().collect()
        }
    }

    #[test]
    fn steps_chain_keep_comments_and_tell_what_is_left_to_do() {
        let steps: [&dyn Migration; 2] = [&Rename(1, "old", "newer"), &Rename(2, "newer", "newest")];
        let text = "Options( // head\n  schema: 1, old: 5, /* kept */ doubtful: 1\n)";
        let upgraded = upgrade_by(&steps, Kind::Options, 1, 3, text).expect("a path");
        assert_eq!(upgraded.text, "Options( // head\n  schema: 3, newest: 5, /* kept */ doubtful: 1\n)");
        assert_eq!(upgraded.steps, ["old", "newer"]);
        assert_eq!(upgraded.manual.len(), 2);
    }

    #[test]
    fn a_missing_step_and_a_broken_text_are_errors() {
        assert_eq!(upgrade_by(&[], Kind::Options, 1, 2, "Options(schema: 1)"), Err(UpgradeError::NoPath(1)));
        let steps: [&dyn Migration; 1] = [&Rename(1, "a", "b")];
        assert!(matches!(
            upgrade_by(&steps, Kind::Options, 1, 2, "Options(schema: 1"),
            Err(UpgradeError::Broken { .. })
        ));
    }

    #[test]
    fn every_version_has_its_step() {
        let from: Vec<u32> = STEPS.iter().map(|step| step.from()).collect();
        assert_eq!(from, (1..CURRENT).collect::<Vec<_>>());
    }
}
