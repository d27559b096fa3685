//! Edits of lists, maps, structs and table cells as they stand in the text: the layout around the edited value stays.

use crate::cst::{Node, NodeKind};
use crate::edit::Edit;
pub use crate::encode::quoted;
use crate::source::Span;

/// Sets a field of a struct, adds it at its place in `order`, or removes it. Nothing if the text already says so.
pub fn set_field(text: &str, node: &Node, field: &str, value: Option<&str>, order: &[&str]) -> Option<Edit> {
    let NodeKind::Struct(_, fields) = &node.kind else {
        // `()` is a struct without fields.
        return value
            .filter(|_| node.span.len() == 2)
            .map(|value| Edit::insert(node.span.start + 1, format!("{field}: {value}")));
    };
    let at = fields.iter().position(|known| known.name.text == field);
    match (at, value) {
        (Some(at), Some(value)) => {
            let span = fields[at].value.span;
            (span.of(text) != value).then(|| Edit::replace(span, value))
        }
        (Some(at), None) => {
            let spans: Vec<Span> =
                fields.iter().map(|field| Span::new(field.name.span.start, field.value.span.end)).collect();
            Some(remove(text, &spans, at))
        }
        (None, Some(value)) => {
            let rank = |name: &str| order.iter().position(|known| *known == name).unwrap_or(order.len());
            let before = fields.iter().rev().find(|known| rank(&known.name.text) <= rank(field));
            Some(match (before, fields.first()) {
                (Some(before), _) => {
                    let span = Span::new(before.name.span.start, before.value.span.end);
                    insert_after(text, span, &format!("{field}: {value}"))
                }
                (None, Some(first)) => Edit::insert(first.name.span.start, format!("{field}: {value}, ")),
                (None, None) => Edit::insert(node.span.end - 1, format!("{field}: {value}")),
            })
        }
        (None, None) => None,
    }
}

/// The spans of the items of a list or the entries of a map.
pub fn items(node: &Node) -> Vec<Span> {
    match &node.kind {
        NodeKind::List(items) => items.iter().map(|item| item.span).collect(),
        NodeKind::Map(entries) => {
            entries.iter().map(|entry| Span::new(entry.key.span.start, entry.value.span.end)).collect()
        }
        _ => Vec::new(),
    }
}

/// Adds an item at the end of a list or map: on a line of its own if the last one stands so, else on the same line.
pub fn append(text: &str, node: &Node, item: &str) -> Edit {
    if let Some(last) = items(node).last() {
        return insert_after(text, *last, item);
    }
    let inside = Span::new(node.span.start + 1, node.span.end - 1);
    if inside.of(text).contains('\n') {
        let indent = format!("{}    ", indent_of(text, node.span.start));
        Edit::insert(inside.start, format!("\n{indent}{item},"))
    } else {
        Edit::insert(inside.start, item)
    }
}

/// Adds several items at the end of a list or map, laid out like those that are there.
pub fn append_all(text: &str, node: &Node, new: &[String]) -> Edit {
    let spans = items(node);
    let (own_lines, indent) = match spans.last() {
        Some(last) => (starts_line(text, last.start), indent_of(text, last.start).to_owned()),
        None => (node.span.of(text).contains('\n'), format!("{}    ", indent_of(text, node.span.start))),
    };
    append(text, node, &new.join(&if own_lines { format!(",\n{indent}") } else { ", ".to_owned() }))
}

/// Whether only blanks stand before a place in its line.
fn starts_line(text: &str, at: usize) -> bool {
    text[..at].rfind('\n').is_some_and(|line| text[line..at].trim().is_empty())
}

/// Adds an item behind another one.
pub fn insert_after(text: &str, before: Span, item: &str) -> Edit {
    let rest = &text[before.end..];
    let line_end = rest.find('\n').unwrap_or(rest.len());
    let same_line = &rest[..line_end];
    let starts_line = starts_line(text, before.start);
    // Behind the item there is only its comma and perhaps a comment: the next item gets a line of its own.
    let after_comma = same_line.trim_start().strip_prefix(',').map(str::trim_start);
    let ends_line = after_comma.is_some_and(|rest| rest.is_empty() || rest.starts_with("//"));
    if starts_line && ends_line {
        return Edit::insert(before.end + line_end, format!("\n{}{item},", indent_of(text, before.start)));
    }
    if starts_line && same_line.trim().is_empty() {
        // The last item of a list has no comma yet.
        return Edit::insert(before.end, format!(",\n{}{item}", indent_of(text, before.start)));
    }
    Edit::insert(before.end, format!(", {item}"))
}

/// Removes one of several items together with the comma that belongs to it, or with its line if it stands alone on one.
pub fn remove(text: &str, items: &[Span], at: usize) -> Edit {
    let item = items[at];
    let line_start = text[..item.start].rfind('\n').map_or(0, |at| at + 1);
    let line_end = text[item.end..].find('\n').map_or(text.len(), |at| item.end + at);
    let behind = text[item.end..line_end].trim_start();
    let alone = text[line_start..item.start].trim().is_empty()
        && behind.strip_prefix(',').unwrap_or(behind).trim_start().trim_end_matches('\r').is_empty();
    if alone && line_start > 0 && line_end < text.len() {
        return Edit::delete(Span::new(line_start, line_end + 1));
    }
    if at > 0 && !text[items[at - 1].end..item.start].contains("//") {
        return Edit::delete(Span::new(items[at - 1].end, item.end));
    }
    let gap = &text[item.end..];
    let blanks = |text: &str| text.len() - text.trim_start_matches([' ', '\t']).len();
    let mut end = item.end + blanks(gap);
    if text[end..].starts_with(',') {
        end += 1;
        end += blanks(&text[end..]);
    } else {
        end = item.end;
    }
    Edit::delete(Span::new(item.start, end))
}

