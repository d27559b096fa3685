//! Values that fit the schema and still cannot be taken: the JSON form does not tell a word from a text, nor fields from a map.
//! The decoder names one place at a time and in its own words; here it is asked again with that place mended, so that
//! every misfit is told, in the author's words, with the change that was shown to help.

use ron::error::{Error, SpannedError};

use crate::codes;
use crate::cst::{Node, NodeKind};
use crate::diag::{Diagnostic, Safety};
use crate::document::ron_options;
use crate::edit::{self, Edit};
use crate::encode;
use crate::schema::{Document, Kind};
use crate::source::{LineIndex, Span};

/// More misfits than this are told when the first ones are mended.
const MOST: usize = 20;

/// What is wrong with a file that its decoder refuses.
pub(crate) fn findings(kind: Kind, text: &str, root: &Node, file: &str, error: SpannedError) -> Vec<Diagnostic> {
    let mut told = Vec::new();
    let mut edits: Vec<Edit> = Vec::new();
    let mut error = error;
    while told.len() < MOST {
        let mended = edit::apply(text, &edits).unwrap_or_default();
        let place = original(&edits, start(&error, &mended));
        let node = innermost(root, place);
        let found = node.map_or(Span::new(place, place), |node| node.span);
        let next = node.and_then(|node| {
            candidates(node, text).into_iter().find_map(|(help, change)| {
                let tried: Vec<Edit> = edits.iter().chain(&change).cloned().collect();
                let mended = edit::apply(text, &tried).ok()?;
                let outcome = Document::decode(kind, &mended, &ron_options());
                let moved = outcome.as_ref().err().map(|error| original(&tried, start(error, &mended)));
                moved.is_none_or(|moved| moved > node.span.end.max(place)).then_some((help, change, outcome.err()))
            })
        });
        let finding = Diagnostic::new(codes::BAD_VALUE, words(&error.code, node, text)).at(file, found.clamped(text));
        let Some((help, change, outcome)) = next else {
            told.push(finding);
            return told;
        };
        edits.extend(change.iter().cloned());
        told.push(finding.help(help).fix(format!("write it as {}", shown(&change)), Safety::Safe, change));
        match outcome {
            Some(after) => error = after,
            None => return told,
        }
    }
    told
}

fn shown(change: &[Edit]) -> String {
    match change {
        [only] => format!("`{}`", only.text),
        _ => "fields in round brackets".to_owned(),
    }
}

fn start(error: &SpannedError, text: &str) -> usize {
    LineIndex::new(text).offset(text, error.span.start.line, error.span.start.col)
}

/// The place in the author's text of a place in the mended one.
fn original(edits: &[Edit], place: usize) -> usize {
    let mut sorted: Vec<&Edit> = edits.iter().collect();
    sorted.sort_by_key(|edit| edit.span.start);
    let mut shift = 0_isize;
    for edit in sorted {
        let here = edit.span.start.saturating_add_signed(shift);
        if place < here + edit.text.len() {
            return if place >= here { edit.span.start } else { place.saturating_add_signed(-shift) };
        }
        shift += edit.text.len() as isize - edit.span.len() as isize;
    }
    place.saturating_add_signed(-shift)
}

/// The smallest value or key around a place or beginning right behind it.
fn innermost(node: &Node, place: usize) -> Option<&Node> {
    if !(node.span.start <= place && place <= node.span.end) {
        return None;
    }
    let children: Vec<&Node> = match &node.kind {
        NodeKind::List(items) | NodeKind::Tuple(_, items) => items.iter().collect(),
        NodeKind::Map(entries) => entries.iter().flat_map(|entry| [&entry.key, &entry.value]).collect(),
        NodeKind::Struct(_, fields) => fields.iter().map(|field| &field.value).collect(),
        _ => Vec::new(),
    };
    // The decoder stops behind what it could not take as often as before it.
    let begins = children.iter().find(|child| child.span.start == place);
    let around = begins.or_else(|| children.iter().find(|child| child.span.start <= place && place <= child.span.end));
    around.and_then(|child| innermost(child, place)).or(Some(node))
}

/// Other ways to write a value that mean the same in the JSON form.
fn candidates(node: &Node, text: &str) -> Vec<(String, Vec<Edit>)> {
    let replace = |new: String| vec![Edit::replace(node.span, new)];
    match &node.kind {
        NodeKind::Text(written) if is_word(written) => {
            vec![("words of the format stand without quotes".to_owned(), replace(written.clone()))]
        }
        NodeKind::Name(written) => {
            vec![("names and texts stand between quotes".to_owned(), replace(encode::quoted(written)))]
        }
        NodeKind::Map(entries) if !entries.is_empty() => {
            let keys = entries.iter().filter(|entry| is_word(&entry.key.key_text(text)));
            let mut edits: Vec<Edit> =
                keys.map(|entry| Edit::replace(entry.key.span, entry.key.key_text(text))).collect();
            edits.push(Edit::replace(Span::new(node.span.start, node.span.start + 1), "("));
            edits.push(Edit::replace(Span::new(node.span.end - 1, node.span.end), ")"));
            vec![("fields stand in round brackets, their names without quotes".to_owned(), edits)]
        }
        _ => Vec::new(),
    }
}

fn is_word(text: &str) -> bool {
    text.starts_with(|letter: char| letter.is_ascii_alphabetic() || letter == '_')
        && text.chars().all(|letter| letter.is_ascii_alphanumeric() || letter == '_')
}

/// What the decoder says, in words of the author.
fn words(error: &Error, node: Option<&Node>, text: &str) -> String {
    let written = node.map_or("", |node| node.span.of(text).lines().next().unwrap_or(""));
    let short: String = written.chars().take(40).collect();
    let wanted = match error {
        Error::ExpectedIdentifier => "a word without quotes",
        Error::ExpectedString => "text between quotes",
        Error::ExpectedInteger => "a whole number",
        Error::ExpectedFloat => "a number",
        Error::ExpectedBoolean => "`true` or `false`",
        Error::ExpectedArray => "a list in `[ ]`",
        Error::ExpectedMap => "entries in `{ }`",
        Error::ExpectedStructLike | Error::ExpectedNamedStructLike(_) => "fields in `( )`",
        Error::IntegerOutOfBounds => return format!("the number `{short}` is larger than any number may be"),
        Error::Message(message) => return sentence(message),
        Error::InvalidValueForType { expected, .. } => {
            return format!("`{short}` is not what belongs here: {expected}");
        }
        Error::ExpectedDifferentLength { expected, found } => {
            return format!("{expected} values belong here, and {found} are written");
        }
        _ => return format!("`{short}` cannot be used here"),
    };
    format!("{wanted} belongs here, not `{short}`")
}

fn sentence(message: &str) -> String {
    let mut letters = message.chars();
    letters.next().map_or_else(String::new, |first| first.to_lowercase().chain(letters).collect())
}
