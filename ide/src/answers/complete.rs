//! Completion: what may stand at the cursor, in a text that is half-written by its nature. Fields that are still missing, words
//! and variants of a type, names of this pack and its bases with their titles.

use std::collections::BTreeSet;
use std::fmt::Write;
use std::ops::ControlFlow;
use std::path::Path;

use chartroom_format::entries::EntryKind;
use chartroom_format::load::CAPABILITIES;
use chartroom_format::refs;
use chartroom_format::schema::{CURRENT, Kind, ids};
use chartroom_format::source::Span;
use serde_json::{Value, json};

use super::cards;
use super::{Answer, At, Place};
use crate::check::Snapshot;
use crate::index::Index;
use crate::keys::{self, Key, What};
use crate::scan::{Frame, Lex, Scanner};
use crate::server::State;
use crate::types::{self, Inside, Types};

/// A list longer than this is cut, and asked for again when the author has typed more.
const MOST: usize = 400;

/// What is being written at the cursor.
struct Partial {
    lex: Lex,
    /// What a chosen item takes the place of.
    span: Span,
}

/// The list in the making.
struct List<'a> {
    state: &'a State,
    index: &'a Index,
    partial: Partial,
    /// What stands before the cursor of the word that is being written.
    typed: String,
    items: Vec<Value>,
    cut: bool,
}

pub(crate) fn answer(state: &mut State, at: &At) -> Answer {
    let Some(place) = state.place(at) else { return Ok(Value::Null) };
    let names = place.pack.as_ref().map(|pack| state.world.names(pack)).unwrap_or_default();
    let snapshot = place.pack.as_ref().and_then(|pack| state.snapshot(pack));
    let Place { index, offset, pack, .. } = place;
    let text = &index.text;
    let mut scanner = Scanner::new(text, index.types, false);
    let mut partial = Partial { lex: Lex::Other, span: Span::new(offset, offset) };
    let mut in_comment = false;
    scanner.run(offset, &mut |token, _| {
        let is_whole = token.lex == Lex::Text && token.span.end > token.inner.end && offset == token.span.end;
        let is_under_way = match token.lex {
            Lex::Text => offset >= token.inner.start && !is_whole && offset <= token.span.end,
            Lex::Word | Lex::Tag | Lex::Field | Lex::Number => token.span.end >= offset,
            Lex::Comment => {
                in_comment = token.span.end >= offset;
                in_comment
            }
            _ => false,
        };
        if is_under_way {
            partial = Partial { lex: token.lex, span: token.inner };
            return ControlFlow::Break(());
        }
        ControlFlow::Continue(())
    });
    if in_comment {
        return Ok(Value::Null);
    }
    let typed = text.get(partial.span.start..offset).unwrap_or_default().to_lowercase();
    let mut list = List { state, index: &index, partial, typed, items: Vec::new(), cut: false };
    match (scanner.frames.last(), index.types) {
        (None, _) => list.kinds(),
        (Some(frame), Some(types)) => {
            let what = wanted(types, frame, &index, text);
            match what {
                Wanted::Field => list.fields(types, frame),
                Wanted::Names(what, is_key) => list.names(what, is_key, &names, snapshot.as_deref(), pack.as_deref()),
                Wanted::Value => list.values(types, frame, &names, snapshot.as_deref(), pack.as_deref()),
                Wanted::Nothing => {}
            }
        }
        _ => {}
    }
    Ok(json!({ "isIncomplete": list.cut, "items": list.items }))
}

enum Wanted {
    Field,
    Value,
    Names(What, bool),
    Nothing,
}

fn wanted(types: Types, frame: &Frame, index: &Index, text: &str) -> Wanted {
    if frame.awaits_field() {
        return Wanted::Field;
    }
    if frame.awaits_key() {
        return match frame.keys {
            Some(Key::Names(name)) => Wanted::Names(What::Name(name), true),
            Some(Key::Pair) => Wanted::Names(What::Name(ids::SpaceId::KIND), true),
            Some(Key::Row | Key::Cells) => {
                index.axes.first().map_or(Wanted::Nothing, |axis| Wanted::Names(*axis, true))
            }
            _ => Wanted::Nothing,
        };
    }
    let hint = || frame.label.map_or(&[][..], |label| keys::hinted(label.of(text)));
    let ty = frame.expected();
    let is_data = ty.schema.is_some_and(|schema| types.resolve(schema).1 == Some("Data"));
    match frame.inside {
        _ if !frame.awaits_value() => Wanted::Nothing,
        Inside::Data => Wanted::Names(What::Free(hint()), false),
        _ if is_data => Wanted::Names(What::Free(hint()), false),
        _ => Wanted::Value,
    }
}

