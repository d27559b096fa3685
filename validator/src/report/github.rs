//! Annotations of GitHub Actions: one workflow command per finding.

use std::fmt::Write;

use chartroom_format::diag::Severity;

use super::position::Lines;
use super::selection::{LeftOut, select};
use crate::run::Report;

/// One line per finding; hints are notices.
pub fn render(report: &Report, all: bool) -> String {
    let mut out = String::new();
    let selection = select(report, all);
    let lines = Lines::default();
    for shown in &selection.shown {
        let (pack, finding) = (shown.pack, shown.finding);
        let command = match finding.severity {
            Severity::Error => "error",
            Severity::Warning => "warning",
            Severity::Note | Severity::Hint => "notice",
        };
        let mut properties = Vec::new();
        if let Some(place) = &finding.place {
            properties.push(format!("file={}", property(&place.file)));
            if let Some((start, end)) = lines.of(&pack.loaded, place) {
                properties.push(format!("line={},endLine={}", start.line, end.line));
                // GitHub accepts columns only where a finding stays on one line.
                if start.line == end.line {
                    properties.push(format!("col={},endColumn={}", start.column, end.column));
                }
            }
        }
        properties.push(format!("title={} {}", finding.code, property(finding.code.info().name)));
        let help = if finding.help.is_empty() { String::new() } else { format!("\n{}", finding.help) };
        let followed = shown.followed_by().map(|followed| format!("\n{followed}")).unwrap_or_default();
        let text = data(&format!("{}{help}{followed}", finding.message));
        let _ = writeln!(out, "::{command} {}::{text}", properties.join(","));
    }
    for LeftOut { code, file, count } in &selection.left_out {
        let _ = writeln!(out, "::notice file={}::{count} more of {code}: shown with --all", property(file));
    }
    out
}

fn data(text: &str) -> String {
    text.replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A")
}

fn property(text: &str) -> String {
    data(text).replace(':', "%3A").replace(',', "%2C")
}
