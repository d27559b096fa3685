//! For scripts: an array of {code, severity, message, file, line, column, end_line, end_column, help, fix}, all of them; those that
//! come from another finding say which (`follows_from`).

use chartroom_format::diag::{Cause, Diagnostic, Safety, Severity};
use chartroom_format::load::Loaded;
use chartroom_format::source::Position;
use serde::Serialize;

use super::position::Lines;
use crate::run::Report;

#[derive(Serialize)]
struct Finding<'a> {
    code: &'a str,
    severity: Severity,
    message: &'a str,
    file: Option<&'a str>,
    line: Option<usize>,
    column: Option<usize>,
    end_line: Option<usize>,
    end_column: Option<usize>,
    help: &'a str,
    fix: Option<FixView<'a>>,
    notes: &'a [String],
    other_fixes: Vec<FixView<'a>>,
    /// The finding it would not be there without.
    #[serde(skip_serializing_if = "Option::is_none")]
    follows_from: Option<CauseView<'a>>,
}

#[derive(Serialize)]
struct CauseView<'a> {
    code: &'a str,
    message: &'a str,
    file: Option<&'a str>,
    line: Option<usize>,
    column: Option<usize>,
}

#[derive(Serialize)]
struct FixView<'a> {
    title: &'a str,
    safety: Safety,
    edits: Vec<EditView<'a>>,
}

#[derive(Serialize)]
struct EditView<'a> {
    file: &'a str,
    start: usize,
    end: usize,
    text: &'a str,
}

/// The whole report as one JSON array.
pub fn render(report: &Report) -> String {
    let lines = Lines::default();
    let findings: Vec<Finding<'_>> =
        report.findings().map(|(pack, finding)| view(finding, &pack.loaded, &lines)).collect();
    let mut text = serde_json::to_string_pretty(&findings).unwrap_or_else(|error| format!("[] // {error}"));
    text.push('\n');
    text
}

/// Where a file begins that could not be read.
const TOP: Position = Position { line: 1, column: 1 };

fn view<'a>(finding: &'a Diagnostic, loaded: &Loaded, lines: &Lines) -> Finding<'a> {
    let place = finding.place.as_ref();
    let ends = place.map(|place| lines.of(loaded, place).unwrap_or((TOP, TOP)));
    let mut fixes = finding.fixes.iter().map(|fix| FixView {
        title: &fix.title,
        safety: fix.safety,
        edits: fix
            .edits
            .iter()
            .map(|edit| EditView { file: &fix.file, start: edit.span.start, end: edit.span.end, text: &edit.text })
            .collect(),
    });
    Finding {
        code: finding.code.as_str(),
        severity: finding.severity,
        message: &finding.message,
        file: place.map(|place| place.file.as_str()),
        line: ends.map(|(start, _)| start.line),
        column: ends.map(|(start, _)| start.column),
        end_line: ends.map(|(_, end)| end.line),
        end_column: ends.map(|(_, end)| end.column),
        help: &finding.help,
        fix: fixes.next(),
        notes: &finding.notes,
        other_fixes: fixes.collect(),
        follows_from: finding.follows_from.as_deref().map(|cause| cause_view(cause, loaded, lines)),
    }
}

fn cause_view<'a>(cause: &'a Cause, loaded: &Loaded, lines: &Lines) -> CauseView<'a> {
    let place = cause.place.as_ref();
    let at = place.map(|place| lines.of(loaded, place).map_or(TOP, |(start, _)| start));
    CauseView {
        code: cause.code.as_str(),
        message: &cause.message,
        file: place.map(|place| place.file.as_str()),
        line: at.map(|at| at.line),
        column: at.map(|at| at.column),
    }
}
