//! What one file defines and names, with places. Made from any text, sound or not, and kept as long as the text stays.

use std::ops::ControlFlow;
use std::sync::Arc;

use chartroom_format::entries::EntryKind;
use chartroom_format::schema::Kind;
use chartroom_format::schema::ids;
use chartroom_format::source::Span;

use crate::keys::{self, Key, What};
use crate::position::Lines;
use crate::scan::{self, Frame, Lex, Scanner, Token};
use crate::types::{Inside, Types};

/// A name in the text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Mention {
    start: u32,
    end: u32,
    pub(crate) what: What,
    /// The entry that is defined here.
    pub(crate) defines: Option<EntryKind>,
}

impl Mention {
    fn new(span: Span, what: What, defines: Option<EntryKind>) -> Self {
        Self { start: span.start as u32, end: span.end as u32, what, defines }
    }

    /// The name without its quotes.
    pub(crate) const fn span(self) -> Span {
        Span::new(self.start as usize, self.end as usize)
    }
}

/// An entry as it stands in the file: a key with its value, a step, or the whole file.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Stretch {
    pub(crate) kind: EntryKind,
    pub(crate) name: Span,
    pub(crate) whole: Span,
}

/// An axis of the table in the file.
#[derive(Clone, Debug, Default)]
struct Axis {
    of: Option<EntryKind>,
    name: String,
}

/// A file's names.
#[derive(Debug)]
pub(crate) struct Index {
    pub(crate) text: Arc<str>,
    pub(crate) lines: Lines,
    pub(crate) types: Option<Types>,
    /// Whether the text can be read as RON at all.
    pub(crate) sound: bool,
    pub(crate) mentions: Vec<Mention>,
    pub(crate) stretches: Vec<Stretch>,
    /// What the keys of a table's axes name.
    pub(crate) axes: Vec<What>,
}

impl Index {
    pub(crate) fn of(text: &Arc<str>) -> Self {
        let types = scan::types_of(text);
        let sound = scan::is_balanced(text);
        let mut maker =
            Maker { mentions: Vec::new(), axes: Vec::new(), pending: Vec::new(), stretches: Vec::new(), last: 0 };
        let mut scanner = Scanner::new(text, types, sound);
        scanner.run(text.len(), &mut |token, scanner| {
            maker.take(token, scanner);
            ControlFlow::Continue(())
        });
        maker.finish_from(0);
        let axes = maker.name_axes();
        let Maker { mentions, stretches, .. } = maker;
        Self { text: Arc::clone(text), lines: Lines::new(text), types, sound, mentions, stretches, axes }
    }

    pub(crate) fn kind(&self) -> Option<Kind> {
        self.types.map(|types| types.kind)
    }

    pub(crate) fn name(&self, mention: Mention) -> &str {
        mention.span().of(&self.text)
    }

    /// The name under a cursor, its quotes included.
    pub(crate) fn at(&self, offset: usize) -> Option<Mention> {
        let near = self.mentions.partition_point(|mention| (mention.end as usize) + 1 < offset);
        self.mentions[near..]
            .iter()
            .take_while(|mention| (mention.start as usize) <= offset + 1)
            .filter(|mention| {
                (mention.start as usize).saturating_sub(1) <= offset && offset <= mention.end as usize + 1
            })
            .min_by_key(|mention| {
                let span = mention.span();
                (!(span.start <= offset && offset <= span.end), span.start)
            })
            .copied()
    }

    /// The innermost entry around a place.
    pub(crate) fn entry_at(&self, offset: usize) -> Option<Stretch> {
        let around = |stretch: &&Stretch| stretch.whole.start <= offset && offset <= stretch.whole.end;
        self.stretches.iter().filter(around).min_by_key(|stretch| stretch.whole.len()).copied()
    }
}

struct Maker {
    mentions: Vec<Mention>,
    axes: Vec<Axis>,
    /// Entries whose value has not ended, with the number of brackets around them.
    pending: Vec<(usize, Stretch)>,
    stretches: Vec<Stretch>,
    /// The end of the last token that was no comment.
    last: usize,
}

