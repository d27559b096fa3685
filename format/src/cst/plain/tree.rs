//! The tree of plain RON in one pass. Most texts are plain, and the tree with all its trivia that the full parser makes takes ten
//! times the memory. Whatever is doubtful is left to the full parser; where both answer, they answer the same.

use super::{Doubt, Read, Reader, Text};
use crate::cst::{Entry, Field, Name, Node, NodeKind};
use crate::source::Span;

/// The tree of a plain text.
pub(crate) fn tree(text: &str) -> Option<Node> {
    let mut reader = Reader::new(text);
    reader.skip().ok()?;
    let node = value(&mut reader).ok()?;
    reader.skip().ok()?;
    (reader.at == reader.bytes.len()).then_some(node)
}

fn value(reader: &mut Reader<'_>) -> Read<Node> {
    let start = reader.at;
    let kind = match reader.peek() {
        Some(b'"') => match reader.string()? {
            Text::Slice(text) => NodeKind::Text(text.to_owned()),
            Text::Resolved(text) => NodeKind::Text(text),
        },
        Some(b'-' | b'0'..=b'9') => {
            reader.number()?;
            NodeKind::Number
        }
        Some(b'[') => {
            reader.open(b'[')?;
            let items = items(reader, b']')?;
            NodeKind::List(items)
        }
        Some(b'{') => {
            reader.open(b'{')?;
            NodeKind::Map(entries(reader)?)
        }
        Some(b'(') => group(reader, None)?,
        _ => named(reader)?,
    };
    Ok(Node { span: Span::new(start, reader.at), kind })
}

/// A word, or a name with brackets behind it.
fn named(reader: &mut Reader<'_>) -> Read<NodeKind> {
    let start = reader.at;
    let text = reader.name()?;
    let end = reader.at;
    match text {
        "true" => return Ok(NodeKind::Bool(true)),
        "false" => return Ok(NodeKind::Bool(false)),
        // Numbers to the full parser.
        "inf" | "NaN" => return Err(Doubt),
        _ => {}
    }
    reader.skip()?;
    if reader.peek() != Some(b'(') {
        reader.at = end;
        return Ok(NodeKind::Name(text.to_owned()));
    }
    let kind = group(reader, Some(Name { text: text.to_owned(), span: Span::new(start, end) }))?;
    match (text, &kind) {
        ("Some", NodeKind::Tuple(_, items)) if items.len() == 1 => Ok(kind),
        ("Some" | "None", _) => Err(Doubt),
        _ => Ok(kind),
    }
}

/// What stands between round brackets: fields or values.
fn group(reader: &mut Reader<'_>, name: Option<Name>) -> Read<NodeKind> {
    reader.open(b'(')?;
    reader.skip()?;
    if reader.peek() == Some(b')') {
        reader.close(b')')?;
        return Ok(if name.is_some() { NodeKind::Tuple(name, Vec::new()) } else { NodeKind::Unit });
    }
    let start = reader.at;
    let has_fields = reader.name().is_ok() && {
        reader.skip()?;
        reader.peek() == Some(b':')
    };
    reader.at = start;
    if !has_fields {
        return Ok(NodeKind::Tuple(name, items(reader, b')')?));
    }
    let mut fields = Vec::new();
    loop {
        reader.skip()?;
        if reader.peek() == Some(b')') {
            reader.close(b')')?;
            return Ok(NodeKind::Struct(name, fields));
        }
        let start = reader.at;
        let text = reader.name()?.to_owned();
        let name_span = Span::new(start, reader.at);
        colon(reader)?;
        fields.push(Field { name: Name { text, span: name_span }, value: value(reader)? });
        if !reader.comma()? {
            reader.close(b')')?;
            return Ok(NodeKind::Struct(name, fields));
        }
    }
}

fn items(reader: &mut Reader<'_>, close: u8) -> Read<Vec<Node>> {
    let mut items = Vec::new();
    loop {
        reader.skip()?;
        if reader.peek() == Some(close) {
            break;
        }
        items.push(value(reader)?);
        if !reader.comma()? {
            break;
        }
    }
    reader.close(close)?;
    Ok(items)
}

fn entries(reader: &mut Reader<'_>) -> Read<Vec<Entry>> {
    let mut entries = Vec::new();
    loop {
        reader.skip()?;
        if reader.peek() == Some(b'}') {
            break;
        }
        let key = value(reader)?;
        colon(reader)?;
        entries.push(Entry { key, value: value(reader)? });
        if !reader.comma()? {
            break;
        }
    }
    reader.close(b'}')?;
    Ok(entries)
}

fn colon(reader: &mut Reader<'_>) -> Read<()> {
    reader.skip()?;
    reader.expect(b':')?;
    reader.skip()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cst;

    fn check(text: &str, is_plain: bool) {
        let plain = tree(text);
        assert_eq!(plain.is_some(), is_plain, "{text}");
        if plain.is_some() {
            let (full, errors) = cst::parse_fully(text);
            assert_eq!(errors, [], "{text}");
            assert_eq!(plain, full, "{text}");
        }
    }

    #[test]
    fn plain_trees_are_those_of_the_full_parser() {
        for text in [
            "A(b: 1, c: [2, -3.5], d: {\"x\": Land, 1: ()}, e: (1, \"z\"), f: At(\"q\", {\"i\": 1,},), g: Some(3), h: None)",
            "// head\n A ( b : true , ) // tail\n",
            "Name()",
            "{\"a\": [\"\\\"\", \"\\\\\"]}",
            "()",
            "A(1, B, C(d: 2))",
        ] {
            check(text, true);
        }
        for text in [
            "",
            "A(",
            "A(b: 1 c: 2)",
            "A(b: 0x1F)",
            "A(b: r\"raw\")",
            "A(b: 'c')",
            "A(b: inf)",
            "A() B",
            "A(/* c */ b: 1)",
            "Some(1, 2)",
        ] {
            check(text, false);
        }
    }

    #[test]
    fn every_bundled_file_has_one_tree() {
        let content = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../content");
        let mut seen = 0;
        for entry in walkdir::WalkDir::new(content) {
            let path = entry.expect("content").into_path();
            if path.extension().is_some_and(|ending| ending == "ron") {
                let text = std::fs::read_to_string(&path).expect("text");
                // Larger ones are read plainly or not at all.
                if text.len() > cst::LARGEST_FULL {
                    assert!(tree(&text).is_some(), "{} is not plain", path.display());
                } else if let Some(plain) = tree(&text) {
                    assert_eq!(Some(plain), cst::parse_fully(&text).0, "{}", path.display());
                    seen += 1;
                }
            }
        }
        assert!(seen > 100, "{seen} files are plain");
    }
}
