//! The short way for sound files: text straight to its JSON form, without a tree of places. It reads plain RON only;
//! whatever is doubtful (a fault, a name twice, a rare form) gives `None`, and the caller takes the long way over the
//! tree to say what and where. It never decides that a file is wrong, and `ron` decodes every file it lets through.

use serde_json::{Map, Value};

use crate::json;

/// The kind and the JSON form of a sound document.
pub fn parse(text: &str) -> Option<(String, Value)> {
    let mut reader = Reader { text, bytes: text.as_bytes(), at: 0, depth: 0 };
    reader.skip()?;
    let kind = reader.name()?.to_owned();
    reader.skip()?;
    reader.expect(b'(')?;
    let value = reader.fields()?;
    reader.skip()?;
    (reader.at == reader.bytes.len()).then_some((kind, value))
}

/// The name before the first bracket of a document, if one stands there.
pub fn first_name(text: &str) -> Option<&str> {
    let mut reader = Reader { text, bytes: text.as_bytes(), at: 0, depth: 0 };
    reader.skip()?;
    let name = reader.name()?;
    reader.skip()?;
    (reader.peek()? == b'(').then_some(name)
}

struct Reader<'a> {
    text: &'a str,
    bytes: &'a [u8],
    at: usize,
    depth: usize,
}

impl<'a> Reader<'a> {
    fn peek(&self) -> Option<u8> {
        self.bytes.get(self.at).copied()
    }

    fn expect(&mut self, byte: u8) -> Option<()> {
        (self.peek()? == byte).then(|| self.at += 1)
    }

    /// Passes white space and line comments; block comments are rare and take the long way.
    fn skip(&mut self) -> Option<()> {
        loop {
            match self.peek() {
                Some(b' ' | b'\n' | b'\r' | b'\t') => self.at += 1,
                Some(b'/') => {
                    if self.bytes.get(self.at + 1) != Some(&b'/') {
                        return None;
                    }
                    let rest = &self.bytes[self.at..];
                    self.at += rest.iter().position(|byte| *byte == b'\n').unwrap_or(rest.len());
                }
                _ => return Some(()),
            }
        }
    }

