//! Semantic tokens: fields, variants and names told apart, which a grammar alone cannot do.

use std::ops::ControlFlow;

use chartroom_format::source::Span;
use serde_json::{Value, json};

use super::{About, Answer};
use crate::position::Encoding;
use crate::scan::{Lex, Scanner};
use crate::server::State;

pub(crate) const TYPES: &[&str] =
    &["class", "property", "enumMember", "variable", "string", "number", "keyword", "comment"];
pub(crate) const MODIFIERS: &[&str] = &["declaration"];

pub(crate) fn answer(state: &mut State, about: &About) -> Answer {
    let Some((_, index, _)) = state.file(&about.text_document.uri) else { return Ok(Value::Null) };
    let text = &index.text;
    let wanted = about.range.map_or(Span::new(0, text.len()), |range| index.lines.span(text, range, state.encoding));
    let mut found: Vec<(Span, u32, u32)> = Vec::new();
    let mut scanner = Scanner::new(text, index.types, index.sound);
    scanner.run(text.len(), &mut |token, scanner| {
        if token.span.start > wanted.end {
            return ControlFlow::Break(());
        }
        if token.span.end < wanted.start {
            return ControlFlow::Continue(());
        }
        let kind = match token.lex {
            Lex::Tag if scanner.frames.is_empty() => 0,
            Lex::Field => 1,
            Lex::Word if matches!(token.span.of(text), "true" | "false" | "None") => 6,
            Lex::Tag if token.span.of(text) == "Some" => 6,
            Lex::Tag | Lex::Word => 2,
            Lex::Number => 5,
            Lex::Comment => 7,
            Lex::Text => {
                let near = index.mentions.partition_point(|mention| mention.span().start < token.inner.start);
                let mention = index.mentions.get(near).filter(|mention| mention.span() == token.inner);
                match mention {
                    Some(mention) => {
                        found.push((token.span, 3, u32::from(mention.defines.is_some())));
                        return ControlFlow::Continue(());
                    }
                    None => 4,
                }
            }
            _ => return ControlFlow::Continue(()),
        };
        found.push((token.span, kind, 0));
        ControlFlow::Continue(())
    });
    let mut data: Vec<u32> = Vec::with_capacity(found.len() * 5);
    let (mut last_line, mut last_column) = (0, 0);
    for (span, kind, modifiers) in found {
        // A token may not go over several lines; the grammar colours those that do.
        let start = index.lines.position(text, span.start, state.encoding);
        if index.lines.line_of(span.end) != start.line as usize {
            continue;
        }
        let length = match state.encoding {
            Encoding::Utf8 => span.len() as u32,
            Encoding::Utf16 => span.of(text).chars().map(char::len_utf16).sum::<usize>() as u32,
        };
        let delta = start.line - last_line;
        let column = if delta == 0 { start.character - last_column } else { start.character };
        data.extend([delta, column, length, kind, modifiers]);
        (last_line, last_column) = (start.line, start.character);
    }
    Ok(json!({ "data": data }))
}