impl Maker {
    fn take(&mut self, token: &Token, scanner: &Scanner<'_>) {
        let depth = scanner.frames.len();
        match token.lex {
            Lex::Comma => self.finish_from(depth),
            Lex::Close => self.finish_from(depth),
            Lex::Text | Lex::Number | Lex::Word => self.value(token, scanner),
            _ => {}
        }
        if token.lex != Lex::Comment {
            self.last = token.span.end;
        }
        // An entry ends with the bracket of its value.
        if token.lex == Lex::Close {
            self.finish_from(depth.saturating_sub(1));
        }
    }

    /// Ends the entries that stand inside so many brackets or more.
    fn finish_from(&mut self, depth: usize) {
        while let Some((_, mut stretch)) = self.pending.pop_if(|(of, _)| *of >= depth) {
            stretch.whole.end = self.last.max(stretch.name.end);
            self.stretches.push(stretch);
        }
    }

    fn define(&mut self, kind: EntryKind, depth: usize, name: Span, from: usize) {
        self.finish_from(depth);
        self.pending.push((depth, Stretch { kind, name, whole: Span::new(from, name.end) }));
    }

    fn push(&mut self, span: Span, what: What, defines: Option<EntryKind>) {
        // What needs escapes is no name.
        if !span.is_empty() {
            self.mentions.push(Mention::new(span, what, defines));
        }
    }

    fn value(&mut self, token: &Token, scanner: &Scanner<'_>) {
        let (Some(types), Some(frame)) = (scanner.types, scanner.frames.last()) else { return };
        if token.is_key {
            self.key(token, frame, scanner);
            return;
        }
        let text = scanner.text;
        if token.lex == Lex::Word {
            if let Some(axis) = axis_of(scanner, "of") {
                self.axis(axis).of = keys::axis_kind(token.span.of(text));
            }
            return;
        }
        let written = token.inner.of(text);
        let is_data = token.ty.schema.is_some_and(|schema| types.resolve(schema).1 == Some("Data"));
        if is_data || matches!(frame.inside, Inside::Data) {
            if token.lex == Lex::Text {
                let hint = frame.label.map_or(&[][..], |label| keys::hinted(label.of(text)));
                self.push(token.inner, What::Free(hint), None);
            }
            return;
        }
        let Some(schema) = token.ty.schema else { return };
        if let Some(name_type) = types.name_type(schema).filter(|_| token.lex == Lex::Text) {
            let defines = self.defined_here(name_type, token, scanner);
            self.push(token.inner, What::Name(name_type), defines);
            return;
        }
        match (types.kind, token.ty.field) {
            (Kind::Pack, "removes") => {
                if let Some((kind, _)) = written.split_once(':')
                    && let Some(entry) = EntryKind::parse(kind)
                {
                    self.push(Span::new(token.inner.start + kind.len() + 1, token.inner.end), What::Entry(entry), None);
                }
            }
            (Kind::Table, "name") => {
                if let Some(axis) = axis_of(scanner, "name") {
                    written.clone_into(&mut self.axis(axis).name);
                }
            }
            (Kind::Table, "keys") => {
                if let Some(axis) = axis_of(scanner, "keys") {
                    self.push(token.inner, What::Axis(axis), None);
                }
            }
            (Kind::Table, "total" | "of" | "except") => {
                let rows = token.ty.owner == "Rows";
                let axis = u8::from(rows == (token.ty.field == "except"));
                self.push(token.inner, What::Axis(axis), None);
            }
            _ => {}
        }
    }

    /// Whether a name is the one of the file itself or of a step of the turn.
    fn defined_here(&mut self, name_type: &'static str, token: &Token, scanner: &Scanner<'_>) -> Option<EntryKind> {
        let depth = scanner.frames.len();
        let frame = scanner.frames.last()?;
        if token.ty.field != "id" {
            return None;
        }
        match name_type {
            ids::TableId::KIND | ids::ScenarioId::KIND if depth == 1 => {
                let kind = if name_type == ids::TableId::KIND { EntryKind::Table } else { EntryKind::Scenario };
                self.stretches.push(Stretch { kind, name: token.inner, whole: Span::new(0, scanner.text.len()) });
                Some(kind)
            }
            ids::PhaseId::KIND if matches!(token.ty.owner, "Stage" | "Phase") => {
                // The step ends with its bracket, not with the comma behind its id.
                let from = frame.tag.map_or(frame.open, |tag| tag.start);
                let stretch =
                    Stretch { kind: EntryKind::Phase, name: token.inner, whole: Span::new(from, token.inner.end) };
                self.pending.push((depth - 1, stretch));
                Some(EntryKind::Phase)
            }
            _ => None,
        }
    }

