//! Reading a text token by token with its schema at hand, half-written or whole. The tree of the loader says what is wrong; this says
//! what stands, or could stand, at every place, and never gives up: brackets that are missing are guessed from what follows.

use std::ops::ControlFlow;

use chartroom_format::schema::{CURRENT, Kind};
use chartroom_format::source::Span;

use crate::keys::{self, Key};
use crate::types::{Inside, Ty, Types};

/// What a token is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Lex {
    Open,
    Close,
    Comma,
    Colon,
    /// The name before brackets.
    Tag,
    /// The name of a field.
    Field,
    /// A bare word that is a value.
    Word,
    Number,
    Text,
    Comment,
    Other,
}

/// One token.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Token {
    pub(crate) lex: Lex,
    pub(crate) span: Span,
    /// Without quotes.
    pub(crate) inner: Span,
    /// What may stand here; for a field what its value may be.
    pub(crate) ty: Ty,
    /// It is the key of a map.
    pub(crate) is_key: bool,
}

/// An open bracket.
#[derive(Clone, Debug)]
pub(crate) struct Frame {
    pub(crate) bracket: u8,
    pub(crate) open: usize,
    pub(crate) inside: Inside,
    pub(crate) tag: Option<Span>,
    /// How many values stand before.
    pub(crate) index: usize,
    /// The field or key whose value stands here or follows.
    pub(crate) label: Option<Span>,
    /// What the keys of a map are.
    pub(crate) keys: Option<Key>,
    after_colon: bool,
    has_value: bool,
    value: Ty,
}

impl Frame {
    /// What may stand at the present place inside the bracket.
    pub(crate) fn expected(&self) -> Ty {
        match &self.inside {
            Inside::Struct { .. } => self.value,
            Inside::Tuple { items, ty } => Ty { schema: items.get(self.index), ..*ty },
            Inside::One(ty) | Inside::List(ty) => *ty,
            Inside::Map { values, .. } if self.after_colon => *values,
            Inside::Map { .. } | Inside::Data | Inside::Unknown => Ty::default(),
        }
    }

    pub(crate) const fn awaits_key(&self) -> bool {
        self.bracket == b'{' && !self.after_colon
    }

    /// Whether a field's name may stand here.
    pub(crate) const fn awaits_field(&self) -> bool {
        matches!(self.inside, Inside::Struct { .. }) && self.label.is_none()
    }

    pub(crate) const fn awaits_value(&self) -> bool {
        !self.has_value
    }
}

/// The state of reading.
pub(crate) struct Scanner<'t> {
    pub(crate) text: &'t str,
    pub(crate) types: Option<Types>,
    pub(crate) frames: Vec<Frame>,
    at: usize,
    /// The text parses: nothing needs to be guessed.
    sound: bool,
    tag: Option<Span>,
}

/// The kind of a file from its first name, even if the rest is broken.
pub(crate) fn kind_of(text: &str) -> Option<Kind> {
    let mut scanner = Scanner::new(text, None, true);
    let mut kind = None;
    scanner.run(text.len(), &mut |token, _| match token.lex {
        Lex::Comment | Lex::Other => ControlFlow::Continue(()),
        Lex::Tag | Lex::Word => {
            kind = Kind::parse(token.span.of(text));
            ControlFlow::Break(())
        }
        _ => ControlFlow::Break(()),
    });
    kind
}

/// The schema version that a file says it is written for.
fn version_of(text: &str) -> u32 {
    let mut scanner = Scanner::new(text, None, true);
    let (mut found, mut last) = (None, "");
    scanner.run(text.len().min(4_000), &mut |token, scanner| {
        if token.lex == Lex::Field {
            last = token.span.of(text);
        }
        if token.lex == Lex::Number && last == "schema" && scanner.frames.len() == 1 {
            found = token.span.of(text).parse().ok();
            return ControlFlow::Break(());
        }
        ControlFlow::Continue(())
    });
    found.unwrap_or(CURRENT)
}

/// The schema that a text is to be read with.
pub(crate) fn types_of(text: &str) -> Option<Types> {
    Types::of(kind_of(text)?, version_of(text))
}

