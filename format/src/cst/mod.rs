//! The text of a file as a tree with spans: ron2's parser behind our own small node type. Nothing else in the
//! workspace knows ron2. The tree is for finding places; files are changed through `crate::edit`.

pub(crate) mod faults;
mod keys;
pub mod plain;

use std::borrow::Cow;

use ron2::ast::{self, Expr, NumberKind, StructBody};

use crate::edit::Edit;
use crate::source::Span;

pub use keys::Keys;

/// Brackets may nest this deep.
pub const MAX_DEPTH: usize = 100;

/// One value of the text.
#[derive(Clone, Debug, PartialEq)]
pub struct Node {
    pub span: Span,
    pub kind: NodeKind,
}

/// What a value is, as written.
#[derive(Clone, Debug, PartialEq)]
pub enum NodeKind {
    Unit,
    Bool(bool),
    /// A number; its text is the span.
    Number,
    Text(String),
    /// A name without brackets: `Land`, `None`.
    Name(String),
    List(Vec<Node>),
    Map(Vec<Entry>),
    /// `(a, b)` or `At(a, b)`.
    Tuple(Option<Name>, Vec<Node>),
    /// `(a: 1)` or `Turn(from: 1)`.
    Struct(Option<Name>, Vec<Field>),
    /// Bytes, characters, or what could not be read.
    Other,
}

/// A name in the text.
#[derive(Clone, Debug, PartialEq)]
pub struct Name {
    pub text: String,
    pub span: Span,
}

/// `name: value`.
#[derive(Clone, Debug, PartialEq)]
pub struct Field {
    pub name: Name,
    pub value: Node,
}

/// `key: value`.
#[derive(Clone, Debug, PartialEq)]
pub struct Entry {
    pub key: Node,
    pub value: Node,
}

/// A fault of the text.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SyntaxError {
    pub span: Span,
    pub message: String,
    pub help: String,
    /// What would mend it, and whether that keeps what was meant for sure.
    pub edits: Vec<Edit>,
    pub safe: bool,
}

/// What some editors write before the text of a file.
const BYTE_ORDER_MARK: &str = "\u{feff}";

/// The text without its byte order mark, if it has one; every byte behind it keeps its place.
pub fn without_mark(text: &str) -> Cow<'_, str> {
    match text.strip_prefix(BYTE_ORDER_MARK) {
        Some(rest) => Cow::Owned(format!("{:width$}{rest}", "", width = BYTE_ORDER_MARK.len())),
        None => Cow::Borrowed(text),
    }
}

/// A comment with its place.
#[derive(Clone, Debug, PartialEq)]
pub struct Comment {
    pub span: Span,
    pub text: String,
}

/// The largest text for the full parser, in bytes.
pub(crate) const LARGEST_FULL: usize = 256 * 1024;

/// Parses a text; what can be read comes back even if faults were found.
pub fn parse(text: &str) -> (Option<Node>, Vec<SyntaxError>) {
    let unmarked = without_mark(text);
    let text = &*unmarked;
    match plain::tree(text) {
        Some(root) => (Some(root), Vec::new()),
        None => parse_fully(text),
    }
}

/// Whether a text can be read.
fn reads(text: &str) -> bool {
    plain::tree(text).is_some() || text.len() <= LARGEST_FULL && parse_fully(text).1.is_empty()
}

/// The same by the full parser, which alone says what is wrong.
fn parse_fully(text: &str) -> (Option<Node>, Vec<SyntaxError>) {
    if let Some(error) = too_deep(text) {
        return (None, vec![error]);
    }
    // The full parser takes hundreds of bytes for every one of the text: a large text is read plainly or not at all.
    if text.len() > LARGEST_FULL {
        let mut errors = faults::find(text, &[]);
        if errors.is_empty() {
            errors.push(SyntaxError {
                span: Span::new(0, 1).clamped(text),
                message: format!("the file has more than {LARGEST_FULL} bytes and is not written plainly"),
                help: "write comments as `//`, texts between plain quotes and numbers in digits, or split the file"
                    .to_owned(),
                ..SyntaxError::default()
            });
        }
        return (None, errors);
    }
    let (document, faults) = ast::parse_document_lossy(text);
    let mut errors: Vec<SyntaxError> = faults.iter().map(|fault| syntax_error(text, fault)).collect();
    errors.sort_by_key(|error| error.span);
    errors.dedup();
    let root = document.value.as_ref().map(|expr| node(expr, text));
    if root.is_none() && errors.is_empty() {
        errors.push(SyntaxError {
            span: Span::new(0, text.len().min(1)),
            message: "the file is empty".to_owned(),
            help: "write one value, such as `Table(schema: 2, ...)`".to_owned(),
            ..SyntaxError::default()
        });
    }
    (root, errors)
}

