//! Tokens of a text that may be broken anywhere. What is wrong inside of a token (quotes, comments, words) is told here; how
//! tokens follow each other is the parser's matter.

use super::{Fault, Sort, shown};
use crate::edit::Edit;
use crate::source::Span;

/// What a token is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum TokenKind {
    Open(u8),
    Close(u8),
    Comma,
    Colon,
    Equals,
    Semicolon,
    Name,
    Text,
    /// A number, a character, or what is neither.
    Other,
}

/// A token and where it stands in the layout.
#[derive(Clone, Copy, Debug)]
pub(super) struct Token {
    pub(super) kind: TokenKind,
    pub(super) span: Span,
    pub(super) line: usize,
    /// How far its line is indented.
    pub(super) indent: usize,
    /// Whether it is the first of its line.
    pub(super) first: bool,
}

/// Quotes that word processors write.
const CURLY: &[char] = &['“', '”', '„', '‟', '«', '»', '‘', '’'];

/// Letters of a file times those that are looked at for one quote.
const MOST_WORK: usize = 1_000_000_000;

/// Reads tokens one by one.
pub(super) struct Lexer<'t> {
    text: &'t str,
    at: usize,
    line: usize,
    line_start: usize,
    indent: usize,
    first: bool,
    /// Takes a text that its line does not close for one that was never closed.
    texts_end_with_lines: bool,
    pub(super) faults: Vec<Fault>,
}

impl<'t> Lexer<'t> {
    pub(super) const fn new(text: &'t str, texts_end_with_lines: bool) -> Self {
        let faults = Vec::new();
        Self { text, at: 0, line: 0, line_start: 0, indent: 0, first: true, texts_end_with_lines, faults }
    }

    pub(super) fn read(&mut self) -> Option<Token> {
        loop {
            self.skip_space();
            let rest = &self.text[self.at..];
            let letter = rest.chars().next()?;
            let next = rest[letter.len_utf8()..].chars().next();
            match (letter, next) {
                ('/', Some('/')) => self.at = self.line_end(),
                ('/', Some('*')) => self.block_comment(),
                ('#', Some('!')) if self.at == 0 => self.at = self.line_end(),
                ('#', _) => self.wrong_comment("#"),
                ('-', Some('-')) => self.wrong_comment("--"),
                _ => return Some(self.token(letter)),
            }
        }
    }

    fn skip_space(&mut self) {
        let rest = &self.text[self.at..];
        for (at, letter) in rest.char_indices() {
            if letter == '\n' {
                self.line += 1;
                self.line_start = self.at + at + 1;
                self.first = true;
            } else if !letter.is_whitespace() && letter != '\u{feff}' {
                self.at += at;
                if self.first {
                    self.indent = self.at - self.line_start;
                }
                return;
            }
        }
        self.at = self.text.len();
    }

    fn line_end(&self) -> usize {
        self.text[self.at..].find('\n').map_or(self.text.len(), |end| self.at + end)
    }

    /// The end of the line as far as a text on it is looked for: of a file that is one long line only the next part, or every quote
    /// would be looked for in all of it.
    fn line_end_nearby(&self) -> usize {
        let reach = (MOST_WORK / self.text.len().max(1)).max(500);
        let mut end = self.text.len().min(self.at + reach);
        while !self.text.is_char_boundary(end) {
            end -= 1;
        }
        self.text[self.at..end].find('\n').map_or(end, |line| self.at + line)
    }

    fn token(&mut self, letter: char) -> Token {
        let start = self.at;
        let (kind, end) = match letter {
            '(' | '[' | '{' => (TokenKind::Open(letter as u8), start + 1),
            ')' | ']' | '}' => (TokenKind::Close(letter as u8), start + 1),
            ',' => (TokenKind::Comma, start + 1),
            ':' => (TokenKind::Colon, start + 1),
            '=' => (TokenKind::Equals, start + 1),
            ';' => (TokenKind::Semicolon, start + 1),
            '"' => (TokenKind::Text, self.straight(start)),
            '\'' => self.single(start),
            letter if CURLY.contains(&letter) => (TokenKind::Text, self.curly(start, letter)),
            'r' | 'b' if self.raw_end(start).is_some() => (TokenKind::Text, self.raw_end(start).unwrap_or(start + 1)),
            _ => self.word(start),
        };
        let token =
            Token { kind, span: Span::new(start, end), line: self.line, indent: self.indent, first: self.first };
        let within = &self.text[start..end];
        self.line += within.matches('\n').count();
        if let Some(last) = within.rfind('\n') {
            self.line_start = start + last + 1;
        }
        self.at = end;
        self.first = false;
        token
    }

