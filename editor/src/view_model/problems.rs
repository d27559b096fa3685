//! The problems list: findings with their place in the text and on the map, and fixes that are one click away.

use chartroom_format::cst::{self, NodeKind};
use chartroom_format::diag::{Diagnostic, Safety, Severity};
use chartroom_format::schema::Kind;
use chartroom_format::source::LineIndex;

use crate::document::{Document, FileChange};
use crate::map::Scene;

/// A change that would mend a problem.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProblemFix {
    pub title: String,
    pub safe: bool,
    pub change: FileChange,
}

/// One line of the list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    pub severity: Severity,
    pub code: String,
    pub message: String,
    pub help: String,
    /// The file inside the pack, or as findings show it.
    pub file: String,
    pub line: usize,
    pub column: usize,
    /// The space it is about.
    pub space: Option<usize>,
    /// The table it is in.
    pub table: Option<String>,
    /// The cell of the table it is in: row key and column.
    pub cell: Option<(String, usize)>,
    pub fixes: Vec<ProblemFix>,
}

impl Problem {
    pub fn could_not_check(message: String) -> Self {
        Self {
            severity: Severity::Error,
            code: String::new(),
            message,
            help: String::new(),
            file: String::new(),
            line: 0,
            column: 0,
            space: None,
            table: None,
            cell: None,
            fixes: Vec::new(),
        }
    }
}

/// Findings as problems, the most serious first.
pub fn problems(document: &Document, scene: &Scene, findings: &[Diagnostic]) -> Vec<Problem> {
    let mut problems: Vec<Problem> = findings.iter().map(|finding| problem(document, scene, finding)).collect();
    problems.sort_by(|a, b| {
        b.severity.cmp(&a.severity).then_with(|| (&a.file, a.line, a.column).cmp(&(&b.file, b.line, b.column)))
    });
    problems
}

fn problem(document: &Document, scene: &Scene, finding: &Diagnostic) -> Problem {
    let shown = finding.place.as_ref().map_or("", |place| place.file.as_str());
    let start = finding.place.as_ref().map_or(0, |place| place.span.start);
    let relative = document.relative(shown);
    let position = document.shown_text(shown).map(|text| LineIndex::new(text).position(text, start));
    let held = relative.as_ref().and_then(|file| document.files().get(file));
    let space = held.and_then(|file| {
        let index = file.spaces.as_ref()?;
        let entry = index.entries().iter().find(|entry| entry.key.start <= start && start < entry.value.end)?;
        scene.index(&entry.id)
    });
    let table = held.filter(|file| file.kind == Some(Kind::Table)).and_then(|file| {
        let tables = document.content().tables.keys();
        tables.map(|id| id.0.clone()).find(|id| file.text.contains(&format!("id: \"{id}\"")))
    });
    let fixes = finding.fixes.iter().filter_map(|fix| {
        let file = document.relative(&fix.file)?;
        Some(ProblemFix {
            title: fix.title.clone(),
            safe: fix.safety == Safety::Safe,
            change: FileChange { file, edits: fix.edits.clone() },
        })
    });
    Problem {
        severity: finding.severity,
        code: finding.code.as_str().to_owned(),
        message: finding.message.clone(),
        help: finding.help.clone(),
        fixes: fixes.collect(),
        file: relative.unwrap_or_else(|| beside(document, shown)),
        line: position.map_or(0, |position| position.line),
        column: position.map_or(0, |position| position.column),
        space,
        cell: table.as_ref().and_then(|_| held.and_then(|file| cell_at(&file.text, start))),
        table,
    }
}

/// A file of another pack, as it lies beside this one.
fn beside(document: &Document, shown: &str) -> String {
    let folder = document.root().parent().map(|folder| format!("{}/", folder.display())).unwrap_or_default();
    shown.strip_prefix(&folder).unwrap_or(shown).to_owned()
}

/// The cell of a table's text that a place lies in.
fn cell_at(text: &str, place: usize) -> Option<(String, usize)> {
    let (root, _) = cst::parse(text);
    let root = root?;
    let NodeKind::Map(rows) = &root.field("rows")?.value.kind else { return None };
    let row = rows.iter().find(|row| row.key.span.start <= place && place < row.value.span.end)?;
    let column = match &row.value.kind {
        NodeKind::List(cells) => cells.iter().position(|cell| cell.span.start <= place && place < cell.span.end),
        _ => None,
    };
    Some((row.key.key_text(text), column.unwrap_or(0)))
}

/// How many of each severity: errors, warnings, notes and hints.
pub fn counts(problems: &[Problem]) -> (usize, usize, usize) {
    let count = |wanted: &[Severity]| problems.iter().filter(|problem| wanted.contains(&problem.severity)).count();
    (count(&[Severity::Error]), count(&[Severity::Warning]), count(&[Severity::Note, Severity::Hint]))
}

/// "1 error", "2 errors".
pub fn counted(count: usize, what: &str) -> String {
    counted_in(count, what, &format!("{what}s"))
}

/// The same for words whose plural is not theirs with an s.
pub fn counted_in(count: usize, one: &str, many: &str) -> String {
    if count == 1 { format!("1 {one}") } else { format!("{count} {many}") }
}

/// The safe fixes of all problems that can be applied together: the first of each problem, one per stretch of text.
pub fn safe_fixes(problems: &[Problem]) -> Vec<FileChange> {
    let mut changes: Vec<FileChange> = Vec::new();
    for fix in problems.iter().filter_map(|problem| problem.fixes.iter().find(|fix| fix.safe)) {
        let known = changes.iter_mut().find(|change| change.file == fix.change.file);
        match known {
            Some(change) => {
                let clear = fix.change.edits.iter().all(|edit| {
                    change
                        .edits
                        .iter()
                        .all(|other| edit.span.end < other.span.start || other.span.end < edit.span.start)
                });
                if clear {
                    change.edits.extend(fix.change.edits.iter().cloned());
                }
            }
            None => changes.push(fix.change.clone()),
        }
    }
    changes
}
