//! For people: source excerpts, or one line per finding.

use std::fmt::Write;

use chartroom_format::diag::{Severity, render};

use crate::run::Report;

/// Excerpts with carets, then a count.
pub fn human(report: &Report, colour: bool) -> String {
    let mut out = String::new();
    for (pack, finding) in report.findings() {
        let _ = writeln!(out, "{}\n", render::human(finding, &pack.loaded, colour));
    }
    out.push_str(&summary(report));
    out
}

/// One line per finding.
pub fn concise(report: &Report) -> String {
    let mut out = String::new();
    for (pack, finding) in report.findings() {
        let _ = writeln!(out, "{}", render::concise(finding, &pack.loaded));
    }
    out
}

fn summary(report: &Report) -> String {
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
    format!("checked {packs} {} ({files} files): {found}\n", if packs == 1 { "pack" } else { "packs" })
}