    /// The end of a text between straight quotes.
    fn straight(&mut self, start: usize) -> usize {
        let bytes = self.text.as_bytes();
        let line_end = self.line_end_nearby();
        if self.texts_end_with_lines
            && let Some(end) = self.swallowed(start, line_end)
        {
            self.faults.push(
                Fault::new(Sort::OpenText, Span::new(start, end), "the text that begins here is never closed")
                    .help("write `\"` where it ends")
                    .edit(Edit::insert(end, "\"")),
            );
            return end;
        }
        let mut at = start + 1;
        while at < bytes.len() && !(self.texts_end_with_lines && at >= line_end) {
            match bytes[at] {
                b'\\' => at += 2,
                b'"' => return at + 1,
                _ => at += 1,
            }
        }
        // What closes brackets at the end of the line was hardly meant as text.
        let line_end = self.line_end();
        let line = &self.text[start..line_end];
        let structure = |letter: char| letter.is_whitespace() || matches!(letter, ')' | ']' | '}' | ',');
        let end = start + line.trim_end_matches(structure).len().max(1);
        let end = if self.text.is_char_boundary(end) { end } else { line_end };
        self.faults.push(
            Fault::new(Sort::OpenText, Span::new(start, end), "the text that begins here is never closed")
                .help("write `\"` where it ends")
                .edit(Edit::insert(end, "\"")),
        );
        end
    }

