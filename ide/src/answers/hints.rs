//! Inlay hints: the names of hexes beside their numbers.

use chartroom_format::entries::EntryKind;
use chartroom_format::source::Span;
use serde_json::{Value, json};

use super::{About, Answer, cards};
use crate::server::State;

pub(crate) fn answer(state: &mut State, about: &About) -> Answer {
    let Some((_, index, pack)) = state.file(&about.text_document.uri) else { return Ok(Value::Null) };
    let Some(pack) = pack else { return Ok(json!([])) };
    let Some(snapshot) = state.snapshot(&pack) else { return Ok(json!([])) };
    let names = state.world.names(&pack);
    let text = &index.text;
    let wanted = about.range.map_or(Span::new(0, text.len()), |range| index.lines.span(text, range, state.encoding));
    let mut hints = Vec::new();
    for mention in &index.mentions {
        let span = mention.span();
        if span.end < wanted.start || span.start > wanted.end || mention.defines.is_some() {
            continue;
        }
        let id = index.name(*mention);
        // A zone's id says its name; a number does not.
        if !id.bytes().any(|byte| byte.is_ascii_digit()) || names.meaning(*mention, id) != Some(EntryKind::Space) {
            continue;
        }
        let Some(name) = cards::title(snapshot.content(), EntryKind::Space, id) else { continue };
        let same = |text: &str| text.to_lowercase().replace([' ', '-'], "");
        if same(&name) == same(id) {
            continue;
        }
        let after = span.end + usize::from(text[span.end..].starts_with('"'));
        let position = index.lines.position(text, after, state.encoding);
        hints.push(json!({ "position": position, "label": name, "paddingLeft": true }));
    }
    Ok(hints.into())
}
