//! Folding: brackets that go over several lines, and runs of comments.

use std::ops::ControlFlow;

use serde_json::{Value, json};

use super::{About, Answer};
use crate::scan::{Lex, Scanner};
use crate::server::State;

pub(crate) fn answer(state: &mut State, about: &About) -> Answer {
    let Some((_, index, _)) = state.file(&about.text_document.uri) else { return Ok(Value::Null) };
    let line = |offset: usize| index.lines.line_of(offset);
    let mut ranges: Vec<(usize, usize, &str)> = Vec::new();
    let mut comments: Option<(usize, usize)> = None;
    let mut scanner = Scanner::new(&index.text, index.types, index.sound);
    scanner.run(index.text.len(), &mut |token, scanner| {
        let at = line(token.span.start);
        if token.lex == Lex::Comment {
            let alone =
                index.text[..token.span.start].rsplit('\n').next().is_some_and(|before| before.trim().is_empty());
            let end = line(token.span.end);
            comments = match comments {
                Some((first, last)) if alone && last + 1 == at => Some((first, end)),
                _ => {
                    ranges.extend(comments.map(|(first, last)| (first, last, "comment")));
                    alone.then_some((at, end))
                }
            };
        }
        if token.lex == Lex::Close
            && let Some(frame) = scanner.frames.last()
        {
            // The line of the closing bracket stays in sight.
            let (first, last) = (line(frame.open), at.saturating_sub(1));
            ranges.push((first, last, "region"));
        }
        ControlFlow::Continue(())
    });
    ranges.extend(comments.map(|(first, last)| (first, last, "comment")));
    ranges.retain(|(first, last, _)| first < last);
    ranges.sort_unstable();
    ranges.dedup_by_key(|(first, _, _)| *first);
    Ok(ranges.iter().map(|(first, last, kind)| json!({ "startLine": first, "endLine": last, "kind": kind })).collect())
}
