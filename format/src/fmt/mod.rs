//! One canonical layout for content files: indentation, spacing, trailing commas, blank lines, and grids in columns.
//! Line breaks and hand-made alignment inside a line are the author's; every comment stays. Formatting twice changes
//! nothing more, and a result that would mean something else is never returned.

mod grid;
mod token;

use thiserror::Error;

use crate::{cst, json};
use token::{Token, TokenKind};

const INDENT: usize = 4;

/// Why a text was not formatted.
#[derive(Debug, Error, PartialEq, Eq)]
pub enum FormatError {
    #[error("the file has syntax errors; run `chartroom check` first")]
    Syntax,
    #[error("formatting would have changed the meaning; nothing was changed")]
    Meaning,
}

/// The canonical layout of a text.
pub fn format(text: &str) -> Result<String, FormatError> {
    let unmarked = cst::without_mark(text);
    let text = &*unmarked;
    let (root, errors) = cst::parse(text);
    let (Some(root), true) = (root, errors.is_empty()) else { return Err(FormatError::Syntax) };
    let lines = grid::align(&lay_out(&token::lines(text)));
    let mut out = lines.join("\n");
    out.push('\n');
    let (Some(after), errors) = cst::parse(&out) else { return Err(FormatError::Meaning) };
    if !errors.is_empty() || json::document_value(&root, text) != json::document_value(&after, &out) {
        return Err(FormatError::Meaning);
    }
    Ok(out)
}

/// Lays tokens out line by line: the author's lines, our indentation, spacing, commas and blank lines.
fn lay_out(lines: &[Vec<Token<'_>>]) -> Vec<String> {
    let commas = missing_commas(lines);
    // Lines on which a bracket was opened that is still open, one entry per bracket.
    let mut open: Vec<usize> = Vec::new();
    let mut out: Vec<String> = Vec::new();
    for (number, line) in lines.iter().enumerate() {
        let Some(first) = line.first() else {
            // A blank line separates; it neither opens nor closes anything and never comes twice.
            let after_opener = out.last().is_none_or(|last| last.is_empty() || last.ends_with(['(', '[', '{']));
            if !after_opener {
                out.push(String::new());
            }
            continue;
        };
        if first.kind == TokenKind::Close && out.last().is_some_and(String::is_empty) {
            out.pop();
        }
        let closers = line.iter().take_while(|token| token.kind == TokenKind::Close).count();
        open.truncate(open.len().saturating_sub(closers));
        let mut levels = open.clone();
        levels.dedup();
        let indent = levels.len() * INDENT;
        out.push(format!("{:indent$}{}", "", write_line(line, commas.get(number).copied().flatten())));
        for token in line.iter().skip_while(|token| token.kind == TokenKind::Close) {
            match token.kind {
                TokenKind::Open => open.push(number),
                TokenKind::Close => drop(open.pop()),
                _ => {}
            }
        }
    }
    while out.last().is_some_and(String::is_empty) {
        out.pop();
    }
    out
}

/// For each line, the token after which a comma is missing: the last of a group whose bracket closes on a later line.
fn missing_commas(lines: &[Vec<Token<'_>>]) -> Vec<Option<usize>> {
    let mut commas = vec![None; lines.len()];
    let mut last: Option<(usize, usize, TokenKind)> = None;
    for (number, line) in lines.iter().enumerate() {
        for (index, token) in line.iter().enumerate().filter(|(_, token)| token.kind != TokenKind::Comment) {
            if let (TokenKind::Close, Some((before, place, kind))) = (token.kind, last)
                && before != number
                && index == 0
                && !matches!(kind, TokenKind::Comma | TokenKind::Open)
            {
                commas[before] = Some(place);
            }
            last = Some((number, index, token.kind));
        }
    }
    commas
}

fn write_line(line: &[Token<'_>], comma_after: Option<usize>) -> String {
    let mut out = String::new();
    for (index, token) in line.iter().enumerate() {
        if index > 0 {
            let spaces = spaces_between(&line[index - 1], token);
            out.extend(std::iter::repeat_n(' ', spaces));
        }
        out.push_str(token.text);
        if comma_after == Some(index) {
            out.push(',');
        }
    }
    out.truncate(out.trim_end().len());
    out
}

/// One space after commas and colons, none before; more than one is the author's alignment and stays.
fn spaces_between(before: &Token<'_>, after: &Token<'_>) -> usize {
    match (before.kind, after.kind) {
        (_, TokenKind::Comma | TokenKind::Colon) | (TokenKind::Atom, TokenKind::Open) => 0,
        (_, TokenKind::Comment) | (TokenKind::Comma | TokenKind::Colon, _) => after.space.max(1),
        (TokenKind::Open, _) | (_, TokenKind::Close) if before.text == "(" || after.text == ")" => 0,
        _ => after.space,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(before: &str, after: &str) {
        assert_eq!(format(before).as_deref(), Ok(after), "{before}");
        assert_eq!(format(after).as_deref(), Ok(after), "formatting twice changes nothing: {after}");
    }

    #[test]
    fn layout_is_canonical() {
        for (before, after) in [
            ("Options( schema:1 ,options:{ })", "Options(schema: 1, options: { })\n"),
            (
                "\n\nOptions(\n  schema: 1,\n\n\n  options: {\n\n\"a\": (title: \"A\"),   // why\n  }\n)\n\n",
                "Options(\n    schema: 1,\n\n    options: {\n        \"a\": (title: \"A\"),   // why\n    },\n)\n",
            ),
            (
                "A(\n// c\n a: [\n1,\n2 // two\n]\n)",
                "A(\n    // c\n    a: [\n        1,\n        2, // two\n    ],\n)\n",
            ),
            ("A(b: C((\n x: 1,\n)))", "A(b: C((\n    x: 1,\n)))\n"),
        ] {
            check(before, after);
        }
    }

    #[test]
    fn grids_stand_in_columns() {
        for (before, after) in [
            (
                "T(\n rows: {\n // a bb\n \"x\": [1, 10],\n \"long\": [100, 2], // note\n },\n)\n",
                "T(\n    rows: {\n        //         a  bb\n        \"x\":    [  1, 10],\n        \"long\": [100,  2], // note\n    },\n)\n",
            ),
            // Fractions, lists and sentences are cells as well; text is read from the left.
            (
                "T(\n rows: {\n 1: [\"1/2\", \"a, b\", 3],\n 2: [10, \"]\", 40],\n },\n)\n",
                "T(\n    rows: {\n        1: [\"1/2\", \"a, b\",  3],\n        2: [   10, \"]\",    40],\n    },\n)\n",
            ),
            // A comment between rows does not part the grid; lists outside of `rows` are none.
            (
                "T(\n rows: {\n 1: [1, 2],\n // later\n 2: [10, 20],\n },\n lists: {\n 1: [1, 2],\n 2: [10, 20],\n },\n)\n",
                "T(\n    rows: {\n        1: [ 1,  2],\n        // later\n        2: [10, 20],\n    },\n    lists: {\n        1: [1, 2],\n        2: [10, 20],\n    },\n)\n",
            ),
        ] {
            check(before, after);
        }
    }

    #[test]
    fn texts_with_errors_are_left_alone() {
        assert_eq!(format("A(b: )"), Err(FormatError::Syntax));
    }
}