    fn name(&mut self) -> Option<&'a str> {
        let start = self.at;
        if !self.peek().is_some_and(|byte| byte.is_ascii_alphabetic() || byte == b'_') {
            return None;
        }
        while self.peek().is_some_and(|byte| byte.is_ascii_alphanumeric() || byte == b'_') {
            self.at += 1;
        }
        // A raw identifier or raw string begins with `r#` or `r"`.
        if matches!(self.peek(), Some(b'#' | b'"' | b'\'')) { None } else { self.text.get(start..self.at) }
    }

    fn string(&mut self) -> Option<String> {
        self.expect(b'"')?;
        let start = self.at;
        let end = start + self.bytes[start..].iter().position(|byte| matches!(byte, b'"' | b'\\'))?;
        self.at = end + 1;
        // Escapes take the long way.
        if self.bytes[end] == b'"' { self.text.get(start..end).map(str::to_owned) } else { None }
    }

    fn number_text(&mut self) -> Option<&'a str> {
        let start = self.at;
        if matches!(self.peek(), Some(b'-')) {
            self.at += 1;
        }
        let digits = self.at;
        while self.peek().is_some_and(|byte| byte.is_ascii_digit()) {
            self.at += 1;
        }
        if self.peek() == Some(b'.') {
            self.at += 1;
            while self.peek().is_some_and(|byte| byte.is_ascii_digit()) {
                self.at += 1;
            }
        }
        let ends = !self.peek().is_some_and(|byte| byte.is_ascii_alphanumeric() || byte == b'_' || byte == b'.');
        (ends && digits < self.at).then(|| self.text.get(start..self.at)).flatten()
    }

    fn value(&mut self) -> Option<Value> {
        self.depth += 1;
        if self.depth > super::MAX_DEPTH {
            return None;
        }
        let value = match self.peek()? {
            b'"' => Value::String(self.string()?),
            b'-' | b'0'..=b'9' => json::number(self.number_text()?),
            b'[' => {
                self.at += 1;
                Value::Array(self.items(b']')?)
            }
            b'{' => {
                self.at += 1;
                self.map()?
            }
            b'(' => {
                self.at += 1;
                self.bracket()?
            }
            _ => self.named()?,
        };
        self.depth -= 1;
        Some(value)
    }

    fn named(&mut self) -> Option<Value> {
        let name = self.name()?;
        match name {
            "true" => return Some(Value::Bool(true)),
            "false" => return Some(Value::Bool(false)),
            "None" => return Some(Value::Null),
            "inf" | "NaN" => return None,
            _ => {}
        }
        self.skip()?;
        if self.peek() != Some(b'(') {
            return Some(Value::String(name.to_owned()));
        }
        self.at += 1;
        self.skip()?;
        let inner = if self.peek() == Some(b')') {
            self.at += 1;
            Value::Object(Map::new())
        } else if self.is_field() {
            self.fields()?
        } else {
            let mut items = self.items(b')')?;
            if items.len() == 1 { items.pop()? } else { Value::Array(items) }
        };
        Some(if name == "Some" { inner } else { Value::Object(Map::from_iter([(name.to_owned(), inner)])) })
    }

    /// What stands behind an opening bracket without a name: nothing, fields or items.
    fn bracket(&mut self) -> Option<Value> {
        self.skip()?;
        if self.peek() == Some(b')') {
            self.at += 1;
            return Some(Value::Null);
        }
        if self.is_field() { self.fields() } else { self.items(b')').map(Value::Array) }
    }

    /// Whether `name:` comes next.
    fn is_field(&mut self) -> bool {
        let start = self.at;
        let is_field = self.name().is_some() && self.skip().is_some() && self.peek() == Some(b':');
        self.at = start;
        is_field
    }

    fn fields(&mut self) -> Option<Value> {
        let mut object = Map::new();
        loop {
            self.skip()?;
            if self.peek() == Some(b')') {
                self.at += 1;
                return Some(Value::Object(object));
            }
            let name = self.name()?;
            self.skip()?;
            self.expect(b':')?;
            self.skip()?;
            let value = self.value()?;
            if object.insert(name.to_owned(), value).is_some() {
                return None;
            }
            self.separator(b')')?;
        }
    }

    fn map(&mut self) -> Option<Value> {
        let mut object = Map::new();
        loop {
            self.skip()?;
            if self.peek() == Some(b'}') {
                self.at += 1;
                return Some(Value::Object(object));
            }
            let key = match self.peek()? {
                b'"' => self.string()?,
                b'-' | b'0'..=b'9' => self.number_text()?.to_owned(),
                _ => self.name()?.to_owned(),
            };
            self.skip()?;
            self.expect(b':')?;
            self.skip()?;
            let value = self.value()?;
            if object.insert(key, value).is_some() {
                return None;
            }
            self.separator(b'}')?;
        }
    }

    fn items(&mut self, close: u8) -> Option<Vec<Value>> {
        let mut items = Vec::new();
        loop {
            self.skip()?;
            if self.peek() == Some(close) {
                self.at += 1;
                return Some(items);
            }
            items.push(self.value()?);
            self.separator(close)?;
        }
    }

    /// A comma, or the closing bracket, which stays for the caller.
    fn separator(&mut self, close: u8) -> Option<()> {
        self.skip()?;
        match self.peek()? {
            b',' => {
                self.at += 1;
                Some(())
            }
            byte => (byte == close).then_some(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cst;

    /// Wherever the short way answers, it answers what the long way does.
    #[test]
    fn both_ways_agree() {
        for text in [
            "A(a: 1, b: -2, c: 1.5, d: \"x\", e: true, f: None, g: Some(3))",
            "A(a: [1, 2,], b: {\"k\": 1, 2: [3]}, c: (1, \"z\"), d: (x: 1), e: ())",
            "// head\nA(\n a: B, // why\n c: D(1), e: F(1, 2), g: H(i: 1), j: K())\n",
            "A(a: All([Not(B), C(\"x\", [\"y\"])]))",
        ] {
            let (kind, short) = parse(text).unwrap_or_else(|| panic!("{text} is plain"));
            let (root, errors) = cst::parse(text);
            assert!(kind == "A" && errors.is_empty());
            assert_eq!(short, json::document_value(&root.expect("a value"), text), "{text}");
        }
    }

    #[test]
    fn doubtful_texts_take_the_long_way() {
        for text in [
            "",
            "A",
            "A(a: 1",
            "A(a: 1))",
            "A(a: 1, a: 2)",
            "A(a: \"\\n\")",
            "A(a: 'x')",
            "A(a: 1 b: 2)",
            "A(a: .5)",
            "A(a: 1_0)",
            "A(1)",
        ] {
            assert_eq!(parse(text), None, "{text}");
        }
    }
}