/// Finds the bracket that nests too deep, before any recursive code sees the text. Strings and comments are skipped.
fn too_deep(text: &str) -> Option<SyntaxError> {
    let bytes = text.as_bytes();
    let (mut at, mut depth) = (0, 0usize);
    while at < bytes.len() {
        match bytes[at] {
            b'"' => {
                at += 1;
                while at < bytes.len() && bytes[at] != b'"' {
                    at += if bytes[at] == b'\\' { 2 } else { 1 };
                }
            }
            b'/' if bytes.get(at + 1) == Some(&b'/') => {
                while at < bytes.len() && bytes[at] != b'\n' {
                    at += 1;
                }
            }
            b'(' | b'[' | b'{' => {
                depth += 1;
                if depth > MAX_DEPTH {
                    return Some(SyntaxError {
                        span: Span::new(at, at + 1),
                        message: format!("brackets nest more than {MAX_DEPTH} deep"),
                        help: "split the value into several entries".to_owned(),
                        ..SyntaxError::default()
                    });
                }
            }
            b')' | b']' | b'}' => depth = depth.saturating_sub(1),
            _ => {}
        }
        at += 1;
    }
    None
}

fn syntax_error(text: &str, fault: &ron2::Error) -> SyntaxError {
    let span = span(fault.span()).clamped(text);
    let (message, help) = (fault.kind().to_string(), fault.suggestion().unwrap_or_default());
    SyntaxError { span, message, help, ..SyntaxError::default() }
}

fn span(span: &ron2::error::Span) -> Span {
    Span::new(span.start_offset, span.end_offset)
}

fn name(ident: &ast::Ident<'_>) -> Name {
    Name { text: ident.name.to_string(), span: span(&ident.span) }
}

fn node(expr: &Expr<'_>, text: &str) -> Node {
    let kind = match expr {
        Expr::Unit(_) => NodeKind::Unit,
        Expr::Bool(value) => NodeKind::Bool(value.value),
        Expr::Number(number) if number.kind == NumberKind::SpecialFloat => NodeKind::Other,
        Expr::Number(_) => NodeKind::Number,
        Expr::String(string) => NodeKind::Text(string.value.clone()),
        Expr::Option(option) => {
            let written = Name {
                text: option_name(option).to_owned(),
                span: Span::new(option.span.start_offset, option.span.start_offset + 4),
            };
            match &option.value {
                Some(inner) => NodeKind::Tuple(Some(written), vec![node(&inner.expr, text)]),
                None => NodeKind::Name(written.text),
            }
        }
        Expr::Seq(seq) => NodeKind::List(seq.items.iter().map(|item| node(&item.expr, text)).collect()),
        Expr::Map(map) => NodeKind::Map(
            map.entries
                .iter()
                .map(|entry| Entry { key: node(&entry.key, text), value: node(&entry.value, text) })
                .collect(),
        ),
        Expr::Tuple(tuple) => NodeKind::Tuple(None, tuple.elements.iter().map(|item| node(&item.expr, text)).collect()),
        Expr::AnonStruct(anonymous) => NodeKind::Struct(None, fields(&anonymous.fields, text)),
        Expr::Struct(named) => match &named.body {
            None => NodeKind::Name(named.name.name.to_string()),
            Some(StructBody::Tuple(body)) => NodeKind::Tuple(
                Some(name(&named.name)),
                body.elements.iter().map(|item| node(&item.expr, text)).collect(),
            ),
            Some(StructBody::Fields(body)) => NodeKind::Struct(Some(name(&named.name)), fields(&body.fields, text)),
        },
        Expr::Char(_) | Expr::Byte(_) | Expr::Bytes(_) | Expr::Error(_) => NodeKind::Other,
    };
    Node { span: span(expr.span()).clamped(text), kind }
}