/// Whether every bracket and quote has its other half, so that nothing needs to be guessed.
pub(crate) fn is_balanced(text: &str) -> bool {
    let mut scanner = Scanner::new(text, None, true);
    let mut open: Vec<u8> = Vec::new();
    let mut balanced = true;
    scanner.run(text.len(), &mut |token, _| {
        let first = text.as_bytes()[token.span.start];
        balanced &= match token.lex {
            Lex::Open => {
                open.push(first);
                true
            }
            Lex::Close => {
                open.pop().is_some_and(|other| matches!((other, first), (b'(', b')') | (b'[', b']') | (b'{', b'}')))
            }
            Lex::Text => token.span.end > token.inner.end,
            _ => true,
        };
        if balanced { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    });
    balanced && open.is_empty()
}

impl<'t> Scanner<'t> {
    pub(crate) fn new(text: &'t str, types: Option<Types>, sound: bool) -> Self {
        Self { text, types, frames: Vec::new(), at: 0, sound, tag: None }
    }

    /// Reads up to a byte. What the visitor sees is the token and the brackets around it, before an opening and before a closing
    /// one takes effect.
    pub(crate) fn run(&mut self, end: usize, visit: &mut dyn FnMut(&Token, &Self) -> ControlFlow<()>) {
        let end = end.min(self.text.len());
        while self.at < end {
            let Some(token) = self.next() else { continue };
            if token.span.start >= end {
                return;
            }
            let token = self.judge(token);
            if visit(&token, self).is_break() {
                return;
            }
            self.apply(&token);
        }
    }

    fn bytes(&self) -> &'t [u8] {
        self.text.as_bytes()
    }

    /// The next token as it is spelled; none for what stands between tokens.
    fn next(&mut self) -> Option<Token> {
        let bytes = self.bytes();
        let start = self.at;
        let token = |lex, end: usize| {
            Some(Token {
                lex,
                span: Span::new(start, end),
                inner: Span::new(start, end),
                ty: Ty::default(),
                is_key: false,
            })
        };
        let first = bytes[start];
        match first {
            b' ' | b'\t' | b'\r' | b'\n' => {
                self.at += 1;
                None
            }
            b'/' if bytes.get(start + 1) == Some(&b'/') => {
                self.at = line_end(bytes, start);
                token(Lex::Comment, self.at)
            }
            b'/' if bytes.get(start + 1) == Some(&b'*') => {
                self.at = block_end(bytes, start);
                token(Lex::Comment, self.at)
            }
            b'#' if bytes.get(start + 1) == Some(&b'!') => {
                self.at = bytes[start..].iter().position(|byte| *byte == b']').map_or(bytes.len(), |at| start + at + 1);
                token(Lex::Other, self.at)
            }
            b'"' => {
                let (end, closed) = self.string_end(start + 1);
                self.at = end;
                let inner = Span::new(start + 1, if closed { end - 1 } else { end });
                Some(Token { lex: Lex::Text, span: Span::new(start, end), inner, ty: Ty::default(), is_key: false })
            }
            b'r' if matches!(bytes.get(start + 1), Some(b'"' | b'#')) => {
                let hashes = bytes[start + 1..].iter().take_while(|byte| **byte == b'#').count();
                let quote = start + 1 + hashes;
                if bytes.get(quote) != Some(&b'"') {
                    self.at += 1;
                    return token(Lex::Other, self.at);
                }
                let close = format!("\"{}", "#".repeat(hashes));
                let found = self.text[quote + 1..].find(&close);
                let inner_end = found.map_or(bytes.len(), |at| quote + 1 + at);
                self.at = found.map_or(bytes.len(), |_| inner_end + close.len());
                let inner = Span::new(quote + 1, inner_end);
                Some(Token { lex: Lex::Text, span: Span::new(start, self.at), inner, ty: Ty::default(), is_key: false })
            }
            b'(' | b'[' | b'{' => {
                self.at += 1;
                token(Lex::Open, self.at)
            }
            b')' | b']' | b'}' => {
                self.at += 1;
                token(Lex::Close, self.at)
            }
            b',' => {
                self.at += 1;
                token(Lex::Comma, self.at)
            }
            b':' => {
                self.at += 1;
                token(Lex::Colon, self.at)
            }
            b'0'..=b'9' | b'+' | b'-' | b'.' => {
                let number = |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'_');
                let rest = bytes[start + 1..].iter().take_while(|byte| number(byte)).count();
                self.at = start + 1 + rest;
                // The sign of an exponent.
                if matches!(bytes[self.at - 1], b'e' | b'E') && matches!(bytes.get(self.at), Some(b'+' | b'-')) {
                    self.at += 1 + bytes[self.at + 1..].iter().take_while(|byte| number(byte)).count();
                }
                token(Lex::Number, self.at)
            }
            _ if first.is_ascii_alphabetic() || first == b'_' => {
                let letters = bytes[start..].iter().take_while(|byte| byte.is_ascii_alphanumeric() || **byte == b'_');
                self.at = start + letters.count();
                let lex = match self.ahead(self.at) {
                    Some(b'(') => Lex::Tag,
                    Some(b':') => Lex::Field,
                    _ => Lex::Word,
                };
                token(lex, self.at)
            }
            _ => {
                self.at = start + self.text[start..].chars().next().map_or(1, char::len_utf8);
                token(Lex::Other, self.at)
            }
        }
    }

    /// Where a string ends, and whether its quote is there. In a broken text one that runs over the end of its line is taken to
    /// end there: an author who has just typed its first quote has not swallowed the rest of the file.
    fn string_end(&self, from: usize) -> (usize, bool) {
        let bytes = self.bytes();
        let mut at = from;
        while at < bytes.len() {
            match bytes[at] {
                b'"' => return (at + 1, true),
                b'\\' => at += 2,
                b'\n' if !self.sound => {
                    let trimmed = self.text[from..at].trim_end().len();
                    return (from + trimmed, false);
                }
                _ => at += 1,
            }
        }
        (bytes.len(), false)
    }

    /// The next byte that is no space.
    fn ahead(&self, from: usize) -> Option<u8> {
        self.bytes()[from..].iter().copied().find(|byte| !byte.is_ascii_whitespace())
    }

    /// Says what a token means where it stands, after mending the brackets around it.
    fn judge(&mut self, mut token: Token) -> Token {
        if !self.sound {
            self.mend(&token);
        }
        let Some(frame) = self.frames.last() else { return token };
        match token.lex {
            Lex::Field => {
                if let Inside::Struct { schema, owner } = &frame.inside {
                    token.ty = Types::field(schema, owner, token.span.of(self.text)).unwrap_or_default();
                }
            }
            Lex::Text | Lex::Number | Lex::Word if frame.awaits_key() => token.is_key = true,
            Lex::Text | Lex::Number | Lex::Word | Lex::Tag | Lex::Open => token.ty = frame.expected(),
            _ => {}
        }
        token
    }

    /// Guesses brackets that have not been closed yet.
    fn mend(&mut self, token: &Token) {
        let text = self.text;
        match token.lex {
            // A key of the map around: the entry before it was not closed.
            Lex::Text if self.ahead(token.span.end) == Some(b':') => {
                let within = self.frames.last().is_some_and(|frame| frame.bracket != b'{');
                if within && let Some(at) = self.frames.iter().rposition(|frame| frame.bracket == b'{') {
                    self.close_down_to(at + 1);
                }
                self.next_entry();
            }
            Lex::Field => {
                let name = token.span.of(text);
                let has = |frame: &Frame| match &frame.inside {
                    Inside::Struct { schema, owner } => Types::field(schema, owner, name).is_some(),
                    _ => false,
                };
                if !self.frames.last().is_some_and(&has)
                    && let Some(at) = self.frames.iter().rposition(has)
                {
                    self.close_down_to(at + 1);
                }
            }
            _ => {}
        }
    }

    fn next_entry(&mut self) {
        if let Some(frame) = self.frames.last_mut().filter(|frame| frame.bracket == b'{' && frame.after_colon) {
            frame.after_colon = false;
            frame.has_value = false;
            frame.index += 1;
        }
    }

    fn close_down_to(&mut self, depth: usize) {
        self.frames.truncate(depth);
        if let Some(frame) = self.frames.last_mut() {
            frame.has_value = true;
        }
    }

    fn apply(&mut self, token: &Token) {
        match token.lex {
            Lex::Comment | Lex::Other => return,
            Lex::Tag => {
                self.tag = Some(token.span);
                return;
            }
            Lex::Open => {
                self.open(token);
                return;
            }
            Lex::Close => {
                let bracket = match self.bytes()[token.span.start] {
                    b')' => b'(',
                    b']' => b'[',
                    _ => b'{',
                };
                // A closing bracket that closes nothing is passed over.
                if let Some(at) = self.frames.iter().rposition(|frame| frame.bracket == bracket) {
                    self.close_down_to(at);
                }
            }
            Lex::Comma => {
                if let Some(frame) = self.frames.last_mut() {
                    frame.index += 1;
                    frame.label = None;
                    frame.after_colon = false;
                    frame.has_value = false;
                    frame.value = Ty::default();
                }
            }
            Lex::Colon => {
                if let Some(frame) = self.frames.last_mut() {
                    frame.after_colon = true;
                    frame.has_value = false;
                }
            }
            Lex::Field => {
                if let Some(frame) = self.frames.last_mut() {
                    frame.label = Some(token.span);
                    frame.value = token.ty;
                    frame.has_value = false;
                }
            }
            Lex::Text | Lex::Number | Lex::Word => {
                if let Some(frame) = self.frames.last_mut() {
                    if token.is_key {
                        frame.label = Some(token.inner);
                    } else {
                        frame.has_value = true;
                    }
                }
            }
        }
        self.tag = None;
    }

    fn open(&mut self, token: &Token) {
        let bracket = self.bytes()[token.span.start];
        let tag = self.tag.take();
        let name = tag.map(|span| span.of(self.text));
        let inside = match (self.types, self.frames.last()) {
            (Some(types), None) if bracket == b'(' => Inside::Struct { schema: types.root(), owner: types.kind.name() },
            (Some(types), Some(frame)) => match (&frame.inside, types.inside(bracket, token.ty, name)) {
                (Inside::Data, _) => Inside::Data,
                // `Year((1, 2))`: one more pair of brackets around the same values.
                (Inside::Tuple { items, ty }, Inside::Unknown) if bracket == b'(' && name.is_none() => {
                    Inside::Tuple { items, ty: *ty }
                }
                (_, inside) => inside,
            },
            _ => Inside::Unknown,
        };
        let parent = self.frames.last();
        let in_parameters = parent.is_some_and(|frame| frame.keys == Some(Key::Parameters));
        let keys = match &inside {
            Inside::Map { values, named } => {
                let nested = parent.is_some_and(|frame| matches!(frame.inside, Inside::Map { .. }));
                Some(keys::of(*values, nested, *named))
            }
            Inside::Data if bracket == b'{' => Some(Key::Plain),
            _ if in_parameters => Some(Key::Plain),
            _ => None,
        };
        self.frames.push(Frame {
            bracket,
            open: token.span.start,
            inside,
            tag,
            index: 0,
            label: None,
            keys,
            after_colon: false,
            has_value: false,
            value: Ty::default(),
        });
    }
}

fn line_end(bytes: &[u8], from: usize) -> usize {
    bytes[from..].iter().position(|byte| matches!(byte, b'\n' | b'\r')).map_or(bytes.len(), |at| from + at)
}

/// The end of a comment in `/* */`, which may hold others.
fn block_end(bytes: &[u8], from: usize) -> usize {
    let (mut at, mut depth) = (from, 0usize);
    while at < bytes.len() {
        match bytes.get(at..at + 2) {
            Some(b"/*") => {
                depth += 1;
                at += 2;
            }
            Some(b"*/") => {
                depth -= 1;
                at += 2;
                if depth == 0 {
                    return at;
                }
            }
            _ => at += 1,
        }
    }
    bytes.len()
}
