//! Upgrading old content: one file per step, each a list of text edits, so that comments and layout survive.
//! A step knows only the version it starts from and the one it leads to.

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
pub const STEPS: &[&dyn Migration] = &[];

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
    let mut upgraded = Upgraded { text: text.to_owned(), steps: Vec::new(), manual: Vec::new() };
    for version in version..CURRENT {
        let step = STEPS.iter().find(|step| step.from() == version).ok_or(UpgradeError::NoPath(version))?;
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
