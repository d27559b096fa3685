//! Three versions of a content file made one: by entry and by cell, with every comment, so that two people can work on one pack.
//!
//! `items` (a bracket's content with its commas and comments) -> `three` (base, ours and theirs, value by value) -> [`Merged`], checked as a
//! file again. What only one side changed is taken; what both changed the same way too. What both changed differently is left
//! between conflict markers and named. Lines neither side touched stay byte for byte as ours has them. `git` says what a
//! repository needs so that git asks for this.

pub mod git;
mod items;
mod three;

use chartroom_format::cst::{self, Node, PathStep};
use chartroom_format::diag::{Diagnostic, Severity};
use chartroom_format::document;
use chartroom_format::schema::Document;
use thiserror::Error;

/// Why a file cannot be merged by its content; line by line is still possible.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum Unmergeable {
    #[error("the version before both has faults in its syntax")]
    Base,
    #[error("our version has faults in its syntax")]
    Ours,
    #[error("their version has faults in its syntax")]
    Theirs,
}

/// A value that both sides changed differently; none where a side has removed it or never had it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Conflict {
    /// Where, in words: "rows infantry, germany".
    pub place: String,
    pub base: Option<String>,
    pub ours: Option<String>,
    pub theirs: Option<String>,
}

impl std::fmt::Display for Conflict {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let said = |value: &Option<String>| value.clone().unwrap_or_else(|| "removed".to_owned());
        write!(f, "{}: ours {}, theirs {}", self.place, said(&self.ours), said(&self.theirs))?;
        match &self.base {
            Some(base) => write!(f, ", before {base}"),
            None => f.write_str(", new in both"),
        }
    }
}

/// What three versions give.
#[derive(Clone, Debug, PartialEq)]
pub struct Merged {
    /// The text, with markers where there are conflicts.
    pub text: String,
    pub conflicts: Vec<Conflict>,
    /// Errors of the merged file that neither side had.
    pub findings: Vec<Diagnostic>,
}

impl Merged {
    /// Whether nobody needs to look at it.
    #[must_use]
    pub fn is_clean(&self) -> bool {
        self.conflicts.is_empty() && self.findings.is_empty()
    }
}

/// Merges three versions of a file; `base` is empty where both sides added it. `path` is what findings call the file.
pub fn merge(base: &str, ours: &str, theirs: &str, path: &str) -> Result<Merged, Unmergeable> {
    let base_root = if base.trim().is_empty() { None } else { Some(parsed(base).ok_or(Unmergeable::Base)?) };
    let ours_root = parsed(ours).ok_or(Unmergeable::Ours)?;
    let theirs_root = parsed(theirs).ok_or(Unmergeable::Theirs)?;
    let (text, clashes) =
        three::documents(base_root.as_ref().map(|root| (base, root)), (ours, &ours_root), (theirs, &theirs_root));
    let columns = columns_of(ours);
    let conflicts: Vec<Conflict> = clashes.into_iter().map(|clash| clash.named(&columns)).collect();
    let findings = if conflicts.is_empty() { new_errors(&text, &[ours, theirs], path) } else { Vec::new() };
    Ok(Merged { text, conflicts, findings })
}

fn parsed(text: &str) -> Option<Node> {
    match cst::parse(text) {
        (Some(root), faults) if faults.is_empty() => Some(root),
        _ => None,
    }
}

/// The names of the columns if the text is a table: a cell is named by them.
fn columns_of(text: &str) -> Vec<String> {
    match document::read(text, "").document {
        Some(Document::Table(table)) => table.keys(1).iter().map(ToString::to_string).collect(),
        _ => Vec::new(),
    }
}

fn new_errors(text: &str, sides: &[&str], path: &str) -> Vec<Diagnostic> {
    let errors = |text: &str| {
        let findings = document::read(text, path).findings;
        findings.into_iter().filter(|finding| finding.severity == Severity::Error).collect::<Vec<_>>()
    };
    let known: Vec<Diagnostic> = sides.iter().flat_map(|side| errors(side)).collect();
    let is_new = |finding: &Diagnostic| {
        !known.iter().any(|known| known.code == finding.code && known.message == finding.message)
    };
    errors(text).into_iter().filter(is_new).collect()
}

/// A conflict while it is found: places as steps.
struct Clash {
    path: Vec<PathStep>,
    base: Option<String>,
    ours: Option<String>,
    theirs: Option<String>,
}

impl Clash {
    fn named(self, columns: &[String]) -> Conflict {
        let place = match self.path.as_slice() {
            [PathStep::Key(rows), PathStep::Key(row), PathStep::Index(cell)] if rows == "rows" => {
                let column = columns.get(*cell).cloned().unwrap_or_else(|| format!("cell {}", cell + 1));
                format!("{row}, {column}")
            }
            [] => "the whole file".to_owned(),
            path => {
                let step = |step: &PathStep| match step {
                    PathStep::Key(key) => key.replace('_', " "),
                    PathStep::Index(index) => (index + 1).to_string(),
                };
                path.iter().map(step).collect::<Vec<_>>().join(" ")
            }
        };
        let short = |value: Option<String>| {
            value.map(|value| {
                let value = value.split_whitespace().collect::<Vec<_>>().join(" ");
                if value.chars().count() > 60 { value.chars().take(59).chain(['\u{2026}']).collect() } else { value }
            })
        };
        Conflict { place, base: short(self.base), ours: short(self.ours), theirs: short(self.theirs) }
    }
}
