//! Outlines: the entries of a document, and those of the workspace by a few letters.

use chartroom_format::entries::EntryKind;
use chartroom_format::source::Span;
use serde::Deserialize;
use serde_json::{Value, json};

use super::{About, Answer, cards};
use crate::index::{Index, Stretch};
use crate::server::State;

/// A longer list is of no use to anybody.
const MOST: usize = 500;

#[derive(Deserialize)]
pub(crate) struct Query {
    query: String,
}

const fn symbol_kind(kind: EntryKind) -> u8 {
    match kind {
        EntryKind::Space | EntryKind::Region | EntryKind::Passage => 3,
        EntryKind::Unit | EntryKind::Formation => 5,
        EntryKind::Class => 10,
        EntryKind::Table => 18,
        EntryKind::Rule | EntryKind::Modifier | EntryKind::Procedure => 12,
        EntryKind::Phase | EntryKind::Sequence => 24,
        EntryKind::Scenario => 2,
        EntryKind::Option => 17,
        EntryKind::Power | EntryKind::Alliance => 11,
        _ => 13,
    }
}

pub(crate) fn of_document(state: &mut State, about: &About) -> Answer {
    let uri = &about.text_document.uri;
    let Some((_, index, pack)) = state.file(uri) else { return Ok(Value::Null) };
    let snapshot = pack.and_then(|pack| state.snapshot(&pack));
    let detail = |stretch: &Stretch| {
        let id = stretch.name.of(&index.text);
        let title = snapshot.as_ref().and_then(|snapshot| cards::title(snapshot.content(), stretch.kind, id));
        title.map_or_else(|| stretch.kind.name().to_owned(), |title| format!("{}, {title}", stretch.kind.name()))
    };
    if !state.client.nested_symbols {
        let flat = index.stretches.iter().map(|stretch| {
            json!({
                "name": stretch.name.of(&index.text), "kind": symbol_kind(stretch.kind), "containerName": detail(stretch),
                "location": { "uri": uri, "range": state.range(&index, whole(stretch)) },
            })
        });
        return Ok(flat.collect());
    }
    let mut roots: Vec<Value> = Vec::new();
    // Entries around the present one, the innermost last.
    let mut around: Vec<(Span, Value)> = Vec::new();
    for stretch in &index.stretches {
        while around.last().is_some_and(|(span, _)| span.end < stretch.whole.end || span.end <= stretch.whole.start) {
            settle(&mut around, &mut roots);
        }
        around.push((whole(stretch), symbol(state, &index, stretch, detail(stretch))));
    }
    while !around.is_empty() {
        settle(&mut around, &mut roots);
    }
    Ok(roots.into())
}

/// The range of an entry holds its name, whatever half-written text makes of its end.
fn whole(stretch: &Stretch) -> Span {
    Span::new(stretch.whole.start.min(stretch.name.start), stretch.whole.end.max(stretch.name.end))
}

fn settle(around: &mut Vec<(Span, Value)>, roots: &mut Vec<Value>) {
    let Some((_, done)) = around.pop() else { return };
    match around.last_mut() {
        Some((_, parent)) => match parent["children"].as_array_mut() {
            Some(children) => children.push(done),
            None => parent["children"] = json!([done]),
        },
        None => roots.push(done),
    }
}

fn symbol(state: &State, index: &Index, stretch: &Stretch, detail: String) -> Value {
    json!({
        "name": stretch.name.of(&index.text), "detail": detail, "kind": symbol_kind(stretch.kind),
        "range": state.range(index, whole(stretch)), "selectionRange": state.range(index, stretch.name),
    })
}

pub(crate) fn of_workspace(state: &mut State, query: &Query) -> Answer {
    let wanted = query.query.to_lowercase();
    let packs: Vec<_> = state.world.packs.iter().cloned().collect();
    let mut found: Vec<(u8, String, Value)> = Vec::new();
    for pack in packs {
        let snapshot = state.snapshot(&pack);
        let pack_name = pack.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        for file in state.world.files(&pack) {
            for mention in &file.index.mentions {
                let Some(kind) = mention.defines else { continue };
                let id = file.index.name(*mention);
                let title = snapshot.as_ref().and_then(|snapshot| cards::title(snapshot.content(), kind, id));
                let Some(rank) = rank(&wanted, id, title.as_deref().unwrap_or_default()) else { continue };
                let name = title.map_or_else(|| id.to_owned(), |title| format!("{id} {title}"));
                let symbol = json!({
                    "name": name, "kind": symbol_kind(kind), "containerName": format!("{pack_name}, {}", kind.name()),
                    "location": state.location(&file, mention.span()),
                });
                found.push((rank, id.to_owned(), symbol));
            }
        }
    }
    found.sort_by(|(rank, id, _), (other_rank, other, _)| (rank, id).cmp(&(other_rank, other)));
    Ok(found.into_iter().take(MOST).map(|(_, _, symbol)| symbol).collect())
}

/// How well a name fits what is looked for; none if it does not.
fn rank(wanted: &str, id: &str, title: &str) -> Option<u8> {
    let (id, title) = (id.to_lowercase(), title.to_lowercase());
    if id == wanted || title == wanted {
        return Some(0);
    }
    if id.starts_with(wanted) || title.starts_with(wanted) {
        return Some(1);
    }
    if id.contains(wanted) || title.contains(wanted) {
        return Some(2);
    }
    let in_order = |text: &str| {
        let mut letters = text.chars();
        wanted.chars().all(|letter| letters.any(|other| other == letter))
    };
    (in_order(&id) || in_order(&title)).then_some(3)
}
