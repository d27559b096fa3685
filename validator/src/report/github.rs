//! Annotations of GitHub Actions: one workflow command per finding.

use std::fmt::Write;

use chartroom_format::diag::Severity;

use super::position::lines_of;
use crate::run::Report;

/// One line per finding; hints are notices.
pub fn render(report: &Report) -> String {
    let mut out = String::new();
    for (pack, finding) in report.findings() {
        let command = match finding.severity {
            Severity::Error => "error",
            Severity::Warning => "warning",
            Severity::Note | Severity::Hint => "notice",
        };
        let mut properties = Vec::new();
        if let Some(place) = &finding.place {
            properties.push(format!("file={}", property(&place.file)));
            if let Some((start, end)) = lines_of(&pack.loaded, place) {
                properties.push(format!("line={},endLine={}", start.line, end.line));
                // GitHub accepts columns only where a finding stays on one line.
                if start.line == end.line {
                    properties.push(format!("col={},endColumn={}", start.column, end.column));
                }
            }
        }
        properties.push(format!("title={} {}", finding.code, property(finding.code.info().name)));
        let help = if finding.help.is_empty() { String::new() } else { format!("\n{}", finding.help) };
        let _ = writeln!(out, "::{command} {}::{}", properties.join(","), data(&format!("{}{help}", finding.message)));
    }
    out
}

fn data(text: &str) -> String {
    text.replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A")
}

fn property(text: &str) -> String {
    data(text).replace(':', "%3A").replace(',', "%2C")
}
