//! What stands between two brackets, cut so that nothing is lost: each item with the comments before it, its comma, and the
//! comment behind it on its line.

use chartroom_format::cst::{Node, NodeKind};
use chartroom_format::source::Span;

/// One item of a list, map, struct or tuple.
pub(super) struct Item<'a> {
    /// The name or key, where items have one.
    pub(super) key: Option<String>,
    /// Blanks, line ends and comments before it.
    pub(super) lead: &'a str,
    /// The name or key with its colon; empty in lists.
    pub(super) label: &'a str,
    pub(super) value: &'a Node,
    /// Its comma and what follows on the line.
    pub(super) tail: &'a str,
}

/// A bracket and what is in it.
pub(super) struct Parts<'a> {
    /// From the start of the value to behind the opening bracket and its comment.
    pub(super) open: &'a str,
    pub(super) items: Vec<Item<'a>>,
    /// From behind the last item to the end of the value.
    pub(super) close: &'a str,
}

/// Takes a value with brackets apart; none if it has none.
pub(super) fn parts<'a>(text: &'a str, node: &'a Node) -> Option<Parts<'a>> {
    let bodies: Vec<(Option<String>, usize, &Node)> = match &node.kind {
        NodeKind::List(items) | NodeKind::Tuple(_, items) => {
            items.iter().map(|item| (None, item.span.start, item)).collect()
        }
        NodeKind::Map(entries) => {
            entries.iter().map(|entry| (Some(entry.key.key_text(text)), entry.key.span.start, &entry.value)).collect()
        }
        NodeKind::Struct(_, fields) => {
            fields.iter().map(|field| (Some(field.name.text.clone()), field.name.span.start, &field.value)).collect()
        }
        _ => return None,
    };
    let Span { start, end } = node.span;
    let from = node.name().map_or(start, |name| name.span.end);
    let bracket = skip_blanks(text, from) + 1;
    if bracket > end || !text.is_char_boundary(bracket) {
        return None;
    }
    let limit = end.saturating_sub(1);
    let mut done = line_comment_end(text, bracket, limit);
    let open = &text[start..done];
    let mut items = Vec::with_capacity(bodies.len());
    for (key, body, value) in bodies {
        let behind = tail_end(text, value.span.end, limit);
        items.push(Item {
            key,
            lead: text.get(done..body)?,
            label: text.get(body..value.span.start)?,
            value,
            tail: text.get(value.span.end..behind)?,
        });
        done = behind;
    }
    Some(Parts { open, items, close: text.get(done..end)? })
}

/// Behind the comma of an item, if it has one, and behind a comment that follows on the same line.
fn tail_end(text: &str, from: usize, limit: usize) -> usize {
    let comma = skip_blanks(text, from);
    let from = if comma < limit && text[comma..].starts_with(',') { comma + 1 } else { from };
    line_comment_end(text, from, limit)
}

/// Behind a `//` comment if nothing else stands before it on the line; else where it began.
fn line_comment_end(text: &str, from: usize, limit: usize) -> usize {
    let rest = &text[from..limit];
    let line = &rest[..rest.find('\n').unwrap_or(rest.len())];
    if line.trim_start().starts_with("//") { from + line.trim_end_matches('\r').len() } else { from }
}

/// The next place that is neither blank nor comment.
pub(super) fn skip_blanks(text: &str, from: usize) -> usize {
    let mut at = from;
    loop {
        let rest = &text[at..];
        at += rest.len() - rest.trim_start().len();
        let rest = &text[at..];
        if rest.starts_with("//") {
            at += rest.find('\n').unwrap_or(rest.len());
        } else if rest.starts_with("/*") {
            at += block_comment_len(rest);
        } else {
            return at;
        }
    }
}

fn block_comment_len(text: &str) -> usize {
    let (mut at, mut depth) = (0, 0_usize);
    let bytes = text.as_bytes();
    while at < bytes.len() {
        if bytes[at..].starts_with(b"/*") {
            (at, depth) = (at + 2, depth + 1);
        } else if bytes[at..].starts_with(b"*/") {
            (at, depth) = (at + 2, depth - 1);
            if depth == 0 {
                return at;
            }
        } else {
            at += 1;
        }
    }
    text.len()
}

/// A text without blanks outside strings and comments: two texts that say the same have the same.
pub(super) fn bare(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut at = 0;
    while let Some(letter) = text[at..].chars().next() {
        let rest = &text[at..];
        let length = if letter == '"' {
            let length = string_len(rest);
            out.push_str(&rest[..length]);
            length
        } else if rest.starts_with("//") {
            let length = rest.find('\n').unwrap_or(rest.len());
            out.push_str(rest[..length].trim_end());
            out.push('\n');
            length
        } else if rest.starts_with("/*") {
            let length = block_comment_len(rest);
            out.push_str(&rest[..length]);
            length
        } else {
            if !letter.is_whitespace() {
                out.push(letter);
            }
            letter.len_utf8()
        };
        at += length;
    }
    out
}

fn string_len(text: &str) -> usize {
    let bytes = text.as_bytes();
    let mut at = 1;
    while at < bytes.len() {
        match bytes[at] {
            b'\\' => at += 2,
            b'"' => return at + 1,
            _ => at += 1,
        }
    }
    text.len()
}