impl List<'_> {
    /// Adds an item unless what has been typed rules it out.
    fn add(&mut self, label: &str, words: &str, insert: &str, kind: u8, more: Value) {
        let haystack = format!("{label} {words}").to_lowercase();
        if !fits(&self.typed, &haystack) {
            return;
        }
        if self.items.len() >= MOST {
            self.cut = true;
            return;
        }
        let range = self.state.range(self.index, self.partial.span);
        let is_snippet = self.state.client.snippets && insert.contains('$');
        let plain = if is_snippet { insert.to_owned() } else { without_stops(insert) };
        let in_order = format!("{:05}", self.items.len());
        let mut item = json!({
            "label": label, "kind": kind, "sortText": in_order,
            "textEdit": { "range": range, "newText": plain }, "insertTextFormat": if is_snippet { 2 } else { 1 },
        });
        // People may look for a hex by its name.
        if !words.is_empty() {
            item["filterText"] = format!("{label} {words}").into();
        }
        if let (Some(item), Value::Object(more)) = (item.as_object_mut(), more) {
            item.extend(more.into_iter().filter(|(_, value)| !value.is_null()));
        }
        self.items.push(item);
    }

    /// The kinds of file.
    fn kinds(&mut self) {
        for kind in Kind::ALL {
            let Some(types) = Types::of(*kind, CURRENT) else { continue };
            let inside = Inside::Struct { schema: types.root(), owner: kind.name() };
            let insert = format!(
                "{}(\n    schema: {CURRENT},{}\n)",
                kind.name(),
                required(types, inside, ",\n    ", "\n    ", &["schema"])
            );
            self.add(
                kind.name(),
                "",
                &insert,
                7,
                json!({ "detail": kind.usual_file(), "documentation": kind.about() }),
            );
        }
    }

    /// The fields that a struct does not have yet.
    fn fields(&mut self, types: Types, frame: &Frame) {
        let Inside::Struct { schema, .. } = frame.inside else { return };
        let present = present(&self.index.text, self.index.types, frame.open, self.partial.span.start);
        let mut fields: Vec<_> =
            types.fields(schema).into_iter().filter(|(name, _)| !present.contains(*name)).collect();
        fields.sort_by_key(|(_, (_, is_required))| !is_required);
        for (name, (field, is_required)) in fields {
            let insert = if self.partial.lex == Lex::Field {
                name.to_owned()
            } else {
                format!("{name}: {}", start_of(types, field))
            };
            let detail = format!("{}{}", types.in_words(field), if is_required { ", required" } else { "" });
            self.add(name, "", &insert, 5, json!({ "detail": detail, "documentation": types::about(field) }));
        }
    }

    fn values(
        &mut self,
        types: Types,
        frame: &Frame,
        names: &crate::world::Names,
        snapshot: Option<&Snapshot>,
        pack: Option<&Path>,
    ) {
        let ty = frame.expected();
        let Some(schema) = ty.schema else { return };
        if types.kind == Kind::Table && ty.owner == "Words" && ty.field == "keys" {
            return;
        }
        if let Some(name) = types.name_type(schema) {
            self.names(What::Name(name), false, names, snapshot, pack);
            return;
        }
        if self.partial.lex == Lex::Text {
            return;
        }
        for variant in types.variants(schema) {
            let insert = match variant.inner {
                None => variant.name.to_owned(),
                Some(_) if self.partial.lex == Lex::Tag => variant.name.to_owned(),
                Some(_) => {
                    let ty = types::Ty { schema: Some(schema), ..ty };
                    format!(
                        "{}({})",
                        variant.name,
                        required(types, types.inside(b'(', ty, Some(variant.name)), ", ", "", &[])
                    )
                }
            };
            let kind = if variant.inner.is_some() { 4 } else { 20 };
            self.add(variant.name, "", &insert, kind, json!({ "documentation": variant.about }));
        }
        if types.is_truth(schema) {
            for word in ["true", "false"] {
                self.add(word, "", word, 14, Value::Null);
            }
        }
        if types.variants(schema).is_empty()
            && let Some((brackets, inside)) = types.opening(schema)
        {
            let insert = match inside {
                Inside::Struct { .. } | Inside::Tuple { .. } => format!("({})", required(types, inside, ", ", "", &[])),
                _ => format!("{}$1{}", &brackets[..1], &brackets[1..]),
            };
            self.add(brackets, "", &insert, 22, json!({ "detail": types.in_words(schema) }));
        }
    }

    /// Names of entries, rules, packs or capabilities.
    fn names(
        &mut self,
        what: What,
        is_key: bool,
        names: &crate::world::Names,
        snapshot: Option<&Snapshot>,
        pack: Option<&Path>,
    ) {
        let in_quotes = self.partial.lex == Lex::Text;
        let quoted = |id: &str| match (in_quotes, is_key) {
            (true, _) => id.to_owned(),
            (false, false) => format!("\"{id}\""),
            (false, true) => format!("\"{id}\": "),
        };
        let kinds: Vec<EntryKind> = match what {
            What::Name(ids::RuleRef::KIND) => {
                for rule in snapshot.map(Snapshot::rules).unwrap_or_default() {
                    let more = json!({ "detail": rule.section, "documentation": rule.text });
                    self.add(&rule.id, "", &quoted(&rule.id), 18, more);
                }
                return;
            }
            What::Name(ids::Capability::KIND) => {
                for capability in CAPABILITIES {
                    self.add(capability, "", &quoted(capability), 12, Value::Null);
                }
                return;
            }
            What::Name("PackId") => {
                let beside = pack.and_then(Path::parent);
                let packs: Vec<String> = self
                    .state
                    .world
                    .packs
                    .iter()
                    .filter(|other| other.parent() == beside && Some(other.as_path()) != pack)
                    .filter_map(|other| other.file_name().map(|name| name.to_string_lossy().into_owned()))
                    .collect();
                for id in packs {
                    self.add(&id, "", &quoted(&id), 9, Value::Null);
                }
                return;
            }
            What::Name(name) => refs::targets(name).to_vec(),
            What::Entry(kind) => vec![kind],
            What::Free(hint) => hint.to_vec(),
            What::Axis(_) => return,
        };
        for kind in kinds {
            for id in names.of(kind) {
                let title =
                    snapshot.and_then(|snapshot| cards::title(snapshot.content(), kind, id)).unwrap_or_default();
                let more = json!({
                    "detail": kind.name(),
                    "labelDetails": (!title.is_empty()).then(|| json!({ "description": title })),
                });
                self.add(id, &title, &quoted(id), item_kind(kind), more);
            }
        }
    }
}

