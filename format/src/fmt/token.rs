//! Tokens of a content file, line by line: enough to lay text out, with every comment kept.

/// What a token is to the layout.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum TokenKind {
    Open,
    Close,
    Comma,
    Colon,
    /// A name, number or string.
    Atom,
    Comment,
}

/// A piece of text that is never broken up.
#[derive(Clone, Copy, Debug)]
pub(super) struct Token<'a> {
    pub(super) kind: TokenKind,
    pub(super) text: &'a str,
    /// Spaces before it on its line.
    pub(super) space: usize,
}

/// The tokens of each line; a token that spans lines stands on the line it begins on, and lines it covers are dropped.
pub(super) fn lines(text: &str) -> Vec<Vec<Token<'_>>> {
    let bytes = text.as_bytes();
    let mut lines: Vec<Vec<Token<'_>>> = vec![Vec::new()];
    let (mut at, mut space) = (0, 0);
    while at < bytes.len() {
        match bytes[at] {
            b'\n' => {
                lines.push(Vec::new());
                (at, space) = (at + 1, 0);
            }
            b' ' => (at, space) = (at + 1, space + 1),
            b'\t' => (at, space) = (at + 1, space + 4),
            b'\r' => at += 1,
            _ => {
                let (kind, end) = token_at(text, at);
                if let Some(line) = lines.last_mut() {
                    line.push(Token { kind, text: text[at..end].trim_end_matches('\r'), space });
                }
                (at, space) = (end, 0);
            }
        }
    }
    lines
}

/// The kind and end of the token that starts at a byte.
fn token_at(text: &str, start: usize) -> (TokenKind, usize) {
    let bytes = text.as_bytes();
    match bytes[start] {
        b'(' | b'[' | b'{' => (TokenKind::Open, start + 1),
        b')' | b']' | b'}' => (TokenKind::Close, start + 1),
        b',' => (TokenKind::Comma, start + 1),
        b':' => (TokenKind::Colon, start + 1),
        b'/' if bytes.get(start + 1) == Some(&b'/') => (TokenKind::Comment, line_end(text, start)),
        b'/' if bytes.get(start + 1) == Some(&b'*') => (TokenKind::Comment, block_comment_end(text, start)),
        b'"' => (TokenKind::Atom, string_end(text, start)),
        b'r' if raw_string_end(text, start).is_some() => {
            (TokenKind::Atom, raw_string_end(text, start).unwrap_or(start + 1))
        }
        _ => {
            let rest = &text[start..];
            let stop = rest.find(|letter: char| letter.is_whitespace() || "()[]{},:\"/".contains(letter));
            (TokenKind::Atom, stop.map_or(text.len(), |stop| start + stop.max(1)))
        }
    }
}

fn line_end(text: &str, start: usize) -> usize {
    text[start..].find('\n').map_or(text.len(), |end| start + end)
}

fn block_comment_end(text: &str, start: usize) -> usize {
    let bytes = text.as_bytes();
    let (mut at, mut depth) = (start, 0usize);
    while at < bytes.len() {
        match (bytes[at], bytes.get(at + 1)) {
            (b'/', Some(b'*')) => (at, depth) = (at + 2, depth + 1),
            (b'*', Some(b'/')) => {
                (at, depth) = (at + 2, depth - 1);
                if depth == 0 {
                    return at;
                }
            }
            _ => at += 1,
        }
    }
    text.len()
}

fn string_end(text: &str, start: usize) -> usize {
    let bytes = text.as_bytes();
    let mut at = start + 1;
    while at < bytes.len() {
        match bytes[at] {
            b'\\' => at += 2,
            b'"' => return at + 1,
            _ => at += 1,
        }
    }
    text.len()
}

/// `r"..."`, `r#"..."#`.
fn raw_string_end(text: &str, start: usize) -> Option<usize> {
    let rest = &text[start + 1..];
    let hashes = rest.bytes().take_while(|byte| *byte == b'#').count();
    let body = rest[hashes..].strip_prefix('"')?;
    let close = format!("\"{}", "#".repeat(hashes));
    body.find(&close).map(|end| start + 1 + hashes + 1 + end + close.len())
}
