//! JUnit XML: one suite per pack, one case per check. A check with findings fails with all of them.

use std::collections::BTreeMap;
use std::fmt::Write;

use chartroom_format::diag::{Severity, render};

use super::selection::{Selection, Shown, select};
use crate::codes;
use crate::run::{CheckedPack, Report};

/// The whole report. Notes and hints do not fail a case; they stand in its output.
pub fn render(report: &Report, all: bool) -> String {
    let selection = select(report, all);
    let suites: Vec<(String, usize, usize)> = report.packs.iter().map(|pack| suite(pack, &selection)).collect();
    let tests: usize = suites.iter().map(|(_, tests, _)| tests).sum();
    let failures: usize = suites.iter().map(|(_, _, failures)| failures).sum();
    let mut out = String::from("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
    let _ = writeln!(out, "<testsuites name=\"chartroom\" tests=\"{tests}\" failures=\"{failures}\" errors=\"0\">");
    for (text, ..) in &suites {
        out.push_str(text);
    }
    out.push_str("</testsuites>\n");
    out
}

fn suite(pack: &CheckedPack, selection: &Selection<'_>) -> (String, usize, usize) {
    let mut found: BTreeMap<&str, Vec<&Shown<'_>>> = BTreeMap::new();
    for shown in selection.shown.iter().filter(|shown| std::ptr::eq(shown.pack, pack)) {
        found.entry(shown.finding.code.as_str()).or_default().push(shown);
    }
    let name = pack.loaded.root.to_string_lossy().replace('\\', "/");
    let codes = codes::all();
    let (mut cases, mut failures) = (String::new(), 0);
    for code in &codes {
        let info = code.info();
        let head = format!("    <testcase classname=\"{}\" name=\"{} {}\"", info.group, info.code, info.name);
        let Some(list) = found.get(info.code) else {
            let _ = writeln!(cases, "{head}/>");
            continue;
        };
        let text: Vec<String> = list.iter().map(|shown| line(shown)).collect();
        let text = escape(&text.join("\n"));
        let worst = list.iter().map(|shown| shown.finding.severity).max().unwrap_or(Severity::Hint);
        if worst >= Severity::Warning {
            failures += 1;
            let message = escape(&format!("{} finding(s): {}", list.len(), list[0].finding.message));
            let _ = writeln!(
                cases,
                "{head}>\n      <failure type=\"{}\" message=\"{message}\">{text}</failure>\n    </testcase>",
                worst.name()
            );
        } else {
            let _ = writeln!(cases, "{head}>\n      <system-out>{text}</system-out>\n    </testcase>");
        }
    }
    let suite = format!(
        "  <testsuite name=\"{}\" tests=\"{}\" failures=\"{failures}\" errors=\"0\" skipped=\"0\">\n{cases}  </testsuite>\n",
        escape(&name),
        codes.len()
    );
    (suite, codes.len(), failures)
}

fn line(shown: &Shown<'_>) -> String {
    let line = render::concise(shown.finding, &shown.pack.loaded);
    match shown.followed_by() {
        Some(followed) => format!("{line} [{followed}]"),
        None => line,
    }
}

/// Text that XML accepts, inside elements and attributes; characters XML forbids become question marks.
fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\n' => out.push_str("&#10;"),
            '\t' => out.push(' '),
            letter if letter < ' ' || letter == '\u{fffe}' || letter == '\u{ffff}' => out.push('?'),
            letter => out.push(letter),
        }
    }
    out
}