/// Whether the letters that have been typed come in this order.
fn fits(typed: &str, words: &str) -> bool {
    let mut letters = words.chars();
    typed.chars().all(|wanted| letters.any(|letter| letter == wanted))
}

const fn item_kind(kind: EntryKind) -> u8 {
    match kind {
        EntryKind::Space | EntryKind::Region => 17,
        EntryKind::Unit | EntryKind::Class | EntryKind::Formation => 7,
        EntryKind::Table => 22,
        EntryKind::Procedure | EntryKind::Rule | EntryKind::Modifier => 3,
        _ => 18,
    }
}

/// The fields that stand in a bracket already, but for the one that is being written.
fn present(text: &str, types: Option<Types>, open: usize, writing: usize) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    let mut scanner = Scanner::new(text, types, false);
    scanner.run(text.len(), &mut |token, scanner| {
        let is_here = scanner.frames.last().is_some_and(|frame| frame.open == open);
        if is_here && token.lex == Lex::Field && token.span.start != writing {
            found.insert(token.span.of(text).to_owned());
        }
        let is_past = token.span.start > open && !scanner.frames.iter().any(|frame| frame.open == open);
        if is_past { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    found
}

/// What a bracket needs to hold, with places to fill in.
fn required(types: Types, inside: Inside, between: &str, first: &str, without: &[&str]) -> String {
    let mut out = String::new();
    let mut stop = 1;
    let push = |out: &mut String, text: String| {
        out.push_str(if out.is_empty() { first } else { between });
        out.push_str(&text);
    };
    match inside {
        Inside::Struct { schema, .. } => {
            for (name, (field, _)) in
                types.fields(schema).into_iter().filter(|(name, (_, needed))| *needed && !without.contains(name))
            {
                push(&mut out, format!("{name}: {}", numbered(&start_of(types, field), &mut stop)));
            }
        }
        Inside::Tuple { items, .. } => {
            for item in items {
                push(&mut out, numbered(&start_of(types, item), &mut stop));
            }
        }
        Inside::One(ty) => {
            if let Some(schema) = ty.schema {
                push(&mut out, numbered(&start_of(types, schema), &mut stop));
            }
        }
        _ => {}
    }
    if out.is_empty() { format!("${stop}") } else { out }
}

/// How a value of a type begins, with one place to fill in.
fn start_of(types: Types, schema: &'static Value) -> String {
    if types.name_type(schema).is_some() {
        return "\"$1\"".to_owned();
    }
    if !types.variants(schema).is_empty() {
        return "$1".to_owned();
    }
    match types.opening(schema) {
        Some((brackets, _)) => format!("{}$1{}", &brackets[..1], &brackets[1..]),
        None if types.in_words(schema) == "text" => "\"$1\"".to_owned(),
        None => "$1".to_owned(),
    }
}

fn numbered(text: &str, stop: &mut usize) -> String {
    let out = text.replace("$1", &format!("${stop}"));
    *stop += 1;
    out
}

/// The same for clients that know no places to fill in.
fn without_stops(text: &str) -> String {
    let mut out = String::new();
    let mut letters = text.chars().peekable();
    while let Some(letter) = letters.next() {
        if letter == '$' && letters.peek().is_some_and(char::is_ascii_digit) {
            while letters.next_if(char::is_ascii_digit).is_some() {}
        } else {
            let _ = write!(out, "{letter}");
        }
    }
    out
}
