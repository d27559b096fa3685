//! SARIF 2.1.0, for code scanning. All rules are listed with their documentation; results point at them by index.

use std::fmt::Write;

use chartroom_format::diag::{Fix, Place, Severity};
use chartroom_format::load::Loaded;
use chartroom_format::source::Span;
use serde_json::{Value, json};

use super::position::Lines;
use super::selection::{Shown, select};
use crate::codes;
use crate::run::Report;

const SCHEMA: &str = "https://json.schemastore.org/sarif-2.1.0.json";

/// The whole report as one log with one run.
pub fn render(report: &Report, all: bool) -> String {
    let codes = codes::all();
    let rules: Vec<Value> = codes
        .iter()
        .map(|code| {
            let info = code.info();
            json!({
                "id": info.code,
                "name": pascal(info.name),
                "shortDescription": { "text": info.what },
                "fullDescription": { "text": format!("{} {}", info.what, info.why) },
                "help": { "text": info.remedy },
                "defaultConfiguration": { "level": level(info.severity) },
                "properties": { "tags": [info.group] },
            })
        })
        .collect();
    let lines = Lines::default();
    let results: Vec<Value> = select(report, all)
        .shown
        .iter()
        .map(|shown| {
            let index = codes.iter().position(|code| *code == shown.finding.code).unwrap_or_default();
            result(shown, index, &lines)
        })
        .collect();
    let log = json!({
        "$schema": SCHEMA,
        "version": "2.1.0",
        "runs": [{
            "tool": { "driver": {
                "name": "chartroom",
                "version": env!("CARGO_PKG_VERSION"),
                "rules": rules,
            } },
            "columnKind": "unicodeCodePoints",
            "results": results,
        }],
    });
    let mut text = serde_json::to_string_pretty(&log).unwrap_or_default();
    text.push('\n');
    text
}

fn result(shown: &Shown<'_>, index: usize, lines: &Lines) -> Value {
    let (finding, loaded) = (shown.finding, &shown.pack.loaded);
    let mut text = finding.message.clone();
    if let Some(followed) = shown.followed_by() {
        text = format!("{text}. {followed}");
    }
    if !finding.help.is_empty() {
        text = format!("{text}. {}", finding.help);
    }
    let mut result = json!({
        "ruleId": finding.code.as_str(),
        "ruleIndex": index,
        "level": level(finding.severity),
        "message": { "text": text },
    });
    if let Some(place) = &finding.place {
        result["locations"] = json!([location(place, loaded, lines)]);
    }
    let cause = finding.follows_from.as_deref().and_then(|cause| Some((cause.place.as_ref()?, cause.message.as_str())));
    let cause = cause.map(|(place, message)| (place, format!("follows from this: {message}")));
    let related: Vec<Value> = finding
        .related
        .iter()
        .map(|related| (&related.place, related.message.clone()))
        .chain(cause)
        .map(|(place, message)| {
            let mut value = location(place, loaded, lines);
            value["message"] = json!({ "text": message });
            value
        })
        .collect();
    if !related.is_empty() {
        result["relatedLocations"] = Value::Array(related);
    }
    if !finding.fixes.is_empty() {
        result["fixes"] = finding.fixes.iter().map(|fix| fix_value(fix, loaded, lines)).collect();
    }
    result
}

fn location(place: &Place, loaded: &Loaded, lines: &Lines) -> Value {
    let mut physical = json!({ "artifactLocation": { "uri": uri(&place.file) } });
    if let Some((start, end)) = lines.of(loaded, place) {
        physical["region"] = json!({
            "startLine": start.line, "startColumn": start.column, "endLine": end.line, "endColumn": end.column,
        });
    }
    json!({ "physicalLocation": physical })
}

fn fix_value(fix: &Fix, loaded: &Loaded, lines: &Lines) -> Value {
    let place = |span: Span| Place { file: fix.file.clone(), span };
    let replacements: Vec<Value> = fix
        .edits
        .iter()
        .filter_map(|edit| Some((edit, lines.of(loaded, &place(edit.span))?)))
        .map(|(edit, (start, end))| {
            json!({
                "deletedRegion": {
                    "startLine": start.line, "startColumn": start.column, "endLine": end.line, "endColumn": end.column,
                },
                "insertedContent": { "text": edit.text },
            })
        })
        .collect();
    json!({
        "description": { "text": fix.title },
        "artifactChanges": [{ "artifactLocation": { "uri": uri(&fix.file) }, "replacements": replacements }],
    })
}

/// Paths may hold letters that a URI must not.
fn uri(path: &str) -> String {
    let mut out = String::with_capacity(path.len());
    for byte in path.bytes() {
        if byte.is_ascii_alphanumeric() || b"-._~/".contains(&byte) {
            out.push(char::from(byte));
        } else {
            let _ = write!(out, "%{byte:02X}");
        }
    }
    out
}

const fn level(severity: Severity) -> &'static str {
    match severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
        Severity::Note | Severity::Hint => "note",
    }
}

/// "missing-row" becomes "MissingRow", as SARIF wants rule names.
fn pascal(name: &str) -> String {
    name.split('-')
        .map(|word| {
            let mut letters = word.chars();
            letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
        })
        .collect()
}
