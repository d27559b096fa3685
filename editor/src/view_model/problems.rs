//! The problems list: findings with their place in the text and on the map, and fixes that are one click away.

use std::collections::{BTreeMap, BTreeSet};

use chartroom_format::cst::{self, Node, NodeKind};
use chartroom_format::diag::{Cause, CodeInfo, Diagnostic, Safety, Severity};
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
    /// What its code means.
    pub about: Option<&'static CodeInfo>,
    /// The problem of the list that it follows from: mending that one takes this one away.
    pub follows: Option<usize>,
    /// How many problems follow from this one.
    pub followers: usize,
}

/// What makes a problem the same before and after a check; lines move.
pub type ProblemKey = (String, String, String);

impl Problem {
    pub fn key(&self) -> ProblemKey {
        (self.code.clone(), self.file.clone(), self.message.clone())
    }

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
            about: None,
            follows: None,
            followers: 0,
        }
    }
}

/// Findings as problems: the most serious first, and what follows from another one after everything that must be mended by itself.
pub fn problems(document: &Document, scene: &Scene, findings: &[Diagnostic]) -> Vec<Problem> {
    let mut trees = BTreeMap::new();
    let mut found: Vec<(&Diagnostic, Problem)> =
        findings.iter().map(|finding| (finding, problem(document, scene, finding, &mut trees))).collect();
    found.sort_by(|(one, a), (other, b)| {
        let depth = one.follows_from.is_some().cmp(&other.follows_from.is_some());
        let grave = b.severity.cmp(&a.severity);
        depth.then(grave).then_with(|| (&a.file, a.line, a.column).cmp(&(&b.file, b.line, b.column)))
    });
    let mut places: BTreeMap<Cause, usize> = BTreeMap::new();
    for (at, (finding, _)) in found.iter().enumerate() {
        places.entry(finding.as_cause()).or_insert(at);
    }
    let causes: Vec<Option<usize>> = found
        .iter()
        .map(|(finding, _)| finding.follows_from.as_deref().and_then(|cause| places.get(cause).copied()))
        .collect();
    let mut problems: Vec<Problem> = found.into_iter().map(|(_, problem)| problem).collect();
    for (at, cause) in causes.into_iter().enumerate() {
        if let Some(cause) = cause.filter(|cause| *cause != at) {
            problems[at].follows = Some(cause);
            problems[cause].followers += 1;
        }
    }
    problems
}

/// The texts of files as trees, parsed once however many findings a file has.
type Trees = BTreeMap<String, Option<Node>>;

/// The space that a place of a text speaks of: the nearest name of a space among what it stands in.
fn space_near(root: &Node, place: usize, text: &str, scene: &Scene) -> Option<usize> {
    let named = |node: &Node| match &node.kind {
        NodeKind::Text(name) => scene.index(name),
        _ => None,
    };
    let holds = |node: &Node| node.span.start <= place && place <= node.span.end;
    match &root.kind {
        NodeKind::Text(_) => named(root),
        NodeKind::List(items) => {
            items.iter().find(|item| holds(item)).and_then(|item| space_near(item, place, text, scene))
        }
        NodeKind::Tuple(_, items) => {
            let inner = items.iter().find(|item| holds(item)).and_then(|item| space_near(item, place, text, scene));
            inner.or_else(|| items.iter().find_map(named))
        }
        NodeKind::Struct(_, fields) => {
            let at = fields.iter().find(|field| field.name.span.start <= place && place <= field.value.span.end);
            let inner = at.and_then(|field| space_near(&field.value, place, text, scene));
            inner.or_else(|| fields.iter().find_map(|field| named(&field.value)))
        }
        NodeKind::Map(entries) => {
            let at = entries.iter().find(|entry| entry.key.span.start <= place && place <= entry.value.span.end)?;
            space_near(&at.value, place, text, scene).or_else(|| scene.index(&at.key.key_text(text)))
        }
        _ => None,
    }
}

fn problem(document: &Document, scene: &Scene, finding: &Diagnostic, trees: &mut Trees) -> Problem {
    let shown = finding.place.as_ref().map_or("", |place| place.file.as_str());
    let start = finding.place.as_ref().map_or(0, |place| place.span.start);
    let relative = document.relative(shown);
    let position = document.shown_text(shown).map(|text| LineIndex::new(text).position(text, start));
    let held = relative.as_ref().and_then(|file| document.files().get(file));
    let listed = held.and_then(|file| {
        let index = file.spaces.as_ref()?;
        let entry = index.entries().iter().find(|entry| entry.key.start <= start && start < entry.value.end)?;
        scene.index(&entry.id)
    });
    let space = listed.or_else(|| {
        let (name, file) = relative.as_ref().zip(held)?;
        let of_places = matches!(file.kind, Some(Kind::Scenario | Kind::Links | Kind::Regions));
        let tree = trees.entry(name.clone()).or_insert_with(|| of_places.then(|| cst::parse(&file.text).0).flatten());
        space_near(tree.as_ref()?, start, &file.text, scene)
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
        about: Some(finding.code.info()),
        follows: None,
        followers: 0,
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

/// Which problems the list shows.
#[derive(Clone, Debug, Default)]
pub struct ProblemFilter {
    /// Errors, warnings, notes: which of them are left out.
    pub hidden: [bool; 3],
    /// Words that must stand in the message, the file, the code or the name of the space.
    pub words: String,
    /// Only those of the space that is selected.
    pub selected: bool,
    /// Only those that were not there when the pack was opened or saved last.
    pub new: bool,
    /// Causes whose followers are shown.
    pub open: BTreeSet<ProblemKey>,
}

impl ProblemFilter {
    /// The lines of the list: causes that pass, each with its followers below it while it is open.
    pub fn lines(
        &self,
        problems: &[Problem],
        known: &BTreeSet<ProblemKey>,
        selected: &BTreeSet<usize>,
        name: impl Fn(usize) -> String,
    ) -> Vec<usize> {
        let words = self.words.trim().to_lowercase();
        let passes = |problem: &Problem| {
            let space = problem.space.map(&name).unwrap_or_default();
            let text = || format!("{} {} {} {space}", problem.code, problem.message, problem.file).to_lowercase();
            !self.hidden[rank(problem.severity)]
                && (words.is_empty() || words.split_whitespace().all(|word| text().contains(word)))
                && (!self.selected || problem.space.is_some_and(|space| selected.contains(&space)))
                && (!self.new || !known.contains(&problem.key()))
        };
        let mut below: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
        for (at, problem) in problems.iter().enumerate() {
            if let Some(cause) = problem.follows {
                below.entry(cause).or_default().push(at);
            }
        }
        let mut lines = Vec::new();
        for (at, problem) in problems.iter().enumerate().filter(|(_, problem)| problem.follows.is_none()) {
            if !passes(problem) {
                continue;
            }
            lines.push(at);
            if problem.followers > 0 && self.open.contains(&problem.key()) {
                lines.extend(below.get(&at).into_iter().flatten());
            }
        }
        lines
    }
}

/// Which of the three groups a severity belongs to.
const fn rank(severity: Severity) -> usize {
    match severity {
        Severity::Error => 0,
        Severity::Warning => 1,
        Severity::Note | Severity::Hint => 2,
    }
}

/// How many of each severity have to be mended by themselves: errors, warnings, notes and hints.
pub fn counts(problems: &[Problem]) -> (usize, usize, usize) {
    let own = || problems.iter().filter(|problem| problem.follows.is_none());
    let count = |wanted: &[Severity]| own().filter(|problem| wanted.contains(&problem.severity)).count();
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
