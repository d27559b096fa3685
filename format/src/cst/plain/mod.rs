//! The short way for sound files: text straight to typed content in one pass, without a tree of places. It reads plain RON
//! only and takes exactly what the JSON Schema of the current version and `ron` both take; whatever is doubtful (a fault, a
//! name twice, a rare form) ends in `Doubt`, and the caller takes the long way over the tree to say what and where. It
//! never decides that a file is wrong.

mod decode;
mod tree;

pub(crate) use tree::tree;

use serde::Deserialize;

use crate::schema::ids::Shape;

/// Brackets deeper than this are doubtful: `ron` counts several levels for each against its own limit.
const MAX_DEPTH: usize = 20;

/// The typed content of a sound document whose kind has this name.
pub fn decode<'de, T: Deserialize<'de>>(text: &'de str, kind: &str) -> Option<T> {
    let mut reader = Reader::new(text);
    reader.skip().ok()?;
    if reader.name().ok()? != kind {
        return None;
    }
    reader.skip().ok()?;
    let content = T::deserialize(&mut reader).ok()?;
    reader.skip().ok()?;
    (reader.at == reader.bytes.len()).then_some(content)
}

/// The name before the first bracket of a document, if one stands there.
pub fn first_name(text: &str) -> Option<&str> {
    let mut reader = Reader::new(text);
    reader.skip().ok()?;
    let name = reader.name().ok()?;
    reader.skip().ok()?;
    (reader.peek() == Some(b'(')).then_some(name)
}

/// Something that needs a closer look.
#[derive(Clone, Copy, Debug)]
struct Doubt;

type Read<T> = Result<T, Doubt>;

impl std::fmt::Display for Doubt {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("this needs a closer look")
    }
}

impl std::error::Error for Doubt {}

impl serde::de::Error for Doubt {
    fn custom<T: std::fmt::Display>(_: T) -> Self {
        Self
    }
}

/// A string of the text: as it stands, or with its escapes resolved.
enum Text<'de> {
    Slice(&'de str),
    Resolved(String),
}

struct Reader<'de> {
    text: &'de str,
    bytes: &'de [u8],
    at: usize,
    depth: usize,
    /// The shape that the next string must have: it is a name.
    shape: Option<Shape>,
}

impl<'de> Reader<'de> {
    const fn new(text: &'de str) -> Self {
        Self { text, bytes: text.as_bytes(), at: 0, depth: 0, shape: None }
    }

    fn peek(&self) -> Option<u8> {
        self.bytes.get(self.at).copied()
    }

    fn expect(&mut self, byte: u8) -> Read<()> {
        if self.peek() == Some(byte) {
            self.at += 1;
            return Ok(());
        }
        Err(Doubt)
    }

    /// Passes an opening bracket.
    fn open(&mut self, byte: u8) -> Read<()> {
        self.expect(byte)?;
        self.depth += 1;
        if self.depth > MAX_DEPTH { Err(Doubt) } else { Ok(()) }
    }

    /// Passes a closing bracket, if nothing else is left before it.
    fn close(&mut self, byte: u8) -> Read<()> {
        self.skip()?;
        self.depth -= 1;
        self.expect(byte)
    }

    /// Passes white space and line comments; block comments are rare and take the long way.
    fn skip(&mut self) -> Read<()> {
        loop {
            match self.peek() {
                Some(b' ' | b'\n' | b'\r' | b'\t') => self.at += 1,
                Some(b'/') => {
                    if self.bytes.get(self.at + 1) != Some(&b'/') {
                        return Err(Doubt);
                    }
                    let rest = &self.bytes[self.at..];
                    self.at += rest.iter().position(|byte| *byte == b'\n').unwrap_or(rest.len());
                }
                _ => return Ok(()),
            }
        }
    }

    /// Passes a comma if there is one.
    fn comma(&mut self) -> Read<bool> {
        self.skip()?;
        Ok(self.expect(b',').is_ok())
    }

