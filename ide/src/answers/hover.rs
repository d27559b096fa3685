//! Hover: what the thing under the cursor is. A name tells of its entry, a cell of its table, everything else of its field.

use std::fmt::Write;
use std::ops::ControlFlow;

use chartroom_format::entries::EntryKind;
use chartroom_format::schema::Kind;
use chartroom_format::source::Span;
use serde_json::{Value, json};

use super::{Answer, At, Place, Subject, cards};
use crate::scan::{Lex, Scanner, Token};
use crate::server::State;
use crate::types::{self, Inside};

pub(crate) fn answer(state: &mut State, at: &At) -> Answer {
    let Some(place) = state.place(at) else { return Ok(Value::Null) };
    let name = named(state, &place);
    let Some((text, span)) = name.or_else(|| spelled(state, &place)) else { return Ok(Value::Null) };
    let range = state.range(&place.index, span);
    Ok(json!({ "contents": { "kind": "markdown", "value": text }, "range": range }))
}

/// What is known of the entry that a name stands for.
fn named(state: &mut State, place: &Place) -> Option<(String, Span)> {
    let (mention, id, subject) = state.subject(place)?;
    let pack = place.pack.clone()?;
    let snapshot = state.snapshot(&pack)?;
    let text = match subject {
        Subject::Rule => cards::rule(&snapshot, &id)?,
        Subject::Pack => {
            let layer = snapshot.content().layers.iter().find(|layer| layer.id.as_str() == id)?;
            format!("**{}**, pack `{id}` {}\n\n{}", layer.title, layer.version, layer.about)
        }
        Subject::Entry(kind) => {
            let mut text = cards::entry(&snapshot, kind, &id)?;
            if kind == EntryKind::Table {
                text.push_str(&readers(state, place, &id));
            }
            text
        }
    };
    Some((text, mention.span()))
}

/// Who reads a table: the entries that name it.
fn readers(state: &mut State, place: &Place, table: &str) -> String {
    const SHOWN: usize = 12;
    let Some(pack) = place.pack.clone() else { return String::new() };
    let mut found: Vec<String> = Vec::new();
    for (file, mention) in state.world.mentions(&pack, EntryKind::Table, table) {
        if mention.defines.is_some() {
            continue;
        }
        let entry = file.index.entry_at(mention.span().start);
        let reader = entry
            .filter(|entry| entry.kind != EntryKind::Table)
            .map(|entry| format!("{} `{}`", entry.kind.name(), entry.name.of(&file.index.text)));
        found.extend(reader);
    }
    found.sort();
    found.dedup();
    match found.len() {
        0 => "\n\nNobody reads it by name.".to_owned(),
        count if count > SHOWN => format!("\n\nRead by {} and {} others.", found[..SHOWN].join(", "), count - SHOWN),
        _ => format!("\n\nRead by {}.", found.join(", ")),
    }
}

/// What a word, a field or a cell means where it stands.
fn spelled(state: &mut State, place: &Place) -> Option<(String, Span)> {
    let (index, offset) = (&place.index, place.offset);
    let types = index.types?;
    let mut scanner = Scanner::new(&index.text, Some(types), index.sound);
    let mut found: Option<Token> = None;
    let end = (offset + 1).min(index.text.len());
    scanner.run(end, &mut |token, _| {
        let is_here = token.span.start <= offset && offset <= token.span.end;
        if is_here && !matches!(token.lex, Lex::Open | Lex::Close | Lex::Comma | Lex::Colon | Lex::Comment | Lex::Other)
        {
            found = Some(*token);
            return ControlFlow::Break(());
        }
        ControlFlow::Continue(())
    });
    let token = found?;
    let written = token.span.of(&index.text);
    let span = token.span;
    let Some(frame) = scanner.frames.last() else {
        let kind = Kind::parse(written)?;
        return Some((format!("**{}** (`{}`)\n\n{}", kind.name(), kind.usual_file(), kind.about()), span));
    };
    if token.lex == Lex::Field {
        return Some((field(types, token.ty, frame)?, span));
    }
    if let (Kind::Table, Some(text)) = (types.kind, cell(state, place, &scanner)) {
        return Some((text, span));
    }
    let schema = token.ty.schema?;
    if matches!(token.lex, Lex::Word | Lex::Tag)
        && let Some(variant) = types.variant(schema, written)
    {
        let owner = types.resolve(schema).1.map(|name| format!(" ({name})")).unwrap_or_default();
        return Some((format!("**{written}**{owner}\n\n{}", variant.about.unwrap_or_default()), span));
    }
    Some((field(types, token.ty, frame)?, span))
}

fn field(types: types::Types, ty: types::Ty, frame: &crate::scan::Frame) -> Option<String> {
    let schema = ty.schema.filter(|_| !ty.field.is_empty())?;
    let mut out = format!("**{}.{}**: {}", ty.owner, ty.field, types.in_words(schema));
    if let Inside::Struct { schema: around, .. } = frame.inside
        && types.fields(around).get(ty.field).is_some_and(|(_, required)| *required)
    {
        out.push_str(", required");
    }
    let own = types::about(schema);
    if let Some(about) = own {
        let _ = write!(out, "\n\n{about}");
    }
    let of_type = types::about(types.resolve(schema).0).filter(|about| own != Some(about));
    if let Some(about) = of_type {
        let _ = write!(out, "\n\n{about}");
    }
    Some(out)
}

/// A cell by its row and column, and who reads the table.
fn cell(state: &mut State, place: &Place, scanner: &Scanner<'_>) -> Option<String> {
    let text = &place.index.text;
    let [root, rows, rest @ ..] = scanner.frames.as_slice() else { return None };
    if root.label?.of(text) != "rows" || rows.awaits_key() {
        return None;
    }
    let row = rows.label?.of(text).to_owned();
    let column = rest.first().map(|frame| frame.index);
    let snapshot = state.snapshot(place.pack.as_ref()?)?;
    let id = place.index.stretches.iter().find(|stretch| stretch.kind == EntryKind::Table)?.name.of(text).to_owned();
    let table = snapshot.content().tables.get(id.as_str())?;
    let mut out = format!("**{}** `{id}`\n\n", table.title);
    let axis = |number: usize| table.axes.get(number).map_or("row", |axis| axis.name());
    let _ = write!(out, "{} `{row}`", axis(0));
    let key = column.and_then(|column| table.keys(1).get(column).cloned());
    if let Some(key) = &key {
        let _ = write!(out, ", {} `{key}`", axis(1));
    }
    let place_of = key.map_or_else(|| row.clone(), |key| format!("{row}, {key}"));
    if let Some(mark) = table.marks.get(&place_of) {
        let _ = write!(out, "\n\n{mark:?}");
    }
    if let Some(source) = &table.source {
        let _ = write!(out, "\n\nRule {source}");
    }
    out.push_str(&readers(state, place, &id));
    Some(out)
}
