//! For people: source excerpts, or one line per finding.

use std::fmt::Write;

use chartroom_format::diag::{Severity, render};
use chartroom_format::source::Position;

use super::position::Lines;
use super::selection::{LeftOut, select};
use crate::run::Report;

/// Excerpts with carets, then a count. What follows from another finding is counted there unless all is wanted.
pub fn human(report: &Report, colour: bool, all: bool) -> String {
    let selection = select(report, all);
    let mut out = String::new();
    for shown in &selection.shown {
        let mut finding = shown.finding.clone();
        if let Some(followed) = shown.followed_by() {
            finding.notes.push(if all { followed } else { format!("{followed}: shown with --all") });
        }
        if let Some(cause) = &finding.follows_from {
            let note = format!("follows from {}: {}", cause.code, cause.message);
            finding.notes.push(note);
        }
        let _ = writeln!(out, "{}\n", render::human(&finding, &shown.pack.loaded, colour));
    }
    for LeftOut { code, file, count } in &selection.left_out {
        let _ = writeln!(out, "{file}: {count} more of {code}: shown with --all\n");
    }
    out.push_str(&summary(report, selection.folded));
    out
}

/// One line per finding.
pub fn concise(report: &Report, all: bool) -> String {
    let selection = select(report, all);
    let lines = Lines::default();
    let mut out = String::new();
    for shown in &selection.shown {
        let top = Position { line: 1, column: 1 };
        let at = shown
            .finding
            .place
            .as_ref()
            .map(|place| lines.of(&shown.pack.loaded, place).map_or(top, |(start, _)| start));
        let line = render::concise_at(shown.finding, at);
        match shown.followed_by() {
            Some(followed) => drop(writeln!(out, "{line} [{followed}]")),
            None => drop(writeln!(out, "{line}")),
        }
    }
    for LeftOut { code, file, count } in &selection.left_out {
        let _ = writeln!(out, "{file}: {count} more of {code}: shown with --all");
    }
    out
}

fn summary(report: &Report, folded: usize) -> String {
    let files: usize = report.packs.iter().map(|pack| pack.loaded.files.len()).sum();
    let mut counts: Vec<String> = Vec::new();
    for (severity, one, many) in [
        (Severity::Error, "error", "errors"),
        (Severity::Warning, "warning", "warnings"),
        (Severity::Note, "note", "notes"),
        (Severity::Hint, "hint", "hints"),
    ] {
        match report.count(severity) {
            0 => {}
            1 => counts.push(format!("1 {one}")),
            count => counts.push(format!("{count} {many}")),
        }
    }
    let found = if counts.is_empty() { "no problems".to_owned() } else { counts.join(", ") };
    let packs = report.packs.len();
    let folded = match folded {
        0 => String::new(),
        1 => "; 1 of them follows from another and is not shown".to_owned(),
        _ => format!("; {folded} of them follow from others and are not shown"),
    };
    format!("checked {packs} {} ({files} files): {found}{folded}\n", if packs == 1 { "pack" } else { "packs" })
}