    /// Where a text ends that took the next field of its line for a part of itself: a quote is missing on the line, and what is
    /// read as text holds `, name: `.
    fn swallowed(&self, start: usize, line_end: usize) -> Option<usize> {
        let line = self.text.get(start..line_end)?;
        let quotes = line.matches('"').count() - line.matches("\\\"").count();
        let inside = &line[1..];
        let inside = &inside[..inside.find('"').unwrap_or(inside.len())];
        let names_field = |at: &usize| {
            let rest = inside[at + 1..].trim_start();
            let name = rest.find(':').map(|colon| &rest[..colon]);
            name.is_some_and(|name| {
                name.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'_') && !name.is_empty()
            })
        };
        let field = inside.match_indices(',').map(|(at, _)| at).find(names_field);
        field.filter(|_| quotes % 2 == 1).map(|at| start + 1 + at)
    }

    /// A text between single quotes, which hold one letter only.
    fn single(&mut self, start: usize) -> (TokenKind, usize) {
        let line = &self.text[start + 1..self.line_end_nearby()];
        let Some(length) = line.find('\'') else { return self.word(start) };
        let end = start + 1 + length + 1;
        let inside = &line[..length];
        if inside.chars().count() == 1 || inside.starts_with('\\') {
            return (TokenKind::Other, end);
        }
        let span = Span::new(start, end);
        let text = format!("\"{}\"", inside.replace('"', "\\\""));
        self.faults.push(
            Fault::new(Sort::Quotes, span, format!("{} stands between single quotes", shown(self.text, span)))
                .help("write text between straight double quotes")
                .edit(Edit::replace(span, text)),
        );
        (TokenKind::Text, end)
    }

    fn curly(&mut self, start: usize, open: char) -> usize {
        let from = start + open.len_utf8();
        let line = &self.text[from..self.line_end_nearby()];
        let close = line.char_indices().find(|(_, letter)| CURLY.contains(letter) || *letter == '"');
        let (end, inside) = match close {
            Some((at, letter)) => (from + at + letter.len_utf8(), &line[..at]),
            None => (from, ""),
        };
        let span = Span::new(start, end);
        let fault = Fault::new(Sort::Quotes, span, format!("{} stands between curly quotes", shown(self.text, span)))
            .help("write text between straight double quotes; a word processor makes curly ones");
        let fix = Edit::replace(span, format!("\"{inside}\""));
        self.faults.push(if close.is_some() { fault.edit(fix) } else { fault });
        end
    }

    /// `r"..."`, `r#"..."#`, `b"..."`.
    fn raw_end(&self, start: usize) -> Option<usize> {
        let rest = self.text[start..].trim_start_matches('b');
        let from = self.text.len() - rest.len();
        let (raw, rest) = rest.strip_prefix('r').map_or((0, rest), |rest| (1, rest));
        let hashes = rest.bytes().take_while(|byte| *byte == b'#').count();
        let body = rest[hashes..].strip_prefix('"')?;
        let close = format!("\"{}", "#".repeat(hashes));
        body.find(&close).map(|end| from + raw + hashes + 1 + end + close.len())
    }

    /// A name, a number, or what is neither.
    fn word(&mut self, start: usize) -> (TokenKind, usize) {
        let rest = &self.text[start..];
        let ends =
            |letter: char| letter.is_whitespace() || "()[]{},:;=\"'/".contains(letter) || CURLY.contains(&letter);
        let first = rest.chars().next().map_or(1, char::len_utf8);
        let end = start + rest[first..].find(ends).map_or(rest.len(), |end| first + end);
        let word = &self.text[start..end];
        let raw = word.strip_prefix("r#").unwrap_or(word);
        if is_name(raw) {
            return (TokenKind::Name, end);
        }
        if !is_number(word) {
            let span = Span::new(start, end);
            let fault =
                Fault::new(Sort::Word, span, format!("{} is neither a word nor a number", shown(self.text, span)));
            self.faults.push(if word.chars().all(|letter| letter.is_alphanumeric() || "-_.+'".contains(letter)) {
                fault.help("write it between double quotes").edit(Edit::replace(span, format!("\"{word}\"")))
            } else {
                fault.help("remove it, or write it between double quotes")
            });
        }
        (TokenKind::Other, end)
    }

    fn block_comment(&mut self) {
        let start = self.at;
        let bytes = self.text.as_bytes();
        let (mut at, mut depth) = (start, 0_usize);
        while at < bytes.len() {
            match (bytes[at], bytes.get(at + 1)) {
                (b'/', Some(b'*')) => (at, depth) = (at + 2, depth + 1),
                (b'*', Some(b'/')) => {
                    (at, depth) = (at + 2, depth - 1);
                    if depth == 0 {
                        self.line += self.text[start..at].matches('\n').count();
                        self.at = at;
                        return;
                    }
                }
                _ => at += 1,
            }
        }
        let fault =
            Fault::new(Sort::Other, Span::new(start, start + 2), "the comment that begins here is never closed");
        self.faults.push(fault.help("write `*/` where it ends"));
        self.at = self.line_end();
    }

    /// A comment as other languages write it.
    fn wrong_comment(&mut self, mark: &str) {
        let start = self.at;
        let span = Span::new(start, start + mark.len());
        self.faults.push(
            Fault::new(Sort::Comment, span, format!("`{mark}` begins no comment"))
                .help("a comment begins with `//`")
                .edit(Edit::replace(span, "//")),
        );
        self.at = self.line_end();
    }
}

fn is_name(word: &str) -> bool {
    let mut letters = word.chars();
    letters.next().is_some_and(|first| first.is_alphabetic() || first == '_')
        && letters.all(|letter| letter.is_alphanumeric() || letter == '_')
}

fn is_number(word: &str) -> bool {
    let plain: String = word.chars().filter(|letter| *letter != '_').collect();
    let digits = plain.trim_start_matches(['+', '-']);
    let radix = |mark: &str, radix: u32| {
        digits
            .strip_prefix(mark)
            .is_some_and(|rest| !rest.is_empty() && rest.chars().all(|digit| digit.is_digit(radix)))
    };
    digits.starts_with(|letter: char| letter.is_ascii_digit() || letter == '.')
        && (digits.parse::<f64>().is_ok() || radix("0x", 16) || radix("0o", 8) || radix("0b", 2))
}