const fn option_name(option: &ast::OptionExpr<'_>) -> &'static str {
    if option.value.is_some() { "Some" } else { "None" }
}

fn fields(fields: &[ast::StructField<'_>], text: &str) -> Vec<Field> {
    fields.iter().map(|field| Field { name: name(&field.name), value: node(&field.value, text) }).collect()
}

impl Node {
    /// The name before the brackets, if there is one.
    pub fn name(&self) -> Option<&Name> {
        match &self.kind {
            NodeKind::Tuple(name, _) | NodeKind::Struct(name, _) => name.as_ref(),
            _ => None,
        }
    }

    /// A field of a struct.
    pub fn field(&self, name: &str) -> Option<&Field> {
        match &self.kind {
            NodeKind::Struct(_, fields) => fields.iter().find(|field| field.name.text == name),
            _ => None,
        }
    }

    /// The place a path of the JSON form leads to: the value, and the span of its name or key where it has one.
    pub fn find(&self, path: &[PathStep], text: &str) -> Option<Found<'_>> {
        self.find_by(path, text, None)
    }

    /// The same with the keys of large maps known.
    fn find_by(&self, path: &[PathStep], text: &str, keys: Option<&Keys>) -> Option<Found<'_>> {
        let mut found = Found { node: self, name: None };
        for (depth, step) in path.iter().enumerate() {
            found = found.node.child(step, depth == 0, text, keys)?;
        }
        Some(found)
    }

    /// Like `find`, but stops at the deepest place that exists.
    pub fn find_nearest(&self, path: &[PathStep], text: &str) -> Found<'_> {
        self.find_nearest_by(path, text, None)
    }

    /// The same with the keys of large maps known, for who asks for many places.
    pub fn find_nearest_by(&self, path: &[PathStep], text: &str, keys: Option<&Keys>) -> Found<'_> {
        (0..=path.len())
            .rev()
            .find_map(|length| self.find_by(&path[..length], text, keys))
            .unwrap_or(Found { node: self, name: None })
    }

    fn child(&self, step: &PathStep, root: bool, text: &str, keys: Option<&Keys>) -> Option<Found<'_>> {
        let here = |node| Some(Found { node, name: None });
        match (&self.kind, step) {
            // The JSON form does not show that a value is optional.
            (NodeKind::Tuple(Some(name), items), _) if name.text == "Some" && items.len() == 1 => {
                items[0].child(step, false, text, keys)
            }
            // It has one more level where a name stands before brackets, except at the top of the file.
            (NodeKind::Struct(Some(name), _) | NodeKind::Tuple(Some(name), _), PathStep::Key(key))
                if !root && name.text == *key && !self.is_named_again(key) =>
            {
                let node = match &self.kind {
                    NodeKind::Tuple(_, items) if items.len() == 1 => &items[0],
                    _ => self,
                };
                Some(Found { node, name: Some(name.span) })
            }
            (NodeKind::Struct(_, fields), PathStep::Key(key)) => fields
                .iter()
                .find(|field| field.name.text == *key)
                .map(|field| Found { node: &field.value, name: Some(field.name.span) }),
            (NodeKind::Map(entries), step) => {
                // A number may be the key of a map as well as a place in a list.
                let key = match step {
                    PathStep::Key(key) => key.clone(),
                    PathStep::Index(index) => index.to_string(),
                };
                let entry = match keys.and_then(|keys| keys.of(self)) {
                    Some(places) => entries.get(*places.get(&key)?)?,
                    None => entries.iter().find(|entry| entry.key.key_text(text) == key)?,
                };
                Some(Found { node: &entry.value, name: Some(entry.key.span) })
            }
            (NodeKind::List(items) | NodeKind::Tuple(_, items), PathStep::Index(index)) => here(items.get(*index)?),
            _ => None,
        }
    }

    fn is_named_again(&self, key: &str) -> bool {
        matches!(&self.kind, NodeKind::Struct(_, fields) if fields.iter().any(|field| field.name.text == key))
    }

    /// The text of a map key: strings without quotes, numbers as written.
    pub fn key_text(&self, text: &str) -> String {
        match &self.kind {
            NodeKind::Text(value) | NodeKind::Name(value) => value.clone(),
            _ => self.span.of(text).to_owned(),
        }
    }
}

/// Where a path led.
#[derive(Clone, Copy, Debug)]
pub struct Found<'a> {
    pub node: &'a Node,
    /// The name, field or key that leads to the value.
    pub name: Option<Span>,
}

/// One step of a path through the JSON form of a document.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum PathStep {
    Key(String),
    Index(usize),
}

impl From<&str> for PathStep {
    fn from(key: &str) -> Self {
        Self::Key(key.to_owned())
    }
}

impl From<usize> for PathStep {
    fn from(index: usize) -> Self {
        Self::Index(index)
    }
}
