//! A look at XML before it is parsed: nothing that makes a small file large, and nothing nested beyond reason.

use super::super::error::ImportError;

/// Elements inside elements; games need nine.
const DEEPEST: usize = 64;
/// Elements, texts and attributes of a file.
pub(crate) const MOST_NODES: u32 = 4_000_000;

/// Refuses entities that a file defines itself, and elements nested too deep.
pub(crate) fn check(file: &str, text: &str) -> Result<(), ImportError> {
    let bytes = text.as_bytes();
    let mut depth = 0_usize;
    let mut at = 0;
    while let Some(found) = text[at..].find('<') {
        let start = at + found;
        let rest = &text[start..];
        let skip = |open: &str, close: &str| {
            rest.starts_with(open).then(|| {
                rest[open.len()..].find(close).map_or(text.len(), |end| start + open.len() + end + close.len())
            })
        };
        if let Some(end) = skip("<!--", "-->").or_else(|| skip("<![CDATA[", "]]>")).or_else(|| skip("<?", "?>")) {
            at = end;
            continue;
        }
        if rest.starts_with("<!ENTITY") {
            let (line, column) = place(text, start);
            return Err(ImportError::at(
                file,
                line,
                column,
                "entities are not read here; write their text where they are used",
            ));
        }
        if rest.starts_with("</") {
            depth = depth.saturating_sub(1);
            at = start + 2;
            continue;
        }
        if bytes.get(start + 1).is_some_and(|byte| byte.is_ascii_alphabetic() || *byte == b'_' || *byte >= 0x80) {
            let end = tag_end(bytes, start);
            if bytes.get(end.saturating_sub(1)) != Some(&b'/') {
                depth += 1;
                if depth > DEEPEST {
                    let (line, column) = place(text, start);
                    return Err(ImportError::at(
                        file,
                        line,
                        column,
                        format!("elements are nested more than {DEEPEST} deep"),
                    ));
                }
            }
            at = (end + 1).min(text.len());
            continue;
        }
        at = start + 1;
    }
    Ok(())
}

/// Where the tag that starts here ends: its `>` outside of quotes.
fn tag_end(bytes: &[u8], start: usize) -> usize {
    let mut quote = None;
    for (offset, &byte) in bytes[start..].iter().enumerate() {
        match (quote, byte) {
            (None, b'"' | b'\'') => quote = Some(byte),
            (Some(open), _) if open == byte => quote = None,
            (None, b'>') => return start + offset,
            _ => {}
        }
    }
    bytes.len()
}

/// Line and column of a byte, both from one.
pub(super) fn place(text: &str, at: usize) -> (u32, u32) {
    let before = &text[..at];
    let line = before.matches('\n').count() + 1;
    let column = before.rsplit('\n').next().map_or(0, |line| line.chars().count()) + 1;
    (line as u32, column as u32)
}