    fn key(&mut self, token: &Token, frame: &Frame, scanner: &Scanner<'_>) {
        let text = scanner.text;
        let Some(types) = scanner.types else { return };
        let depth = scanner.frames.len();
        let field = scanner.frames.first().and_then(|root| root.label).map_or("", |label| label.of(text));
        let defines = (depth == 2).then(|| keys::defines(types.kind, field)).flatten();
        if let Some(kind) = defines {
            self.define(kind, depth, token.inner, token.span.start);
        }
        match frame.keys {
            Some(Key::Names(name_type)) if token.lex == Lex::Text => {
                self.push(token.inner, What::Name(name_type), defines);
            }
            Some(Key::Pair) => {
                for part in parts(token.inner, text, "/") {
                    self.push(part, What::Name(ids::SpaceId::KIND), None);
                }
            }
            Some(Key::Row) => self.push(token.inner, What::Axis(0), None),
            Some(Key::Cells) => {
                for (axis, part) in parts(token.inner, text, ",").into_iter().enumerate() {
                    self.push(part, What::Axis(axis.min(255) as u8), None);
                }
            }
            Some(Key::Parameters) => {
                self.push(token.inner, What::Free(&[EntryKind::Unit, EntryKind::Power, EntryKind::Space]), None);
            }
            Some(Key::Plain) if matches!(frame.inside, Inside::Data) && token.lex == Lex::Text => {
                self.push(token.inner, What::Free(&[]), None);
            }
            // A name of a kind that has no type of its own.
            Some(Key::Plain) => {
                if let Some(kind) = defines {
                    self.push(token.inner, What::Entry(kind), defines);
                }
            }
            _ => {}
        }
    }

    fn axis(&mut self, number: u8) -> &mut Axis {
        let place = usize::from(number);
        if self.axes.len() <= place {
            self.axes.resize(place + 1, Axis::default());
        }
        &mut self.axes[place]
    }

    /// What the keys of axes name is known when all axes have been read.
    fn name_axes(&mut self) -> Vec<What> {
        let name = |axis: &Axis| axis.of.map_or_else(|| What::Free(keys::hinted(&axis.name)), What::Entry);
        let axes: Vec<What> = self.axes.iter().map(name).collect();
        for mention in &mut self.mentions {
            if let What::Axis(number) = mention.what {
                mention.what = axes.get(usize::from(number)).copied().unwrap_or(What::Free(&[]));
            }
        }
        self.mentions.sort_by_key(|mention| mention.start);
        self.stretches.sort_by_key(|stretch| (stretch.whole.start, std::cmp::Reverse(stretch.whole.end)));
        axes
    }
}

/// The number of the axis whose field this is: `axes: [Words(name: .., of: .., keys: [..])]`.
fn axis_of(scanner: &Scanner<'_>, field: &str) -> Option<u8> {
    let label = |frame: &Frame| frame.label.map(|label| label.of(scanner.text));
    let frames = &scanner.frames;
    let (root, list, axis) = (frames.first()?, frames.get(1)?, frames.get(2)?);
    let fits = label(root) == Some("axes") && list.bracket == b'[' && label(axis) == Some(field);
    (scanner.types?.kind == Kind::Table && fits).then(|| list.index.min(255) as u8)
}

/// The parts of a key with their places, without the spaces around them.
fn parts(span: Span, text: &str, separator: &str) -> Vec<Span> {
    let mut from = span.start;
    span.of(text)
        .split(separator)
        .map(|part| {
            let start = from + (part.len() - part.trim_start().len());
            from += part.len() + separator.len();
            Span::new(start, start + part.trim().len())
        })
        .collect()
}