    fn name(&mut self) -> Read<&'de str> {
        let start = self.at;
        if !self.peek().is_some_and(|byte| byte.is_ascii_alphabetic() || byte == b'_') {
            return Err(Doubt);
        }
        while self.peek().is_some_and(|byte| byte.is_ascii_alphanumeric() || byte == b'_') {
            self.at += 1;
        }
        match self.peek() {
            // A raw identifier or raw string begins with `r#` or `r"`; other letters may belong to a name as well.
            Some(b'#' | b'"' | b'\'' | 0x80..) => Err(Doubt),
            _ => self.text.get(start..self.at).ok_or(Doubt),
        }
    }

    fn string(&mut self) -> Read<Text<'de>> {
        self.expect(b'"')?;
        let start = self.at;
        let ends = |byte: &u8| matches!(byte, b'"' | b'\\');
        let end = start + self.bytes[start..].iter().position(ends).ok_or(Doubt)?;
        let plain = self.text.get(start..end).ok_or(Doubt)?;
        self.at = end;
        if self.bytes[end] == b'"' {
            self.at += 1;
            return Ok(Text::Slice(plain));
        }
        self.escaped(plain.to_owned()).map(Text::Resolved)
    }

    /// The rest of a string from its first escape on.
    fn escaped(&mut self, mut text: String) -> Read<String> {
        loop {
            let rest = self.text.get(self.at..).ok_or(Doubt)?;
            let end = rest.find(['"', '\\']).ok_or(Doubt)?;
            text.push_str(&rest[..end]);
            self.at += end + 1;
            if rest.as_bytes()[end] == b'"' {
                return Ok(text);
            }
            text.push(match self.peek() {
                Some(byte @ (b'"' | b'\\')) => char::from(byte),
                // Other escapes take the long way.
                _ => return Err(Doubt),
            });
            self.at += 1;
        }
    }

    /// A plain number, whole or with decimals.
    fn number(&mut self) -> Read<&'de str> {
        let start = self.at;
        if self.peek() == Some(b'-') {
            self.at += 1;
        }
        self.digits()?;
        if self.peek() == Some(b'.') {
            self.at += 1;
            self.digits()?;
        }
        match self.peek() {
            Some(b'a'..=b'z' | b'A'..=b'Z' | b'_' | b'.' | 0x80..) => Err(Doubt),
            _ => self.text.get(start..self.at).ok_or(Doubt),
        }
    }

    fn digits(&mut self) -> Read<()> {
        let start = self.at;
        while self.peek().is_some_and(|byte| byte.is_ascii_digit()) {
            self.at += 1;
        }
        if self.at > start { Ok(()) } else { Err(Doubt) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::document;
    use crate::schema::{Document, Kind};

    fn check(text: &str, is_plain: bool) {
        let kind = first_name(text).and_then(Kind::parse);
        let short = kind.and_then(|kind| Document::decode_plain(kind, text));
        assert_eq!(short.is_some(), is_plain, "{text}");
        if let Some(short) = short {
            let long = document::read_with_places(text, "test.ron");
            assert_eq!(long.findings, [], "{text}");
            assert_eq!(long.document, Some(short), "{text}");
        }
    }

    #[test]
    fn plain_texts_mean_what_the_long_way_reads() {
        for text in [
            "// head\nOptions(schema: 2, options: {})\n",
            "Options(schema:2,options:{\"fog\":(title:\"Fog\",),},)",
            "Regions(schema: 2, regions: {\"a\": (title: \"A\", kind: Group, spaces: [\"W1\", \"W2\",], power: Some(\"x\"))})",
            "Table(schema: 2, id: \"t\", title: \"a \\\"b\\\" \\\\\", axes: [Words(name: \"w\")], cells: Number, rows: {1: 2, \"x\": [\"d2\"]})",
            "Examples(schema: 2, examples: {\"e\": (source: [\"a:1\"], origin: Printed, runs: Unit, given: {\"a\": 1.5, \"b\": {2: [true, -3, {}, ()]}}, expect: {})})",
        ] {
            check(text, true);
        }
    }

    #[test]
    fn doubtful_texts_take_the_long_way() {
        for text in [
            "",
            "Options",
            "Options(schema: 2, options: {}",
            "Options(schema: 2, options: {}))",
            "Options(schema: 2, schema: 2, options: {})",
            "Options(schema: 2 options: {})",
            "Options(schema: 2, options: {}, more: 1)",
            "Options(schema: 2, options: {\"Fog\": (title: \"a capital\")})",
            "Options(schema: 2, options: {\"fog\": (title: \"once\"), \"fog\": (title: \"twice\")})",
            "Options(schema: 2, options: {\"fog\": (title: \"\\n\")})",
            "Options(schema: 2, options: {\"fog\": OptionalRule(title: \"named\")})",
            "Regions(schema: 2, regions: {\"a\": (title: \"A\", kind: Group, power: Some(\"x\",))})",
            "Options(schema: 1_0, options: {})",
            "Options(schema: .2, options: {})",
            "Options(schema: 2, options: /* none */ {})",
        ] {
            check(text, false);
        }
    }
}