/// Removes several items of one list. Edits that would overlap are joined into one.
pub fn remove_all(text: &str, spans: &[Span], gone: &[usize]) -> Vec<Edit> {
    let mut edits: Vec<Edit> = Vec::new();
    for &at in gone {
        let edit = remove(text, spans, at);
        match edits.last_mut() {
            Some(last) if edit.span.start <= last.span.end => last.span.end = last.span.end.max(edit.span.end),
            _ => edits.push(edit),
        }
    }
    edits
}

/// The blanks at the start of the line in which a place lies.
pub fn indent_of(text: &str, at: usize) -> &str {
    let start = text[..at].rfind('\n').map_or(0, |at| at + 1);
    let line = &text[start..at];
    &line[..line.len() - line.trim_start().len()]
}

/// How a cell is written: a number bare, anything else quoted; an empty cell is `"-"`.
pub fn cell_literal(text: &str) -> String {
    let text = text.trim();
    match text.parse::<i64>() {
        Ok(number) if number.to_string() == text => text.to_owned(),
        _ if text.is_empty() => quoted("-"),
        _ => quoted(text),
    }
}

/// Replaces a cell; blanks before it give way or fill up so that a column set flush right stays so.
pub fn aligned(text: &str, cell: Span, literal: String) -> Edit {
    let before = &text[..cell.start];
    let blanks = before.len() - before.trim_end_matches(' ').len();
    let (old, new) = (cell.of(text).chars().count(), literal.chars().count());
    let after_bracket = before.trim_end_matches(' ').ends_with('[');
    // In flush-right columns a short cell has blanks to spare; one blank alone is just the gap behind a comma.
    let spare = if after_bracket { blanks } else { blanks.saturating_sub(1) };
    if new > old {
        let taken = spare.min(new - old);
        Edit::replace(Span::new(cell.start - taken, cell.end), literal)
    } else if new < old && is_grid(text, cell) {
        Edit::replace(cell, format!("{}{literal}", " ".repeat(old - new)))
    } else {
        Edit::replace(cell, literal)
    }
}

/// Whether the line of a cell or one beside it pads its cells.
fn is_grid(text: &str, cell: Span) -> bool {
    let start = text[..cell.start].rfind('\n').map_or(0, |at| at + 1);
    let lines = text[..start].lines().rev().take(1).chain(text[start..].lines().take(2));
    lines.into_iter().any(|line| line.contains(",  ") || line.contains("[ "))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cst;
    use crate::edit::apply;

    fn with(text: &str, edit: Option<Edit>) -> String {
        edit.map_or_else(|| "unchanged".to_owned(), |edit| apply(text, &[edit]).expect("the edit fits"))
    }

    #[test]
    fn fields_are_set_added_and_removed_in_place() {
        let cases = [
            ("(a: 1, c: 3)", "c", Some("4"), "(a: 1, c: 4)"),
            ("(a: 1, c: 3)", "c", Some("3"), "unchanged"),
            ("(a: 1, c: 3)", "b", Some("2"), "(a: 1, b: 2, c: 3)"),
            ("(b: 1)", "a", Some("0"), "(a: 0, b: 1)"),
            ("(a: 1, c: 3,)", "c", None, "(a: 1,)"),
            ("(a: 1, c: 3)", "a", None, "(c: 3)"),
            ("(a: 1)", "a", None, "()"),
            ("()", "a", Some("1"), "(a: 1)"),
            ("(a: 1)", "b", None, "unchanged"),
        ];
        for (text, field, value, expected) in cases {
            let node = cst::parse(text).0.expect("a value");
            assert_eq!(
                with(text, set_field(text, &node, field, value, &["a", "b", "c"])),
                expected,
                "{text} {field} {value:?}"
            );
        }
    }

    #[test]
    fn items_keep_the_layout_they_find() {
        let cases = [
            ("[1, 2]", "[1, 2, 9]"),
            ("[]", "[9]"),
            ("[\n    1,\n    2,\n]", "[\n    1,\n    2,\n    9,\n]"),
            ("[\n    1,\n    2, // two\n]", "[\n    1,\n    2, // two\n    9,\n]"),
            ("[\n    1,\n    2\n]", "[\n    1,\n    2,\n    9\n]"),
            ("[\n    1, 2,\n]", "[\n    1, 2, 9,\n]"),
            ("[\n]", "[\n    9,\n]"),
        ];
        for (text, expected) in cases {
            let node = cst::parse(text).0.expect("a list");
            assert_eq!(with(text, Some(append(text, &node, "9"))), expected, "{text}");
        }
    }

    #[test]
    fn removed_items_take_their_comma_or_line_along() {
        let cases = [
            ("[1, 2, 3]", 0, "[2, 3]"),
            ("[1, 2, 3]", 1, "[1, 3]"),
            ("[1, 2, 3]", 2, "[1, 2]"),
            ("[1]", 0, "[]"),
            ("[\n    1,\n    2,\n]", 1, "[\n    1,\n]"),
            ("[\n    1, 2,\n    3,\n]", 1, "[\n    1,\n    3,\n]"),
        ];
        for (text, at, expected) in cases {
            let node = cst::parse(text).0.expect("a list");
            assert_eq!(with(text, Some(remove(text, &items(&node), at))), expected, "{text} {at}");
        }
    }

    #[test]
    fn texts_are_quoted() {
        assert_eq!(quoted("a \"b\" \\ c"), "\"a \\\"b\\\" \\\\ c\"");
    }
}
