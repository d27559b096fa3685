//! `chartroom migrate`: shows the upgrade of old files; with `--write` does it. The result is checked before anything is written.

use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use chartroom_format::migrate::{self, Upgraded};
use chartroom_format::schema::CURRENT;
use chartroom_format::source::LineIndex;
use chartroom_format::{document, edit, fs};
use serde_json::{Value, json};

use crate::{find, output};

struct Change {
    path: PathBuf,
    before: String,
    from: u32,
    upgraded: Upgraded,
}

pub(crate) fn run(paths: &[PathBuf], write: bool, json: bool) -> Result<ExitCode, String> {
    let (mut changes, mut broken) = (Vec::new(), 0);
    for path in find::content_files(paths)? {
        let before = fs::read_pack_file(&path).map_err(|error| format!("cannot read {}: {error}", path.display()))?;
        let read = document::read(&before, &path.to_string_lossy());
        let (Some(kind), Some(from)) = (read.kind, read.version) else {
            eprintln!("chartroom: {} cannot be read; run `chartroom check` on it", path.display());
            broken += 1;
            continue;
        };
        if from < CURRENT {
            let upgraded =
                migrate::upgrade(kind, from, &before).map_err(|error| format!("{}: {error}", path.display()))?;
            validated(&path, &upgraded)?;
            changes.push(Change { path, before, from, upgraded });
        }
    }
    if write {
        for change in &changes {
            edit::write_with_backup(&change.path, &change.upgraded.text)
                .map_err(|error| format!("cannot write {}: {error}", change.path.display()))?;
        }
    }
    if json {
        output::print_json(&changes.iter().map(view).collect::<Vec<_>>())?;
    } else {
        output::print(&text(&changes, write, broken))?;
    }
    Ok(ExitCode::from(u8::from(broken > 0)))
}

/// An upgrade that does not give a sound file is refused before anything is written.
fn validated(path: &Path, upgraded: &Upgraded) -> Result<(), String> {
    let read = document::read(&upgraded.text, &path.to_string_lossy());
    match read.findings.first() {
        Some(finding) => Err(format!(
            "{}: the upgraded file would not be sound: {}; nothing was written",
            path.display(),
            finding.message
        )),
        None => Ok(()),
    }
}

fn view(change: &Change) -> Value {
    let lines = LineIndex::new(&change.before);
    let manual: Vec<Value> = change
        .upgraded
        .manual
        .iter()
        .map(|step| {
            let at = lines.position(&change.before, step.span.start);
            json!({ "line": at.line, "column": at.column, "message": step.message })
        })
        .collect();
    json!({ "file": change.path.to_string_lossy(), "from": change.from, "to": CURRENT, "steps": change.upgraded.steps, "manual": manual })
}

fn text(changes: &[Change], written: bool, broken: usize) -> String {
    if changes.is_empty() && broken > 0 {
        return format!("nothing to upgrade; {broken} files could not be read\n");
    }
    if changes.is_empty() {
        return format!("every file is at schema version {CURRENT}\n");
    }
    let mut out = String::new();
    for change in changes {
        let _ = writeln!(
            out,
            "{}: {} -> {CURRENT} ({})",
            change.path.display(),
            change.from,
            change.upgraded.steps.join(", ")
        );
        if !written {
            out.push_str(&difference(&change.before, &change.upgraded.text));
        }
        let lines = LineIndex::new(&change.before);
        for step in &change.upgraded.manual {
            let at = lines.position(&change.before, step.span.start);
            let _ = writeln!(out, "  by hand, {}:{}:{}: {}", change.path.display(), at.line, at.column, step.message);
        }
    }
    let word = if written {
        "upgraded; the old texts are kept in .chartroom/backups/ of the pack"
    } else {
        "would be upgraded; run again with --write to do it"
    };
    let _ = writeln!(out, "{} files {word}", changes.len());
    out
}

/// Lines that differ, old and new. Steps edit in place, so lines pair up except where one was added or dropped.
fn difference(before: &str, after: &str) -> String {
    let (old, new): (Vec<&str>, Vec<&str>) = (before.lines().collect(), after.lines().collect());
    let start = old.iter().zip(&new).take_while(|(a, b)| a == b).count();
    let end = old[start..].iter().rev().zip(new[start..].iter().rev()).take_while(|(a, b)| a == b).count();
    let mut out = String::new();
    if old.len() == new.len() {
        for (a, b) in old.iter().zip(&new).filter(|(a, b)| a != b) {
            let _ = writeln!(out, "  - {}\n  + {}", a.trim(), b.trim());
        }
        return out;
    }
    for line in &old[start..old.len() - end] {
        let _ = writeln!(out, "  - {}", line.trim());
    }
    for line in &new[start..new.len() - end] {
        let _ = writeln!(out, "  + {}", line.trim());
    }
    out
}
