//! How tokens follow each other: brackets, names, colons and commas. Whatever is missing or too many is told once, taken as
//! mended, and reading goes on. Several readings of one text are possible; `super` takes the one with the fewest faults.

use super::lex::{Lexer, Token, TokenKind};
use super::{Fault, MOST, Sort, shown};
use crate::edit::Edit;
use crate::source::Span;

/// How doubtful places are read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Reading {
    /// A text ends with its line at the latest.
    pub(super) texts_end_with_lines: bool,
    /// A line that is indented no deeper than an open bracket lies outside of it.
    pub(super) layout: bool,
    /// A closing bracket of the wrong shape closes the last open one all the same.
    pub(super) shapes: bool,
}

/// Where a group stands between two entries.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    /// An entry or the end may come.
    Start,
    /// A value has been read: a comma, a colon or the end may come.
    Value,
    /// A value must come.
    Colon,
}

struct Group {
    open: Token,
    shape: u8,
    state: State,
    /// Whether the entry at hand has its name already.
    named: bool,
    /// Whether any entry had a name.
    names: bool,
    /// The last token of the entry at hand that ended a value.
    last: Token,
    /// The entry at hand is a single token of this kind so far.
    single: Option<TokenKind>,
    empty: bool,
    /// Where the entry before the one at hand ended.
    ended: usize,
}

struct Parser<'t> {
    text: &'t str,
    reading: Reading,
    groups: Vec<Group>,
    /// Whether the value of the file has ended.
    done: bool,
    before: Option<Token>,
    faults: Vec<Fault>,
}

/// The faults of one reading, not many more than anybody reads; none if there are more than `most`.
pub(super) fn faults(text: &str, reading: Reading, most: usize) -> Option<Vec<Fault>> {
    let mut lexer = Lexer::new(text, reading.texts_end_with_lines);
    let mut parser = Parser { text, reading, groups: Vec::new(), done: false, before: None, faults: Vec::new() };
    // What people do all over a file is one fault in the end.
    let counted = |faults: &[Fault]| faults.iter().filter(|fault| !fault.sort.is_habit()).count();
    let (mut seen, mut count) = ((0, 0), 0);
    let mut whole = true;
    while let Some(token) = lexer.read() {
        if !parser.take(token) {
            whole = false;
            break;
        }
        parser.before = Some(token);
        count += counted(&parser.faults[seen.0..]) + counted(&lexer.faults[seen.1..]);
        seen = (parser.faults.len(), lexer.faults.len());
        if count > most {
            return None;
        }
        if count >= MOST {
            whole = false;
            break;
        }
    }
    if whole {
        parser.finish();
    }
    let mut faults = parser.faults;
    faults.append(&mut lexer.faults);
    Some(faults)
}

const fn closer(open: u8) -> char {
    match open {
        b'(' => ')',
        b'[' => ']',
        _ => '}',
    }
}

