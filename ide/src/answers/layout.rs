//! Formatting: the one canonical layout, as a change of the lines that differ.

use chartroom_format::edit::Edit;
use chartroom_format::fmt;
use chartroom_format::source::Span;
use lsp_server::ErrorCode;
use serde_json::{Value, json};

use super::actions::text_edits;
use super::{About, Answer};
use crate::server::{State, fault};

pub(crate) fn answer(state: &mut State, about: &About) -> Answer {
    let Some((_, index, _)) = state.file(&about.text_document.uri) else { return Ok(Value::Null) };
    let laid_out = fmt::format(&index.text).map_err(|error| fault(ErrorCode::RequestFailed, error.to_string()))?;
    let edits = difference(&index.text, &laid_out);
    if edits.is_empty() {
        return Ok(json!([]));
    }
    Ok(text_edits(state, &index, &edits))
}

/// The lines from the first that differs to the last; cursors and folds elsewhere stay where they are.
fn difference(old: &str, new: &str) -> Vec<Edit> {
    if old == new {
        return Vec::new();
    }
    let same = |a: &str, b: &str| a == b;
    let before: usize = old
        .split_inclusive('\n')
        .zip(new.split_inclusive('\n'))
        .take_while(|(a, b)| same(a, b))
        .map(|(a, _)| a.len())
        .sum();
    let (old_rest, new_rest) = (&old[before..], &new[before..]);
    let lines = |text: &'_ str| text.split_inclusive('\n').map(str::to_owned).collect::<Vec<_>>();
    let (old_lines, new_lines) = (lines(old_rest), lines(new_rest));
    let after: usize =
        old_lines.iter().rev().zip(new_lines.iter().rev()).take_while(|(a, b)| same(a, b)).map(|(a, _)| a.len()).sum();
    let span = Span::new(before, old.len() - after);
    vec![Edit::replace(span, &new[before..new.len() - after])]
}

#[cfg(test)]
mod tests {
    use chartroom_format::edit;

    use super::*;

    #[test]
    fn only_the_lines_between_are_changed() {
        for (old, new) in [
            ("a\nb\nc\n", "a\nB\nc\n"),
            ("a\na\n", "a\n"),
            ("a", "a\n"),
            ("", "x\n"),
            ("a\nb\n", "a\nx\nb\n"),
            ("x\nx\nx\n", "x\nx\n"),
        ] {
            let edits = difference(old, new);
            assert_eq!(edit::apply(old, &edits).expect("they fit"), new, "{old:?} to {new:?}");
        }
        assert!(difference("a\n", "a\n").is_empty());
        assert_eq!(difference("a\nb\nc\n", "a\nB\nc\n"), [Edit::replace(Span::new(2, 4), "B\n")]);
    }
}
