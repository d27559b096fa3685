//! Code actions: the fixes of findings, and accepting a finding with a comment that gives the reason.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use chartroom_format::diag::{Diagnostic, Fix, Safety};
use chartroom_format::document;
use chartroom_format::edit::{self, Edit};
use chartroom_format::source::Span;
use lsp_types::Range;
use serde::Deserialize;
use serde_json::{Value, json};

use super::{Answer, DocumentId};
use crate::index::Index;
use crate::server::State;

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Ask {
    text_document: DocumentId,
    range: Range,
    #[serde(default)]
    context: Context,
}

#[derive(Default, Deserialize)]
struct Context {
    #[serde(default)]
    only: Option<Vec<String>>,
}

pub(crate) fn answer(state: &mut State, ask: &Ask) -> Answer {
    let Some((path, index, pack)) = state.file(&ask.text_document.uri) else { return Ok(Value::Null) };
    let span = index.lines.span(&index.text, ask.range, state.encoding);
    let name = path.to_string_lossy().replace('\\', "/");
    let findings: Vec<Diagnostic> = match &pack {
        None => document::read(&index.text, &name).findings,
        Some(pack) => {
            let Some(snapshot) = state.snapshot(pack) else { return Ok(Value::Null) };
            // Places of a check that looked at another text would hit something else.
            if snapshot.loaded.file(&name).is_some_and(|file| *file.text != *index.text) {
                return Ok(json!([]));
            }
            snapshot.findings.clone()
        }
    };
    let in_file: Vec<&Diagnostic> =
        findings.iter().filter(|finding| finding.place.as_ref().is_some_and(|place| place.file == name)).collect();
    let wants = |kind: &str| {
        let only = ask.context.only.as_deref();
        only.is_none_or(|only| only.iter().any(|wanted| kind == wanted || kind.starts_with(&format!("{wanted}."))))
    };
    let mut actions = Vec::new();
    if wants("quickfix") {
        let here = |finding: &&&Diagnostic| {
            finding.place.as_ref().is_some_and(|place| place.span.start <= span.end && span.start <= place.span.end)
        };
        for finding in in_file.iter().filter(here) {
            for fix in &finding.fixes {
                if let Some(edit) = workspace_edit(state, std::slice::from_ref(&fix)) {
                    actions.push(json!({
                        "title": capital(&fix.title), "kind": "quickfix", "edit": edit,
                        "isPreferred": fix.safety == Safety::Safe || finding.fixes.len() == 1,
                    }));
                }
            }
            if pack.is_some() && !matches!(finding.code.info().group, "syntax" | "schema") {
                actions.push(accept(state, &path, &index, finding));
            }
        }
    }
    if wants("source.fixAll") {
        let safe: Vec<&Fix> = in_file
            .iter()
            .filter_map(|finding| finding.fixes.iter().find(|fix| fix.safety == Safety::Safe))
            .filter(|fix| fix.file == name)
            .collect();
        let together = without_overlaps(&safe);
        if let Some(edit) = workspace_edit(state, &together).filter(|_| !together.is_empty()) {
            actions
                .push(json!({ "title": "Apply all safe fixes in this file", "kind": "source.fixAll", "edit": edit }));
        }
    }
    Ok(actions.into())
}

fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

/// Fixes that do not touch the same text; the first one wins.
fn without_overlaps<'a>(fixes: &[&'a Fix]) -> Vec<&'a Fix> {
    let mut taken: Vec<Span> = Vec::new();
    let mut kept = Vec::new();
    for fix in fixes {
        let clashes = |span: Span| {
            taken
                .iter()
                .any(|other| span.start < other.end.max(other.start + 1) && other.start < span.end.max(span.start + 1))
        };
        if fix.edits.iter().all(|edit| !clashes(edit.span)) {
            taken.extend(fix.edits.iter().map(|edit| edit.span));
            kept.push(*fix);
        }
    }
    kept
}

/// Fixes as changes of files; none if a file is no longer the one that was looked at.
fn workspace_edit(state: &mut State, fixes: &[&Fix]) -> Option<Value> {
    let mut files: BTreeMap<PathBuf, Vec<Edit>> = BTreeMap::new();
    for fix in fixes {
        files.entry(PathBuf::from(&fix.file)).or_default().extend(fix.edits.iter().cloned());
    }
    let mut changes = serde_json::Map::new();
    for (path, edits) in files {
        let index = state.world.index(&path)?;
        edit::apply(&index.text, &edits).ok()?;
        changes.insert(state.uri(&path)?.as_str().to_owned(), text_edits(state, &index, &edits));
    }
    Some(json!({ "changes": changes }))
}

pub(crate) fn text_edits(state: &State, index: &Index, edits: &[Edit]) -> Value {
    edits.iter().map(|edit| json!({ "range": state.range(index, edit.span), "newText": edit.text })).collect()
}

/// A comment above the line of the finding. It asks for its reason: without one it is a finding itself.
fn accept(state: &State, path: &Path, index: &Index, finding: &Diagnostic) -> Value {
    let at = finding.place.as_ref().map_or(0, |place| place.span.start).min(index.text.len());
    let start = index.text[..at].rfind('\n').map_or(0, |before| before + 1);
    let indent: String = index.text[start..].chars().take_while(|letter| matches!(letter, ' ' | '\t')).collect();
    let comment = Edit::insert(start, format!("{indent}// chartroom: allow({}) \n", finding.code));
    let mut changes = serde_json::Map::new();
    if let Some(uri) = state.uri(path) {
        changes.insert(uri.as_str().to_owned(), text_edits(state, index, &[comment]));
    }
    json!({
        "title": format!("Accept {} here, and write the reason behind it", finding.code),
        "kind": "quickfix", "edit": { "changes": changes },
    })
}