impl Parser<'_> {
    fn tell(&mut self, fault: Fault) {
        self.faults.push(fault);
    }

    /// Takes one token; false when nothing more is to be read.
    fn take(&mut self, token: Token) -> bool {
        if self.reading.layout && token.first && !matches!(token.kind, TokenKind::Close(_)) {
            let open = self.groups.iter().rev();
            let out =
                open.take_while(|group| group.open.line < token.line && token.indent <= group.open.indent).count();
            // The outermost bracket holds the file; to find that unclosed takes the end of the text.
            let out = out.min(self.groups.len().saturating_sub(1));
            self.unclosed(out, self.before.map_or(token.span.start, |before| before.span.end));
        }
        match token.kind {
            TokenKind::Close(shape) => return self.close(token, shape),
            TokenKind::Comma | TokenKind::Semicolon => self.comma(token),
            TokenKind::Colon | TokenKind::Equals => self.colon(token),
            TokenKind::Open(shape) => return self.open(token, shape),
            TokenKind::Name | TokenKind::Text | TokenKind::Other => return self.value(token),
        }
        true
    }

    /// Something begins where a value may stand; false if the file has ended.
    fn begin(&mut self, token: Token) -> bool {
        if self.done {
            self.tell(
                Fault::new(Sort::Other, token.span, "the file holds one value, and here a second one begins")
                    .help("move it to a file of its own, or remove the bracket that closes too early"),
            );
            return false;
        }
        let Some(group) = self.groups.last_mut() else { return true };
        match group.state {
            State::Start => group.named = false,
            State::Colon => {}
            State::Value => {
                let last = group.last;
                let wants_colon = !group.named
                    && match group.shape {
                        b'{' => true,
                        b'(' => group.single == Some(TokenKind::Name) && (group.names || group.empty),
                        _ => false,
                    };
                let what = shown(self.text, last.span);
                if wants_colon {
                    group.named = true;
                    group.names = true;
                    self.faults.push(
                        Fault::new(Sort::Sure, last.span, format!("a colon is missing after {what}"))
                            .help("write `:` between a name and its value")
                            .edit(Edit::insert(last.span.end, ":")),
                    );
                } else {
                    group.named = false;
                    self.faults.push(
                        Fault::new(Sort::Sure, last.span, format!("a comma is missing after {what}"))
                            .help("write `,` between two entries")
                            .edit(Edit::insert(last.span.end, ",")),
                    );
                }
            }
        }
        true
    }

    fn value(&mut self, token: Token) -> bool {
        if !self.begin(token) {
            return false;
        }
        if let Some(group) = self.groups.last_mut() {
            group.single = (!group.named).then_some(token.kind);
            group.last = token;
            group.state = State::Value;
        } else if token.kind != TokenKind::Name {
            self.done = true;
        }
        true
    }

    fn open(&mut self, token: Token, shape: u8) -> bool {
        // Brackets right behind a name belong to it.
        let named = self.before.is_some_and(|before| before.kind == TokenKind::Name) && shape == b'(';
        let belongs = named && self.groups.last().is_none_or(|group| group.state == State::Value);
        if !belongs && !self.begin(token) || belongs && self.done {
            return false;
        }
        if let Some(group) = self.groups.last_mut() {
            group.single = None;
        }
        self.groups.push(Group {
            open: token,
            shape,
            state: State::Start,
            named: false,
            names: false,
            last: token,
            single: None,
            empty: true,
            ended: token.span.end,
        });
        true
    }

    fn close(&mut self, token: Token, shape: u8) -> bool {
        let open = match shape {
            b')' => b'(',
            b']' => b'[',
            _ => b'{',
        };
        let matching = self.groups.iter().rev().position(|group| group.shape == open);
        match (matching, self.groups.last()) {
            (Some(0), _) => {}
            (_, Some(group)) if self.reading.shapes => {
                let right = closer(group.shape);
                self.tell(
                    Fault::new(
                        Sort::Bracket,
                        token.span,
                        format!(
                            "`{}` closes a bracket that was opened as `{}`",
                            char::from(shape),
                            char::from(group.shape)
                        ),
                    )
                    .help(format!("write `{right}`"))
                    .edit(Edit::replace(token.span, right.to_string())),
                );
            }
            (Some(inner), _) => self.unclosed(inner, self.before.map_or(token.span.start, |before| before.span.end)),
            (None, _) => {
                self.tell(
                    Fault::new(
                        Sort::Bracket,
                        token.span,
                        format!("the bracket `{}` closes nothing", char::from(shape)),
                    )
                    .help("remove it, or add the bracket that it should close")
                    .edit(Edit::delete(token.span)),
                );
                return true;
            }
        }
        self.end_of_entry();
        self.groups.pop();
        self.value_ended(token);
        true
    }

    /// A group has ended and is the value of the entry around it.
    fn value_ended(&mut self, token: Token) {
        match self.groups.last_mut() {
            Some(group) => {
                group.last = token;
                group.state = State::Value;
            }
            None => self.done = true,
        }
    }

    /// The innermost brackets were never closed.
    fn unclosed(&mut self, count: usize, at: usize) {
        if count == 0 {
            return;
        }
        let from = self.groups.len() - count;
        let shapes: Vec<(u8, Token)> = self.groups.drain(from..).rev().map(|group| (group.shape, group.open)).collect();
        let closers: String = shapes.iter().map(|(shape, _)| closer(*shape)).collect();
        let after_comma = self.before.is_some_and(|before| before.kind == TokenKind::Comma);
        let inserted = if after_comma { format!("{closers},") } else { closers.clone() };
        // Behind a comma the brackets belong before it: the comma parts the entries.
        let edit = match self.before.filter(|_| after_comma) {
            Some(comma) => Edit::replace(comma.span, inserted),
            None => Edit::insert(at, inserted),
        };
        let (shape, open) = shapes[0];
        let message = match count {
            1 => format!("the bracket `{}` is never closed", char::from(shape)),
            _ => format!("{count} brackets are never closed"),
        };
        let help = format!("add `{closers}` where the value ends");
        self.tell(Fault::new(Sort::Bracket, open.span, message).help(help).edit(edit));
        if let Some(group) = self.groups.last_mut() {
            group.last = self.before.unwrap_or(open);
            group.state = if after_comma { State::Start } else { State::Value };
        }
    }

    fn comma(&mut self, token: Token) {
        if token.kind == TokenKind::Semicolon {
            self.tell(
                Fault::new(Sort::Semicolon, token.span, "entries are parted by `,`, not by `;`")
                    .help("write `,`")
                    .edit(Edit::replace(token.span, ",")),
            );
        }
        let Some(group) = self.groups.last() else {
            self.tell(
                Fault::new(Sort::Sure, token.span, "there is a comma outside of the brackets")
                    .help("remove it")
                    .edit(Edit::delete(token.span)),
            );
            return;
        };
        if group.state == State::Start {
            self.tell(
                Fault::new(Sort::Sure, token.span, "there is a comma too many")
                    .help("remove it, or write the entry that is missing before it")
                    .edit(Edit::delete(token.span)),
            );
        }
        self.end_of_entry();
    }

    /// An entry ends: it must be whole.
    fn end_of_entry(&mut self) {
        let Some(group) = self.groups.last_mut() else { return };
        let (state, named) = (group.state, group.named);
        let lacks_value = state == State::Colon || state == State::Value && group.shape == b'{' && !named;
        let name = group.last;
        if state != State::Start {
            group.empty = false;
            group.ended = name.span.end;
        }
        group.state = State::Start;
        group.named = false;
        group.single = None;
        if lacks_value {
            let what = shown(self.text, name.span);
            self.faults.push(
                Fault::new(Sort::Other, name.span, format!("{what} has no value"))
                    .help("write `:` and the value behind the name, or remove the name"),
            );
        }
    }

    /// A list of values is followed by a named entry of what is around it: the list was never closed.
    fn leave_list(&mut self) {
        let [.., around, list] = self.groups.as_slice() else { return };
        let named = match around.shape {
            b'(' => TokenKind::Name,
            b'{' => TokenKind::Text,
            _ => return,
        };
        let belongs_around = list.shape == b'[' && list.state == State::Value && list.single == Some(named);
        if !belongs_around || list.empty {
            return;
        }
        let (span, ended, last) = (list.open.span, list.ended, list.last);
        self.groups.pop();
        let fault = Fault::new(Sort::Bracket, span, "the bracket `[` is never closed");
        self.tell(fault.help("add `]` where the list ends").edit(Edit::insert(ended, "]")));
        if let Some(around) = self.groups.last_mut() {
            around.state = State::Value;
            around.named = false;
            around.single = Some(named);
            around.last = last;
        }
    }

    fn colon(&mut self, token: Token) {
        let wrong_sign = token.kind == TokenKind::Equals;
        self.leave_list();
        let Some(group) = self.groups.last_mut() else {
            let fault = Fault::new(Sort::Other, token.span, "a name with its value stands inside of brackets only");
            self.tell(fault.help("begin the file with its kind, such as `Table(`"));
            return;
        };
        match (group.state, group.shape, group.named) {
            (State::Value, b'(', false) if group.single == Some(TokenKind::Text) => {
                let span = group.last.span;
                self.faults.push(
                    Fault::new(
                        Sort::QuotedName,
                        span,
                        format!("the name {} stands between quotes", shown(self.text, span)),
                    )
                    .help("names of fields are written without quotes")
                    .edit(Edit::delete(Span::new(span.start, span.start + 1)))
                    .edit(Edit::delete(Span::new(span.end - 1, span.end))),
                );
            }
            (State::Value, b'(' | b'{', false) => {}
            (State::Value, b'[', false) => {
                self.faults.push(
                    Fault::new(Sort::Other, token.span, "the entries of a list in `[ ]` have no names")
                        .help("named entries stand in `{ }`, fields in `( )`"),
                );
            }
            (State::Value, _, _) => {
                let what = shown(self.text, group.last.span);
                self.faults.push(
                    Fault::new(Sort::Other, group.last.span, format!("a comma is missing before {what}"))
                        .help("each name has one value; write `,` between two entries"),
                );
            }
            (State::Start, _, _) => self
                .faults
                .push(Fault::new(Sort::Other, token.span, "there is no name before this").help("write `name: value`")),
            (State::Colon, _, _) => self.faults.push(
                Fault::new(Sort::Sure, token.span, "there is a colon too many")
                    .help("remove it")
                    .edit(Edit::delete(token.span)),
            ),
        }
        if wrong_sign {
            self.faults.push(
                Fault::new(Sort::EqualsSign, token.span, "a name and its value are parted by `:`, not by `=`")
                    .help("write `:`")
                    .edit(Edit::replace(token.span, ":")),
            );
        }
        if let Some(group) = self.groups.last_mut() {
            group.named = true;
            group.names = true;
            group.single = None;
            group.state = State::Colon;
        }
    }

    fn finish(&mut self) {
        if !self.groups.is_empty() {
            let end = self.before.map_or(0, |before| before.span.end);
            let after_comma = self.before.is_some_and(|before| before.kind == TokenKind::Comma);
            // At the end of the file nothing follows the brackets.
            self.before = self.before.filter(|_| !after_comma);
            let count = self.groups.len();
            if let Some(group) = self.groups.last()
                && group.state == State::Colon
            {
                let what = shown(self.text, group.last.span);
                let fault = Fault::new(Sort::Other, group.last.span, format!("the text ends after {what}"));
                self.tell(fault.help("write the rest of the file"));
                return;
            }
            self.unclosed(count, end);
        }
    }
}
